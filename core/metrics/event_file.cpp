// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/event_file.h"

#include <bit>
#include <string_view>

#include <isa-l/crc.h>

namespace masu::metrics {

namespace {

template <class Number>
void appendLittle(std::string& to, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) to += static_cast<char>(number >> (8 * i));
}

void appendVarint(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}

// Field numbers and wire types of Protocol Buffers.
void appendTag(std::string& to, unsigned field, unsigned wire) {
  appendVarint(to, field << 3U | wire);
}

void appendText(std::string& to, unsigned field, std::string_view text) {
  appendTag(to, field, 2);
  appendVarint(to, text.size());
  to += text;
}

/// CRC-32C, turned and offset as record files have it.
std::uint32_t maskedCrc(std::string_view bytes) {
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  const std::uint32_t crc = ~crc32_iscsi(data, static_cast<int>(bytes.size()), 0xFFFFFFFFU);
  return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U;
}

std::string framed(std::string_view event) {
  std::string record;
  appendLittle<std::uint64_t>(record, event.size());
  appendLittle<std::uint32_t>(record, maskedCrc(std::string_view(record)));
  record += event;
  appendLittle<std::uint32_t>(record, maskedCrc(event));
  return record;
}

std::string eventAt(double wallSeconds) {
  std::string event;
  appendTag(event, 1, 1);
  appendLittle(event, std::bit_cast<std::uint64_t>(wallSeconds));
  return event;
}

}  // namespace

std::string eventFileHead(double wallSeconds) {
  std::string event = eventAt(wallSeconds);
  appendText(event, 3, "brain.Event:2");
  return framed(event);
}

std::string eventRecord(double wallSeconds, std::int64_t step, std::span<const Scalar> scalars) {
  std::string summary;
  for (const Scalar& scalar : scalars) {
    std::string value;
    appendText(value, 1, scalar.tag);
    appendTag(value, 2, 5);
    appendLittle(value, std::bit_cast<std::uint32_t>(static_cast<float>(scalar.value)));
    appendText(summary, 1, value);
  }
  std::string event = eventAt(wallSeconds);
  appendTag(event, 2, 0);
  appendVarint(event, static_cast<std::uint64_t>(step));
  appendText(event, 5, summary);
  return framed(event);
}

}  // namespace masu::metrics
