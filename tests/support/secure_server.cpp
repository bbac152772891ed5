#include "support/secure_server.hpp"

#include <pgpipe/client/connection.hpp>

#include "embedded/running_clusters.hpp"

namespace pgpipe::test {
namespace {

app::cluster_options options_for(const net::certificate_authority& authority, const net::certificate& server) {
  app::cluster_options options;
  options.listen_tcp = true;
  options.settings = {
      {"ssl", "on"}, {"ssl_cert_file", "server.crt"}, {"ssl_key_file", "server.key"}, {"ssl_ca_file", "root.crt"}};
  options.files = {{"server.crt", server.pem}, {"server.key", server.key}, {"root.crt", authority.pem()}};
  options.hba_lines = {"local     all all       trust",
                       "hostssl   all certified 127.0.0.1/32 cert",
                       "hostssl   all tls_only   127.0.0.1/32 trust",
                       "hostnossl all plain_only 127.0.0.1/32 trust",
                       "host      all trusting   127.0.0.1/32 trust",
                       "host      all cleartext  127.0.0.1/32 password",
                       "host      all md5ed      127.0.0.1/32 md5",
                       "host      all scram      127.0.0.1/32 scram-sha-256"};
  return options;
}

app::private_cluster start(const net::certificate_authority& authority, const net::certificate& server) {
  app::stop_clusters_on_signals();
  app::private_cluster cluster = value_or_throw(app::private_cluster::start(options_for(authority, server)));
  connection superuser = value_or_throw(connection::open(cluster.conninfo()));
  value_or_throw(
      superuser.exec("set password_encryption = 'scram-sha-256';"
                     "create role trusting login; create role tls_only login; create role plain_only login;"
                     "create role certified login; create role cleartext login password 'secret';"
                     "create role scram login password 'secret';"
                     "set password_encryption = 'md5'; create role md5ed login password 'secret'"));
  return cluster;
}

}  // namespace

secure_server::secure_server(net::signature_kind signature)
    : authority_(signature),
      server_(authority_.issue("localhost", "DNS:localhost,IP:127.0.0.1")),
      client_(authority_.issue("certified")),
      root_(authority_.pem()),
      client_certificate_(client_.pem),
      client_key_(client_.key),
      cluster_(start(authority_, server_)) {}

std::string secure_server::conninfo(const std::string& role, const std::string& more) const {
  return "host=127.0.0.1 port=" + std::to_string(cluster_.port()) + " user=" + role +
         " dbname=postgres password=secret " + more;
}

}  // namespace pgpipe::test
