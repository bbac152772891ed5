#include "report/page.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <span>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "report/assets.hpp"
#include "results/hdr_encoding.hpp"
#include "version.hpp"

namespace pgpipe::app::report {
namespace {

// As a content security policy names what may run.
std::string hash_of(std::string_view text) {
  std::array<std::byte, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char*>(digest.data()), &size, EVP_sha256(),
                 nullptr) != 1) {
    return "'none'";
  }
  return fmt::format("'sha256-{}'", encode_base64(std::span(digest).first(size)));
}

// Replaces each {{name}} of the template, once: what comes in its place is not looked at.
std::string fill(std::string_view pattern, const std::map<std::string_view, std::string>& values) {
  std::string text;
  for (;;) {
    const std::size_t begin = pattern.find("{{");
    text += pattern.substr(0, begin);
    if (begin == std::string_view::npos) return text;
    const std::size_t end = pattern.find("}}", begin);
    text += values.at(pattern.substr(begin + 2, end - begin - 2));
    pattern.remove_prefix(end + 2);
  }
}

}  // namespace

std::string embeddable(const nlohmann::ordered_json& value) {
  std::string text;
  for (const char each : value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace)) {
    switch (each) {
      case '<': text += "\\u003c"; break;
      case '>': text += "\\u003e"; break;
      case '&': text += "\\u0026"; break;
      default: text += each;
    }
  }
  return text;
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char each : text) {
    switch (each) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += each;
    }
  }
  return escaped;
}

std::string make_page(const std::vector<shown_result>& results) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const shown_result& each : results) all.push_back({{"name", each.name}, {"result", each.value}});
  const std::string_view plots = asset("uPlot.js");
  const std::string_view plot_style = asset("uPlot.css");
  return fill(asset("page.html"), {{"script_hashes", hash_of(plots) + ' ' + hash_of(asset("page.js"))},
                                   {"style_hashes", hash_of(plot_style) + ' ' + hash_of(asset("page.css"))},
                                   {"version", escape_html(version)},
                                   {"uplot_style", std::string(plot_style)},
                                   {"style", std::string(asset("page.css"))},
                                   {"uplot_licence", escape_html(asset("uPlot.licence"))},
                                   {"results", embeddable(all)},
                                   {"uplot", std::string(plots)},
                                   {"script", std::string(asset("page.js"))}});
}

}  // namespace pgpipe::app::report
