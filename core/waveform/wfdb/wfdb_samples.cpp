// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_samples.h"

#include <algorithm>

#include "core/base/units.h"

namespace masu::waveform {
namespace {

constexpr unsigned kDifferences = 8;
constexpr std::uint64_t kBlockSamples = 65536;

/// Samples that are packed together, and the bytes that they take.
struct Group {
  std::uint64_t samples = 1;
  std::uint64_t bytes = 1;
};

Group groupOf(unsigned format) {
  switch (format) {
    case 16:
    case 61:
    case 160:
      return {1, 2};
    case 24:
      return {1, 3};
    case 32:
      return {1, 4};
    case 212:
      return {2, 3};
    case 310:
    case 311:
      return {3, 4};
    default:
      return {1, 1};
  }
}

std::uint32_t little(const std::byte* bytes, unsigned count) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
  return value;
}

/// The low bits of a number in two's complement.
std::int64_t signedOf(std::uint32_t value, unsigned bits) {
  const unsigned unused = 32 - bits;
  return static_cast<std::int32_t>(value << unused) >> unused;
}

/// The samples of one group.
void decodeGroup(unsigned format, const std::byte* from, std::int64_t* to) {
  switch (format) {
    case 16:
      to[0] = signedOf(little(from, 2), 16);
      return;
    case 24:
      to[0] = signedOf(little(from, 3), 24);
      return;
    case 32:
      to[0] = signedOf(little(from, 4), 32);
      return;
    case 61:
      to[0] = signedOf(little(from, 1) << 8U | little(from + 1, 1), 16);
      return;
    case 80:
      to[0] = static_cast<std::int64_t>(little(from, 1)) - 128;
      return;
    case 160:
      to[0] = static_cast<std::int64_t>(little(from, 2)) - 32768;
      return;
    case 212: {
      const std::uint32_t both = little(from, 3);
      to[0] = signedOf(both, 12);
      to[1] = signedOf((both >> 4U & 0xF00U) | both >> 16U, 12);
      return;
    }
    case 310: {
      const std::uint32_t first = little(from, 2);
      const std::uint32_t second = little(from + 2, 2);
      to[0] = signedOf(first >> 1U, 10);
      to[1] = signedOf(second >> 1U, 10);
      to[2] = signedOf(first >> 11U | second >> 11U << 5U, 10);
      return;
    }
    case 311: {
      const std::uint32_t all = little(from, 4);
      for (unsigned i = 0; i < 3; ++i) to[i] = signedOf(all >> (10 * i), 10);
      return;
    }
    default:
      to[0] = signedOf(little(from, 1), 8);
  }
}

}  // namespace

std::uint64_t wfdbSamplesIn(unsigned format, std::uint64_t bytes) {
  const Group group = groupOf(format);
  const std::uint64_t rest = bytes % group.bytes;
  std::uint64_t partial = 0;
  if (format == 212 || format == 310) partial = rest / 2;
  if (format == 311) partial = rest * 8 / 10;
  return bytes / group.bytes * group.samples + partial;
}

std::optional<std::int64_t> wfdbMissing(unsigned format) {
  switch (format) {
    case 16:
    case 61:
    case 160:
      return -32768;
    case 24:
      return -(std::int64_t{1} << 23);
    case 32:
      return -(std::int64_t{1} << 31);
    case 80:
      return -128;
    case 212:
      return -2048;
    case 310:
    case 311:
      return -512;
    default:
      return std::nullopt;
  }
}

Result<WfdbSamples> openWfdbSamples(io::File file, const WfdbFile& layout) {
  WfdbSamples samples{.file = std::move(file), .layout = layout, .owners = {}, .sums = {}};
  MASU_TRY(samples.bytes, samples.file.size());
  const std::uint64_t rest = samples.bytes - std::min(samples.bytes, layout.offset);
  samples.frames = wfdbSamplesIn(layout.format, rest) / layout.samples;
  return samples;
}

