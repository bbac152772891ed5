#include <chrono>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "bench_process.hpp"
#include "certificates.hpp"
#include "sockets.hpp"
#include "support/pooler.hpp"

// A primary and its hot standby, and what lies beside them: ports where nobody listens, and servers that never answer.
namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

class hosts : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    app::cluster_options options;
    options.hba_lines = {"local all,replication all trust", "host all,replication all 127.0.0.1/32 trust"};
    options.listen_tcp = true;
    primary_ = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start(options)));
    options.standby_of = primary_->conninfo();
    standby_ = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start(options)));
  }
  static void TearDownTestSuite() {
    standby_.reset();
    primary_.reset();
  }

  // "host=... port=...", for 127.0.0.1 at these ports, with a second a server.
  static std::string at(const std::vector<std::uint16_t>& ports, const std::string& more = "") {
    std::string host;
    std::string port;
    for (const std::uint16_t each : ports) {
      host += (host.empty() ? "" : ",") + std::string("127.0.0.1");
      port += (port.empty() ? "" : ",") + std::to_string(each);
    }
    return "host=" + host + " port=" + port + " user=postgres dbname=postgres connect_timeout=1 sslmode=disable " +
           more;
  }
  static std::uint16_t primary() { return primary_->port(); }
  static std::uint16_t standby() { return standby_->port(); }

  // "primary" or "standby", or why there is no connection.
  static std::string reached(const std::string& conninfo) {
    auto opened = connection::open(conninfo);
    if (!opened) return opened.error().text();
    const auto answer = opened->query("select case when pg_is_in_recovery() then 'standby' else 'primary' end");
    return answer ? (*answer)[0].get<std::string>(0) : answer.error().text();
  }
  static std::string reached(const std::vector<std::uint16_t>& ports, const std::string& attributes) {
    return reached(at(ports, "target_session_attrs=" + attributes));
  }

  static std::unique_ptr<app::private_cluster> primary_;
  static std::unique_ptr<app::private_cluster> standby_;
};

std::unique_ptr<app::private_cluster> hosts::primary_;
std::unique_ptr<app::private_cluster> hosts::standby_;

// A port of the loopback interface where nobody listens any more.
std::uint16_t dead_port() { return net::loopback_listener().port(); }

TEST_F(hosts, are_chosen_by_their_sessions_attributes) {
  for (const bool primary_first : {true, false}) {
    const std::vector<std::uint16_t> both =
        primary_first ? std::vector{primary(), standby()} : std::vector{standby(), primary()};
    EXPECT_EQ(reached(both, "any"), primary_first ? "primary" : "standby");
    EXPECT_EQ(reached(both, "read-write"), "primary");
    EXPECT_EQ(reached(both, "read-only"), "standby");
    EXPECT_EQ(reached(both, "primary"), "primary");
    EXPECT_EQ(reached(both, "standby"), "standby");
    EXPECT_EQ(reached(both, "prefer-standby"), "standby");
  }
}

TEST_F(hosts, that_do_not_suit_are_refused_with_the_reason) {
  EXPECT_THAT(reached({primary()}, "standby"), HasSubstr("the server is not in hot standby mode"));
  EXPECT_THAT(reached({standby()}, "primary"), HasSubstr("the server is in hot standby mode"));
  EXPECT_THAT(reached({standby()}, "read-write"), HasSubstr("the session is read-only"));
  EXPECT_THAT(reached({primary()}, "read-only"), HasSubstr("the session is not read-only"));
  EXPECT_EQ(reached({primary()}, "prefer-standby"), "primary") << "in its second round";
  EXPECT_EQ(reached({dead_port(), primary(), dead_port()}, "prefer-standby"), "primary");
}

TEST_F(hosts, may_be_made_read_only_by_an_option) {
  const std::string read_only = " options='-c default_transaction_read_only=on'";
  EXPECT_THAT(reached({primary()}, "read-write" + read_only), HasSubstr("the session is read-only"));
  EXPECT_EQ(reached({primary()}, "read-only" + read_only), "primary");
  EXPECT_EQ(reached({primary()}, "primary" + read_only), "primary");
}

TEST_F(hosts, that_were_turned_down_keep_no_session) {
  const std::string named = "application_name=turned_down target_session_attrs=standby";
  for (int i = 0; i != 10; ++i) ASSERT_EQ(reached(at({primary(), standby()}, named)), "standby");
  connection watcher = value_or_throw(connection::open(primary_->conninfo()));
  for (int tries = 0;; ++tries) {
    const auto left =
        value_or_throw(watcher.query("select count(*) from pg_stat_activity where application_name = 'turned_down'"));
    if (left[0].get<std::int64_t>(0) == 0) break;
    ASSERT_LT(tries, 1000);
    std::this_thread::sleep_for(milliseconds(5));
  }
}

