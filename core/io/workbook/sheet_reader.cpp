// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/sheet_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/io/workbook/cell_number.h"
#include "core/io/workbook/cell_text.h"
#include "core/io/workbook/shared_texts.h"
#include "core/io/workbook/xml_part.h"

namespace masu::io {

namespace {

constexpr std::uint64_t kMostRows = 1'048'576;
constexpr std::uint32_t kMostColumns = 16'384;

enum class CellKind { number, shared, text, boolean, error };

/// What a cell's attribute t says. Dates are written as text where they are not numbers, and so is what is not known.
CellKind kindOf(QStringView type) {
  if (type.isEmpty() || type == u"n") return CellKind::number;
  if (type == u"s") return CellKind::shared;
  if (type == u"b") return CellKind::boolean;
  return type == u"e" ? CellKind::error : CellKind::text;
}

/// A cell's place, such as C5.
struct Reference {
  std::uint32_t column = 0;  ///< counts from 0
  std::uint64_t row = 0;     ///< counts from 1
};

std::optional<Reference> referenceIn(std::string_view text) {
  Reference found;
  std::size_t letters = 0;
  while (letters < text.size() && text[letters] >= 'A' && text[letters] <= 'Z' && found.column <= kMostColumns)
    found.column = found.column * 26 + static_cast<std::uint32_t>(text[letters++] - 'A' + 1);
  const std::string_view digits = text.substr(letters);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.row);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || found.column == 0 || found.column > kMostColumns) return std::nullopt;
  --found.column;
  return found;
}

template <class T>
std::optional<T> wholeNumber(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string plain(QStringView text) {
  return text.trimmed().toUtf8().toStdString();
}

}  // namespace

struct SheetReader::State {
  State(ArchiveReader reader, std::string sheetName, std::string fileName, std::uint64_t longestRow)
      : archive(std::move(reader)), name(std::move(sheetName)), file(std::move(fileName)), longest(longestRow) {}

  Result<bool> nextRow();
  Result<void> beginRow();
  Result<void> readCells();
  Result<void> readCell();
  Result<void> readValue(bool& hasValue);
  Result<void> addText(CellKind kind, std::size_t style);
  Error damaged(const char* sentence, std::string what) const {
    return {Errc::damaged, sentence, {std::move(what)}, {file, 0, 0}};
  }
  Error inRow(Error error) const;

  ArchiveReader archive;
  std::string name;
  std::string file;
  std::uint64_t longest;
  std::vector<NumberMeaning> styles;
  bool from1904 = false;
  SharedTexts shared;
  std::optional<XmlPart> part;  ///< borrows the archive
  bool inData = false;
  bool finished = false;
  std::uint64_t row = 0;
  std::uint32_t nextColumn = 0;  ///< of a cell that does not say
  std::vector<SheetCell> cells;
  std::string text;
  QString value;
  MergedCells merged;
};

/// Where the sheet is wrong, before what is wrong.
Error SheetReader::State::inRow(Error error) const {
  Message inner = std::move(error.message);
  error.message = {MASU_TEXT("core", "Reading the sheet {1} of {0} ended at row {2}. {3}"),
                   {file, name, std::to_string(std::max<std::uint64_t>(row, 1)), std::move(inner)}};
  error.source = {file, row, 0};
  return error;
}

Result<void> SheetReader::State::beginRow() {
  const std::string stated = plain(part->attribute(u"r"));
  const std::optional<std::uint64_t> number = stated.empty() ? row + 1 : wholeNumber<std::uint64_t>(stated);
  if (!number || *number <= row || *number > kMostRows) {
    return fail(damaged(MASU_TEXT("core",
                                  "The next row is called {0}, which cannot follow it. Open the workbook, and save it "
                                  "again."),
                        stated.empty() ? std::to_string(row + 1) : stated));
  }
  row = *number;
  nextColumn = 0;
  cells.clear();
  text.clear();
  return {};
}

Result<void> SheetReader::State::readCells() {
  for (;;) {
    MASU_TRY(const XmlEvent event, part->next());
    if (event == XmlEvent::end || event == XmlEvent::finished) return {};
    if (event != XmlEvent::begin) continue;
    if (part->name() == u"c")
      MASU_CHECK(readCell());
    else
      MASU_CHECK(part->skip());
  }
}

/// What is within a cell: its value, which a formula may have given, or a text of its own.
Result<void> SheetReader::State::readValue(bool& hasValue) {
  for (;;) {
    MASU_TRY(const XmlEvent event, part->next());
    if (event == XmlEvent::end || event == XmlEvent::finished) return {};
    if (event != XmlEvent::begin) continue;
    const bool rich = part->name() == u"is";
    if (!rich && part->name() != u"v") {
      MASU_CHECK(part->skip());
      continue;
    }
    value.resize(0);
    hasValue = true;
    MASU_CHECK(rich ? appendRichText(*part, value) : part->appendText(value));
  }
}

