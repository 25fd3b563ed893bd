// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/csv/structure/structure.h"

namespace masu::csv {

/// Why a block holds no whole records. `restOfLine`: it continues the line of the flawed block before it.
enum class RecordError : std::uint8_t { none, quoteNeverCloses, recordTooLong, restOfLine };

/// A run of whole records of one file.
struct Block {
  std::uint64_t number = 0;     ///< counts from 0 over the file
  std::uint64_t offset = 0;     ///< of the first byte in the file
  std::uint64_t firstLine = 1;  ///< line of the first byte, counted from 1
  std::uint64_t lines = 0;      ///< that end in it
  std::string_view bytes;
  RecordError flaw = RecordError::none;  ///< where it is any, the block is of first lines of records that have no end
  std::uint64_t givenUp = 0;  ///< how many such records begin in it, a line each
  bool endsInCells = false;   ///< cells may have line ends within them; false: none has
};

/// Cuts a text into blocks that begin and end on record boundaries: exact for line ends inside quotes, since every
/// block begins where the scan of the one before ended. Invariant: blocks are ordered, disjoint and cover the text;
/// where they are depends on the text, the marks, the longest record, the target and the limits alone, and which
/// records are flawed on the first three.
/// A record that ends nowhere, since a quote in it never closes or it is longer than a record may be, is given up
/// for its first line; the next record begins on the line below. Blocks hold such lines alone, a long one in several of
/// about the target's size. No more of the text than the longest record is looked at for a block, and what the scan of
/// one such record has passed is not scanned again for the next. Threads: next() by one at a time, under the caller's
/// lock: the scan costs a small part of what parsing does, and leaves the block in the cache of the thread that will
/// parse it. Lifetime: borrows the text.
class RecordSplitter {
 public:
  /// `start`: where the records begin, after a byte order mark, preamble and header; on line `firstLine`.
  /// `longest`: bytes of a record, at most. `insideLine`: the line there is the rest of one that was given up.
  /// `kernel`: null for the fastest.
  RecordSplitter(std::string_view text, std::uint64_t start, std::uint64_t firstLine, const Marks& marks,
                 std::uint64_t longest = kLongestRecord, bool insideLine = false,
                 const StructureKernel* kernel = nullptr);

  /// The next block of about `target` bytes; a longer record ends a block. False at the end.
  bool next(std::uint64_t target, Block& block);

  /// From now on a block has no record that begins at or after byte `limit`, but where its first one does. So the first
  /// block after the limit begins with the first record there, whatever the target is.
  void stopAt(std::uint64_t limit) { m_limit = limit; }
  /// Where the next block begins.
  std::uint64_t offset() const { return m_offset; }

  /// Whether the block before ended within a line that was given up.
  bool isInsideLine() const { return m_insideLine; }

 private:
  /// A scan that is at `place` before byte `at` meets no record end before byte `to`, where it is at `end`.
  struct EndlessScan {
    std::uint64_t at = 0;
    Place place = Place::fieldStart;
    std::uint64_t to = 0;
    Place end = Place::fieldStart;
  };

  RecordEnds findEnds(std::uint64_t begin, std::uint64_t piece);
  bool joinsEndless(std::uint64_t at, Place place);
  RecordError flawAt(std::uint64_t begin, std::uint64_t piece, RecordEnds& found);
  void giveUpLine(std::uint64_t piece, Block& block);
  void giveUpMore(std::uint64_t piece, Block& block);
  std::uint64_t endAtLimit(std::uint64_t end) const;
  void takeLineFeed(Block& block) const;

  std::string_view m_text;
  std::uint64_t m_offset;
  std::uint64_t m_line;
  std::uint64_t m_number = 0;
  std::uint64_t m_limit = static_cast<std::uint64_t>(-1);
  bool m_insideLine;
  EndlessScan m_endless;  ///< of the last record that was given up
  Marks m_marks;
  std::uint64_t m_longest;
  const StructureKernel* m_kernel;
};

}  // namespace masu::csv
