// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// The bytes that give a text its structure: what the scan of a dialect looks for.
/// A quote opens a quoted part only at the start of a field (blanks before it are passed over when they are trimmed);
/// anywhere else it is text, as in `12" pipe`. LF, CR and CRLF end a record outside quotes. An escape makes the byte
/// after it text.
struct Marks {
  char delimiter = ',';
  char quote = '"';    ///< '\0': none
  char escape = '\0';  ///< '\0': none
  bool trimBlanks = true;

  Marks() = default;
  explicit Marks(const Dialect& dialect)
      : delimiter(dialect.delimiter), quote(dialect.quote), escape(dialect.escape), trimBlanks(dialect.trimBlanks) {}

  bool isBlank(char c) const { return (c == ' ' || c == '\t') && c != delimiter; }
};

/// The state of the scan between two bytes; all that it needs to know of the bytes before.
enum class Place : std::uint8_t { fieldStart, unquoted, quoted, afterQuote, escapedUnquoted, escapedQuoted };

/// What a scan for record ends found in a run of bytes.
struct RecordEnds {
  Place place = Place::fieldStart;  ///< after the last byte
  std::size_t last = 0;             ///< one past the last record end; 0: there is none
  std::uint64_t lines = 0;          ///< lines that end before `last`; a CRLF counts once, at its CR
  bool endsInCells = false;         ///< some line end of the run is within a cell
};

/// A scan may write over so many entries after the last field end.
inline constexpr std::size_t kSpareEnds = 16;

/// Where a scan writes the fields of a run of bytes.
/// Invariant: `ends` has room for one entry per byte and kSpareEnds more, `recordEnds` for one entry per byte.
struct FieldEnds {
  std::uint32_t* ends = nullptr;        ///< offset of the delimiter or line end after each field
  std::uint32_t* recordEnds = nullptr;  ///< number of fields up to and with the last one of each record
  std::size_t fieldCount = 0;
  std::size_t recordCount = 0;
};

/// The two scans over structure. All kernels give the same answer bit for bit.
/// Threads: pure functions. Requires: size < 2^32. A byte after a CR is looked at by the next scan, never by this one.
struct StructureKernel {
  const char* name;
  RecordEnds (*findRecordEnds)(const char* data, std::size_t size, Place from, const Marks& marks);
  Place (*findFieldEnds)(const char* data, std::size_t size, Place from, const Marks& marks, FieldEnds& out);
};

/// Every kernel this machine can run, the plain one (a byte at a time) first and the fastest last.
std::span<const StructureKernel* const> structureKernels();

/// The fastest for these marks: dialects with an escape take the plain one.
const StructureKernel& structureKernelFor(const Marks& marks);

/// Those for vector instructions, of processors of x86-64 alone.
extern const StructureKernel kAvx2Structure;
extern const StructureKernel kAvx512Structure;

}  // namespace masu::csv
