// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/mat/mat_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/base/ascii.h"
#include "core/waveform/hdf5/hdf5_file.h"
#include "core/waveform/mat/mat_bytes.h"
#include "core/waveform/mat/mat_listing.h"

namespace masu::waveform {
namespace {

enum class MatVersion { four, five, sevenThree };

std::uint32_t word(std::span<const std::byte> head, std::size_t at, bool bigEndian) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | std::to_integer<std::uint32_t>(head[bigEndian ? at + i : at + 3 - i]);
  }
  return value;
}

/// A header of version 4 has five words: a type of few possible values, rows, columns, imaginary or not, and the length
/// of a name that follows.
bool isMat4(std::span<const std::byte> head) {
  constexpr std::size_t kHeader = 20;
  constexpr std::uint32_t kLongestName = 64;
  if (head.size() < kHeader + 2) return false;
  const bool bigEndian = head[0] == std::byte{0} && head[3] != std::byte{0};
  const std::uint32_t type = word(head, 0, bigEndian);
  const std::uint32_t nameLength = word(head, 16, bigEndian);
  if (type / 1000 != (bigEndian ? 1U : 0U) || type / 100 % 10 != 0 || type / 10 % 10 > 5 || type % 10 > 2) return false;
  if (word(head, 12, bigEndian) > 1 || nameLength < 2 || nameLength > kLongestName) return false;
  const auto name = head.subspan(kHeader, std::min<std::size_t>(nameLength, head.size() - kHeader));
  const bool isWhole = name.size() == nameLength;
  const auto isOfName = [](std::byte letter) {
    const auto c = static_cast<char>(std::to_integer<unsigned char>(letter));
    return c == '_' || isDigit(c) || isLetter(c);
  };
  return (!isWhole || name.back() == std::byte{0}) &&
         std::all_of(name.begin(), name.end() - (isWhole ? 1 : 0), isOfName);
}

std::optional<MatVersion> versionOf(std::span<const std::byte> head) {
  const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(head[i]); };
  if (head.size() >= kMatHeader) {
    const bool isLittle = at(126) == 'I' && at(127) == 'M';
    const bool isBig = at(126) == 'M' && at(127) == 'I';
    const unsigned version = isBig ? at(124) << 8U | at(125) : at(125) << 8U | at(124);
    if ((isLittle || isBig) && version == 0x0100) return MatVersion::five;
    if ((isLittle || isBig) && version == 0x0200) return MatVersion::sevenThree;
  }
  return isMat4(head) ? std::optional(MatVersion::four) : std::nullopt;
}

}  // namespace

Result<bool> isBigEndianMat(const io::File& file) {
  std::array<std::byte, 1> order{};
  MASU_CHECK(file.readAt(kMatHeader - 2, order));
  return order[0] == std::byte{'M'};
}

Error damagedMat(const std::string& path, std::uint64_t at) {
  return {Errc::damaged,
          MASU_TEXT("core", "{0} is damaged or cut short: what it holds at byte {1} does not fit into it."),
          {path, std::to_string(at)},
          {path}};
}

Error tooManyInMat(const std::string& path) {
  return {Errc::unsupported,
          MASU_TEXT("core", "{0} holds more than {1} arrays. Save what is wanted of it in a file of its own."),
          {path, std::to_string(kMostMatArrays)},
          {path}};
}

bool isMat(std::span<const std::byte> head) {
  return versionOf(head).has_value();
}

Result<std::unique_ptr<RecordingSource>> openMat(io::File file, const RecordingRequest& request, bool rows) {
  const std::string path = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  std::array<std::byte, kMatHeader> start{};
  const auto head = std::span(start).first(std::min<std::uint64_t>(size, start.size()));
  MASU_CHECK(file.readAt(0, head));
  const auto version = versionOf(head);
  if (!version) return fail(Errc::format, MASU_TEXT("core", "{0} is not a MAT file."), {path}, {path});
  if (*version == MatVersion::sevenThree) return openMat73(std::move(file), request, rows);
  if (*version == MatVersion::five) {
    MASU_TRY(file, unpackMat(std::move(file)));
  }
  MASU_TRY(MatListing listing, *version == MatVersion::four ? listMat4(file) : listMat5(file));
  const auto shared = std::make_shared<io::File>(std::move(file));
  const auto open = [&](std::size_t array) -> Result<std::shared_ptr<NumberArray>> {
    return std::make_shared<LinearArray>(shared, listing.layouts[array], path);
  };
  return openArrays({path, std::move(listing.arrays), open, rows, request.frames}, request.channels);
}

}  // namespace masu::waveform
