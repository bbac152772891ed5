#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/net/transfer.hpp>

struct bio_st;
struct ssl_st;

namespace pgpipe::net {

// Whom the client means to reach. `server_name` is what the certificate must name for tls_verify::full, `sni` what is
// sent in clear as the wanted name; an address in numbers is never sent, whatever stands here.
struct tls_peer {
  std::string server_name;
  std::string sni;
};

// The client's end of one TLS session as a filter of bytes: it knows no socket. Call order: handshake() until it says
// true, then encrypt() and decrypt() at will. After every call ciphertext() is what must be sent, commit_ciphertext(n)
// says how much was; what arrived is given to feed(). An object belongs to one thread at a time.
class tls_filter {
 public:
  [[nodiscard]] static result<tls_filter> make(const tls_context& context, const tls_peer& peer);

  tls_filter(tls_filter&&) noexcept;
  tls_filter& operator=(tls_filter&&) noexcept;
  ~tls_filter();

  // True when the session stands; false when it needs more from the peer. Even after an error there may be ciphertext
  // to send: the alert that tells the peer why.
  [[nodiscard]] result<bool> handshake();

  // Takes all of `plain`, whatever its size, and turns it into ciphertext: it counts as sent.
  [[nodiscard]] transfer encrypt(std::span<const std::byte> plain);

  // Fills `plain` as far as the bytes fed allow. would_block: feed more. A call that fills `plain` may have left some.
  [[nodiscard]] transfer decrypt(std::span<std::byte> plain);

  void feed(std::span<const std::byte> arrived);

  // Valid until the next call that is not ciphertext().
  [[nodiscard]] std::span<const std::byte> ciphertext() const;
  void commit_ciphertext(std::size_t n);

  // Appends the notice that this side sends no more to the ciphertext.
  void close_notify();

  // The server certificate's hash as SCRAM-SHA-256-PLUS wants it (RFC 5929, tls-server-end-point); empty when its
  // signature algorithm has no hash, as with Ed25519.
  [[nodiscard]] std::vector<std::byte> server_end_point() const;

  [[nodiscard]] std::string version() const;               // such as "TLSv1.3"
  [[nodiscard]] std::string cipher() const;                // OpenSSL's name of it
  [[nodiscard]] std::string application_protocol() const;  // what the server picked by ALPN, or nothing

  // Whether the server has asked for a client certificate, and whether it was shown one.
  [[nodiscard]] bool certificate_requested() const { return *certificate_requested_; }
  [[nodiscard]] bool certificate_sent() const;

  // Why encrypt(), decrypt() or handshake() failed.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  struct free_session {
    void operator()(ssl_st* session) const;
  };
  tls_filter(std::unique_ptr<ssl_st, free_session> session, bio_st* input, bio_st* output, std::string server_name,
             bool match_address);
  [[nodiscard]] std::string mismatch() const;
  [[nodiscard]] std::string describe_failure(int code) const;

  std::unique_ptr<ssl_st, free_session> session_;  // owns input_ and output_
  bio_st* input_;
  bio_st* output_;
  std::size_t committed_ = 0;  // of what output_ holds
  std::string server_name_;
  bool match_address_;  // server_name_ is an address, which is looked for in the certificate after the handshake
  std::string failure_;
  std::unique_ptr<bool> certificate_requested_ = std::make_unique<bool>(false);  // OpenSSL knows where it stands
};

}  // namespace pgpipe::net
