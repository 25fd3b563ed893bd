// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/record_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/csv/numbers/whole_number.h"
#include "core/ingest/plan/column_rules.h"

namespace masu::ingest {

using table::FilterColumn;
using table::FilterValues;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

/// The cells that the expression asks for, of the records of one block.
class RecordFilter::Rows : public table::FilterRows {
 public:
  explicit Rows(const ImportPlan& plan) : m_plan(plan) {}

  Result<FilterColumn> column(std::string_view name, bool inBackticks) override;
  Result<FilterValues> values(const FilterColumn& column, std::uint64_t first, std::uint64_t count) override;

  void begin(std::uint32_t source);
  /// False where a cell is not of its column's kind.
  bool add(const csv::Tokenizer::Record* record, const std::vector<std::size_t>& fieldOf, csv::CellParser& cells);
  std::size_t size() const { return m_size; }

 private:
  static constexpr std::size_t kSource = static_cast<std::size_t>(-1);

  struct Asked {
    std::size_t column = kSource;
    FilterColumn::Kind kind = FilterColumn::Kind::text;
    bool keptText = false;  ///< cells are texts as they stand, of which the empty ones alone are missing
    std::vector<double> numbers;
    std::vector<std::string> texts;
  };

  FilterColumn ask(std::size_t column, FilterColumn::Kind kind);
  bool isText(const ColumnPlan& column) const;
  bool addNumber(Asked& asked, std::string_view text, const csv::CellParser& cells) const;

  const ImportPlan& m_plan;
  std::vector<Asked> m_asked;
  std::size_t m_size = 0;
  std::string m_source;
};

/// Whether a column is kept as text, or was where the model of a prediction learned, which keeps nothing itself.
bool RecordFilter::Rows::isText(const ColumnPlan& column) const {
  const TableOptions& table = m_plan.options.table;
  const auto isListed = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, column.name) != names.end();
  };
  const bool wasKept = column.role == table::Role::ignored && !table::isNumeric(column.kind) &&
                       (isListed(table.text) || isListed(table.keep));
  return isKeptText(column) || wasKept;
}

FilterColumn RecordFilter::Rows::ask(std::size_t column, FilterColumn::Kind kind) {
  const bool keptText = column != kSource && isText(m_plan.columns[column]);
  m_asked.push_back({column, kind, keptText, {}, {}});
  FilterColumn asked;
  asked.kind = kind;
  asked.id = m_asked.size() - 1;
  if (column == kSource) return asked;
  const ColumnPlan& plan = m_plan.columns[column];
  if (plan.kind == table::Kind::time) asked.times = plan.forms.times;
  return asked;
}

Result<FilterColumn> RecordFilter::Rows::column(std::string_view name, bool inBackticks) {
  if (!inBackticks && name == "source") return ask(kSource, FilterColumn::Kind::text);
  if (!inBackticks && (name == "sample" || name == "position" || name == "split" || name == "group")) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "What {0} is shows only when the import is done: filter by columns or the source."),
                {std::string(name)});
  }
  std::string wanted(name);
  if (!inBackticks && name == "label" && !m_plan.options.labels.empty()) wanted = m_plan.options.labels.front();
  MASU_TRY(const std::size_t at, columnNamed(m_plan, wanted));
  // Whole numbers that doubles do not distinguish are compared by their digits.
  const ColumnPlan& plan = m_plan.columns[at];
  const bool wide = plan.kind == table::Kind::integer && plan.stats.count > 0 &&
                    std::max(plan.stats.max, -plan.stats.min) >= csv::kWholeDoubles;
  // The classes of a boolean label are words, as they are in the dataset.
  const bool words = plan.role == table::Role::label && plan.kind == table::Kind::boolean &&
                     m_plan.options.target != store::Target::values;
  const bool number = table::isNumeric(plan.kind) && !wide && !words;
  return ask(at, number ? FilterColumn::Kind::number : FilterColumn::Kind::text);
}

