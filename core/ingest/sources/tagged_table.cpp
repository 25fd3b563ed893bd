// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/tagged_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/whole_number.h"
#include "core/csv/structure/field_text.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/sources/text_pieces.h"

namespace masu::ingest {

namespace {

using namespace std::string_view_literals;

constexpr std::array kSeriesTags = {"@problemname"sv, "@timestamps"sv, "@missing"sv,     "@univariate"sv,
                                    "@dimension"sv,   "@dimensions"sv, "@equallength"sv, "@serieslength"sv,
                                    "@classlabel"sv,  "@targetlabel"sv};

bool isComment(std::string_view line, TaggedFormat format) {
  return line.starts_with(format == TaggedFormat::arff ? '%' : '#');
}

/// Takes a word, and the blanks after it.
std::string_view takeWord(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = withoutBlanks(text.substr(word.size()));
  return word;
}

/// Takes a value of ARFF: in quotes of either kind, with escapes, or bare up to one of `ends`. False: a quote never
/// closes, or there is no bare value.
bool takeValue(std::string_view& text, std::string_view ends, std::string& value, bool& quoted) {
  value.clear();
  quoted = text.starts_with('\'') || text.starts_with('"');
  if (!quoted) {
    value = text.substr(0, text.find_first_of(ends));
    text = withoutBlanks(text.substr(value.size()));
    return !value.empty();
  }
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == quote) {
      text = withoutBlanks(text.substr(i + 1));
      return true;
    }
    const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    const bool escapes = next != '\0' && "\\'\"%t"sv.find(next) != std::string_view::npos;
    if (escapes) ++i;
    value += escapes && next == 't' ? '\t' : text[i];
  }
  return false;
}

/// Between values of ARFF there is a comma, as in CSV, or nothing but blanks.
constexpr std::string_view kEnds = ", \t%{}";
void takeSeparator(std::string_view& text) {
  if (takePrefix(text, ",")) text = withoutBlanks(text);
}

/// What is between commas from here on, or between colons.
std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = text.find(separator);
    found.push_back(withoutBlanks(text.substr(0, end)));
    if (end == std::string_view::npos) return found;
    text.remove_prefix(end + 1);
  }
}

bool isMissing(std::string_view value) {
  return value == "?";
}

/// "{5}" after the values of a record.
bool isWeight(std::string_view text) {
  const std::size_t end = text.find('}');
  return text.starts_with('{') && end != std::string_view::npos && end > 1 &&
         text.substr(1, end - 1).find_first_not_of("0123456789.+-eE \t") == std::string_view::npos;
}

/// Whether nothing, or nothing but a weight or a comment, is left of the line of a record.
bool endsRecord(std::string_view rest) {
  return rest.empty() || rest.starts_with('%') || isWeight(rest);
}

}  // namespace

std::string_view name(TaggedFormat format) {
  return format == TaggedFormat::arff ? "ARFF" : ".ts";
}

std::optional<TaggedFormat> taggedFormat(std::string_view head) {
  std::optional<TaggedFormat> format;
  // Tags are ASCII, of which UTF-16 has every second byte.
  std::string narrow;
  if (head.find('\0') != std::string_view::npos) {
    std::ranges::copy_if(head, std::back_inserter(narrow), [](char c) { return c != '\0'; });
    head = narrow;
  }
  for (const std::string_view mark : {"\xEF\xBB\xBF"sv, "\xFF\xFE"sv, "\xFE\xFF"sv}) takePrefix(head, mark);
  while (!head.empty()) {
    const std::size_t end = head.find_first_of("\r\n");
    std::string_view line = withoutBlanks(head.substr(0, end));
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    if (line.empty() || line.starts_with('%') || line.starts_with('#')) continue;
    const std::string tag = lowerCase(takeWord(line));
    const bool ofSeries = std::ranges::find(kSeriesTags, tag) != kSeriesTags.end();
    // A second tag shows that the first was none of the words of a table.
    if (format == TaggedFormat::arff) return tag == "@attribute" ? format : std::nullopt;
    if (format == TaggedFormat::ts) return ofSeries || tag == "@data" ? format : std::nullopt;
    if (tag != "@relation" && !ofSeries) return std::nullopt;
    format = ofSeries ? TaggedFormat::ts : TaggedFormat::arff;
  }
  return std::nullopt;
}

std::optional<TaggedFormat> taggedFormatOf(const std::filesystem::path& path) {
  const Result<TextPieces> pieces = TextPieces::open(path);
  return pieces ? taggedFormat(pieces->coming()) : std::nullopt;
}

