#include "bench/copy_source.hpp"

#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::app::bench {
namespace {

// All CopyData messages of a source, their data put together; each must be whole.
std::string read_all(const copy_source& source) {
  chunk_pool pool;
  output_buffer out(pool);
  std::string data;
  for (std::uint64_t offset = 0;;) {
    const auto size = source.append(out, offset);
    EXPECT_TRUE(size) << size.error().text();
    if (!size || *size == 0) return data;
    offset += *size;
    std::string message;
    while (!out.pending().empty()) {
      message.append(reinterpret_cast<const char*>(out.pending().data()), out.pending().size());
      out.commit(out.pending().size());
    }
    EXPECT_EQ(message.size(), *size + 5);
    EXPECT_EQ(message[0], 'd');
    EXPECT_EQ(load_big_endian<std::uint32_t>(reinterpret_cast<const std::byte*>(message.data()) + 1), *size + 4);
    data += message.substr(5);
  }
}

TEST(copy_source, text_of_any_size) {
  for (const std::size_t size : {0UL, 1UL, 32768UL, 32769UL, 1000000UL}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i % 26);
    EXPECT_EQ(read_all(copy_source::of_text(text)), text);
  }
}

TEST(copy_source, file_is_read_anew) {
  const std::string path = testing::TempDir() + "/copy_source_" + std::to_string(::getpid());
  std::ofstream(path) << std::string(100000, 'x');
  const copy_source source = copy_source::of_file(path).value();
  EXPECT_EQ(read_all(source), std::string(100000, 'x'));
  std::ofstream(path) << "changed";
  EXPECT_EQ(read_all(source), "changed");
  std::remove(path.c_str());
}

TEST(copy_source, file_must_be_readable) {
  EXPECT_NE(copy_source::of_file("/nonexistent/x").error().text().find("could not open file \"/nonexistent/x\""),
            std::string::npos);
  for (const char* path : {"/", "/dev/null"}) {
    EXPECT_NE(copy_source::of_file(path).error().text().find("not a file"), std::string::npos) << path;
  }
}

}  // namespace
}  // namespace pgpipe::app::bench
