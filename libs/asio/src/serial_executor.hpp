#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <utility>

namespace pgpipe::asio_client::detail {

// An executor that runs one handler at a time, and the question whether the caller is one of them.
class serial_executor {
 public:
  // `given` itself where it is a strand, or where the caller promises that one thread does everything; else a strand
  // on top of it.
  serial_executor(const boost::asio::any_io_executor& given, bool one_thread);

  [[nodiscard]] const boost::asio::any_io_executor& get() const { return executor_; }
  [[nodiscard]] bool is_here() const { return is_here_(executor_); }
  // As asio::post(), which asks the executor each time for one that never runs a function on the spot: it is
  // type-erased, and that allocates.
  template <typename Function>
  void post(Function&& function) const {
    posting_.execute(std::forward<Function>(function));
  }

 private:
  boost::asio::any_io_executor executor_;
  boost::asio::any_io_executor posting_;
  bool (*is_here_)(const boost::asio::any_io_executor&);
};

}  // namespace pgpipe::asio_client::detail
