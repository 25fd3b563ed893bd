// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/idx_file.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/arrays/linear_array.h"

namespace masu::waveform {
namespace {

constexpr std::size_t kMostDimensions = 8;

std::optional<ElementType> elementTypeOf(std::byte code) {
  switch (std::to_integer<unsigned>(code)) {
    case 0x08:
      return ElementType::u8;
    case 0x09:
      return ElementType::i8;
    case 0x0B:
      return ElementType::i16;
    case 0x0C:
      return ElementType::i32;
    case 0x0D:
      return ElementType::f32;
    case 0x0E:
      return ElementType::f64;
    default:
      return std::nullopt;
  }
}

Result<LinearLayout> readHeader(const io::File& file) {
  const std::string name = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  std::array<std::byte, 4 + 4 * kMostDimensions> start{};
  const auto present = std::span(start).first(std::min<std::uint64_t>(size, start.size()));
  MASU_CHECK(file.readAt(0, present));
  if (!isIdx(present)) return fail(Errc::format, MASU_TEXT("core", "{0} is not an IDX file."), {name}, {name});
  const auto dimensions = std::to_integer<std::size_t>(start[3]);
  LinearLayout layout{{}, *elementTypeOf(start[2]), true, false, 4 + 4 * dimensions};
  if (size < layout.offset) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is cut short: it ends inside of its header."), {name}, {name});
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    std::uint64_t length = 0;
    for (std::size_t k = 0; k < 4; ++k) length = length << 8U | std::to_integer<std::uint64_t>(start[4 + 4 * i + k]);
    layout.shape.push_back(length);
  }
  const auto elements = elementsOf(layout.shape);
  if (!elements || *elements > size || *elements * sizeOf(layout.type) != size - layout.offset) {
    return fail(
        Errc::damaged,
        MASU_TEXT("core",
                  "{0} is cut short or not an IDX file: {1} bytes follow its header, which are not the {2} of {3} "
                  "bytes each that it promises."),
        {name, std::to_string(size - layout.offset), shapeText(layout.shape), std::to_string(sizeOf(layout.type))},
        {name});
  }
  return layout;
}

/// Unlike in other arrays, samples come first in two dimensions, too, and three are images of one channel.
std::vector<ArrayAxis> axesOfIdx(std::size_t dimensions) {
  using enum ArrayAxis;
  if (dimensions == 2) return {sample, frame};
  if (dimensions == 3) return {sample, frame, frame};
  return {};
}

}  // namespace

bool isIdx(std::span<const std::byte> head) {
  if (head.size() < 4 || head[0] != std::byte{0} || head[1] != std::byte{0} || !elementTypeOf(head[2])) return false;
  const auto dimensions = std::to_integer<std::size_t>(head[3]);
  return dimensions >= 1 && dimensions <= kMostDimensions;
}

Result<std::unique_ptr<RecordingSource>> openIdx(io::File file, const RecordingRequest& request) {
  const std::string name = file.path().string();
  MASU_TRY(LinearLayout layout, readHeader(file));
  ListedArray listed{{}, layout.shape, layout.type, {}, axesOfIdx(layout.shape.size())};
  return openOnly(std::make_shared<LinearArray>(std::make_shared<io::File>(std::move(file)), std::move(layout), name),
                  std::move(listed), name, request);
}

Result<std::vector<std::string>> idxLabels(const io::File& file) {
  MASU_TRY(const LinearLayout layout, readHeader(file));
  const std::string name = file.path().string();
  if (layout.shape.size() != 1 || !table::isInteger(storedTypeOf(layout.type))) {
    return fail(
        Errc::format,
        MASU_TEXT("core", "{0} holds no labels: its shape is {1}, where one whole number a sample is expected."),
        {name, shapeText(layout.shape)}, {name});
  }
  const std::size_t size = sizeOf(layout.type);
  std::vector<std::byte> bytes(layout.shape[0] * size);
  MASU_CHECK(file.readAt(layout.offset, bytes));
  std::vector<std::string> labels(layout.shape[0]);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double value = 0;
    static_cast<void>(decode(layout.type, layout.bigEndian, bytes.data() + i * size, 1, &value, 1));
    labels[i] = std::to_string(static_cast<long>(value));
  }
  return labels;
}

}  // namespace masu::waveform
