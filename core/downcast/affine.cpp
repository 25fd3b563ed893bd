// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/affine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/downcast/kernels.h"

namespace masu::downcast {

namespace {

using table::DType;

/// Values a kernel is called for at once, where columns change from value to value.
constexpr std::size_t kStretch = 1024;

template <class Body>
void asCodes(DType type, const Body& body) {
  if (type == DType::i8) {
    body(std::int8_t{});
  } else {
    body(std::int16_t{});
  }
}

/// The same as the kernels do, in double: a table's cells are parsed to doubles.
template <class Code>
Code codeOf(double value, double scale, double offset) {
  constexpr Code kMissing = std::numeric_limits<Code>::lowest();
  constexpr double kTop = std::numeric_limits<Code>::max();
  if (std::isnan(value)) return kMissing;
  return static_cast<Code>(std::clamp(std::nearbyint((value - offset) / scale), -kTop, kTop));
}

/// Scale 1 with offset 0 says that there are no missing values; the next larger scale loses less than a float does.
Affine marked(Affine affine) {
  if (affine == Affine{}) affine.scale = std::nextafter(1.0F, 2.0F);
  return affine;
}

}  // namespace

std::optional<Affine> affineOver(DType type, double min, double max, bool integral) {
  const double top = table::highest(type);
  const double largest = std::numeric_limits<float>::max();
  if (!(min <= max) || min < -largest || max > largest) return std::nullopt;
  if (integral && max - min <= 2 * top) {
    double middle = std::trunc(min / 2 + max / 2);
    // Any other offset will do where there is room for one.
    if (middle == 0) middle = max < top ? -1 : min > -top ? 1 : 0;
    const auto offset = static_cast<float>(middle);
    const bool reaches = max - middle <= top && middle - min <= top;
    if (reaches && static_cast<double>(offset) == middle) return marked({1, offset});
  }
  const auto offset = static_cast<float>(min / 2 + max / 2);
  const double reach = std::max(max - static_cast<double>(offset), static_cast<double>(offset) - min);
  if (reach == 0) return marked({1, offset});
  auto scale = static_cast<float>(reach / top);
  if (static_cast<double>(scale) * top < reach) scale = std::nextafter(scale, std::numeric_limits<float>::infinity());
  // Below it 1 / scale is infinite.
  return marked({std::max(scale, std::numeric_limits<float>::min()), offset});
}

AffineCodes::AffineCodes(DType type, std::vector<Affine> columns, std::size_t run)
    : m_type(type), m_columns(std::move(columns)), m_run(std::max<std::size_t>(run, 1)) {
  assert(canBeCodes(type));
  assert(!m_columns.empty());
  // Long runs share one stretch of equal entries a column; short ones repeat their period.
  const std::size_t period = m_columns.size() * m_run;
  const std::size_t periods = m_run == 1 ? std::max<std::size_t>(1, kStretch / period) : 1;
  const std::size_t entries = m_run == 1 ? period * periods : m_columns.size() * std::min(m_run, kStretch);
  for (std::size_t i = 0; i < entries; ++i) {
    const Affine& affine = m_columns[i / std::min(m_run, kStretch) % m_columns.size()];
    m_scales.push_back(affine.scale);
    m_offsets.push_back(affine.offset);
    m_inverses.push_back(1 / affine.scale);
  }
}

/// Calls `body(from, count, entry)`: values [from, from + count) go with the entries from `entry` on.
template <class Body>
void AffineCodes::eachStretch(std::size_t first, std::size_t count, const Body& body) const {
  const std::size_t entriesOfRun = std::min(m_run, kStretch);
  for (std::size_t at = 0; at < count;) {
    const std::size_t place = first + at;
    std::size_t entry = place % m_columns.size();
    std::size_t length = m_scales.size() - entry;
    if (m_run > 1) {
      entry = place / m_run % m_columns.size() * entriesOfRun;
      length = std::min(entriesOfRun, m_run - place % m_run);
    }
    length = std::min(length, count - at);
    body(at, length, entry);
    at += length;
  }
}

void AffineCodes::encode(std::size_t first, std::span<const float> values, std::span<std::byte> out) const {
  assert(out.size() == values.size() * table::sizeOf(m_type));
  asCodes(m_type, [&]<class Code>(Code) {
    auto* codes = reinterpret_cast<Code*>(out.data());
    eachStretch(first, values.size(), [&](std::size_t from, std::size_t count, std::size_t entry) {
      const Steps steps{m_inverses.data() + entry, m_offsets.data() + entry};
      kernels().encode(values.data() + from, steps, codes + from, count);
    });
  });
}

void AffineCodes::decode(std::size_t first, std::span<const std::byte> codes, std::span<float> out) const {
  assert(codes.size() == out.size() * table::sizeOf(m_type));
  asCodes(m_type, [&]<class Code>(Code) {
    const auto* from = reinterpret_cast<const Code*>(codes.data());
    eachStretch(first, out.size(), [&](std::size_t at, std::size_t count, std::size_t entry) {
      const Steps steps{m_scales.data() + entry, m_offsets.data() + entry};
      kernels().decode(from + at, steps, out.data() + at, count);
    });
  });
}

void AffineCodes::encode(std::size_t first, std::span<const double> values, std::span<std::byte> out) const {
  assert(out.size() == values.size() * table::sizeOf(m_type));
  const bool eachOwn = m_run == 1;
  asCodes(m_type, [&]<class Code>(Code) {
    eachStretch(first, values.size(), [&](std::size_t at, std::size_t count, std::size_t entry) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = eachOwn ? entry + i : entry;
        const Code code =
            codeOf<Code>(values[at + i], static_cast<double>(m_scales[from]), static_cast<double>(m_offsets[from]));
        std::memcpy(out.data() + (at + i) * sizeof(Code), &code, sizeof(Code));
      }
    });
  });
}

void AffineCodes::decode(std::size_t first, std::span<const std::byte> codes, std::span<double> out) const {
  assert(codes.size() == out.size() * table::sizeOf(m_type));
  const bool eachOwn = m_run == 1;
  asCodes(m_type, [&]<class Code>(Code) {
    eachStretch(first, out.size(), [&](std::size_t at, std::size_t count, std::size_t entry) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = eachOwn ? entry + i : entry;
        Code code;
        std::memcpy(&code, codes.data() + (at + i) * sizeof(Code), sizeof(Code));
        out[at + i] = code == std::numeric_limits<Code>::lowest()
                          ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(code) * static_cast<double>(m_scales[from]) +
                                static_cast<double>(m_offsets[from]);
      }
    });
  });
}

bool AffineCodes::holds(std::size_t column, double value) const {
  if (std::isnan(value)) return true;
  const Affine& affine = m_columns[column];
  const double code = (value - static_cast<double>(affine.offset)) / static_cast<double>(affine.scale);
  return std::fabs(code) <= table::highest(m_type) + 0.5;
}

double AffineCodes::stored(std::size_t column, double value) const {
  std::byte code[sizeof(std::int16_t)];
  double readBack = 0;
  const auto bytes = std::span(code).first(table::sizeOf(m_type));
  const std::size_t first = column * m_run;
  encode(first, std::span(&value, 1), bytes);
  decode(first, bytes, std::span(&readBack, 1));
  return readBack;
}

}  // namespace masu::downcast
