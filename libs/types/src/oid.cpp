#include <algorithm>
#include <array>

#include <pgpipe/types/oid.hpp>

namespace pgpipe::types {
namespace {

struct entry {
  std::uint32_t type;
  std::uint32_t array;
  std::string_view array_name;

  [[nodiscard]] constexpr std::string_view name() const { return array_name.substr(0, array_name.size() - 2); }
};

// In the order of their OIDs.
constexpr std::array entries = {
    entry{16, 1000, "bool[]"},
    entry{17, 1001, "bytea[]"},
    entry{18, 1002, "char[]"},
    entry{19, 1003, "name[]"},
    entry{20, 1016, "int8[]"},
    entry{21, 1005, "int2[]"},
    entry{22, 1006, "int2vector[]"},
    entry{23, 1007, "int4[]"},
    entry{24, 1008, "regproc[]"},
    entry{25, 1009, "text[]"},
    entry{26, 1028, "oid[]"},
    entry{27, 1010, "tid[]"},
    entry{28, 1011, "xid[]"},
    entry{29, 1012, "cid[]"},
    entry{30, 1013, "oidvector[]"},
    entry{114, 199, "json[]"},
    entry{142, 143, "xml[]"},
    entry{600, 1017, "point[]"},
    entry{601, 1018, "lseg[]"},
    entry{602, 1019, "path[]"},
    entry{603, 1020, "box[]"},
    entry{604, 1027, "polygon[]"},
    entry{628, 629, "line[]"},
    entry{650, 651, "cidr[]"},
    entry{700, 1021, "float4[]"},
    entry{701, 1022, "float8[]"},
    entry{705, 0, "unknown[]"},
    entry{718, 719, "circle[]"},
    entry{774, 775, "macaddr8[]"},
    entry{790, 791, "money[]"},
    entry{829, 1040, "macaddr[]"},
    entry{869, 1041, "inet[]"},
    entry{1042, 1014, "bpchar[]"},
    entry{1043, 1015, "varchar[]"},
    entry{1082, 1182, "date[]"},
    entry{1083, 1183, "time[]"},
    entry{1114, 1115, "timestamp[]"},
    entry{1184, 1185, "timestamptz[]"},
    entry{1186, 1187, "interval[]"},
    entry{1266, 1270, "timetz[]"},
    entry{1560, 1561, "bit[]"},
    entry{1562, 1563, "varbit[]"},
    entry{1700, 1231, "numeric[]"},
    entry{1790, 2201, "refcursor[]"},
    entry{2202, 2207, "regprocedure[]"},
    entry{2203, 2208, "regoper[]"},
    entry{2204, 2209, "regoperator[]"},
    entry{2205, 2210, "regclass[]"},
    entry{2206, 2211, "regtype[]"},
    entry{2249, 2287, "record[]"},
    entry{2275, 1263, "cstring[]"},
    entry{2278, 0, "void[]"},
    entry{2950, 2951, "uuid[]"},
    entry{3220, 3221, "pg_lsn[]"},
    entry{3614, 3643, "tsvector[]"},
    entry{3615, 3645, "tsquery[]"},
    entry{3734, 3735, "regconfig[]"},
    entry{3769, 3770, "regdictionary[]"},
    entry{3802, 3807, "jsonb[]"},
    entry{3904, 3905, "int4range[]"},
    entry{3906, 3907, "numrange[]"},
    entry{3908, 3909, "tsrange[]"},
    entry{3910, 3911, "tstzrange[]"},
    entry{3912, 3913, "daterange[]"},
    entry{3926, 3927, "int8range[]"},
    entry{4072, 4073, "jsonpath[]"},
    entry{4089, 4090, "regnamespace[]"},
    entry{4096, 4097, "regrole[]"},
    entry{4191, 4192, "regcollation[]"},
    entry{4451, 6150, "int4multirange[]"},
    entry{4532, 6151, "nummultirange[]"},
    entry{4533, 6152, "tsmultirange[]"},
    entry{4534, 6153, "tstzmultirange[]"},
    entry{4535, 6155, "datemultirange[]"},
    entry{4536, 6157, "int8multirange[]"},
    entry{5038, 5039, "pg_snapshot[]"},
    entry{5069, 271, "xid8[]"},
};

static_assert(std::is_sorted(entries.begin(), entries.end(),
                             [](const entry& a, const entry& b) { return a.type < b.type; }));

const entry* find_type(std::uint32_t type) {
  const auto* at = std::lower_bound(entries.begin(), entries.end(), type,
                                    [](const entry& each, std::uint32_t wanted) { return each.type < wanted; });
  return at != entries.end() && at->type == type ? at : nullptr;
}

const entry* find_array(std::uint32_t array) {
  if (array == 0) return nullptr;
  const auto* at =
      std::find_if(entries.begin(), entries.end(), [array](const entry& each) { return each.array == array; });
  return at == entries.end() ? nullptr : at;
}

}  // namespace

std::string_view type_name(std::uint32_t type) {
  if (const entry* found = find_type(type)) return found->name();
  if (const entry* found = find_array(type)) return found->array_name;
  return {};
}

std::uint32_t array_of(std::uint32_t element) {
  const entry* found = find_type(element);
  return found == nullptr ? 0 : found->array;
}

std::uint32_t element_of(std::uint32_t array) {
  const entry* found = find_array(array);
  return found == nullptr ? 0 : found->type;
}

}  // namespace pgpipe::types
