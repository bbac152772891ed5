#include <cstring>

#include "base64.hpp"
#include "option_reader.hpp"

namespace pgpipe::protocol {
namespace {

constexpr std::array channel_binding_modes = {
    named_value<channel_binding_mode>{"disable", channel_binding_mode::disable},
    named_value<channel_binding_mode>{"prefer", channel_binding_mode::prefer},
    named_value<channel_binding_mode>{"require", channel_binding_mode::require},
};

void read_key(option_reader& from, std::string_view keyword, std::array<std::byte, 32>& out) {
  const std::optional<std::string> key = decode_base64(from.text(keyword));
  if (!key || key->size() != out.size()) {
    return from.refuse("invalid " + std::string(keyword) + " value: expected 32 bytes in base64");
  }
  std::memcpy(out.data(), key->data(), out.size());
}

// Half of a pair could not both log in and know the server.
void read_scram_keys(option_reader& from, connect_options& out) {
  const bool client = !from.text("scram_client_key").empty();
  const bool server = !from.text("scram_server_key").empty();
  if (client != server) {
    return from.refuse(client ? "scram_client_key is given without scram_server_key"
                              : "scram_server_key is given without scram_client_key");
  }
  if (!client) return;
  read_key(from, "scram_client_key", out.scram_pass_through.emplace().client);
  read_key(from, "scram_server_key", out.scram_pass_through->server);
}

}  // namespace

void read_authentication(option_reader& from, connect_options& out) {
  out.requirepeer = from.text("requirepeer");
  from.choose("channel_binding", channel_binding_modes, out.channel_binding);
  result<auth_requirement> wanted = auth_requirement::parse(from.text("require_auth"));
  if (wanted) {
    out.require_auth = *std::move(wanted);
  } else {
    from.refuse(wanted.error().text());
  }
  read_scram_keys(from, out);
}

}  // namespace pgpipe::protocol