// A pooler reports neither of the states, as servers before 14 do not: it is asked.
TEST_F(hosts, that_do_not_report_their_state_are_asked) {
  const pooler pool(*primary_, "session", 2);
  EXPECT_EQ(reached(pool.conninfo() + " target_session_attrs=read-write"), "primary");
  EXPECT_EQ(reached(pool.conninfo() + " target_session_attrs=primary"), "primary");
  EXPECT_THAT(reached(pool.conninfo() + " target_session_attrs=standby"), HasSubstr("not in hot standby mode"));
  EXPECT_THAT(reached(pool.conninfo() + " target_session_attrs=read-only"), HasSubstr("not read-only"));
}

TEST_F(hosts, that_are_down_are_passed_over) {
  EXPECT_EQ(reached({dead_port(), dead_port(), primary()}, "any"), "primary");
  EXPECT_THAT(reached({dead_port(), dead_port()}, "any"), HasSubstr("Connection refused"));
  EXPECT_EQ(reached({dead_port(), standby(), primary()}, "read-write"), "primary");
}

// The system takes the connection, and nobody ever says a word.
TEST_F(hosts, that_never_answer_get_their_time_each) {
  const net::loopback_listener mute;
  const auto start = steady_clock::now();
  EXPECT_EQ(reached({mute.port(), mute.port(), primary()}, "any"), "primary");
  const auto passed = steady_clock::now() - start;
  EXPECT_GE(passed, milliseconds(1900));
  EXPECT_LT(passed, milliseconds(10000));
  EXPECT_THAT(reached({mute.port()}, "any"), HasSubstr("timeout expired"));
}

// Takes connections on the port of the primary, at another address of this machine, and never says a word.
class mute_neighbour {
 public:
  explicit mute_neighbour(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = ::inet_addr("127.0.0.2");
    at.sin_port = htons(port);
    EXPECT_EQ(::bind(socket_.fd(), reinterpret_cast<const sockaddr*>(&at), sizeof at), 0);
    EXPECT_EQ(::listen(socket_.fd(), 16), 0);
  }

 private:
  net::socket socket_;
};

// A name stands for several addresses, each with the whole connect_timeout. Names come from a file in the place of
// /etc/hosts, by nss_wrapper, which only a new process can be given. The blocking client connects for -i, the event
// loop for a run.
TEST_F(hosts, have_several_addresses_with_their_own_time) {
  const mute_neighbour mute(primary());
  const net::temporary_file names("127.0.0.2 two.test\n127.0.0.1 two.test\n");
  ::setenv("NSS_WRAPPER_HOSTS", names.path().c_str(), 1);
  ::setenv("LD_PRELOAD", "libnss_wrapper.so", 1);
  ::setenv("NSS_WRAPPER_DISABLE_DEEPBIND", "1", 1);  // which sanitizers refuse
  ::setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
  const std::string conninfo =
      "host=two.test port=" + std::to_string(primary()) +
      " user=postgres dbname=postgres connect_timeout=1 sslmode=disable load_balance_hosts=random";
  const std::string script = script_file("select 1;\n");
  for (const bool blocking : {true, false}) {
    // The order is random: both must be seen.
    bool straight = false;
    bool second = false;
    for (int tries = 0; (!straight || !second) && tries != 50; ++tries) {
      const bench_outcome done = blocking ? bench_process({"-i", "-I", "d", "-q", conninfo}).wait()
                                          : bench_process({"-n", "-t", "1", "-f", script, conninfo}).wait();
      ASSERT_EQ(done.status, 0) << done.err;
      (done.time >= milliseconds(1000) ? second : straight) = true;
    }
    EXPECT_TRUE(straight) << "blocking: " << blocking;
    EXPECT_TRUE(second) << "blocking: " << blocking;
  }
  for (const char* name : {"NSS_WRAPPER_HOSTS", "LD_PRELOAD", "NSS_WRAPPER_DISABLE_DEEPBIND", "ASAN_OPTIONS"})
    ::unsetenv(name);
}

TEST_F(hosts, share_the_load) {
  std::set<std::string> seen;
  for (int i = 0; i != 100 && seen.size() != 2; ++i) {
    seen.insert(reached(at({primary(), standby()}, "load_balance_hosts=random")));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"primary", "standby"}));
  for (int i = 0; i != 5; ++i) {
    EXPECT_EQ(reached(at({primary(), standby()}, "load_balance_hosts=random target_session_attrs=standby")), "standby");
  }
}

