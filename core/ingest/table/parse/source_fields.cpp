// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/source_fields.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header.h"
#include "core/csv/detection/header_guess.h"
#include "core/csv/detection/sniffer.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kExaminedBytes = std::size_t{64} << 10;
constexpr std::size_t kExaminedRecords = 100;

/// True where a file's first record is data: the part of a table that was cut into files with one header.
bool beginsWithData(const TableSource& source, const csv::Dialect& dialect) {
  const std::string_view text = source.text();
  const std::string_view head = text.substr(source.recordStart, kExaminedBytes);
  csv::Dialect inner = dialect;
  inner.preambleLines = 0;
  const auto records =
      csv::firstRecords(head, head.size() == text.size() - source.recordStart, inner, kExaminedRecords);
  return !csv::hasHeader(records, dialect);
}

/// Whether lines that are passed over before a table have a record of its: as many cells as its columns, most of them
/// with text. A title has fewer, or is filled up with empty ones; in a single column the two look alike.
bool passesOverRecords(const TableSource& source, const csv::Dialect& dialect, std::size_t columns) {
  const std::size_t mark = csv::byteOrderMark(source.text());
  if (columns < 2 || source.recordStart <= mark) return false;
  csv::Dialect inner = dialect;
  inner.preambleLines = 0;
  const std::string_view passed = source.text().substr(mark, source.recordStart - mark).substr(0, kExaminedBytes);
  const csv::Records records = csv::firstRecords(passed, true, inner, kExaminedRecords);
  return std::ranges::any_of(records, [&](const std::vector<std::string>& record) {
    const auto filled = std::ranges::count_if(record, [](const std::string& cell) { return !cell.empty(); });
    return record.size() == columns && filled >= 2 && 2 * static_cast<std::size_t>(filled) > columns;
  });
}

/// The lines before the table are counted in the first source, and as many are passed over in each: a source that has
/// fewer would lose its header or records without a word. How many --skip passes over is the user's choice.
Result<void> checkPassedOver(const ImportPlan& plan, const std::vector<TableSource>& sources, std::size_t columns) {
  const csv::Dialect& dialect = plan.table().dialect;
  if (dialect.skippedLines() == 0 || plan.options.table.skipLines) return {};
  if (passesOverRecords(sources.front(), dialect, columns)) return {};
  for (const TableSource& source : std::span(sources).subspan(1)) {
    const std::size_t own = source.header.empty() ? columns : source.header.size();
    if (!passesOverRecords(source, dialect, own)) continue;
    const std::string path = source.path.string();
    return fail(Errc::format,
                MASU_TEXT("core",
                          "{0} has records or a header in its first lines, where {1} has {2} lines before its table. "
                          "Import one of them, then append the other; or state by --skip how many lines to pass over "
                          "in every source."),
                {path, sources.front().path.string(), std::to_string(dialect.skippedLines())}, {path, 1, 0});
  }
  return {};
}

bool isIdentity(const std::vector<std::uint32_t>& columns, std::size_t count) {
  if (columns.size() != count) return false;
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != i) return false;
  }
  return true;
}

class FieldMatch {
 public:
  FieldMatch(ImportPlan& plan, std::vector<std::string> names) : m_plan(plan) {
    for (std::string& name : names) columnOf(name);
  }

  Result<void> add(TableSource& source, const TableSource& first);
  std::vector<std::string> finish();

 private:
  std::uint32_t columnOf(const std::string& name);
  Result<void> addPart(TableSource& source, const TableSource& first);

  ImportPlan& m_plan;
  std::vector<std::string> m_names;
  std::unordered_map<std::string, std::uint32_t> m_places;
};

std::uint32_t FieldMatch::columnOf(const std::string& name) {
  const auto [found, fresh] = m_places.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
  if (fresh) m_names.push_back(name);
  return found->second;
}

/// A source that has no column of the first one: another table, or one with another delimiter.
Error sharesNothing(const TableSource& source, const TableSource& first, const csv::Dialect& dialect) {
  const std::string path = source.path.string();
  const Location where{path, source.recordLine, 0};
  const std::string_view text = source.text().substr(source.recordStart);
  csv::DialectHints hints;
  hints.header = dialect.header;
  const std::string_view head = text.substr(0, kExaminedBytes);
  const bool whole = head.size() == text.size();
  const auto own = csv::sniffDialect(head, whole, hints, path);
  const bool other = own && own->delimiter != dialect.delimiter && !source.json && !source.sheet && !source.tagged;
  if (other && csv::commonFieldCount(csv::firstRecords(head, whole, *own, kExaminedRecords)) > 1) {
    return {Errc::format,
            MASU_TEXT("core",
                      "{0} shares no column with {1} where both are read with the delimiter {2}; its own seems to be "
                      "{3}. Import it separately, or append it to the dataset of the others."),
            {path, first.path.string(), csv::shownCharacter(dialect.delimiter), csv::shownCharacter(own->delimiter)},
            where};
  }
  return {Errc::format,
          MASU_TEXT("core",
                    "{0} shares no column with {1}: its first is named {2}. Import them separately, or leave it out."),
          {path, first.path.string(), source.header.empty() ? std::string("-") : source.header.front()},
          where};
}

