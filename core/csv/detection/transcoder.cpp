// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/transcoder.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <utility>

#include <iconv.h>

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
                          "The encoding {0} is not known. Choose one that iconv -l lists, such as UTF-16, "
                          "windows-1252, CP932 or GB18030."),
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

}  // namespace masu::csv
