#pragma once

#include <cstdint>
#include <string_view>

// OIDs of the types that every server has, under their names in pg_type; only bool, "char", oid and void have names of
// their own here.
namespace pgpipe::types::oid {

inline constexpr std::uint32_t boolean = 16;
inline constexpr std::uint32_t bytea = 17;
inline constexpr std::uint32_t single_char = 18;
inline constexpr std::uint32_t name = 19;
inline constexpr std::uint32_t int8 = 20;
inline constexpr std::uint32_t int2 = 21;
inline constexpr std::uint32_t int2vector = 22;
inline constexpr std::uint32_t int4 = 23;
inline constexpr std::uint32_t regproc = 24;
inline constexpr std::uint32_t text = 25;
inline constexpr std::uint32_t object_id = 26;
inline constexpr std::uint32_t tid = 27;
inline constexpr std::uint32_t xid = 28;
inline constexpr std::uint32_t cid = 29;
inline constexpr std::uint32_t oidvector = 30;
inline constexpr std::uint32_t json = 114;
inline constexpr std::uint32_t xml = 142;
inline constexpr std::uint32_t point = 600;
inline constexpr std::uint32_t lseg = 601;
inline constexpr std::uint32_t path = 602;
inline constexpr std::uint32_t box = 603;
inline constexpr std::uint32_t polygon = 604;
inline constexpr std::uint32_t line = 628;
inline constexpr std::uint32_t cidr = 650;
inline constexpr std::uint32_t float4 = 700;
inline constexpr std::uint32_t float8 = 701;
inline constexpr std::uint32_t unknown = 705;
inline constexpr std::uint32_t circle = 718;
inline constexpr std::uint32_t macaddr8 = 774;
inline constexpr std::uint32_t money = 790;
inline constexpr std::uint32_t macaddr = 829;
inline constexpr std::uint32_t inet = 869;
inline constexpr std::uint32_t bpchar = 1042;
inline constexpr std::uint32_t varchar = 1043;
inline constexpr std::uint32_t date = 1082;
inline constexpr std::uint32_t time = 1083;
inline constexpr std::uint32_t timestamp = 1114;
inline constexpr std::uint32_t timestamptz = 1184;
inline constexpr std::uint32_t interval = 1186;
inline constexpr std::uint32_t timetz = 1266;
inline constexpr std::uint32_t bit = 1560;
inline constexpr std::uint32_t varbit = 1562;
inline constexpr std::uint32_t numeric = 1700;
inline constexpr std::uint32_t refcursor = 1790;
inline constexpr std::uint32_t regprocedure = 2202;
inline constexpr std::uint32_t regoper = 2203;
inline constexpr std::uint32_t regoperator = 2204;
inline constexpr std::uint32_t regclass = 2205;
inline constexpr std::uint32_t regtype = 2206;
inline constexpr std::uint32_t record = 2249;
inline constexpr std::uint32_t cstring = 2275;
inline constexpr std::uint32_t void_type = 2278;
inline constexpr std::uint32_t uuid = 2950;
inline constexpr std::uint32_t pg_lsn = 3220;
inline constexpr std::uint32_t tsvector = 3614;
inline constexpr std::uint32_t tsquery = 3615;
inline constexpr std::uint32_t regconfig = 3734;
inline constexpr std::uint32_t regdictionary = 3769;
inline constexpr std::uint32_t jsonb = 3802;
inline constexpr std::uint32_t int4range = 3904;
inline constexpr std::uint32_t numrange = 3906;
inline constexpr std::uint32_t tsrange = 3908;
inline constexpr std::uint32_t tstzrange = 3910;
inline constexpr std::uint32_t daterange = 3912;
inline constexpr std::uint32_t int8range = 3926;
inline constexpr std::uint32_t jsonpath = 4072;
inline constexpr std::uint32_t regnamespace = 4089;
inline constexpr std::uint32_t regrole = 4096;
inline constexpr std::uint32_t regcollation = 4191;
inline constexpr std::uint32_t int4multirange = 4451;
inline constexpr std::uint32_t nummultirange = 4532;
inline constexpr std::uint32_t tsmultirange = 4533;
inline constexpr std::uint32_t tstzmultirange = 4534;
inline constexpr std::uint32_t datemultirange = 4535;
inline constexpr std::uint32_t int8multirange = 4536;
inline constexpr std::uint32_t pg_snapshot = 5038;
inline constexpr std::uint32_t xid8 = 5069;

}  // namespace pgpipe::types::oid

namespace pgpipe::types {

// The type's name in pg_type, "int4[]" for the array of int4; empty for a type that this table does not have, such as
// one that a user created.
[[nodiscard]] std::string_view type_name(std::uint32_t type);

// The array type of an element type and the other way round; 0 where the table has none.
[[nodiscard]] std::uint32_t array_of(std::uint32_t element);
[[nodiscard]] std::uint32_t element_of(std::uint32_t array);

// The type of a range's bounds, and the range type that a multirange has any number of; 0 where the table has none.
[[nodiscard]] std::uint32_t subtype_of(std::uint32_t range);
[[nodiscard]] std::uint32_t range_of_multirange(std::uint32_t multirange);

}  // namespace pgpipe::types