/// A part takes its columns by position.
Result<void> FieldMatch::addPart(TableSource& source, const TableSource& first) {
  const std::vector<std::uint32_t>& columns = m_plan.table().fields.front().columns;
  if (source.json || source.header.size() != columns.size() || !beginsWithData(source, m_plan.table().dialect)) {
    return fail(sharesNothing(source, first, m_plan.table().dialect));
  }
  m_plan.table().fields.push_back({false, columns});
  source.firstLine = source.recordLine;
  source.start = source.recordStart;
  source.header.clear();
  return {};
}

Result<void> FieldMatch::add(TableSource& source, const TableSource& first) {
  SourceFields fields;
  if (!m_plan.table().dialect.header) {
    fields.columns.resize(m_names.size());
    std::iota(fields.columns.begin(), fields.columns.end(), 0U);
    m_plan.table().fields.push_back(std::move(fields));
    return {};
  }
  const std::vector<std::string> names = csv::columnNames(&source.header, source.header.size(), !source.json);
  const bool shares = std::ranges::any_of(names, [&](const auto& name) { return m_places.contains(name); });
  if (!shares) return addPart(source, first);
  for (const std::string& name : names) fields.columns.push_back(columnOf(name));
  m_plan.table().fields.push_back(std::move(fields));
  return {};
}

std::vector<std::string> FieldMatch::finish() {
  for (SourceFields& fields : m_plan.table().fields) {
    if (isIdentity(fields.columns, m_names.size())) fields.columns.clear();
  }
  return std::move(m_names);
}

/// How many sources lack each column, and the first of them.
struct Lack {
  std::uint64_t sources = 0;
  std::size_t first = 0;
};

std::vector<Lack> lackOf(const ImportPlan& plan) {
  std::vector<Lack> lack(plan.columns.size());
  for (std::size_t i = plan.table().fields.size(); i-- > 0;) {
    if (plan.table().fields[i].columns.empty()) continue;
    std::vector<bool> has(plan.columns.size(), false);
    for (const std::uint32_t column : plan.table().fields[i].columns) has[column] = true;
    for (std::size_t column = 0; column < has.size(); ++column) {
      if (!has[column]) lack[column] = {lack[column].sources + 1, i};
    }
  }
  return lack;
}

}  // namespace

csv::Dialect dialectOf(const ImportPlan& plan, std::size_t source) {
  csv::Dialect dialect = plan.table().dialect;
  dialect.header = dialect.header && (source >= plan.table().fields.size() || plan.table().fields[source].header);
  return dialect;
}

std::size_t fieldCount(const ImportPlan& plan, std::size_t source) {
  const bool known = source < plan.table().fields.size() && !plan.table().fields[source].columns.empty();
  return known ? plan.table().fields[source].columns.size() : plan.columns.size();
}

Result<std::vector<std::string>> matchFields(ImportPlan& plan, std::vector<TableSource>& sources,
                                             std::vector<std::string> first) {
  MASU_CHECK(checkPassedOver(plan, sources, first.size()));
  plan.table().fields.clear();
  SourceFields own;
  own.columns.resize(first.size());
  std::iota(own.columns.begin(), own.columns.end(), 0U);
  plan.table().fields.push_back(std::move(own));
  FieldMatch match(plan, std::move(first));
  for (std::size_t i = 1; i < sources.size(); ++i) MASU_CHECK(match.add(sources[i], sources.front()));
  return match.finish();
}

void noteFields(ImportPlan& plan) {
  const std::vector<Lack> lack = lackOf(plan);
  for (std::size_t column = 0; column < plan.columns.size(); ++column) {
    if (lack[column].sources == 0) continue;
    plan.notes.push_back(
        {MASU_TEXT("core", "Column {0} is not in {1} of {2} files, {3} among them; their cells count as missing."),
         {plan.columns[column].name, std::to_string(lack[column].sources), std::to_string(plan.table().fields.size()),
          plan.sources[lack[column].first].path}});
  }
  for (std::size_t i = 0; i < plan.table().fields.size(); ++i) {
    if (plan.table().fields[i].header || !plan.table().dialect.header) continue;
    plan.notes.push_back({MASU_TEXT("core", "{0} has no header; its columns are read in the order of {1}."),
                          {plan.sources[i].path, plan.sources.front().path}});
  }
}

}  // namespace masu::ingest