Result<void> sumDifferences(WfdbSamples& samples, std::uint64_t frames, std::span<const std::int64_t> initials,
                            std::span<const std::uint64_t> widths) {
  if (samples.layout.format != kDifferences) return {};
  for (std::uint32_t signal = 0; signal < widths.size(); ++signal)
    samples.owners.insert(samples.owners.end(), widths[signal], signal);
  // The sums take no more than a 64th of what the file does.
  constexpr std::uint64_t kShare = 64 * sizeof(std::int64_t);
  const std::uint64_t every = std::max<std::uint64_t>(
      1, std::max<std::uint64_t>(kBlockSamples, kShare * initials.size()) / samples.layout.samples);
  WfdbReader reader(samples);
  reader.m_sums.assign(initials.begin(), initials.end());
  samples.sums = reader.m_sums;
  const std::uint64_t block = reader.blockFrames();
  for (std::uint64_t first = 0; first < frames;) {
    const std::uint64_t count = std::min({block, every - first % every, frames - first});
    MASU_TRY(const std::span<std::int64_t> differences, reader.decode(first, count));
    reader.addUp(differences);
    first += count;
    if (first % every == 0) samples.sums.insert(samples.sums.end(), reader.m_sums.begin(), reader.m_sums.end());
  }
  samples.sumsEvery = every;
  return {};
}

std::uint64_t WfdbReader::blockFrames() const {
  return std::max<std::uint64_t>(1, kBlockSamples / m_samples->layout.samples);
}

/// What is stored, with nothing summed up.
Result<std::span<std::int64_t>> WfdbReader::decode(std::uint64_t first, std::uint64_t frames) {
  const WfdbFile& layout = m_samples->layout;
  const Group group = groupOf(layout.format);
  const std::uint64_t begin = first * layout.samples;
  const std::uint64_t count = frames * layout.samples;
  const std::uint64_t firstGroup = begin / group.samples;
  const std::uint64_t groups = ceilDivide(begin + count, group.samples) - firstGroup;
  const std::uint64_t at = layout.offset + firstGroup * group.bytes;
  m_bytes.assign(groups * group.bytes, std::byte{0});  // the last group may be cut after its last sample
  const std::uint64_t there = std::min<std::uint64_t>(m_bytes.size(), m_samples->bytes - at);
  MASU_CHECK(m_samples->file.readAt(at, std::span(m_bytes).first(there)));
  m_values.resize(groups * group.samples);
  for (std::uint64_t i = 0; i < groups; ++i)
    decodeGroup(layout.format, m_bytes.data() + i * group.bytes, m_values.data() + i * group.samples);
  return std::span(m_values).subspan(begin - firstGroup * group.samples, count);
}

void WfdbReader::addUp(std::span<std::int64_t> differences) {
  const std::size_t width = m_samples->owners.size();
  for (std::size_t i = 0; i < differences.size(); ++i) {
    std::int64_t& sum = m_sums[m_samples->owners[i % width]];
    sum += differences[i];
    differences[i] = sum;
  }
}

/// To the frame from the last sums before it, or from where the last read ended if that is nearer.
Result<void> WfdbReader::seek(std::uint64_t frame) {
  const std::size_t known = frame / m_samples->sumsEvery;
  if (m_sums.empty() || frame < m_next || m_next < known * m_samples->sumsEvery) {
    const std::size_t signals = static_cast<std::size_t>(m_samples->owners.back()) + 1;
    const auto sums = std::span(m_samples->sums).subspan(known * signals, signals);
    m_sums.assign(sums.begin(), sums.end());
    m_next = known * m_samples->sumsEvery;
  }
  while (m_next < frame) {
    const std::uint64_t count = std::min(blockFrames(), frame - m_next);
    MASU_TRY(const std::span<std::int64_t> differences, decode(m_next, count));
    addUp(differences);
    m_next += count;
  }
  return {};
}

Result<std::span<const std::int64_t>> WfdbReader::read(std::uint64_t first, std::uint64_t frames) {
  if (m_samples->sumsEvery == 0) {
    MASU_TRY(const std::span<std::int64_t> values, decode(first, frames));
    return values;
  }
  MASU_CHECK(seek(first));
  MASU_TRY(const std::span<std::int64_t> values, decode(first, frames));
  addUp(values);
  m_next = first + frames;
  return values;
}

}  // namespace masu::waveform
