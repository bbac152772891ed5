#include <utility>

#include <pgpipe/asio/connection.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "core.hpp"

namespace pgpipe::asio_client {

open_operation connection::open(executor_type on, std::string_view conninfo, const connection_options& options) {
  return {std::move(on), options_from_conninfo(conninfo), options};
}

open_operation connection::open(executor_type on, const protocol::connect_options& where,
                                const connection_options& options) {
  return {std::move(on), where, options};
}

connection& connection::operator=(connection&& other) noexcept {
  if (this != &other) {
    close();
    requests::operator=(std::move(other));
  }
  return *this;
}

connection::~connection() { close(); }

void connection::close() {
  if (core_) core_->close();
}

void connection::on_notice(std::function<void(const server_message&)> handler) {
  core_->set_notice_handler(std::move(handler));
}

connection::executor_type connection::get_executor() const { return core_->executor(); }

bool connection::is_open() const { return core_ && core_->is_open(); }

std::size_t connection::bytes_in_flight() const { return core_->bytes_in_flight(); }

std::int32_t connection::process_id() const { return core_->process_id(); }

pgpipe::cancel_token connection::cancel_token() const { return core_->cancel_token(); }

}  // namespace pgpipe::asio_client
