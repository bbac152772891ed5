#include "compare/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace pgpipe::app::compare {

result<scratch_folder> scratch_folder::make() {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "pgpipe_compare_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    return fail(error_category::io, "could not make a folder: " + std::generic_category().message(errno));
  }
  return scratch_folder(name);
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace pgpipe::app::compare