Result<FilterValues> RecordFilter::Rows::values(const FilterColumn& column, std::uint64_t first, std::uint64_t count) {
  const Asked& asked = m_asked[column.id];
  FilterValues values;
  if (asked.kind == FilterColumn::Kind::number)
    values.numbers = std::span(asked.numbers).subspan(first, count);
  else
    values.texts = std::span(asked.texts).subspan(first, count);
  return values;
}

void RecordFilter::Rows::begin(std::uint32_t source) {
  for (Asked& asked : m_asked) {
    asked.numbers.clear();
    asked.texts.clear();
  }
  m_size = 0;
  m_source = m_plan.sources[source].path;
}

bool RecordFilter::Rows::addNumber(Asked& asked, std::string_view text, const csv::CellParser& cells) const {
  const ColumnPlan& plan = m_plan.columns[asked.column];
  double value = kNan;
  bool readable = true;
  if (!cells.isMissing(text)) {
    const int boolean = plan.kind == table::Kind::boolean ? booleanFrom(text) : -1;
    if (plan.kind == table::Kind::time)
      readable = table::parseTime(text, plan.dateOrder, plan.forms.times, value);
    else if (boolean >= 0)
      value = boolean;
    else
      readable = cells.number(text, value) == csv::NumberStatus::number &&
                 (plan.kind != table::Kind::boolean || std::isnan(value) || isBoolean(value));
  }
  asked.numbers.push_back(readable ? value : kNan);
  return readable;
}

bool RecordFilter::Rows::add(const csv::Tokenizer::Record* record, const std::vector<std::size_t>& fieldOf,
                             csv::CellParser& cells) {
  bool readable = true;
  for (Asked& asked : m_asked) {
    if (asked.column == kSource) {
      asked.texts.push_back(m_source);
      continue;
    }
    std::size_t field = record == nullptr ? kNoField : fieldOf[asked.column];
    // A record that is padded ends before.
    if (record != nullptr && field >= record->size()) field = kNoField;
    const std::string_view cell = field == kNoField ? std::string_view() : record->field(field);
    const table::Kind kind = m_plan.columns[asked.column].kind;
    const bool exact = asked.keptText || kind == table::Kind::text;
    const std::string_view text = exact ? cells.exactText(cell) : cells.text(cell);
    const bool missing = field == kNoField || (asked.keptText ? text.empty() : isMissingCell(kind, text, cells));
    if (asked.kind == FilterColumn::Kind::text)
      asked.texts.emplace_back(missing ? std::string_view() : text);
    else if (missing)
      asked.numbers.push_back(kNan);
    else
      readable = addNumber(asked, text, cells) && readable;
  }
  ++m_size;
  return readable;
}

RecordFilter::RecordFilter(std::shared_ptr<Rows> rows, table::Filter filter)
    : m_rows(std::move(rows)), m_filter(std::move(filter)) {}

Result<RecordFilter> RecordFilter::compile(const ImportPlan& plan) {
  auto rows = std::make_shared<Rows>(plan);
  MASU_TRY(table::Filter filter, table::Filter::compile(plan.options.table.where, *rows));
  return RecordFilter(std::move(rows), std::move(filter));
}

void RecordFilter::begin(std::uint32_t source, const std::vector<std::size_t>& fieldOf) {
  m_rows->begin(source);
  m_fieldOf = &fieldOf;
  m_faulty.clear();
}

void RecordFilter::add(const csv::Tokenizer::Record* record, csv::CellParser& cells) {
  const bool readable = m_rows->add(record, *m_fieldOf, cells);
  m_faulty.push_back(readable ? 0 : 1);
}

void RecordFilter::apply() {
  m_hits.assign(m_rows->size(), 0);
  // Rows that are in memory are always there to be read.
  if (!m_filter.run(*m_rows, 0, m_hits)) std::ranges::fill(m_hits, std::uint8_t{1});
}

}  // namespace masu::ingest
