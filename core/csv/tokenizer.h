#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/csv/structure.h"

namespace masu::csv {

/// Where the fields of a block of whole records lie.
/// Invariant: records are in text order; a line of nothing but its end is no record.
/// Threads: one at a time. Lifetime: spans borrow the block's bytes; valid until the next tokenize().
/// Cost: four bytes of memory a field and four a record, touched only as far as used.
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

  /// Steps to the next record; false at the end.
  bool next(Record& record);
  /// Steps back in front of the first record.
  void rewind() { m_record = 0; }

  /// True where the block ended inside quotes: its last record is not whole.
  bool endsInsideQuotes() const { return m_unclosed; }
  /// True for the record that such a quote swallowed.
  bool atLastRecord() const { return m_record == m_found.recordCount; }

 private:
  void grow(std::size_t size);

  Marks m_marks;
  const StructureKernel* m_kernel;
  std::unique_ptr<std::uint32_t[]> m_ends;
  std::unique_ptr<std::uint32_t[]> m_recordEnds;
  std::size_t m_capacity = 0;
  FieldEnds m_found;
  std::string_view m_block;
  std::size_t m_record = 0;
  bool m_unclosed = false;
};

}  // namespace masu::csv
