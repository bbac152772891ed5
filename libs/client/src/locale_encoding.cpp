#include "locale_encoding.hpp"

#include <array>
#include <clocale>
#include <utility>

#include <langinfo.h>

namespace pgpipe::detail {
namespace {

// glibc's names, without punctuation, and those encodings of the manual's "Character Set Support" that a client may
// use.
constexpr std::array<std::pair<std::string_view, std::string_view>, 36> encodings = {{
    {"UTF8", "UTF8"},           {"ISO88591", "LATIN1"},     {"ISO88592", "LATIN2"},
    {"ISO88593", "LATIN3"},     {"ISO88594", "LATIN4"},     {"ISO88595", "ISO_8859_5"},
    {"ISO88596", "ISO_8859_6"}, {"ISO88597", "ISO_8859_7"}, {"ISO88598", "ISO_8859_8"},
    {"ISO88599", "LATIN5"},     {"ISO885910", "LATIN6"},    {"ISO885913", "LATIN7"},
    {"ISO885914", "LATIN8"},    {"ISO885915", "LATIN9"},    {"ISO885916", "LATIN10"},
    {"KOI8R", "KOI8R"},         {"KOI8U", "KOI8U"},         {"CP1250", "WIN1250"},
    {"CP1251", "WIN1251"},      {"CP1252", "WIN1252"},      {"CP1253", "WIN1253"},
    {"CP1254", "WIN1254"},      {"CP1255", "WIN1255"},      {"CP1256", "WIN1256"},
    {"CP1257", "WIN1257"},      {"CP1258", "WIN1258"},      {"CP866", "WIN866"},
    {"CP874", "WIN874"},        {"EUCJP", "EUC_JP"},        {"EUCKR", "EUC_KR"},
    {"EUCTW", "EUC_TW"},        {"GB2312", "EUC_CN"},       {"GBK", "GBK"},
    {"GB18030", "GB18030"},     {"BIG5", "BIG5"},           {"SHIFTJIS", "SJIS"},
}};

}  // namespace

std::string encoding_of_codeset(std::string_view codeset) {
  std::string bare;
  for (const char c : codeset) {
    if (c >= 'a' && c <= 'z') bare += static_cast<char>(c - 'a' + 'A');
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) bare += c;
  }
  for (const auto& [name, encoding] : encodings) {
    if (name == bare) return std::string(encoding);
  }
  return "SQL_ASCII";
}

std::string locale_encoding() {
  const locale_t named = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (named == nullptr) return "SQL_ASCII";
  std::string encoding = encoding_of_codeset(nl_langinfo_l(CODESET, named));
  freelocale(named);
  return encoding;
}

}  // namespace pgpipe::detail
