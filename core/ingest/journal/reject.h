// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/csv/structure/record_splitter.h"
#include "core/table/time_text.h"

namespace masu::ingest {

enum class RejectReason : std::uint8_t {
  fieldCount,
  notANumber,
  notATime,
  tooLarge,
  labelMissing,
  weightMissing,
  notUtf8,
  quoteNeverCloses,
  recordTooLong,
  strayQuote,
  notABoolean,
  notAWeight,
  notAnObject,
  keyTwice,
  numberTooLarge,
  timeAmongDates,
  dateAmongTimes,
  otherDateOrder,
};
inline constexpr RejectReason kLastReason = RejectReason::otherDateOrder;

/// A record that does not fit, and the first cell that is to blame.
struct Reject {
  static constexpr std::size_t kWholeRecord = static_cast<std::size_t>(-1);

  RejectReason reason = RejectReason::fieldCount;
  std::size_t column = kWholeRecord;
  std::uint64_t offset = 0;  ///< of the cell, or the record, from the block's first byte
  std::uint64_t recordOffset = 0;
  std::string cell;          ///< its text, how many fields there are, how long a record may be, a key, or a number
  std::string_view text;     ///< of the block: the record, cut where it is very long
  std::size_t expected = 0;  ///< fieldCount: how many fields there should be
};

/// How far the lines of a block were counted.
struct LineCursor {
  std::uint64_t offset = 0;
  std::uint64_t lines = 0;      ///< that ended before it
  std::uint64_t lineStart = 0;  ///< of the line it is in
};

/// Line and column of a byte of a block, counted from 1. `cursor` is that of the block: of places that are asked for in
/// their order each byte is looked at once. Requires: offset <= block.bytes.size().
Location placeOf(const csv::Block& block, std::uint64_t offset, std::string file, LineCursor& cursor);

/// Why a text is not among the times of a column: it is of the other kind, or not a time in this order.
RejectReason timeFault(std::string_view text, table::DateOrder order);

/// The reason as the rejects file and the counts of a report say it.
std::string_view sentence(RejectReason reason);

/// The same as a failure, for imports that stop at the first.
Error errorFrom(const Reject& reject, const std::string& columnName, Location where);

}  // namespace masu::ingest
