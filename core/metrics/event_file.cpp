// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/event_file.h"

#include <string_view>

#include "core/base/protobuf.h"

namespace masu::metrics {

namespace {

std::string framed(std::string_view event) {
  std::string record;
  const std::size_t start = protobuf::beginRecord(record, event.size());
  record += event;
  protobuf::endRecord(record, start);
  return record;
}

std::string eventAt(double wallSeconds) {
  std::string event;
  protobuf::appendDouble(event, 1, wallSeconds);
  return event;
}

}  // namespace

std::string eventFileHead(double wallSeconds) {
  std::string event = eventAt(wallSeconds);
  protobuf::appendBytes(event, 3, "brain.Event:2");
  return framed(event);
}

std::string eventRecord(double wallSeconds, std::int64_t step, std::span<const Scalar> scalars) {
  std::string summary;
  for (const Scalar& scalar : scalars) {
    std::string value;
    protobuf::appendBytes(value, 1, scalar.tag);
    protobuf::appendFloat(value, 2, static_cast<float>(scalar.value));
    protobuf::appendBytes(summary, 1, value);
  }
  std::string event = eventAt(wallSeconds);
  protobuf::appendTag(event, 2, protobuf::Wire::varint);
  protobuf::appendVarint(event, static_cast<std::uint64_t>(step));
  protobuf::appendBytes(event, 5, summary);
  return framed(event);
}

}  // namespace masu::metrics
