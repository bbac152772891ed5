#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

// Stands between one client and the server on Unix sockets and keeps what either sends. Call order: construct, connect
// the client to directory(), recorded() whenever the connection is idle.
class recording_proxy {
 public:
  struct recording {
    std::string frontend;
    std::string backend;
  };

  // `server_socket` is the path of the server's socket.
  explicit recording_proxy(std::string server_socket);
  recording_proxy(const recording_proxy&) = delete;
  recording_proxy& operator=(const recording_proxy&) = delete;
  ~recording_proxy();

  [[nodiscard]] const std::string& directory() const { return directory_; }

  // What went through so far.
  [[nodiscard]] recording recorded() const;

 private:
  void run();
  bool relay(int from, int to, std::string& record);

  std::string server_socket_;
  std::string directory_;
  std::string path_;
  int listener_ = -1;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;
  recording recorded_;
  std::thread thread_;
};
