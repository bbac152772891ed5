#pragma once

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

// The members of a struct, in their order, without a macro or a list of them: an aggregate without base classes, array
// members and bit fields, of 1 to 32 members.
namespace pgpipe::types::detail {

// Stands for a value of any type in an initialiser that is never evaluated.
struct anything {
  template <typename T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};

template <typename T, typename Indices>
inline constexpr bool takes_initialisers = false;
template <typename T, std::size_t... I>
inline constexpr bool takes_initialisers<T, std::index_sequence<I...>> =
    requires { T{(static_cast<void>(I), anything{})...}; };

inline constexpr std::size_t greatest_member_count = 32;

// How many initialisers an aggregate takes; as long as one more is taken, and then no more.
template <typename T, std::size_t N = 0>
constexpr std::size_t count_members() {
  if constexpr (N <= greatest_member_count && takes_initialisers<T, std::make_index_sequence<N + 1>>) {
    return count_members<T, N + 1>();
  } else {
    return N;
  }
}

template <typename T>
inline constexpr std::size_t member_count = count_members<T>();

// References to the members.
template <std::size_t Count, typename T>
constexpr auto tie_members(T& value) {
  if constexpr (Count == 32) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27, m28, m29, m30, m31, m32] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29, m30, m31, m32);
  } else if constexpr (Count == 31) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27, m28, m29, m30, m31] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29, m30, m31);
  } else if constexpr (Count == 30) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27, m28, m29, m30] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29, m30);
  } else if constexpr (Count == 29) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27, m28, m29] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28, m29);
  } else if constexpr (Count == 28) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27, m28] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27, m28);
  } else if constexpr (Count == 27) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26, m27] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26, m27);
  } else if constexpr (Count == 26) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25, m26] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25, m26);
  } else if constexpr (Count == 25) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24, m25] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24, m25);
  } else if constexpr (Count == 24) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
           m24] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23, m24);
  } else if constexpr (Count == 23) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23] =
        value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
                    m23);
  } else if constexpr (Count == 22) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21,
                    m22);
  } else if constexpr (Count == 21) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21);
  } else if constexpr (Count == 20) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20);
  } else if constexpr (Count == 19) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19);
  } else if constexpr (Count == 18) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18);
  } else if constexpr (Count == 17) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17);
  } else if constexpr (Count == 16) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16);
  } else if constexpr (Count == 15) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
  } else if constexpr (Count == 14) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14);
  } else if constexpr (Count == 13) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13);
  } else if constexpr (Count == 12) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12);
  } else if constexpr (Count == 11) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11);
  } else if constexpr (Count == 10) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10);
  } else if constexpr (Count == 9) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9);
  } else if constexpr (Count == 8) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8);
  } else if constexpr (Count == 7) {
    auto& [m1, m2, m3, m4, m5, m6, m7] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7);
  } else if constexpr (Count == 6) {
    auto& [m1, m2, m3, m4, m5, m6] = value;
    return std::tie(m1, m2, m3, m4, m5, m6);
  } else if constexpr (Count == 5) {
    auto& [m1, m2, m3, m4, m5] = value;
    return std::tie(m1, m2, m3, m4, m5);
  } else if constexpr (Count == 4) {
    auto& [m1, m2, m3, m4] = value;
    return std::tie(m1, m2, m3, m4);
  } else if constexpr (Count == 3) {
    auto& [m1, m2, m3] = value;
    return std::tie(m1, m2, m3);
  } else if constexpr (Count == 2) {
    auto& [m1, m2] = value;
    return std::tie(m1, m2);
  } else if constexpr (Count == 1) {
    auto& [m1] = value;
    return std::tie(m1);
  }
}

// The members' types, as a tuple of them.
template <typename References>
struct without_references;
template <typename... T>
struct without_references<std::tuple<T&...>> {
  using type = std::tuple<std::remove_cv_t<T>...>;
};
template <typename T>
using members_of = typename without_references<decltype(tie_members<member_count<T>>(std::declval<T&>()))>::type;

}  // namespace pgpipe::types::detail
