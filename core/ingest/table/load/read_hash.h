// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/hash.h"
#include "core/base/job.h"
#include "core/ingest/table/parse/block_feed.h"

namespace masu::ingest {

/// Every byte that an import has read of its sources, as hashes: neither the size of a file nor some places in it show
/// an edit. An import is resumed only where what was read is still the same, and the dataset's UUID is derived from it.
/// Threads: one at a time.
class ReadHash {
 public:
  /// The next block, in order.
  void add(const BlockFeed::Item& item);

  /// Of all that was read, however it was divided into blocks.
  std::uint64_t digest() const;

  void save(ByteWriter& out) const;
  void restore(ByteReader& in);

  /// Reads again what was read, up to `place`. Errors: damagedJournal(); a source that was edited; cancelled.
  Result<void> compare(const ImportPlan& plan, const BlockFeed::Position& place, const JobContext& job);

 private:
  /// Bytes of a source's text.
  struct Range {
    std::uint64_t source = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t hash = 0;  ///< of all but the last range, whose hash is m_hasher's
  };

  std::vector<Range> ranges() const;
  Result<void> compareRange(const ImportPlan& plan, const Range& range, const JobContext& job);

  std::vector<Range> m_ranges;  ///< one a source
  Hasher64 m_hasher;
};

}  // namespace masu::ingest
