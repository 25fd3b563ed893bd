// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/io/workbook/workbook.h"

namespace masu::io {

/// A cell that is not empty; places in the text of its row.
struct SheetCell {
  std::uint32_t column = 0;  ///< counts from 0
  bool isError = false;      ///< it shows an error, such as #N/A, which is its text
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Cells that were made one; only the first of them has a value.
struct MergedCells {
  std::uint64_t count = 0;
  std::string first;  ///< e.g. A1:B2
};

/// The rows of a sheet from its first to its last, as text: numbers and dates as cellNumber() has them, true and false,
/// texts without their formats, and of formulas what they gave when the workbook was saved.
/// Memory: a row, and buffers; shared texts are in the scratch folder. Threads: one at a time.
class SheetReader {
 public:
  /// Reads the shared texts. `longestRow`: bytes of its text. Errors: those of XmlPart; a part that is missing; no
  /// space in the scratch folder.
  static Result<SheetReader> open(ArchiveReader archive, const Workbook& book, std::size_t sheet,
                                  std::uint64_t longestRow);
  SheetReader(SheetReader&&) noexcept;
  SheetReader& operator=(SheetReader&&) noexcept;
  ~SheetReader();

  /// The next row that has cells which are not empty; false after the last one. Errors name the sheet and the row: XML
  /// that is damaged, cells and rows that are not in their order or beyond what Excel has, a reference to no shared
  /// text, a row that is too long.
  Result<bool> next();
  /// Counts from 1.
  std::uint64_t row() const;
  /// By their columns. Lifetime, as of text(): until the next row.
  std::span<const SheetCell> cells() const;
  std::string_view text(const SheetCell& cell) const;

  /// Known after the last row.
  const MergedCells& merged() const;

 private:
  struct State;
  explicit SheetReader(std::unique_ptr<State> state);

  std::unique_ptr<State> m_state;
};

}  // namespace masu::io
