#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

// The types that every server has, with their arrays and ranges, known while compiling.
namespace pgpipe::types::detail {

struct type_entry {
  std::uint32_t type;
  std::uint32_t array;
  std::string_view array_name;

  [[nodiscard]] constexpr std::string_view name() const { return array_name.substr(0, array_name.size() - 2); }
};

// In the order of their OIDs.
inline constexpr std::array type_entries = {
    type_entry{16, 1000, "bool[]"},
    type_entry{17, 1001, "bytea[]"},
    type_entry{18, 1002, "char[]"},
    type_entry{19, 1003, "name[]"},
    type_entry{20, 1016, "int8[]"},
    type_entry{21, 1005, "int2[]"},
    type_entry{22, 1006, "int2vector[]"},
    type_entry{23, 1007, "int4[]"},
    type_entry{24, 1008, "regproc[]"},
    type_entry{25, 1009, "text[]"},
    type_entry{26, 1028, "oid[]"},
    type_entry{27, 1010, "tid[]"},
    type_entry{28, 1011, "xid[]"},
    type_entry{29, 1012, "cid[]"},
    type_entry{30, 1013, "oidvector[]"},
    type_entry{114, 199, "json[]"},
    type_entry{142, 143, "xml[]"},
    type_entry{600, 1017, "point[]"},
    type_entry{601, 1018, "lseg[]"},
    type_entry{602, 1019, "path[]"},
    type_entry{603, 1020, "box[]"},
    type_entry{604, 1027, "polygon[]"},
    type_entry{628, 629, "line[]"},
    type_entry{650, 651, "cidr[]"},
    type_entry{700, 1021, "float4[]"},
    type_entry{701, 1022, "float8[]"},
    type_entry{705, 0, "unknown[]"},
    type_entry{718, 719, "circle[]"},
    type_entry{774, 775, "macaddr8[]"},
    type_entry{790, 791, "money[]"},
    type_entry{829, 1040, "macaddr[]"},
    type_entry{869, 1041, "inet[]"},
    type_entry{1042, 1014, "bpchar[]"},
    type_entry{1043, 1015, "varchar[]"},
    type_entry{1082, 1182, "date[]"},
    type_entry{1083, 1183, "time[]"},
    type_entry{1114, 1115, "timestamp[]"},
    type_entry{1184, 1185, "timestamptz[]"},
    type_entry{1186, 1187, "interval[]"},
    type_entry{1266, 1270, "timetz[]"},
    type_entry{1560, 1561, "bit[]"},
    type_entry{1562, 1563, "varbit[]"},
    type_entry{1700, 1231, "numeric[]"},
    type_entry{1790, 2201, "refcursor[]"},
    type_entry{2202, 2207, "regprocedure[]"},
    type_entry{2203, 2208, "regoper[]"},
    type_entry{2204, 2209, "regoperator[]"},
    type_entry{2205, 2210, "regclass[]"},
    type_entry{2206, 2211, "regtype[]"},
    type_entry{2249, 2287, "record[]"},
    type_entry{2275, 1263, "cstring[]"},
    type_entry{2278, 0, "void[]"},
    type_entry{2950, 2951, "uuid[]"},
    type_entry{3220, 3221, "pg_lsn[]"},
    type_entry{3614, 3643, "tsvector[]"},
    type_entry{3615, 3645, "tsquery[]"},
    type_entry{3734, 3735, "regconfig[]"},
    type_entry{3769, 3770, "regdictionary[]"},
    type_entry{3802, 3807, "jsonb[]"},
    type_entry{3904, 3905, "int4range[]"},
    type_entry{3906, 3907, "numrange[]"},
    type_entry{3908, 3909, "tsrange[]"},
    type_entry{3910, 3911, "tstzrange[]"},
    type_entry{3912, 3913, "daterange[]"},
    type_entry{3926, 3927, "int8range[]"},
    type_entry{4072, 4073, "jsonpath[]"},
    type_entry{4089, 4090, "regnamespace[]"},
    type_entry{4096, 4097, "regrole[]"},
    type_entry{4191, 4192, "regcollation[]"},
    type_entry{4451, 6150, "int4multirange[]"},
    type_entry{4532, 6151, "nummultirange[]"},
    type_entry{4533, 6152, "tsmultirange[]"},
    type_entry{4534, 6153, "tstzmultirange[]"},
    type_entry{4535, 6155, "datemultirange[]"},
    type_entry{4536, 6157, "int8multirange[]"},
    type_entry{5038, 5039, "pg_snapshot[]"},
    type_entry{5069, 271, "xid8[]"},
};

struct range_entry {
  std::uint32_t range;
  std::uint32_t subtype;
  std::uint32_t multirange;
};

inline constexpr std::array range_entries = {
    range_entry{3904, 23, 4451},    // int4
    range_entry{3906, 1700, 4532},  // numeric
    range_entry{3908, 1114, 4533},  // timestamp
    range_entry{3910, 1184, 4534},  // timestamptz
    range_entry{3912, 1082, 4535},  // date
    range_entry{3926, 20, 4536},    // int8
};

// Where the type stands, or would stand. A number, since g++ 12 with UBSan compares no pointer in a constant
// expression.
constexpr std::size_t place_of(std::uint32_t type) {
  const auto* at = std::lower_bound(type_entries.begin(), type_entries.end(), type,
                                    [](const type_entry& each, std::uint32_t wanted) { return each.type < wanted; });
  return static_cast<std::size_t>(at - type_entries.begin());
}

constexpr bool is_known(std::uint32_t type) {
  const std::size_t place = place_of(type);
  return place != type_entries.size() && type_entries[place].type == type;
}

constexpr std::uint32_t array_type_of(std::uint32_t element) {
  return is_known(element) ? type_entries[place_of(element)].array : 0;
}

// The other members of the row in which `by` is `type`; zeros where there is none.
constexpr range_entry find_range(std::uint32_t range_entry::* by, std::uint32_t type) {
  for (const range_entry& each : range_entries) {
    if (type != 0 && each.*by == type) return each;
  }
  return {0, 0, 0};
}

}  // namespace pgpipe::types::detail
