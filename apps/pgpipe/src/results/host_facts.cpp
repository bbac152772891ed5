#include "results/host_facts.hpp"

#include <fstream>

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

std::string processor_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace

host_facts find_host_facts() {
  host_facts found;
  utsname names{};
  if (::uname(&names) == 0) {
    found.system = names.sysname;
    found.release = names.release;
    found.machine = names.machine;
  }
  found.processor = processor_model();
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    found.processors = static_cast<unsigned>(CPU_COUNT(&allowed));
  }
  found.memory_bytes =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return found;
}

}  // namespace pgpipe::app
