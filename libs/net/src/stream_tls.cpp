#include <array>

#include <pgpipe/net/stream.hpp>

// The half of stream that works through a TLS filter.
namespace pgpipe::net {
namespace {

// Room for two records of the largest size, so that one recv() mostly brings whole ones.
constexpr std::size_t ciphertext_bytes = std::size_t{36} * 1024;

// As much plaintext as is handed to TLS before the socket must have taken the ciphertext: a slow peer cannot make it
// grow further.
constexpr std::size_t most_unsent = std::size_t{64} * 1024;

}  // namespace

result<void> stream::start_tls(tls_filter filter, std::span<const std::byte> leftover) {
  if (tls_) return fail(error_category::usage, "TLS is already in use on this connection");
  if (!leftover.empty())
    return fail(error_category::protocol, "received unencrypted data after the answer to the SSL request",
                retry_safety::safe);
  tls_ = std::make_unique<tls_filter>(std::move(filter));
  return {};
}

transfer stream::flush() {
  while (has_unsent()) {
    const transfer sent = plain_send(tls_->ciphertext());
    // What a broken socket did not take, it never will.
    if (sent.status == transfer_status::error) tls_->commit_ciphertext(tls_->ciphertext().size());
    if (!sent.ok()) return sent;
    tls_->commit_ciphertext(sent.bytes);
  }
  return transfer::moved(0);
}

transfer stream::tls_send(std::span<const std::span<const std::byte>> pieces) {
  std::size_t taken = 0;
  for (std::span<const std::byte> piece : pieces) {
    while (!piece.empty()) {
      if (tls_->ciphertext().size() >= most_unsent) {
        const transfer sent = flush();
        if (sent.status == transfer_status::would_block) return taken != 0 ? transfer::moved(taken) : sent;
        if (!sent.ok()) return sent;
      }
      const transfer encrypted = tls_->encrypt(piece.first(std::min(piece.size(), most_unsent)));
      if (!encrypted.ok()) return encrypted;
      taken += encrypted.bytes;
      piece = piece.subspan(encrypted.bytes);
    }
  }
  const transfer sent = flush();
  if (sent.status == transfer_status::error) return sent;
  return transfer::moved(taken);
}

// Fills `into` as far as possible; reads from the socket until it is drained and every record in it decrypted, because
// what TLS still holds no poll can see. Waits only while there is nothing to return, and only if `until` is given.
transfer stream::tls_receive(std::span<std::byte> into, const deadline* until) {
  std::size_t filled = 0;
  for (;;) {
    const transfer plain = tls_->decrypt(into.subspan(filled));
    if (plain.ok()) filled += plain.bytes;
    if (filled == into.size() && plain.ok()) break;
    if (!plain.ok() && plain.status != transfer_status::would_block) {
      if (filled == 0) return plain;
      break;
    }
    if (filled != 0 && drained_) break;
    const transfer fed = feed_tls(filled == 0 ? until : nullptr);
    if (fed.ok()) continue;
    if (filled == 0) return fed;
    break;
  }
  // Answers that TLS gives by itself, such as a key update's. If the socket is broken, what it still brings matters
  // more.
  static_cast<void>(flush());
  return transfer::moved(filled);
}

transfer stream::feed_tls(const deadline* until) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): recv() fills what is read
  std::array<std::byte, ciphertext_bytes> arrived;
  transfer got{};
  if (until == nullptr) {
    got = plain_receive(arrived, MSG_DONTWAIT);
  } else if (has_unsent()) {
    const wait_outcome outcome = wait(interest::readable, *until);
    if (outcome.error_number != 0) return transfer::failed(outcome.error_number);
    if (outcome.timed_out()) return transfer::stopped(transfer_status::timed_out);
    got = plain_receive(arrived, MSG_DONTWAIT);
    if (got.status == transfer_status::would_block) return transfer::moved(0);
  } else {
    got = receive_until(arrived, *until);
  }
  drained_ = !got.ok() || got.bytes < arrived.size();
  if (got.ok()) tls_->feed({arrived.data(), got.bytes});
  return got;
}

result<interest> stream::try_handshake() {
  for (;;) {
    result<bool> done = tls_->handshake();
    const transfer sent = flush();
    if (!done) return fail(std::move(done).error());
    if (sent.status == transfer_status::error) return fail(to_error(sent));
    if (*done) return interest::none;
    const transfer fed = feed_tls(nullptr);
    if (fed.status == transfer_status::would_block) return has_unsent() ? interest::both : interest::readable;
    if (fed.status == transfer_status::eof)
      return fail(error_category::closed, "server closed the connection during the TLS handshake", retry_safety::safe);
    if (!fed.ok()) return fail(to_error(fed));
  }
}

result<void> stream::handshake(deadline until) {
  for (;;) {
    const result<interest> step = try_handshake();
    if (!step) return fail(step.error());
    if (*step == interest::none) return {};
    const wait_outcome outcome = wait(*step, until);
    if (outcome.error_number != 0) return fail(to_error(transfer::failed(outcome.error_number)));
    if (outcome.timed_out())
      return fail(error_category::timeout, "timeout expired during the TLS handshake", retry_safety::safe);
  }
}

}  // namespace pgpipe::net
