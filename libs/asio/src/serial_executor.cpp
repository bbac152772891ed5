#include "serial_executor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

namespace pgpipe::asio_client::detail {
namespace {

namespace asio = boost::asio;

template <typename Strand>
bool runs_here(const asio::any_io_executor& executor) {
  return executor.target<Strand>()->running_in_this_thread();
}

template <typename Executor>
bool is_a(const asio::any_io_executor& executor) {
  return executor.target<Executor>() != nullptr;
}

// On top of the executor itself where its type is known: a strand of type-erased executors allocates at each turn.
template <typename Executor>
asio::any_io_executor strand_on(const asio::any_io_executor& executor) {
  return asio::make_strand(*executor.target<Executor>());
}

}  // namespace

serial_executor::serial_executor(const asio::any_io_executor& given, bool one_thread) : executor_(given) {
  using of_context = asio::strand<asio::io_context::executor_type>;
  using of_pool = asio::strand<asio::thread_pool::executor_type>;
  using of_any = asio::strand<asio::any_io_executor>;
  if (one_thread) {
    is_here_ = [](const asio::any_io_executor&) { return true; };
  } else if (is_a<of_context>(given)) {
    is_here_ = runs_here<of_context>;
  } else if (is_a<of_pool>(given)) {
    is_here_ = runs_here<of_pool>;
  } else if (is_a<asio::io_context::executor_type>(given)) {
    executor_ = strand_on<asio::io_context::executor_type>(given);
    is_here_ = runs_here<of_context>;
  } else if (is_a<asio::thread_pool::executor_type>(given)) {
    executor_ = strand_on<asio::thread_pool::executor_type>(given);
    is_here_ = runs_here<of_pool>;
  } else {
    if (!is_a<of_any>(given)) executor_ = asio::make_strand(given);
    is_here_ = runs_here<of_any>;
  }
  posting_ =
      asio::prefer(asio::require(executor_, asio::execution::blocking.never), asio::execution::relationship.fork);
}

}  // namespace pgpipe::asio_client::detail