TEST_F(hosts, have_services) {
  const net::temporary_file file("[one]\nhost=127.0.0.1\nport=" + std::to_string(standby()) +
                                 "\nuser=postgres\n[two]\nhost=" + primary_->socket_directory() +
                                 "\nport=" + std::to_string(primary()) + "\nuser=postgres\ndbname=postgres\n");
  const std::string in = " servicefile=" + file.path();
  EXPECT_EQ(reached("service=one dbname=postgres" + in), "standby");
  EXPECT_EQ(reached("service=two" + in), "primary");
  EXPECT_EQ(reached("postgresql:///?service=two&servicefile=" + file.path()), "primary");
  EXPECT_EQ(reached("service=three" + in), "definition of service \"three\" not found");
}

TEST_F(hosts, are_run_by_whom_requirepeer_names) {
  const std::string owner = ::geteuid() == 0 ? "postgres" : process_environment().os_user;
  EXPECT_EQ(reached(primary_->conninfo() + " requirepeer=" + owner), "primary");
  EXPECT_THAT(reached(primary_->conninfo() + " requirepeer=mallory"),
              HasSubstr("requirepeer is \"mallory\", but the server is run by \"" + owner + "\""));
  EXPECT_EQ(reached(at({primary()}, "requirepeer=mallory")), "primary") << "over Unix sockets only";
}

TEST_F(hosts, may_speak_an_older_protocol_than_is_asked_for) {
  EXPECT_EQ(reached(at({primary()}, "max_protocol_version=3.2")), "primary");
  EXPECT_EQ(reached(at({primary()}, "max_protocol_version=latest")), "primary");
  const std::string strict = reached(at({primary()}, "min_protocol_version=3.2"));
  if (strict != "primary") {
    EXPECT_THAT(strict, HasSubstr("but min_protocol_version is 3.2"));
  }
}

TEST_F(hosts, send_their_log) {
  for (const char* kind : {"true", "database"}) {
    auto walsender = value_or_throw(connection::open(at({primary()}, std::string("replication=") + kind)));
    const auto identified = value_or_throw(walsender.exec("IDENTIFY_SYSTEM"));
    EXPECT_EQ(identified.at(0).size(), 1U) << kind;
  }
  auto plain = value_or_throw(connection::open(at({primary()}, "replication=false")));
  EXPECT_FALSE(plain.exec("IDENTIFY_SYSTEM"));
}

TEST_F(hosts, are_told_the_clients_encoding) {
  const auto encoding = [](const std::string& more) {
    auto opened = value_or_throw(connection::open(at({primary()}, more)));
    return std::string(opened.parameter_status("client_encoding"));
  };
  EXPECT_EQ(encoding(""), "UTF8");
  EXPECT_EQ(encoding("client_encoding=LATIN1"), "LATIN1");
  ::setenv("LC_ALL", "C", 1);
  EXPECT_EQ(encoding("client_encoding=auto"), "SQL_ASCII");
  ::setenv("LC_ALL", "C.UTF-8", 1);
  EXPECT_EQ(encoding("client_encoding=auto"), "UTF8");
  ::unsetenv("LC_ALL");
}

// A user whom the system does not know, without a home: nothing is there to be read, and nothing fails.
TEST_F(hosts, let_strangers_in) {
  const bool root = ::geteuid() == 0;  // only root can become somebody else
  const std::string conninfo = at({primary()});
  const pid_t child = ::fork();
  if (child == 0) {
    ::unsetenv("HOME");
    if (root && (::setgid(54321) != 0 || ::setuid(54321) != 0)) ::_exit(2);
    ::_exit(reached(conninfo) == "primary" ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// The event loop drives the same machine.
TEST_F(hosts, are_chosen_by_the_bench_too) {
  const std::string script = script_file("select 1 / (case when pg_is_in_recovery() then 1 else 0 end);\n");
  const auto run = [&](const std::string& conninfo) {
    return bench_process({"-n", "-c", "4", "-t", "5", "-C", "-f", script, conninfo}).wait();
  };
  const bench_outcome done = run(at({dead_port(), primary(), standby()}, "target_session_attrs=standby"));
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.processed(), 20);
  const bench_outcome balanced =
      run(at({primary(), standby()}, "load_balance_hosts=random target_session_attrs=prefer-standby"));
  EXPECT_EQ(balanced.status, 0) << balanced.err;
  const bench_outcome refused = run(at({primary()}, "target_session_attrs=standby"));
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("the server is not in hot standby mode"));
  const bench_outcome peer = run(standby_->conninfo() + " requirepeer=mallory");
  EXPECT_EQ(peer.status, 1);
  EXPECT_THAT(peer.err, HasSubstr("requirepeer is \"mallory\""));
}

}  // namespace
}  // namespace pgpipe::test
