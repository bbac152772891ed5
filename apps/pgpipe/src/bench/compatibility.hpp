#pragma once

namespace pgpipe::app::bench {

// Whose behaviour is asked for: ours, which is that of the newest pgbench and more, or exactly that of one version of
// pgbench (--compat, or the name pgbench).
class compatibility {
 public:
  static constexpr int oldest_version = 15;
  static constexpr int newest_version = 19;

  // Ours.
  constexpr compatibility() = default;

  // That of pgbench `version`, from oldest_version to newest_version.
  explicit constexpr compatibility(int version) : version_(version) {}

  // What no version of pgbench has, and repairs of what it does: true for ours only.
  [[nodiscard]] constexpr bool allows_extras() const { return version_ == 0; }

  // What pgbench does since `version`. Ours does everything.
  [[nodiscard]] constexpr bool is_at_least(int version) const { return allows_extras() || version_ >= version; }

  friend constexpr bool operator==(compatibility, compatibility) = default;

 private:
  int version_ = 0;
};

}  // namespace pgpipe::app::bench
