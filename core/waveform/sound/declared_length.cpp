// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/declared_length.h"

#include <algorithm>
#include <array>
#include <string>

namespace masu::waveform {
namespace {

constexpr std::uint32_t kUnknownSize = 0xFFFFFFFF;

/// Little pieces of a header at any offset; zeros after the end of the file.
class HeaderReader {
 public:
  explicit HeaderReader(const io::File& file, std::uint64_t size) : m_file(file), m_size(size) {}

  std::uint64_t size() const { return m_size; }
  bool has(std::uint64_t offset, std::uint64_t bytes) const { return offset <= m_size && bytes <= m_size - offset; }

  std::string tag(std::uint64_t offset) { return {reinterpret_cast<const char*>(load(offset)), 4}; }
  std::uint64_t little(std::uint64_t offset, unsigned bytes) {
    const std::byte* raw = load(offset);
    std::uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;) value = value << 8U | std::to_integer<std::uint64_t>(raw[i]);
    return value;
  }
  std::uint64_t big(std::uint64_t offset, unsigned bytes) {
    const std::byte* raw = load(offset);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8U | std::to_integer<std::uint64_t>(raw[i]);
    return value;
  }
  std::optional<Error> failure() const { return m_failure; }

 private:
  static constexpr std::size_t kBlock = 512;  // most headers are in the first one

  /// The bytes from `offset`; at least eight of them.
  const std::byte* load(std::uint64_t offset) {
    if (offset >= m_start && offset + 8 <= m_start + m_block.size()) return m_block.data() + (offset - m_start);
    m_block.fill(std::byte{0});
    m_start = offset;
    const std::uint64_t count = offset < m_size ? std::min<std::uint64_t>(kBlock, m_size - offset) : 0;
    if (count > 0) {
      if (auto read = m_file.readAt(offset, std::span(m_block).first(count)); !read) m_failure = read.error();
    }
    return m_block.data();
  }

