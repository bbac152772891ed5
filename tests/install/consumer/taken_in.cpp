#include <pgpipe/base/error.hpp>
#include <pgpipe/base/result.hpp>

int main() {
  const pgpipe::result<int> answer = pgpipe::fail(pgpipe::error_category::usage, "nothing to do");
  return answer.has_value() || answer.error().text() != "nothing to do" ? 1 : 0;
}
