// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/linear_array.h"

#include <algorithm>

namespace masu::waveform {
namespace {

constexpr std::uint64_t kBuffer = 256U << 10U;
/// Bytes between two runs up to which reading them costs less than asking for each run alone.
constexpr std::uint64_t kWorthReading = 16U << 10U;

}  // namespace

LinearArray::LinearArray(std::shared_ptr<const io::File> file, LinearLayout layout, std::string name)
    : m_file(std::move(file)), m_name(std::move(name)), m_layout(std::move(layout)), m_strides(m_layout.shape.size()) {
  std::uint64_t stride = 1;
  for (std::size_t i = 0; i < m_strides.size(); ++i) {
    const std::size_t axis = m_layout.fortran ? i : m_strides.size() - 1 - i;
    m_strides[axis] = stride;
    stride *= m_layout.shape[axis];
  }
}

/// The axes of a slab from the slowest in the file to the fastest. Those that are alike in file and output become one.
std::vector<LinearArray::Run> LinearArray::runsOf(const Slab& slab) const {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < slab.size(); ++i) {
    const std::size_t axis = m_layout.fortran ? slab.size() - 1 - i : i;
    if (slab[axis].count == 1) continue;
    const Run run{slab[axis].count, m_strides[axis], slab[axis].step};
    if (!runs.empty() && runs.back().stride == run.stride * run.count && runs.back().step == run.step * run.count) {
      runs.back() = {runs.back().count * run.count, run.stride, run.step};
    } else {
      runs.push_back(run);
    }
  }
  if (runs.empty() || runs.back().stride != 1) runs.push_back({1, 1, 1});
  return runs;
}

Result<void> LinearArray::read(const Slab& slab, std::span<double> out) {
  if (std::any_of(slab.begin(), slab.end(), [](const SlabAxis& axis) { return axis.count == 0; })) return {};
  const std::vector<Run> runs = runsOf(slab);
  std::uint64_t element = 0;
  for (std::size_t i = 0; i < slab.size(); ++i) element += slab[i].start * m_strides[i];
  std::uint64_t end = element + 1;
  for (const Run& run : runs) end += (run.count - 1) * run.stride;

  m_held = 0;  // the file may have changed since
  std::vector<std::uint64_t> index(runs.size() - 1, 0);
  double* target = out.data();
  while (true) {
    MASU_CHECK(readRun(element, runs.back(), end, target));
    std::size_t axis = index.size();
    while (axis > 0 && index[axis - 1] + 1 == runs[axis - 1].count) {
      --axis;
      element -= index[axis] * runs[axis].stride;
      target -= index[axis] * runs[axis].step;
      index[axis] = 0;
    }
    if (axis == 0) return {};
    ++index[axis - 1];
    element += runs[axis - 1].stride;
    target += runs[axis - 1].step;
  }
}

Result<void> LinearArray::readRun(std::uint64_t element, const Run& run, std::uint64_t end, double* out) {
  const std::uint64_t piece = kBuffer / sizeOf(m_layout.type);
  for (std::uint64_t done = 0; done < run.count;) {
    const std::uint64_t count = std::min(piece, run.count - done);
    MASU_TRY(const std::byte* const bytes, load(element + done, count, end));
    if (!decode(m_layout.type, m_layout.bigEndian, bytes, count, out + done * run.step, run.step)) {
      return fail(inexactInteger(m_name));
    }
    done += count;
  }
  return {};
}

/// The bytes of `count` elements; what is read ahead of them ends at the element `end`.
Result<const std::byte*> LinearArray::load(std::uint64_t element, std::uint64_t count, std::uint64_t end) {
  const std::uint64_t size = sizeOf(m_layout.type);
  if (element < m_first || element + count > m_first + m_held) {
    // A run that begins far after the last one shows a stride for which reading ahead does not pay.
    const bool isFar = m_held > 0 && element > m_first + m_held && (element - m_first - m_held) * size > kWorthReading;
    const std::uint64_t ahead = isFar ? count : std::max(count, kBuffer / size);
    m_first = element;
    m_held = std::min(ahead, end - element);
    m_buffer.resize(m_held * size);
    if (auto read = m_file->readAt(m_layout.offset + element * size, m_buffer); !read) {
      m_held = 0;
      return fail(std::move(read.error()));
    }
  }
  return m_buffer.data() + (element - m_first) * size;
}

}  // namespace masu::waveform
