#include <pgpipe/client/pooler_mode.hpp>

namespace pgpipe {

std::string_view to_string(pooler_mode mode) {
  switch (mode) {
    case pooler_mode::session: return "session";
    case pooler_mode::transaction_named: return "transaction_named";
    case pooler_mode::transaction_unnamed: return "transaction_unnamed";
    case pooler_mode::simple: return "simple";
  }
  return {};
}

}  // namespace pgpipe
