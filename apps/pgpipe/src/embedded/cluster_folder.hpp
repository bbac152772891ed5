#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <pgpipe/base/result.hpp>

#include "embedded/cluster_options.hpp"
#include "embedded/server_account.hpp"

namespace pgpipe::app {

// The temporary folder of a private server and the files in it: the data folder, the logs, and the socket.
class cluster_folder {
 public:
  // Makes a folder of mode 0700 that the account owns, under TMPDIR where the account can reach that, else under /tmp.
  [[nodiscard]] static result<cluster_folder> make(std::optional<server_account> account);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const std::optional<server_account>& account() const { return account_; }
  [[nodiscard]] std::filesystem::path data() const { return path_ / "data"; }
  [[nodiscard]] std::filesystem::path initdb_log() const { return path_ / "initdb.log"; }
  [[nodiscard]] std::filesystem::path server_log() const { return path_ / "server.log"; }

  // Writes what the options ask for into the data folder that initdb has made.
  [[nodiscard]] result<void> configure(const cluster_options& options, std::uint16_t port) const;

  // Whether the server says in its postmaster.pid that it takes connections.
  [[nodiscard]] bool server_is_ready() const;

  // Frees the shared memory that a killed server left, and removes the folder with everything in it.
  void remove() const;

 private:
  cluster_folder(std::filesystem::path path, std::optional<server_account> account)
      : path_(std::move(path)), account_(std::move(account)) {}
  [[nodiscard]] bool write(const std::string& name, const std::string& text, int flags) const;

  std::filesystem::path path_;
  std::optional<server_account> account_;
};

}  // namespace pgpipe::app
