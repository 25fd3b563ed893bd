// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zlib.h>

#include "core/io/unpack.h"
#include "core/waveform/mat/mat_bytes.h"
#include "core/waveform/mat/mat_listing.h"

namespace masu::waveform {
namespace {

constexpr std::uint64_t kTag = 8;
constexpr std::size_t kBlock = 256U << 10U;
constexpr std::uint64_t kMostTimes = 100;

/// Takes the bytes [at, at + size) of a file out of zlib's format.
class Inflater {
 public:
  Inflater(const io::File& file, std::uint64_t at, std::uint64_t size)
      : m_file(file), m_at(at), m_left(size), m_block(std::min<std::uint64_t>(kBlock, size)) {
    m_isOpen = inflateInit(&m_stream) == Z_OK;
  }
  ~Inflater() {
    if (m_isOpen) inflateEnd(&m_stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills the front of `out`; fewer bytes than it has only at the end. Nothing where the content is damaged or cut.
  Result<std::optional<std::size_t>> read(std::span<std::byte> out) {
    m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
    m_stream.avail_out = static_cast<uInt>(out.size());
    while (m_isOpen && !m_isAtEnd && m_stream.avail_out > 0) {
      if (m_stream.avail_in == 0 && m_left > 0) MASU_CHECK(refill());
      const int status = inflate(&m_stream, Z_NO_FLUSH);
      m_isAtEnd = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END) return std::nullopt;
    }
    if (!m_isOpen) return std::nullopt;
    return out.size() - m_stream.avail_out;
  }

 private:
  Result<void> refill() {
    const auto part = std::span(m_block).first(std::min<std::uint64_t>(m_block.size(), m_left));
    MASU_CHECK(m_file.readAt(m_at, part));
    m_at += part.size();
    m_left -= part.size();
    m_stream.next_in = reinterpret_cast<Bytef*>(part.data());
    m_stream.avail_in = static_cast<uInt>(part.size());
    return {};
  }

  const io::File& m_file;
  std::uint64_t m_at;
  std::uint64_t m_left;
  std::vector<std::byte> m_block;
  z_stream m_stream{};
  bool m_isOpen = false;
  bool m_isAtEnd = false;
};

/// A variable: where it is, with its tag if it is not packed, and how long it is with its tag once unpacked.
struct Variable {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t unpacked = 0;
  bool isPacked = false;
};

class Unpacking {
 public:
  Unpacking(const io::File& file, bool bigEndian)
      : m_file(file), m_bytes(file, bigEndian), m_path(file.path().string()) {}

  Result<void> findVariables() {
    MASU_TRY(const std::uint64_t size, m_file.size());
    for (std::uint64_t at = kMatHeader; at < size;) {
      if (size - at < kTag) return fail(damagedMat(m_path, at));
      MASU_TRY(const auto tag, m_bytes.words<2>(at));
      Variable variable{at, tag[1], 0, tag[0] == kMatPacked};
      const bool isInTag = tag[0] >> 16U != 0;
      if (!isInTag && tag[1] > size - at - kTag) return fail(damagedMat(m_path, at));
      if (variable.isPacked) {
        MASU_TRY(variable.unpacked, unpackedSize(variable));
        at += kTag + variable.size;
      } else {
        // The last variable of some programs is not padded.
        variable.size = variable.unpacked =
            std::min(isInTag ? kTag : kTag + (std::uint64_t{tag[1]} + 7) / 8 * 8, size - at);
        at += variable.size;
      }
      if (m_variables.size() == kMostMatArrays) return fail(tooManyInMat(m_path));
      m_variables.push_back(variable);
      m_total += variable.unpacked;
    }
    return {};
  }

  bool isNeeded() const {
    return std::any_of(m_variables.begin(), m_variables.end(), [](const Variable& each) { return each.isPacked; });
  }

  Result<io::File> run() {
    MASU_TRY(const std::uint64_t size, m_file.size());
    if (m_total > io::kMostInMemory && m_total / kMostTimes > size) {
      return fail(Errc::unsupported,
                  MASU_TEXT("core",
                            "{0} would unpack to {1} bytes from {2}, as a bomb does: it is not read. Save it without "
                            "compression if you trust it."),
                  {m_path, std::to_string(m_total), std::to_string(size)}, {m_path});
    }
    MASU_TRY(io::File target, io::createScratch(m_file.path(), m_total));
    m_block.resize(kBlock);
    MASU_CHECK(copy({0, kMatHeader, kMatHeader, false}, target, 0));
    std::uint64_t to = kMatHeader;
    for (const Variable& variable : m_variables) {
      MASU_CHECK(variable.isPacked ? unpack(variable, target, to) : copy(variable, target, to));
      to += (variable.unpacked + 7) / 8 * 8;
    }
    MASU_CHECK(target.resize(to));
    return target;
  }

 private:
  /// What the tag inside of a packed variable says.
  Result<std::uint64_t> unpackedSize(const Variable& variable) const {
    Inflater inflater(m_file, variable.at + kTag, variable.size);
    std::array<std::byte, kTag> tag{};
    MASU_TRY(const auto count, inflater.read(tag));
    if (!count || *count < kTag) return fail(damagedMat(m_path, variable.at));
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      size = size << 8U | std::to_integer<std::uint64_t>(tag[m_bytes.bigEndian() ? 4 + i : 7 - i]);
    }
    return kTag + size;
  }

  Result<void> copy(const Variable& variable, io::File& target, std::uint64_t to) {
    for (std::uint64_t done = 0; done < variable.size;) {
      const auto part = std::span(m_block).first(std::min<std::uint64_t>(kBlock, variable.size - done));
      MASU_CHECK(m_file.readAt(variable.at + done, part));
      MASU_CHECK(target.writeAt(to + done, part));
      done += part.size();
    }
    return {};
  }

  /// To the end of the packed bytes even where the variable has ended, since they end in a checksum.
  Result<void> unpack(const Variable& variable, io::File& target, std::uint64_t to) {
    Inflater inflater(m_file, variable.at + kTag, variable.size);
    for (std::uint64_t done = 0;;) {
      MASU_TRY(const auto count, inflater.read(m_block));
      if (!count || done + *count > variable.unpacked) return fail(damagedMat(m_path, variable.at));
      MASU_CHECK(target.writeAt(to + done, std::span<const std::byte>(m_block).first(*count)));
      done += *count;
      if (*count == m_block.size()) continue;
      if (done != variable.unpacked) return fail(damagedMat(m_path, variable.at));
      return {};
    }
  }

  const io::File& m_file;
  MatBytes m_bytes;
  std::string m_path;
  std::vector<Variable> m_variables;
  std::uint64_t m_total = kMatHeader;
  std::vector<std::byte> m_block;
};

}  // namespace

Result<io::File> unpackMat(io::File file) {
  MASU_TRY(const bool bigEndian, isBigEndianMat(file));
  Unpacking unpacking(file, bigEndian);
  MASU_CHECK(unpacking.findVariables());
  if (!unpacking.isNeeded()) return file;
  return unpacking.run();
}

}  // namespace masu::waveform
