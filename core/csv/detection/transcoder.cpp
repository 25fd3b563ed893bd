// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/transcoder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <utility>

#include <iconv.h>

#include "core/csv/detection/encoding.h"

namespace masu::csv {

namespace {

const iconv_t kNone = reinterpret_cast<iconv_t>(-1);

std::string plainName(const std::string& encoding) {
  std::string plain;
  for (const char c : encoding) {
    if (c != '-' && c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

/// Shift_JIS in files is Microsoft's CP932, which holds more characters and spells the backslash as people expect.
std::string nameForIconv(const std::string& encoding) {
  const std::string plain = plainName(encoding);
  if (plain == "shiftjis" || plain == "sjis" || plain == "cp932" || plain == "windows31j") return "CP932";
  if (plain == "latin1") return "ISO-8859-1";
  return encoding;
}

/// How much of a text is Japanese: kana and Chinese characters less what wrong readings give, in percent of what is
/// not ASCII. Negative where bytes mean nothing in the encoding.
int japaneseShare(std::string_view sample, bool complete, const std::string& encoding) {
  Result<Transcoder> transcoder = Transcoder::open(encoding, {});
  if (!transcoder) return -1;
  std::string text;
  transcoder->append(sample, complete, text);
  if (text.find('\xFF') != std::string::npos) return -1;
  int japanese = 0;
  int other = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0xC0) continue;
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    // U+3000 … U+30FF and U+4E00 … U+9FFF; half-width kana (U+FF61 …) are what wrong readings are full of.
    const bool kana = lead == 0xE3 && next <= 0x83;
    const bool chinese = lead >= 0xE4 && lead <= 0xE9;
    ++(kana || chinese ? japanese : other);
  }
  return japanese + other == 0 ? -1 : 100 * japanese / (japanese + other);
}

/// Bytes 80 to 9F are letters, quotes and the euro sign in Windows, but for five; in ISO-8859-1 they are control codes,
/// which no text has. A few of the five are faults of single cells.
bool looksLikeWindows(std::string_view sample) {
  constexpr std::string_view kUndefined = "\x81\x8D\x8F\x90\x9D";
  constexpr std::ptrdiff_t kClearly = 8;
  const auto isOfWindows = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 && byte <= 0x9F;
  };
  const auto isUndefined = [&](char c) { return kUndefined.find(c) != std::string_view::npos; };
  const auto undefined = std::ranges::count_if(sample, isUndefined);
  return std::ranges::count_if(sample, isOfWindows) - undefined > kClearly * undefined;
}

}  // namespace

bool isUtf8Name(const std::string& encoding) {
  const std::string plain = plainName(encoding);
  return plain.empty() || plain == "utf8" || plain == "ascii" || plain == "usascii";
}

Result<Transcoder> Transcoder::open(const std::string& encoding, const std::string& file) {
  const iconv_t handle = ::iconv_open("UTF-8", nameForIconv(encoding).c_str());
  if (handle == kNone) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The encoding {0} is not known. Choose UTF-8, UTF-16, ISO-8859-1, windows-1252, CP932 or "
                          "EUC-JP."),
                {encoding}, {file, 0, 0});
  }
  return Transcoder(handle);
}

Transcoder::Transcoder(Transcoder&& other) noexcept
    : m_handle(std::exchange(other.m_handle, kNone)), m_waiting(std::move(other.m_waiting)) {}

Transcoder& Transcoder::operator=(Transcoder&& other) noexcept {
  std::swap(m_handle, other.m_handle);
  std::swap(m_waiting, other.m_waiting);
  return *this;
}

Transcoder::~Transcoder() {
  if (m_handle != kNone) ::iconv_close(m_handle);
}

void Transcoder::append(std::string_view bytes, bool last, std::string& out) {
  std::string joined;
  if (!m_waiting.empty()) {
    joined = std::exchange(m_waiting, {}).append(bytes);
    bytes = joined;
  }
  char* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size();
  std::array<char, 16384> buffer;
  while (left > 0) {
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t status = ::iconv(m_handle, &from, &left, &to, &room);
    const int error = errno;
    out.append(buffer.data(), buffer.size() - room);
    if (status != static_cast<std::size_t>(-1) || error == E2BIG) continue;
    if (error == EINVAL && !last) {
      m_waiting.assign(from, left);
      return;
    }
    out += '\xFF';
    ++from;
    --left;
  }
}

std::string guessEncoding(std::string_view sample, bool complete) {
  if (sample.starts_with("\xFF\xFE")) return "UTF-16LE";
  if (sample.starts_with("\xFE\xFF")) return "UTF-16BE";
  if (const std::string found = unmarkedUtf16(sample); !found.empty()) return found;
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t good = wellFormedPrefix(sample);
  if (good == sample.size() || (!complete && good + kLongestCharacter > sample.size())) return "UTF-8";
  if (isMostlyUtf8(sample)) return "UTF-8";
  const int euc = japaneseShare(sample, complete, "EUC-JP");
  const int shift = japaneseShare(sample, complete, "CP932");
  constexpr int kMostly = 50;
  if (std::max(euc, shift) < kMostly) return looksLikeWindows(sample) ? "windows-1252" : "ISO-8859-1";
  return euc >= shift ? "EUC-JP" : "CP932";
}

}  // namespace masu::csv
