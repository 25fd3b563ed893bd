// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_annotations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/base/whole_number.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::size_t kMostAnnotations = 1'000'000;
constexpr std::size_t kTypes = 64;

/// What the upper six bits of a pair of bytes say where they are not the type of an annotation.
enum Code : unsigned { kNote = 22, kSkip = 59, kNumber = 60, kSubtype = 61, kChannel = 62, kText = 63 };

/// Mnemonics by the number of the type; a blank where there is none.
constexpr std::string_view kMnemonics = R"( NLRaVFJASEj/Q~ | sT*D"=pB^t+u?![]en@xf()r)";

std::array<std::string, kTypes> usualNames() {
  std::array<std::string, kTypes> names;
  for (std::size_t type = 0; type < kTypes; ++type) {
    const bool known = type < kMnemonics.size() && kMnemonics[type] != ' ';
    names[type] = known ? std::string(1, kMnemonics[type]) : std::to_string(type);
  }
  return names;
}

std::uint32_t pairAt(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) * 256U;
}

/// The other format has 16 bytes an annotation: nothing, the letter of its type, its time.
bool isAha(std::string_view bytes) {
  constexpr std::size_t kBytes = 16;
  if (bytes.empty() || bytes.size() % kBytes != 0) return false;
  for (std::size_t at = 0; at < bytes.size(); at += kBytes) {
    const char type = bytes[at + 1];
    if (bytes[at] != '\0') return false;
    if (type == '\0') return at > 0;  // a tape is filled up with zeros
    if (!(type >= 'A' && type <= 'Z') && type != '[' && type != ']') return false;
  }
  return true;
}

class AnnotationReader {
 public:
  AnnotationReader(std::string_view bytes, const std::string& path, double rate)
      : m_bytes(bytes), m_path(path), m_rate(rate) {}

  Result<std::vector<Annotation>> read();

 private:
  tl::unexpected<Error> failed(Errc code, const char* text) const { return fail(code, text, {m_path}, {m_path}); }
  tl::unexpected<Error> ended() const {
    return failed(Errc::damaged,
                  MASU_TEXT("core",
                            "{0} is damaged: it ends within an annotation, or without the mark of its end. Fetch it "
                            "again."));
  }
  Result<void> finish();
  Result<bool> takeDefinition(std::string_view text);

  std::string_view m_bytes;
  const std::string& m_path;
  double m_rate;
  std::array<std::string, kTypes> m_names = usualNames();
  std::vector<Annotation> m_found;
  std::int64_t m_time = 0;
  std::optional<unsigned> m_type;  ///< of an annotation that other fields may still follow
  std::string_view m_text;
  bool m_defines = false;  ///< notes define types
};

/// Notes at the beginning may state a resolution of times, and the mnemonics of types. False for another note. Errors:
/// a resolution that is none, so that nobody knows when anything was.
Result<bool> AnnotationReader::takeDefinition(std::string_view text) {
  constexpr std::string_view kResolution = "## time resolution:";
  if (text.starts_with(kResolution)) {
    const std::string_view stated = trimmedField(text.substr(kResolution.size()));
    const auto resolution = decimalFrom(stated);
    if (!resolution || !std::isfinite(*resolution) || *resolution <= 0) {
      return fail(Errc::damaged,
                  MASU_TEXT("core",
                            "{0} states \"{1}\" as the time resolution of its annotations, which is not a number above "
                            "0, so that their times are unknown. Fetch it again, or take the file away."),
                  {m_path, utf8From(stated)}, {m_path});
    }
    m_rate = *resolution;
    return true;
  }
  if (text.starts_with("## annotation type definitions")) {
    m_defines = true;
    return true;
  }
  if (text.starts_with("## end of definitions")) {
    m_defines = false;
    return true;
  }
  if (!m_defines) return false;
  const std::size_t end = std::min(text.find(' '), text.size());
  const auto type = wholeNumber(text.substr(0, end));
  const std::string_view rest = trimmedField(text.substr(end));
  if (type && *type < kTypes && !rest.empty()) m_names[*type] = utf8From(rest.substr(0, rest.find(' ')));
  return true;
}

/// Keeps the annotation that was read, with all that followed it.
Result<void> AnnotationReader::finish() {
  if (!m_type) return {};
  const unsigned type = *m_type;
  const std::string_view text = trimmedField(m_text);
  m_type.reset();
  m_text = {};
  if (type == kNote && m_time == 0) {
    MASU_TRY(const bool isDefinition, takeDefinition(text));
    if (isDefinition) return {};
  }
  if (m_time < 0) {
    return failed(Errc::damaged, MASU_TEXT("core", "{0} is damaged: an annotation is before the record begins."));
  }
  if (m_found.size() == kMostAnnotations) {
    return failed(Errc::unsupported, MASU_TEXT("core", "{0} holds more than a million annotations."));
  }
  m_found.push_back({static_cast<double>(m_time), 0, text.empty() ? m_names[type] : utf8From(text)});
  return {};
}

Result<std::vector<Annotation>> AnnotationReader::read() {
  if (isAha(m_bytes)) {
    return failed(Errc::unsupported,
                  MASU_TEXT("core",
                            "{0} holds annotations in the AHA format, which is not read. Convert them by rdann and "
                            "wrann of the WFDB software, or take the file away."));
  }
  for (std::size_t at = 0; at + 2 <= m_bytes.size();) {
    const std::uint32_t pair = pairAt(m_bytes, at);
    const unsigned code = pair >> 10U;
    const std::uint32_t value = pair & 0x3FFU;
    at += 2;
    if (pair == 0) {
      MASU_CHECK(finish());
      for (Annotation& note : m_found) note.onset /= m_rate;
      std::ranges::stable_sort(m_found, {}, &Annotation::onset);
      return std::move(m_found);
    }
    if (code == kText) {
      const std::size_t padded = value + value % 2;
      if (m_bytes.size() - at < padded) return ended();
      if (m_type) m_text = m_bytes.substr(at, value);  // else it is beside nothing
      at += padded;
    } else if (code == kSkip) {
      if (m_bytes.size() - at < 4) return ended();
      MASU_CHECK(finish());
      m_time += static_cast<std::int32_t>(pairAt(m_bytes, at) << 16U | pairAt(m_bytes, at + 2));
      at += 4;
    } else if (code < kSkip) {
      MASU_CHECK(finish());
      m_time += value;
      if (code > 0) m_type = code;
    }  // a number, a subtype or a channel
  }
  return ended();
}

}  // namespace

Result<std::vector<Annotation>> readWfdbAnnotations(std::string_view bytes, const std::string& path, double rate) {
  return AnnotationReader(bytes, path, rate).read();
}

}  // namespace masu::waveform
