// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/waveform/wfdb/wfdb_header.h"

namespace masu::waveform {

/// As many samples as so many bytes hold. The last ones of formats 212, 310 and 311, which pack several together,
/// need not fill their bytes. Requires: one of kWfdbFormats, as below.
std::uint64_t wfdbSamplesIn(unsigned format, std::uint64_t bytes);

/// The stored integer that stands for a missing sample: the least of its format. Format 8 has none.
std::optional<std::int64_t> wfdbMissing(unsigned format);

/// A file of a record. Threads: const, so any.
struct WfdbSamples {
  io::File file;
  WfdbFile layout;
  std::uint64_t bytes = 0;   ///< of the whole file
  std::uint64_t frames = 0;  ///< that it holds whole

  // In format 8 a sample is the sum of all differences up to it.
  std::vector<std::uint32_t> owners;  ///< of each sample of a frame: its signal, among those of this file
  std::vector<std::int64_t> sums;     ///< of each signal, before every sumsEvery-th frame
  std::uint64_t sumsEvery = 0;        ///< 0 for other formats
};

/// Errors: the size of the file cannot be found out.
Result<WfdbSamples> openWfdbSamples(io::File file, const WfdbFile& layout);

/// Sums up the first `frames` of a file of format 8, so that they can be read at any place; of others nothing.
/// `initials`: of its signals. `widths`: their samples of a frame. Cost: reads the file once.
Result<void> sumDifferences(WfdbSamples& samples, std::uint64_t frames, std::span<const std::int64_t> initials,
                            std::span<const std::uint64_t> widths);

/// Reads frames of a file as the integers that are stored. Threads: one at a time each. Lifetime: borrows the file.
class WfdbReader {
 public:
  explicit WfdbReader(const WfdbSamples& samples) : m_samples(&samples) {}

  /// Requires: the file holds these frames; of format 8, they were summed up. Lifetime: until the next call.
  Result<std::span<const std::int64_t>> read(std::uint64_t first, std::uint64_t frames);

  /// Frames that are worth reading at once.
  std::uint64_t blockFrames() const;

 private:
  friend Result<void> sumDifferences(WfdbSamples& samples, std::uint64_t frames, std::span<const std::int64_t> initials,
                                     std::span<const std::uint64_t> widths);

  Result<std::span<std::int64_t>> decode(std::uint64_t first, std::uint64_t frames);
  void addUp(std::span<std::int64_t> differences);
  Result<void> seek(std::uint64_t frame);

  const WfdbSamples* m_samples;
  std::vector<std::byte> m_bytes;
  std::vector<std::int64_t> m_values;
  std::vector<std::int64_t> m_sums;  ///< of each signal before the frame m_next
  std::uint64_t m_next = 0;
};

}  // namespace masu::waveform
