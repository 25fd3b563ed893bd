// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/job.h"
#include "core/ingest/recordings/read/window_reader.h"

namespace masu::ingest {

/// What was read of each recording, as a sum of hashes: neither the size of a file, nor when it was written, nor some
/// places in it show an edit. An import is resumed only where reading the same again gives the same sums, and the
/// dataset's UUID is derived from them.
/// Threads: one at a time.
class ReadSums {
 public:
  /// Of one read. Reads of a recording may come in any order.
  struct Sum {
    std::uint64_t recording = 0;  ///< counts plan.recordings().files
    std::uint64_t value = 0;
  };
  static Sum sumOf(std::uint64_t recording, std::uint64_t firstFrame, std::span<const std::byte> values);

  void add(const std::vector<Sum>& reads);

  /// Of all that was read.
  std::uint64_t digest() const;

  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

  /// The parts [0, parts) are read again by `read` and compared with these sums. Errors: a recording that was edited,
  /// or that can no longer be read; damagedJournal(); cancelled.
  using ReadPart =
      std::function<Result<std::vector<Sum>>(std::uint64_t part, WindowReader& reader, const std::stop_token& stop)>;
  Result<void> compare(const ImportPlan& plan, const ReadBefore& before, std::uint64_t parts, unsigned threads,
                       std::uint64_t memory, const JobContext& job, const ReadPart& read) const;

 private:
  std::vector<Sum> inOrder() const;

  std::map<std::uint64_t, std::uint64_t> m_sums;  ///< by recording
};

}  // namespace masu::ingest
