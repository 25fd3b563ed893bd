// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/csv/structure/record_splitter.h"
#include "core/flow/adaptive_mutex.h"
#include "core/flow/ordered_merge.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/sources/table_source.h"

namespace masu::ingest {

/// What a byte of text in work takes where records fit: itself, the places of its fields, its values at eight bytes and
/// their moments.
inline constexpr std::uint64_t kBytesPerTextByte = 16;
/// The same where each record of a few bytes is rejected, with its place and reason.
inline constexpr std::uint64_t kMostBytesPerTextByte = 64;

/// Bytes of text that a thread parses at a time under a budget.
std::uint64_t blockBytesFor(const Resources& resources);

/// Bytes of memory that blocks of such a size take together, at most: one a thread, and three that wait for one before
/// them, so that no thread waits for another that the system put aside for some milliseconds.
std::uint64_t parsingBytes(const Resources& resources, std::uint64_t blockBytes);

/// Hands out the blocks of all sources of a plan in order, numbered through.
/// Threads: next() and finish() from any thread. Lifetime: borrows the plan.
class BlockFeed {
 public:
  /// Between two blocks.
  struct Position {
    std::uint32_t source = 0;
    std::uint32_t insideLine = 0;  ///< not 0: the line there is the rest of one that was given up
    std::uint64_t offset = 0;      ///< in the source's text; 0: at its first record
    std::uint64_t line = 0;
  };

  /// What is handed out, and where blocks have to end.
  struct Bounds {
    /// Nothing is that begins there or after it.
    std::uint32_t endSource = static_cast<std::uint32_t>(-1);
    std::uint64_t endOffset = 0;
    /// A block ends with the first record that does at or after each multiple of it in its text, so that feeds which
    /// begin there hand out the same blocks; 0: anywhere.
    std::uint64_t grid = 0;
  };

  /// `from`: where to begin.
  BlockFeed(const ImportPlan& plan, std::uint64_t blockBytes, const Position& from, const Bounds& bounds)
      : m_plan(plan), m_blockBytes(blockBytes), m_from(from), m_bounds(bounds), m_opened(from.source) {}

  /// A block, and the file that holds its bytes as long as someone works on them.
  struct Item {
    csv::Block block;
    std::uint32_t source = 0;
    std::uint64_t sourceBytes = 0;  ///< what the block takes of its source, which may be packed
    std::shared_ptr<const TableSource> file;
    bool endsInsideLine = false;  ///< that was given up

    Position end() const {
      return {source, endsInsideLine ? 1U : 0U, block.offset + block.bytes.size(), block.firstLine + block.lines};
    }
  };

  /// Nothing at the end. Of blocks that are far longer than asked for, as a very long record is, one at a time is
  /// handed out: the next waits until that one is finished. Errors: a source that cannot be opened, or is not what the
  /// plan surveyed; cancelled while it waits.
  Result<std::optional<Item>> next(const std::stop_token& stop);

  /// Nobody looks at the block any more. Its mapped pages are given back with those of the blocks around it: taking
  /// pages away interrupts every thread of the program. Harmless to neighbours: pages at the edges are read again
  /// where needed.
  void finish(Item item);

 private:
  /// Blocks that are finished, with all before them, and whose pages are still mapped.
  struct FinishedRange {
    std::shared_ptr<const TableSource> file;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };

  /// Where the next block begins, and how many have seen to the pages of theirs and not yet got it.
  struct Coming {
    std::shared_ptr<const TableSource> file;
    std::uint64_t offset = 0;
    std::uint64_t askers = 0;
  };

  /// Pages take longer to come in than the end of a block to be found: who asks for a block sees to what its pages will
  /// be, if those before are as long as they should, before it waits for its turn.
  void bringPagesIn();
  void noteCut(const Item& item);
  bool isLong(const Item& item) const { return item.block.bytes.size() > 2 * m_blockBytes; }
  Result<void> awaitLongBlock(const std::stop_token& stop);
  Result<void> openNext();
  bool mayOpenNext() const;
  bool cut(csv::Block& block);
  void append(const Item& item);

  const ImportPlan& m_plan;
  const std::uint64_t m_blockBytes;
  const Position m_from;
  const Bounds m_bounds;
  flow::AdaptiveMutex m_comingMutex;
  Coming m_coming;

  flow::AdaptiveMutex m_mutex;  ///< guards the four below
  std::size_t m_opened;
  std::uint64_t m_number = 0;
  std::shared_ptr<const TableSource> m_file;
  std::optional<csv::RecordSplitter> m_splitter;
  flow::OrderedMerge<Item> m_finished;
  FinishedRange m_finishedRange;  ///< of whoever is taken in by m_finished

  std::mutex m_longMutex;  ///< guards the one below
  std::condition_variable_any m_longFinished;
  bool m_longUnderWay = false;
};

}  // namespace masu::ingest
