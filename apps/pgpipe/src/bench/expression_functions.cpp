#include "bench/expression_functions.hpp"

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

using last = function_entry::last_argument;

constexpr function_entry functions[] = {
    {"abs", 1, 1, opcode::absolute},
    {"debug", 1, 1, opcode::debug},
    {"double", 1, 1, opcode::to_double},
    {"exp", 1, 1, opcode::exponential},
    {"greatest", 1, any_number, opcode::greatest},
    {"hash", 1, 2, opcode::hash_murmur2, last::default_seed},
    {"hash_fnv1a", 1, 2, opcode::hash_fnv1a, last::default_seed},
    {"hash_murmur2", 1, 2, opcode::hash_murmur2, last::default_seed},
    {"int", 1, 1, opcode::to_integer},
    {"least", 1, any_number, opcode::least},
    {"ln", 1, 1, opcode::logarithm},
    {"mod", 2, 2, opcode::modulo},
    {"permute", 2, 3, opcode::permute, last::default_seed},
    {"pi", 0, 0, opcode::push_constant},
    {"pow", 2, 2, opcode::power},
    {"power", 2, 2, opcode::power},
    {"random", 2, 2, opcode::random_uniform},
    {"random_exponential", 3, 3, opcode::random_exponential},
    {"random_gaussian", 3, 3, opcode::random_gaussian},
    {"random_zipfian", 3, 3, opcode::random_zipfian},
    {"sqrt", 1, 1, opcode::square_root},
};

}  // namespace

const function_entry* find_function(std::string_view name) {
  for (const function_entry& each : functions) {
    if (equals_ignoring_case(each.name, name)) return &each;
  }
  return nullptr;
}

}  // namespace pgpipe::app::bench
