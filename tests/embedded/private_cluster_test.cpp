#include "embedded/private_cluster.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedded/running_clusters.hpp"

namespace pgpipe::app {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What the server answers, without the line's end.
std::string ask(const private_cluster& cluster, const std::string& sql, const std::string& more = "") {
  const std::string command =
      cluster.binaries().native() + "/psql -XAt -d '" + cluster.conninfo() + " " + more + "' -c \"" + sql + "\" 2>&1";
  FILE* out = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = 0; (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  ::pclose(out);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

bool exists(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

bool comes_true(const std::function<bool()>& what) {
  const auto until = steady_clock::now() + std::chrono::seconds(10);
  while (!what()) {
    if (steady_clock::now() > until) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

// The shared memory of a running server outside its folder: a System V segment and POSIX objects.
struct shared_memory {
  explicit shared_memory(const private_cluster& cluster) {
    std::ifstream pid_file(cluster.socket_directory() + "/data/postmaster.pid");
    std::string line;
    for (int i = 0; i != 6; ++i) std::getline(pid_file, line);
    unsigned long key = 0;
    pid_file >> key >> segment;
    std::ifstream maps("/proc/" + std::to_string(cluster.server_pid()) + "/maps");
    for (std::string word; maps >> word;) {
      if (word.starts_with("/dev/shm/")) objects.insert(word);
    }
  }
  [[nodiscard]] bool has_segment() const {
    shmid_ds status{};
    return ::shmctl(segment, IPC_STAT, &status) == 0;
  }
  [[nodiscard]] bool has_object() const {
    for (const std::string& each : objects) {
      if (fs::exists(each)) return true;
    }
    return false;
  }

  int segment = -1;
  std::set<std::string> objects;
};

TEST(private_cluster, starts_answers_and_leaves_no_trace) {
  auto cluster = private_cluster::start();
  ASSERT_TRUE(cluster) << cluster.error().text();
  const shared_memory shared(*cluster);
  EXPECT_TRUE(shared.has_segment());
  EXPECT_TRUE(shared.has_object());
  EXPECT_EQ(ask(*cluster, "select 6 * 7"), "42");
  EXPECT_EQ(ask(*cluster, "show listen_addresses"), "");
  EXPECT_EQ(ask(*cluster, "show fsync"), "off");
  EXPECT_EQ(ask(*cluster, "show server_encoding"), "UTF8");
  struct stat status{};
  ASSERT_EQ(::stat(cluster->socket_directory().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0700U);

  const pid_t server = cluster->server_pid();
  EXPECT_TRUE(exists(server));
  const fs::path folder = cluster->socket_directory();
  cluster->stop();
  EXPECT_FALSE(exists(server));
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_FALSE(shared.has_segment());
  EXPECT_FALSE(shared.has_object());
  cluster->stop();
}

TEST(private_cluster, takes_settings_rules_files_and_tcp) {
  cluster_options options;
  options.settings = {{"work_mem", "7MB"}, {"cluster_name", R"(it's a \ name)"}};
  options.hba_lines = {"local all all trust", "host all all 127.0.0.1/32 md5"};
  options.files = {{"certificate.pem", "content\n"}};
  options.listen_tcp = true;
  const auto cluster = private_cluster::start(options);
  ASSERT_TRUE(cluster) << cluster.error().text();
  EXPECT_EQ(ask(*cluster, "show work_mem"), "7MB");
  EXPECT_EQ(ask(*cluster, "show cluster_name"), R"(it's a \ name)");
  EXPECT_EQ(ask(*cluster, "select pg_read_file('certificate.pem')"), "content");
  const std::string refusal = ask(*cluster, "select 1", "host=127.0.0.1 password=wrong");
  EXPECT_NE(refusal.find("password authentication failed"), std::string::npos) << refusal;
}

TEST(private_cluster, says_what_the_server_said_when_it_does_not_start) {
  cluster_options options;
  options.settings = {{"work_mem", "much"}};
  const auto cluster = private_cluster::start(options);
  ASSERT_FALSE(cluster);
  EXPECT_NE(cluster.error().text().find("invalid value for parameter \"work_mem\": \"much\""), std::string::npos)
      << cluster.error().text();
}

TEST(private_cluster, several_run_side_by_side_and_can_be_moved) {
  auto first = private_cluster::start();
  auto second = private_cluster::start();
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  const pid_t gone = first->server_pid();
  const pid_t kept = second->server_pid();
  *first = std::move(*second);
  EXPECT_FALSE(exists(gone));
  EXPECT_EQ(first->server_pid(), kept);
  EXPECT_EQ(ask(*first, "select 1"), "1");
}

// What a killed server leaves in /dev/shm only a server can find: those few bytes stay.
TEST(private_cluster, a_killed_server_leaves_neither_folder_nor_segment) {
  auto cluster = private_cluster::start();
  ASSERT_TRUE(cluster);
  const shared_memory shared(*cluster);
  EXPECT_TRUE(shared.has_segment());
  const fs::path folder = cluster->socket_directory();
  ::kill(cluster->server_pid(), SIGKILL);
  EXPECT_TRUE(comes_true([&] { return ask(*cluster, "select 1") != "1"; }));
  cluster->stop();
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_FALSE(shared.has_segment());
  for (const std::string& each : shared.objects) fs::remove(each);
}

TEST(private_cluster, a_forked_child_that_exits_does_not_stop_it) {
  const auto cluster = private_cluster::start();
  ASSERT_TRUE(cluster);
  const pid_t child = ::fork();
  if (child == 0) {
    const_cast<private_cluster&>(*cluster).stop();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(ask(*cluster, "select 1"), "1");
}

// A process of its own with a running server, to see what its end brings.
class owner_process {
 public:
  explicit owner_process(const std::function<void(const private_cluster&)>& then = [](const private_cluster&) {}) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      stop_clusters_on_signals();
      const auto cluster = private_cluster::start();
      const std::string text = cluster->socket_directory() + "\n" + std::to_string(cluster->server_pid()) + "\n";
      static_cast<void>(!::write(ends[1], text.data(), text.size()));
      ::close(ends[1]);
      then(*cluster);
      for (;;) ::pause();
    }
    ::close(ends[1]);
    FILE* in = ::fdopen(ends[0], "r");
    std::array<char, 256> path{};
    EXPECT_EQ(std::fscanf(in, "%255s %d", path.data(), &server_), 2);
    std::fclose(in);
    folder_ = path.data();
  }

  // The status by which it ended.
  int end_by(int signal) const {
    ::kill(pid_, signal);
    int status = 0;
    EXPECT_EQ(::waitpid(pid_, &status, 0), pid_);
    return status;
  }

  [[nodiscard]] bool left_a_trace() const { return fs::exists(folder_) || exists(server_); }
  [[nodiscard]] pid_t server() const { return server_; }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  pid_t pid_ = -1;
  pid_t server_ = -1;
  fs::path folder_;
};

TEST(private_cluster, is_gone_when_a_signal_has_ended_the_process) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const owner_process owner;
    EXPECT_TRUE(owner.left_a_trace());
    const int status = owner.end_by(signal);
    EXPECT_FALSE(owner.left_a_trace());
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
  }
}

TEST(private_cluster, is_gone_soon_after_the_process_was_killed) {
  const owner_process owner;
  owner.end_by(SIGKILL);
  EXPECT_TRUE(comes_true([&] { return !owner.left_a_trace(); }));
}

TEST(private_cluster, other_threads_do_not_comment_on_the_end) {
  const owner_process owner([](const private_cluster& cluster) {
    std::thread([&cluster] {
      ask(cluster, "select pg_sleep(60)");
      std::exit(3);  // as a client would whose connection broke
    }).detach();
  });
  const int status = owner.end_by(SIGINT);
  EXPECT_FALSE(owner.left_a_trace());
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
}

TEST(private_cluster, can_be_interrupted_while_it_starts) {
  std::string base = (fs::temp_directory_path() / "pgpipe-test-XXXXXX").native();
  ASSERT_NE(::mkdtemp(base.data()), nullptr);
  fs::permissions(base, fs::perms(0711));  // for the server's user
  for (const int signal : {SIGINT, SIGKILL}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("TMPDIR", base.c_str(), 1);
      stop_clusters_on_signals();
      static_cast<void>(private_cluster::start());
      ::_exit(0);
    }
    EXPECT_TRUE(comes_true([&] {
      const auto first = fs::directory_iterator(base);
      return first != end(first) && fs::exists(first->path() / "data");
    }));
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    auto is_gone = [&] { return fs::is_empty(base); };
    EXPECT_TRUE(signal == SIGKILL ? comes_true(is_gone) : is_gone());
  }
  fs::remove_all(base);
}

TEST(private_cluster, the_server_does_not_outlive_its_supervisor) {
  const owner_process owner;
  std::ifstream status("/proc/" + std::to_string(owner.server()) + "/stat");
  std::string word;
  pid_t supervisor = -1;
  status >> word >> word >> word >> supervisor;
  ASSERT_GT(supervisor, 1);
  ::kill(supervisor, SIGKILL);
  EXPECT_TRUE(comes_true([&] { return !exists(owner.server()); }));
  owner.end_by(SIGKILL);
  fs::remove_all(owner.folder());
}

}  // namespace
}  // namespace pgpipe::app
