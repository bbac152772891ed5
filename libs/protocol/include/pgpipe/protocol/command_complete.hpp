#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <pgpipe/protocol/body_reader.hpp>

namespace pgpipe::protocol {

// The command tag, such as "SELECT 3", "INSERT 0 1" or "CREATE TABLE"; a view into the message.
struct command_complete {
  std::string_view tag;

  // The tag without its numbers: "INSERT", "CREATE TABLE".
  [[nodiscard]] std::string_view command() const;

  // The number at the tag's end: the rows that INSERT, DELETE, UPDATE, MERGE, SELECT, MOVE, FETCH or COPY touched.
  // Other commands count none.
  [[nodiscard]] std::optional<std::uint64_t> rows() const;

  // The OID between INSERT and its row count; 0 from every server that has no tables with OIDs (12 and later).
  [[nodiscard]] std::uint32_t insert_oid() const;
};

[[nodiscard]] inline bool decode(std::span<const std::byte> body, command_complete& out) {
  body_reader reader(body);
  out.tag = reader.string();
  return reader.complete();
}

}  // namespace pgpipe::protocol
