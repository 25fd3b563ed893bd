// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/stray_quotes.h"

#include <algorithm>

#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/structure_machine.h"

namespace masu::csv {

namespace {

/// So many delimiters in their places are not a coincidence.
constexpr std::size_t kFewestDelimiters = 4;
/// Among so many lines that look like records one may be another.
constexpr std::size_t kLinesOfOther = 10;

bool isQuoted(Place place) {
  return place == Place::quoted || place == Place::escapedQuoted;
}

bool hasLineEnd(std::string_view text) {
  return text.find('\n') != text.npos || text.find('\r') != text.npos;
}

/// Where the quote that closes a cell is; the cell's size where there is none.
std::size_t closingQuote(std::string_view cell, const Marks& marks) {
  Place place = Place::fieldStart;
  if (marks.escape != '\0') {
    for (std::size_t at = 0; at < cell.size(); ++at) {
      step(place, cell[at], marks);
      const bool doubled = at + 1 < cell.size() && cell[at + 1] == marks.quote;
      if (place == Place::afterQuote && !doubled) return at;
    }
    return cell.size();
  }
  for (std::size_t at = cell.find(marks.quote, 1); at != cell.npos; at = cell.find(marks.quote, at + 2)) {
    if (at + 1 == cell.size() || cell[at + 1] != marks.quote) return at;
  }
  return cell.size();
}

/// A cell with line ends that goes on after the quote that closes it.
bool hasTextAfterQuote(std::string_view cell, const Marks& marks) {
  if (!hasLineEnd(cell)) return false;
  while (marks.trimBlanks && !cell.empty() && marks.isBlank(cell.front())) cell.remove_prefix(1);
  if (cell.empty() || marks.quote == '\0' || cell.front() != marks.quote) return false;
  const std::size_t closing = closingQuote(cell, marks);
  const std::string_view rest = cell.substr(std::min(closing + 1, cell.size()));
  return hasLineEnd(cell.substr(0, closing)) && !std::ranges::all_of(rest, [&](char c) { return marks.isBlank(c); });
}

/// Fields of a line by itself; a quote that does not close on it is text, as is all that comes after.
std::size_t fieldsOfLine(std::string_view line, const Marks& marks) {
  Place place = Place::fieldStart;
  std::size_t fields = 1;
  std::size_t opened = 0;
  std::size_t fieldsThere = 1;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Place before = place;
    if (step(place, line[i], marks) == Event::fieldEnd) ++fields;
    if (before == Place::fieldStart && place == Place::quoted) {
      opened = i;
      fieldsThere = fields;
    }
  }
  if (!isQuoted(place)) return fields;
  return fieldsThere + static_cast<std::size_t>(std::ranges::count(line.substr(opened), marks.delimiter));
}

}  // namespace

std::size_t lineSize(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && !isLineEnd(text[end])) ++end;
  return end - from;
}

bool linesAreRecords(std::string_view record, std::size_t fields, const Marks& marks) {
  std::size_t lines = 0;
  std::size_t others = 0;
  for (std::size_t from = 0; from < record.size();) {
    const std::size_t size = lineSize(record, from);
    if (size > 0) {
      ++lines;
      if (fieldsOfLine(record.substr(from, size), marks) != fields) ++others;
      if (lines == 1 && others > 0) return false;
    }
    from += size + 1;
  }
  return lines > 1 && kLinesOfOther * others <= lines && (lines - others) * (fields - 1) >= kFewestDelimiters;
}

Joined joinedBy(const Tokenizer::Record& record, std::size_t fields, const Marks& marks) {
  if (fields < 2 || !hasLineEnd(record.bytes())) return Joined::no;
  bool textAfterQuote = false;
  for (std::size_t i = 0; i < record.size() && !textAfterQuote; ++i)
    textAfterQuote = hasTextAfterQuote(record.field(i), marks);
  if (!textAfterQuote && record.size() == fields) return Joined::no;
  if (linesAreRecords(record.bytes(), fields, marks)) return Joined::records;
  return textAfterQuote ? Joined::lines : Joined::no;
}

bool appendFields(std::string_view line, std::size_t begin, const Marks& marks, std::vector<std::uint32_t>& ends) {
  const std::size_t before = ends.size();
  Place place = Place::fieldStart;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (step(place, line[i], marks) == Event::fieldEnd) ends.push_back(static_cast<std::uint32_t>(begin + i));
  }
  if (isQuoted(place)) {
    ends.resize(before);
    return false;
  }
  ends.push_back(static_cast<std::uint32_t>(begin + line.size()));
  return true;
}

}  // namespace masu::csv
