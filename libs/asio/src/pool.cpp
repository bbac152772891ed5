#include <utility>

#include <pgpipe/asio/pool.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "core.hpp"
#include "pool_state.hpp"

namespace pgpipe::asio_client {

void pooled_connection::discard() {
  core_->close();
  held_.release();
}

boost::asio::any_io_executor pooled_connection::get_executor() const { return core_->executor(); }

std::int32_t pooled_connection::process_id() const { return core_->process_id(); }

pool::pool(const boost::asio::any_io_executor& on, protocol::connect_options where, pool_options options)
    : state_(std::make_shared<detail::pool_state>(on, std::move(where), std::move(options))) {}

result<pool> pool::make(const boost::asio::any_io_executor& on, std::string_view conninfo, pool_options options) {
  auto where = options_from_conninfo(conninfo);
  if (!where) return fail(std::move(where).error());
  return pool(on, std::move(*where), std::move(options));
}

pool::~pool() { close(); }

void pool::close() {
  if (state_) state_->close();
}

}  // namespace pgpipe::asio_client
