#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include <pgpipe/base/result.hpp>

#include "embedded/cluster_options.hpp"
#include "embedded/server_account.hpp"

namespace pgpipe::app {

// A PostgreSQL server of this process's own, in a temporary folder that only its user can enter, with the newest
// server programs found. As root the server runs as user postgres. Call order: start(), connect, stop() or destruction,
// after which the server and its folder are gone.
//
// A child process watches over the server: however this process ends, SIGKILL included, the server is stopped and its
// folder removed. On a signal that ends the process this happens a moment after; stop_clusters_on_signals() makes it
// happen before.
class private_cluster {
 public:
  // Makes the data folder and starts the server: about 0.8 s.
  [[nodiscard]] static result<private_cluster> start(const cluster_options& options = {});

  private_cluster(private_cluster&& other) noexcept;
  private_cluster& operator=(private_cluster&& other) noexcept;
  ~private_cluster() { stop(); }

  // Ends the server at once and removes its folder.
  void stop();

  // Also the folder of everything else.
  [[nodiscard]] const std::string& socket_directory() const { return socket_directory_; }
  // Of the socket's name, and of 127.0.0.1 where TCP was asked for.
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] static std::string_view user() { return "postgres"; }
  [[nodiscard]] static std::string_view dbname() { return "postgres"; }

  // A connection string for the superuser over the Unix socket.
  [[nodiscard]] std::string conninfo() const;

  // Where psql and its siblings of the server's version are.
  [[nodiscard]] const std::filesystem::path& binaries() const { return binaries_; }

  // The server's main process, for those who want to see what follows its end.
  [[nodiscard]] pid_t server_pid() const { return server_pid_; }

 private:
  private_cluster() = default;
  [[nodiscard]] result<void> launch(const std::optional<server_account>& account, const cluster_options& options);
  [[nodiscard]] result<void> wait_until_ready();

  int slot_ = -1;  // in the table of running clusters; -1 when stopped or moved from
  std::string socket_directory_;
  std::filesystem::path binaries_;
  std::uint16_t port_ = 0;
  pid_t server_pid_ = -1;
};

}  // namespace pgpipe::app
