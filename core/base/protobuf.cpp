// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/protobuf.h"

#include <span>

#include "core/base/crc32.h"

namespace masu::protobuf {

namespace {

/// CRC-32C, rotated and offset so that a CRC over data that holds CRCs stays strong.
std::uint32_t maskedCrc(std::string_view bytes) {
  const std::uint32_t crc = crc32c(std::as_bytes(std::span(bytes)));
  return std::rotr(crc, 15) + 0xA282EAD8U;
}

}  // namespace

std::size_t beginRecord(std::string& to, std::uint64_t length) {
  const std::size_t start = to.size();
  appendLittle(to, length);
  appendLittle(to, maskedCrc(std::string_view(to).substr(start)));
  return to.size();
}

void endRecord(std::string& to, std::size_t message) {
  appendLittle(to, maskedCrc(std::string_view(to).substr(message)));
}

}  // namespace masu::protobuf
