#include <algorithm>
#include <array>

#include <pgpipe/types/binary_types.hpp>
#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace {

// Not record: a field of a domain says the domain's type there, and reads only as text.
constexpr std::array known = {
    oid::boolean,        oid::bytea,          oid::name,           oid::int8,          oid::int2,
    oid::int4,           oid::text,           oid::object_id,      oid::json,          oid::cidr,
    oid::float4,         oid::float8,         oid::macaddr8,       oid::macaddr,       oid::inet,
    oid::bpchar,         oid::varchar,        oid::date,           oid::time,          oid::timestamp,
    oid::timestamptz,    oid::interval,       oid::timetz,         oid::numeric,       oid::uuid,
    oid::jsonb,          oid::int4range,      oid::numrange,       oid::tsrange,       oid::tstzrange,
    oid::daterange,      oid::int8range,      oid::int4multirange, oid::nummultirange, oid::tsmultirange,
    oid::tstzmultirange, oid::datemultirange, oid::int8multirange,
};
static_assert(std::is_sorted(known.begin(), known.end()));

bool is_known(std::uint32_t type) { return std::binary_search(known.begin(), known.end(), type); }

}  // namespace

bool reads_binary(std::uint32_t type) { return is_known(type) || is_known(element_of(type)); }

}  // namespace pgpipe::types
