#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/base/error.hpp>

namespace pgpipe::app::bench {

// Where a script is wrong.
struct script_place {
  std::string_view script;                   // its label
  std::uint32_t line = 0;                    // of the first line of `text`, from 1
  std::string_view command;                  // the meta-command's name; may be empty
  std::string_view text = {};                // the command as written; empty when there is nothing to show
  std::optional<std::size_t> position = {};  // of the byte of `text` to point at; may be its size
};

// "SCRIPT:LINE: MESSAGE in command "NAME"", then the line of the text, then a mark below the position.
[[nodiscard]] error make_script_error(const script_place& place, std::string_view message);

}  // namespace pgpipe::app::bench
