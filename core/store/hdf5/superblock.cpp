// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/opened_file.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace masu::store {

namespace {

// https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html, superblock versions 0 (of plain files), 2 and 3.
constexpr std::array<unsigned char, 8> kSignature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
constexpr std::size_t kVersionAt = 8;

/// Where a version of it keeps what is looked at.
struct Places {
  std::size_t offsetSize;
  std::size_t baseAddress;
  std::size_t endAddress;
  std::size_t bytes;
};
constexpr Places kOldPlaces = {13, 24, 40, 96};
constexpr Places kNewPlaces = {9, 12, 28, 48};

using Front = std::array<std::byte, std::max(kOldPlaces.bytes, kNewPlaces.bytes)>;

std::uint64_t numberAt(const Front& bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

}  // namespace

Result<std::uint64_t> checkSuperblock(const io::File& file) {
  const std::string name = file.path().string();
  const Location where{name, 0, 0};
  MASU_TRY(const std::uint64_t size, file.size());
  Front bytes{};
  MASU_CHECK(file.readAt(0, std::span(bytes).first(std::min<std::uint64_t>(size, bytes.size()))));
  if (std::memcmp(bytes.data(), kSignature.data(), kSignature.size()) != 0) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is not a dataset of Masu. Import it first."), {name}, where);
  }
  const auto version = std::to_integer<unsigned>(bytes[kVersionAt]);
  const Places& places = version == 0 ? kOldPlaces : kNewPlaces;
  const bool known = (version == 0 || version == 2 || version == 3) && bytes[places.offsetSize] == std::byte{8};
  if (!known || (size >= places.bytes && numberAt(bytes, places.baseAddress) != 0)) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is an HDF5 file, but not a dataset of Masu. Import it first."),
                {name}, where);
  }
  const std::uint64_t end = numberAt(bytes, places.endAddress);
  if (size < places.bytes || size < end) {
    return fail(Errc::damaged,
                MASU_TEXT("core", "{0} was cut short: {1} of its {2} bytes are there. Copy it again, or import again."),
                {name, std::to_string(size), std::to_string(std::max<std::uint64_t>(end, places.bytes))}, where);
  }
  return size;
}

}  // namespace masu::store