Result<void> TaggedTable::append(std::string_view piece, bool last, std::string& to) {
  m_lines.give(piece, last);
  while (m_lines.next()) {
    const std::string_view line = withoutBlanks(m_lines.line());
    const bool isBlank = line.empty() || isComment(line, m_format);
    if (!m_inData) {
      if (!isBlank) MASU_CHECK(addTag(line));
      if (!m_inData)
        to += '\n';
      else if (m_format == TaggedFormat::arff)
        addHeader(to);
    } else if (!isBlank) {
      if (!m_headed) MASU_CHECK(beginSeries(line, to));
      MASU_CHECK(addRecord(line, to));
    } else if (m_headed) {
      to += '\n';
    } else {
      ++m_waiting;
    }
  }
  if (!last || m_inData) return {};
  return fail(refusal(MASU_TEXT("core",
                                "{0} begins with the tags of the format {1}, but has no line @data: it may be cut "
                                "short.")));
}

Error TaggedTable::refusal(std::string text, std::string word, std::string more) const {
  const std::string path = m_path.string();
  return {Errc::format,
          std::move(text),
          {path, std::string(name(m_format)), std::move(word), std::move(more)},
          {path, m_lines.number(), 0}};
}

Result<void> TaggedTable::addTag(std::string_view line) {
  const std::string tag = lowerCase(takeWord(line));
  if (tag == "@data") {
    m_inData = true;
    return {};
  }
  if (m_format == TaggedFormat::ts) return addSeriesTag(tag, line);
  if (tag == "@frequency" || tag == "@horizon" || tag == "@missing" || tag == "@equallength") {
    return fail(refusal(MASU_TEXT("core",
                                  "{0} is a .tsf file of forecasts, whose series have different lengths, and is not "
                                  "read. Write each series as a CSV file, and import those with --as recordings.")));
  }
  return tag == "@attribute" ? addAttribute(line) : Result<void>();
}

Result<void> TaggedTable::addAttribute(std::string_view text) {
  Attribute attribute;
  bool quoted = false;
  if (!takeValue(text, " \t{", attribute.name, quoted))
    return fail(
        refusal(MASU_TEXT("core", "A quote is never closed in line {2} of {0}."), std::to_string(m_lines.number())));
  text = withoutBlanks(text);
  const std::string type = lowerCase(text.substr(0, text.find_first_of(" \t")));
  if (type == "relational") {
    return fail(refusal(MASU_TEXT("core",
                                  "The attribute {2} of {0} is a table in each of its cells (relational), which is not "
                                  "read. Import the .ts file of the same data, or convert it to CSV."),
                        attribute.name));
  }
  if (type == "numeric" || type == "real" || type == "integer") {
    attribute.absent = "0";
  } else if (takePrefix(text, "{")) {
    text = withoutBlanks(text);
    takeValue(text, kEnds, attribute.absent, quoted);
  }
  m_attributes.push_back(std::move(attribute));
  if (m_attributes.size() > kMostColumns) return fail(tooManyColumns(m_path));
  return {};
}

Result<void> TaggedTable::addSeriesTag(const std::string& tag, std::string_view value) {
  const bool isTrue = lowerCase(value.substr(0, value.find_first_of(" \t"))) == "true";
  if (tag == "@timestamps" && isTrue) {
    return fail(
        refusal(MASU_TEXT("core",
                          "{0} gives a time beside every value (@timeStamps true), which is not read. Write the "
                          "values alone where they are at equal distances, else each series as a CSV file, and "
                          "import those with --as recordings.")));
  }
  if (tag == "@equallength" && !isTrue) {
    return fail(
        refusal(MASU_TEXT("core",
                          "The series of {0} have different lengths (@equalLength false), so that they are not "
                          "rows of a table. Write each as a CSV file, and import those with --as recordings.")));
  }
  if (tag == "@univariate" && isTrue) m_dimensions = 1;
  if (tag == "@dimensions" || tag == "@dimension") m_dimensions = wholeNumber(value).value_or(0);
  if (tag == "@serieslength") m_length = wholeNumber(value).value_or(0);
  if (tag == "@classlabel" && isTrue) m_targetName = "class";
  if (tag == "@targetlabel" && isTrue) m_targetName = "target";
  return {};
}

void TaggedTable::addHeader(std::string& to) {
  std::string record;
  for (const Attribute& attribute : m_attributes) {
    if (&attribute != &m_attributes.front()) record += ',';
    csv::appendField(record, attribute.name);
  }
  // An empty line would not be a header.
  to += record.empty() ? "\"\"" : record;
  to.append(m_waiting + 1, '\n');
  m_headed = true;
}

