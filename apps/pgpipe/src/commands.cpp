#include "command.hpp"

namespace pgpipe::app {

std::span<const command> commands() { return {}; }

}  // namespace pgpipe::app
