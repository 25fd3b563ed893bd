// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/csv/structure/dialect.h"
#include "core/ingest/plan/cell_forms.h"
#include "core/table/schema.h"

namespace masu::ingest {

/// Counts how the surveyed cells of one column are written. Threads: one at a time.
class FormCounts {
 public:
  /// The delimiter and the decimal mark of the table.
  FormCounts(char delimiter, char decimal) : m_delimiter(delimiter), m_decimal(decimal) {}

  /// A cell that is a number; `value`: what it is read as.
  void addNumber(std::string_view text, double value);
  /// A cell that is neither missing nor a number; `isTime`: it is one, which addTime() is given, too.
  void addText(std::string_view text, bool isTime = false);
  /// A cell that is a time.
  void addTime(std::string_view text);

  /// What they leave open in a column of that kind.
  CellForms finish(table::Kind kind) const;

 private:
  /// How often something was met, and the first of it.
  struct Count {
    std::uint64_t cells = 0;
    std::string first;

    void add(std::string_view text) {
      if (cells++ == 0) first = text;
    }
  };

  bool mayBeThousands() const;
  void fillMostly(CellForms& forms) const;

  char m_delimiter;
  char m_decimal;
  Count m_anyNumbers;
  Count m_anyTexts;
  Count m_untimed;  ///< of the texts: no times
  Count m_dated;
  Count m_ofDay;               ///< times without a date, which do not mix with others
  std::uint64_t m_wholes = 0;  ///< of the numbers: digits alone
  bool m_beyond = false;       ///< one of them is 1000 or more
  Count m_grouped;             ///< of the numbers: up to three digits, the mark, three digits
  std::uint64_t m_marked = 0;  ///< of the numbers: with the mark in another place
  Count m_exponents;           ///< of the numbers: digits, e, digits
  Count m_flushed;             ///< of the numbers: read as 0, which they are not
  Count m_decorated;           ///< of the texts
  bool m_thousands = false;    ///< the first of those has separators of thousands
  Count m_shortYears;
  std::uint64_t m_zoned = 0;
  Count m_zoneless;
};

}  // namespace masu::ingest