Result<void> TaggedTable::beginSeries(std::string_view line, std::string& to) {
  const std::vector<std::string_view> dimensions = parts(line, ':');
  const std::size_t targets = m_targetName.empty() ? 0 : 1;
  if (m_dimensions == 0) m_dimensions = std::max<std::size_t>(dimensions.size() - targets, 1);
  if (m_length == 0) m_length = parts(dimensions.front(), ',').size();
  if (m_dimensions > kMostColumns || m_length > kMostColumns / m_dimensions) return fail(tooManyColumns(m_path));
  for (std::uint64_t dimension = 0; dimension < m_dimensions; ++dimension) {
    const std::string before = m_dimensions > 1 ? "d" + std::to_string(dimension) + "_t" : "t";
    for (std::uint64_t place = 0; place < m_length; ++place)
      m_attributes.push_back({before + std::to_string(place), {}});
  }
  if (targets > 0) m_attributes.push_back({m_targetName, {}});
  addHeader(to);
  return {};
}

Result<void> TaggedTable::addRecord(std::string_view line, std::string& to) {
  m_fields.clear();
  std::string_view rest = m_format == TaggedFormat::arff ? line : std::string_view();
  const bool isRead = !m_lines.isTooLong() && (m_format == TaggedFormat::ts ? readSeries(line)
                                               : line.starts_with('{')      ? readSparse(rest)
                                                                            : readRecord(rest));
  if (isRead && isWeight(rest)) {
    return fail(refusal(MASU_TEXT("core",
                                  "{0} gives a record a weight in line {2}, {3}, which is not read. Make an attribute "
                                  "of the weights, and name it by --weight."),
                        std::to_string(m_lines.number()), std::string(rest)));
  }
  if (!isRead) m_fields.assign(1, std::string(line));
  const std::size_t begin = to.size();
  for (const std::string& field : m_fields) {
    if (&field != &m_fields.front()) to += ',';
    csv::appendField(to, field);
  }
  // A column alone takes any text; an empty line would not be a record.
  if (!isRead && m_attributes.size() == 1) to += ',';
  if (to.size() == begin) to += "\"\"";
  to += '\n';
  return {};
}

/// Takes the values of a record; a weight or a comment is left.
bool TaggedTable::readRecord(std::string_view& line) {
  std::string value;
  for (bool quoted = false; !line.empty() && !line.starts_with('%') && !line.starts_with('{'); takeSeparator(line)) {
    if (line.starts_with(',')) {
      m_fields.emplace_back();
    } else {
      if (!takeValue(line, kEnds, value, quoted)) return false;
      m_fields.push_back(!quoted && isMissing(value) ? std::string() : value);
    }
  }
  return endsRecord(line);
}

/// The same of a record in braces.
bool TaggedTable::readSparse(std::string_view& line) {
  for (const Attribute& attribute : m_attributes) m_fields.push_back(attribute.absent);
  std::vector<bool> given(m_fields.size());
  line = withoutBlanks(line.substr(1));
  std::string value;
  for (bool quoted = false; !line.starts_with('}'); takeSeparator(line)) {
    const auto place = takeValue(line, kEnds, value, quoted) ? wholeNumber(value) : std::nullopt;
    if (!place || *place >= m_fields.size() || given[*place] || !takeValue(line, kEnds, value, quoted)) return false;
    given[*place] = true;
    m_fields[*place] = !quoted && isMissing(value) ? std::string() : value;
  }
  line = withoutBlanks(line.substr(1));
  takeSeparator(line);
  return endsRecord(line);
}

/// The number of fields shows a series of another length, unless another dimension makes up for it.
bool TaggedTable::readSeries(std::string_view line) {
  const std::vector<std::string_view> dimensions = parts(line, ':');
  const std::size_t targets = m_targetName.empty() ? 0 : 1;
  bool fits = dimensions.size() == m_dimensions + targets;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (i >= m_dimensions) {
      m_fields.emplace_back(isMissing(dimensions[i]) ? std::string_view() : dimensions[i]);
      continue;
    }
    const std::vector<std::string_view> values = parts(dimensions[i], ',');
    fits = fits && values.size() == m_length;
    for (const std::string_view value : values) {
      // Times beside values, or other separators than commas.
      if (value.find_first_of(" \t()") != std::string_view::npos) return false;
      m_fields.emplace_back(isMissing(value) ? std::string_view() : value);
    }
  }
  return fits || m_fields.size() != m_attributes.size();
}

bool readsTagged(const csv::Dialect& dialect) {
  return readsMadeCsv(dialect) && dialect.comment == '\0' && dialect.thousands == '\0' && dialect.preambleLines == 0 &&
         dialect.header;
}

}  // namespace masu::ingest
