// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/csv/structure/record_splitter.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/journal/reject.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// What made a record fit that would be rejected otherwise.
enum class RepairKind : std::uint8_t {
  cell,       ///< a cell that its column does not hold became missing (OnError::missing)
  padded,     ///< cells beyond the record's end count as missing (Ragged::pad)
  truncated,  ///< fields beyond the last column were left out (Ragged::truncate)
};

struct RepairKey {
  RepairKind kind = RepairKind::cell;
  RejectReason reason = RejectReason::fieldCount;  ///< of a cell
  /// Of the plan: the cell's, or the first that a padded record lacks; kWholeRecord of a truncated one.
  std::size_t column = Reject::kWholeRecord;

  auto operator<=>(const RepairKey&) const = default;
};

/// The repairs of one block, with the first few of each kind as examples.
struct BlockRepairs {
  static constexpr std::size_t kExamples = 3;

  struct Example {
    std::string text;          ///< of the cell, or how many fields the record has
    std::uint64_t offset = 0;  ///< of the record, from the block's first byte
  };
  struct Count {
    std::uint64_t records = 0;
    std::vector<Example> examples;
  };
  std::map<RepairKey, Count> counts;

  void add(const RepairKey& key, std::string text, std::uint64_t offset);
};

/// The repairs of an import, blocks in order. Threads: one at a time. Lifetime: borrows the plan.
class RepairLog {
 public:
  explicit RepairLog(const ImportPlan& plan) : m_plan(&plan) {}

  /// `block` is the text that the examples count their offsets from, and `cursor` its.
  void add(const BlockRepairs& repairs, std::uint32_t source, const csv::Block& block, LineCursor& cursor);
  /// For a report: the same with names, in the order of kinds and columns.
  std::vector<RepairCount> counts() const;

  void save(ByteWriter& state) const;
  /// False where it is not the state of an import of this plan.
  bool restore(ByteReader& state);

 private:
  struct Example {
    std::string text;
    std::uint64_t source = 0;
    std::uint64_t line = 0;
  };
  struct Count {
    std::uint64_t records = 0;
    std::vector<Example> examples;
  };

  const ImportPlan* m_plan;
  std::map<RepairKey, Count> m_counts;
};

/// A sentence about each, with its examples; of many columns about the first few, see foldNotes().
std::vector<Message> notesOn(const std::vector<RepairCount>& repairs);

}  // namespace masu::ingest
