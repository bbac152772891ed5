#include "bench/program_loader.hpp"

#include <utility>

#include "bench/script_loader.hpp"
#include "bench/window.hpp"

namespace pgpipe::app::bench {
namespace {

result<script> load(script_loader& loader, const script_choice& choice) {
  if (!choice.is_builtin) return loader.load_file(choice.name);
  auto found = find_builtin(choice.name);
  if (!found) return fail(std::move(found).error());
  return loader.load_builtin(**found);
}

}  // namespace

result<program> load_program(const options& options, variable_names& names) {
  program loaded;
  script_loader loader(options.mode, names, options.behaviour);
  for (const script_choice& each : options.scripts) {
    auto one = load(loader, each);
    if (!one) return fail(std::move(one).error());
    loaded.scripts.push_back(*std::move(one));
    loaded.weights.push_back(each.weight);
    loaded.total_weight += each.weight;
  }
  if (auto built = loaded.build_messages(options.mode, options.describe); !built) return fail(std::move(built).error());
  result<void> arranged;
  if (options.window.depth != 0) arranged = arrange_window(loaded);
  if (options.window.atomic) arranged = arrange_pipeline(loaded);
  if (!arranged) return fail(std::move(arranged).error());
  return loaded;
}

}  // namespace pgpipe::app::bench