Result<void> SheetReader::State::readCell() {
  SheetCell cell{nextColumn, false, text.size(), 0};
  if (const std::string stated = plain(part->attribute(u"r")); !stated.empty()) {
    const std::optional<Reference> place = referenceIn(stated);
    if (!place || place->row != row || place->column < nextColumn) {
      return fail(damaged(MASU_TEXT("core",
                                    "A cell of it is called {0}, which cannot follow those before it. Open the "
                                    "workbook, and save it again."),
                          stated));
    }
    cell.column = place->column;
  }
  if (cell.column >= kMostColumns)
    return fail(damaged(MASU_TEXT("core", "A row has more than {0} cells, as many as Excel has columns."),
                        std::to_string(kMostColumns)));
  nextColumn = cell.column + 1;
  const CellKind kind = kindOf(part->attribute(u"t"));
  const std::size_t style = wholeNumber<std::size_t>(plain(part->attribute(u"s"))).value_or(styles.size());
  bool hasValue = false;
  MASU_CHECK(readValue(hasValue));
  if (!hasValue) return {};
  MASU_CHECK(addText(kind, style));
  cell.end = text.size();
  cell.isError = kind == CellKind::error;
  if (cell.end > cell.begin) cells.push_back(cell);
  if (text.size() <= longest) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core", "The row is longer than {0} bytes, the limit of --longest-record. Allow more if it is "
                                "meant."),
              {std::to_string(longest)}, {file, 0, 0});
}

Result<void> SheetReader::State::addText(CellKind kind, std::size_t style) {
  if (kind == CellKind::text) {
    appendUtf8(text, value);
    return {};
  }
  const std::string stored = plain(value);
  if (kind == CellKind::shared) {
    const auto index = wholeNumber<std::uint64_t>(stored);
    const auto found = index ? shared.at(*index) : std::nullopt;
    if (!found) {
      return fail(damaged(MASU_TEXT("core",
                                    "A cell of it refers to the shared text {0}, which is missing. Open the workbook, "
                                    "and save it again."),
                          stored));
    }
    text += *found;
  } else if (kind == CellKind::boolean) {
    text += stored == "1" ? "true" : stored == "0" ? "false" : stored;
  } else if (kind == CellKind::error) {
    text += stored.empty() ? "#" : stored;
  } else {
    text += cellNumber(stored, style < styles.size() ? styles[style] : NumberMeaning::number, from1904);
  }
  return {};
}

Result<bool> SheetReader::State::nextRow() {
  while (!finished) {
    MASU_TRY(const XmlEvent event, part->next());
    finished = event == XmlEvent::finished;
    if (event == XmlEvent::text || finished) continue;
    const bool begins = event == XmlEvent::begin;
    if (part->name() == u"sheetData") {
      inData = begins;
    } else if (begins && inData && part->name() == u"row") {
      MASU_CHECK(beginRow());
      MASU_CHECK(readCells());
      if (!cells.empty()) return true;
    } else if (begins && part->name() == u"mergeCell") {
      if (merged.count++ == 0) merged.first = plain(part->attribute(u"ref"));
    }
  }
  return false;
}

SheetReader::SheetReader(std::unique_ptr<State> state) : m_state(std::move(state)) {}
SheetReader::SheetReader(SheetReader&&) noexcept = default;
SheetReader& SheetReader::operator=(SheetReader&&) noexcept = default;
SheetReader::~SheetReader() = default;

Result<SheetReader> SheetReader::open(ArchiveReader archive, const Workbook& book, std::size_t sheet,
                                      std::uint64_t longestRow) {
  auto state =
      std::make_unique<State>(std::move(archive), book.sheets[sheet].name, book.file.string(), longestRow);
  state->styles = book.styles;
  state->from1904 = book.from1904;
  if (!book.sharedTexts.empty()) {
    MASU_TRY(const std::size_t texts, partOf(state->archive, book.sharedTexts, book.file));
    MASU_TRY(state->shared, SharedTexts::read(state->archive, texts, book.file));
  }
  MASU_TRY(const std::size_t member, partOf(state->archive, book.sheets[sheet].part, book.file));
  MASU_TRY(XmlPart part, XmlPart::open(state->archive, member, book.file));
  state->part.emplace(std::move(part));
  return SheetReader(std::move(state));
}

Result<bool> SheetReader::next() {
  State& state = *m_state;
  Result<bool> read = state.nextRow();
  if (!read) return fail(state.inRow(std::move(read.error())));
  if (!*read) MASU_CHECK(state.shared.check(state.file));
  return read;
}

std::uint64_t SheetReader::row() const {
  return m_state->row;
}

std::span<const SheetCell> SheetReader::cells() const {
  return m_state->cells;
}

std::string_view SheetReader::text(const SheetCell& cell) const {
  return std::string_view(m_state->text).substr(cell.begin, cell.end - cell.begin);
}

const MergedCells& SheetReader::merged() const {
  return m_state->merged;
}

}  // namespace masu::io
