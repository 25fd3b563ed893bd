// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/csv/structure/structure.h"

namespace masu::csv {

/// Where the fields of a block of whole records are.
/// Invariant: records are in text order; an empty line is not a record.
/// Threads: one at a time. Lifetime: spans borrow the block's bytes; valid until the next tokenize().
/// Cost: four bytes of memory a field and four a record, touched only as far as used; of a record with more fields than
/// limitFields() says no more than that, and those of a piece of the text.
class Tokenizer {
 public:
  explicit Tokenizer(const Marks& marks);
  Tokenizer(const Marks& marks, const StructureKernel& kernel);

  /// One record: its first byte and where each field ends.
  struct Record {
    const char* begin = nullptr;
    const char* text = nullptr;  ///< the block, which `ends` count from
    std::span<const std::uint32_t> ends;

    std::size_t size() const { return ends.size(); }
    /// The field's bytes as they stand, quotes and blanks included.
    std::string_view field(std::size_t i) const {
      const char* first = i == 0 ? begin : text + ends[i - 1] + 1;
      return {first, static_cast<std::size_t>(text + ends[i] - first)};
    }
    /// The record's bytes without its line end.
    std::string_view bytes() const { return {begin, static_cast<std::size_t>(text + ends.back() - begin)}; }
  };

  /// Finds the fields of a block. Requires: block.size() < 2^32 − 1, and it begins at the start of a record.
  void tokenize(std::string_view block);

  /// Takes apart what stray quotes joined, of a block whose cells have line ends within them. Text after the quote that
  /// closes such a cell shows that the quote was a stray one; so does a record without the `fields` that it should have
  /// where its lines have them. Lines that nearly all look like records are then records of their own; a line whose
  /// quote does not close, and lines that do not look so, are a record of a single field. A record that begins with
  /// `comment` is a line, whatever quotes are in it ('\0': there are no comments).
  /// Cost: a look or two at each record of the block.
  void separateLines(std::size_t fields, char comment = '\0');
  /// True for a record that a stray quote has spoiled, of those that next() gave the last one.
  bool isStray() const { return !m_strays.empty() && std::ranges::binary_search(m_strays, m_record - 1); }

  /// Steps to the next record; false at the end.
  bool next(Record& record);
  /// A record of a long block that has `most` fields or more may be given with fewer than it has, yet with `most`; only
  /// where its first few begin and where it ends is right then.
  void limitFields(std::size_t most) { m_mostFields = most; }
  /// Steps back before the first record.
  void rewind() { m_record = 0; }

  /// True for the last record of the block, which is the one that a quote swallowed that never closes.
  bool atLastRecord() const { return m_record == m_found.recordCount; }

 private:
  void grow(std::size_t size);
  void reserve(std::size_t fields, std::size_t records);
  void findFields(std::string_view block);

  Marks m_marks;
  const StructureKernel* m_kernel;
  std::unique_ptr<std::uint32_t[]> m_ends;
  std::unique_ptr<std::uint32_t[]> m_recordEnds;
  std::size_t m_capacity = 0;
  std::size_t m_mostFields = static_cast<std::size_t>(-1);
  FieldEnds m_found;
  std::string_view m_block;
  std::size_t m_record = 0;
  std::vector<std::size_t> m_strays;  ///< records that stray quotes spoiled, in order
};

}  // namespace masu::csv