  const io::File& m_file;
  std::uint64_t m_size;
  std::array<std::byte, kBlock> m_block{};
  std::uint64_t m_start = ~std::uint64_t{0} - kBlock;  ///< of what is in m_block; nowhere at first
  std::optional<Error> m_failure;
};

DeclaredLength sound(const HeaderReader& header, std::uint64_t offset, std::uint64_t promised,
                     std::uint64_t frameBytes) {
  const std::uint64_t present = offset < header.size() ? header.size() - offset : 0;
  return {promised, std::min(promised, present), static_cast<std::uint32_t>(frameBytes), offset, {}};
}

/// A format whose blocks are frames: integers, floats, A-law and mu-law, or "see the extension".
bool isFramed(std::uint64_t formatTag) {
  constexpr std::array<std::uint64_t, 5> kFramed{1, 3, 6, 7, kExtensibleWave};
  return std::find(kFramed.begin(), kFramed.end(), formatTag) != kFramed.end();
}

/// The fields of a format chunk of `size` bytes at `at`. `number` reads integers in the order of bytes of the file.
template <class Number>
WaveFormat waveFormat(Number number, std::uint64_t at, std::uint64_t size) {
  constexpr std::uint64_t kWithExtension = 26;  // up to the tag of the sub-format
  WaveFormat format{.tag = number(at, 2), .channels = number(at + 2, 2), .frameBytes = number(at + 12, 2)};
  format.bits = number(at + 14, 2);
  if (format.tag == kExtensibleWave && size >= kWithExtension) {
    format.validBits = number(at + 18, 2);
    format.tag = number(at + 24, 2);
  }
  return format;
}

std::optional<DeclaredLength> riff(HeaderReader& header) {
  const bool bigEndian = header.tag(0) == "RIFX";
  const bool wide = header.tag(0) == "RF64" || header.tag(0) == "BW64";
  const auto number = [&](std::uint64_t offset, unsigned bytes) {
    return bigEndian ? header.big(offset, bytes) : header.little(offset, bytes);
  };
  std::uint64_t wideData = 0;
  std::uint64_t frameBytes = 0;
  std::optional<WaveFormat> format;
  for (std::uint64_t at = 12; header.has(at, 8);) {
    std::uint64_t size = number(at + 4, 4);
    const std::string id = header.tag(at);
    if (id == "ds64") wideData = header.little(at + 16, 8);
    if (id == "fmt ") {
      format = waveFormat(number, at + 8, size);
      format->bigEndian = bigEndian;
      frameBytes = isFramed(number(at + 8, 2)) ? format->frameBytes : 0;
    }
    if (id == "data") {
      if (size == kUnknownSize) size = wide ? wideData : header.size() - (at + 8);  // a writer that cannot seek back
      DeclaredLength declared = sound(header, at + 8, size, frameBytes);
      declared.format = format;
      return declared;
    }
    at += 8 + size + (size & 1U);
  }
  return std::nullopt;
}

std::optional<DeclaredLength> wave64(HeaderReader& header) {
  const auto number = [&](std::uint64_t offset, unsigned bytes) { return header.little(offset, bytes); };
  std::uint64_t frameBytes = 0;
  std::optional<WaveFormat> format;
  for (std::uint64_t at = 40; header.has(at, 24);) {
    const std::uint64_t size = header.little(at + 16, 8);
    if (header.tag(at) == "fmt " && size >= 24) {
      format = waveFormat(number, at + 24, size - 24);
      frameBytes = isFramed(number(at + 24, 2)) ? format->frameBytes : 0;
    }
    if (header.tag(at) == "data") {
      if (size < 24) return std::nullopt;
      DeclaredLength declared = sound(header, at + 24, size - 24, frameBytes);
      declared.format = format;
      return declared;
    }
    if (size < 24 || size > header.size()) return std::nullopt;
    at += (size + 7) / 8 * 8;
  }
  return std::nullopt;
}

std::optional<DeclaredLength> aiff(HeaderReader& header) {
  const bool compressed = header.tag(8) == "AIFC";
  std::uint64_t frameBytes = 0;
  for (std::uint64_t at = 12; header.has(at, 8);) {
    const std::uint64_t size = header.big(at + 4, 4);
    if (header.tag(at) == "COMM" && !compressed) {
      frameBytes = header.big(at + 8, 2) * ((header.big(at + 14, 2) + 7) / 8);
    }
    if (header.tag(at) == "SSND")
      return size < 8 ? std::nullopt : std::optional(sound(header, at + 16, size - 8, frameBytes));
    at += 8 + size + (size & 1U);
  }
  return std::nullopt;
}

std::optional<DeclaredLength> coreAudio(HeaderReader& header) {
  constexpr std::uint64_t kEditCount = 4;  // before the samples
  std::uint64_t frameBytes = 0;
  for (std::uint64_t at = 8; header.has(at, 12);) {
    const std::uint64_t size = header.big(at + 4, 8);
    const std::uint64_t rest = header.size() - (at + 12);
    const bool isOpen = size == ~std::uint64_t{0};  // the writer could not seek back: up to the end
    if (header.tag(at) == "desc" && header.big(at + 32, 4) == 1) frameBytes = header.big(at + 28, 4);
    if (header.tag(at) == "data") {
      const std::uint64_t promised = isOpen ? rest : size;
      if (promised < kEditCount) return std::nullopt;
      return sound(header, at + 12 + kEditCount, promised - kEditCount, frameBytes);
    }
    if (size > rest) return std::nullopt;
    at += 12 + size;
  }
  return std::nullopt;
}

std::optional<DeclaredLength> sunAudio(HeaderReader& header) {
  const std::uint64_t size = header.big(8, 4);
  if (size == kUnknownSize) return std::nullopt;
  return sound(header, header.big(4, 4), size, 0);
}

}  // namespace

Result<std::optional<DeclaredLength>> declaredLength(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  HeaderReader header(file, size);
  std::optional<DeclaredLength> declared;
  const std::string first = header.tag(0);
  if (first == "RIFF" || first == "RIFX" || first == "RF64" || first == "BW64") declared = riff(header);
  if (first == "riff") declared = wave64(header);
  if (first == "FORM") declared = aiff(header);
  if (first == "caff") declared = coreAudio(header);
  if (first == ".snd") declared = sunAudio(header);
  if (header.failure()) return fail(*header.failure());
  return declared;
}

Result<void> checkWhole(const DeclaredLength& declared, const std::string& path) {
  const std::uint64_t unit = std::max<std::uint64_t>(1, declared.frameBytes);
  const std::uint64_t promised = declared.promisedBytes / unit;
  const std::uint64_t present = declared.presentBytes / unit;
  if (present >= promised) return {};
  const std::vector<Argument> arguments{path, std::to_string(present), std::to_string(promised)};
  if (declared.frameBytes == 0) {
    return fail(Errc::damaged,
                MASU_TEXT("core", "{0} is cut short: it holds {1} of the {2} bytes of sound its header promises."),
                arguments, {path});
  }
  return fail(Errc::damaged, MASU_TEXT("core", "{0} is cut short: it holds {1} of the {2} frames its header promises."),
              arguments, {path});
}

}  // namespace masu::waveform
