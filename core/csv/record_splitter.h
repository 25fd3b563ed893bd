#pragma once

#include <cstdint>
#include <string_view>

#include "core/csv/structure.h"

namespace masu::csv {

/// Why a record has no end.
enum class Flaw : std::uint8_t { none, quoteNeverCloses, recordTooLong };

/// A run of whole records of one file.
struct Block {
  std::uint64_t number = 0;     ///< counts from 0 over the file
  std::uint64_t offset = 0;     ///< of the first byte in the file
  std::uint64_t firstLine = 1;  ///< line of the first byte, counted from 1
  std::uint64_t lines = 0;      ///< that end in it
  std::string_view bytes;
  Flaw flaw = Flaw::none;  ///< where it is any, the block is the first line of a record that has no end
};

/// Cuts a text into blocks that begin and end on record boundaries: exact for line ends inside quotes, since every
/// block begins where the scan of the one before ended. Invariant: blocks are ordered, disjoint and cover the text;
/// where they lie depends on the text and the target alone. A record that ends nowhere, since a quote in it never
/// closes or closes beyond kLongestRecord, is given up for its first line, which is a block of its own; the next record
/// begins on the line below. Threads: next() by one at a time, under the caller's lock: the scan costs a small part of
/// what parsing does, and leaves the block in the cache of the thread that will parse it. Lifetime: borrows the text.
class RecordSplitter {
 public:
  static constexpr std::uint64_t kLongestRecord = std::uint64_t{1} << 30;

  /// `start`: where the records begin, behind a byte order mark, preamble and header; on line `firstLine`.
  RecordSplitter(std::string_view text, std::uint64_t start, std::uint64_t firstLine, const Marks& marks);

  /// The next block of about `target` bytes; a longer record is a block of its own. False at the end.
  bool next(std::uint64_t target, Block& block);

 private:
  std::string_view m_text;
  std::uint64_t m_offset;
  std::uint64_t m_line;
  std::uint64_t m_number = 0;
  Marks m_marks;
  const StructureKernel* m_kernel;
};

}  // namespace masu::csv
