// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/csv_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/name_list.h"
#include "core/csv/detection/header.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/table/survey/column_sketch.h"

namespace masu::ingest {

using table::Kind;

namespace {

using Records = std::vector<std::vector<std::string>>;

struct NamedUnit {
  std::string_view name;
  double seconds;
};

constexpr std::array kUnits = {NamedUnit{"s", 1},
                               NamedUnit{"sec", 1},
                               NamedUnit{"secs", 1},
                               NamedUnit{"second", 1},
                               NamedUnit{"seconds", 1},
                               NamedUnit{"秒", 1},
                               NamedUnit{"ms", 1e-3},
                               NamedUnit{"msec", 1e-3},
                               NamedUnit{"millis", 1e-3},
                               NamedUnit{"ミリ秒", 1e-3},
                               NamedUnit{"milliseconds", 1e-3},
                               NamedUnit{"us", 1e-6},
                               NamedUnit{"µs", 1e-6},
                               NamedUnit{"μs", 1e-6},
                               NamedUnit{"usec", 1e-6},
                               NamedUnit{"microseconds", 1e-6},
                               NamedUnit{"ns", 1e-9},
                               NamedUnit{"nsec", 1e-9},
                               NamedUnit{"nanoseconds", 1e-9},
                               NamedUnit{"min", 60},
                               NamedUnit{"minutes", 60},
                               NamedUnit{"分", 60},
                               NamedUnit{"h", 3600},
                               NamedUnit{"hours", 3600}};

constexpr std::array<std::string_view, 18> kTimeNames = {
    "time",     "times", "timestamp", "timestamps", "date", "datetime", "t",        "elapsed",        "elapsedtime",
    "unixtime", "epoch", "時刻",      "時間",       "日時", "日付",     "経過時間", "タイムスタンプ", "timeofday"};

/// In lower case, and with the brackets that Japanese text is written with as those of ASCII.
std::string plainName(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, char>, 4> kBrackets{
      {{"（", '('}, {"）", ')'}, {"［", '['}, {"］", ']'}}};
  std::string plain = lowerCase(name);
  for (const auto& [wide, bracket] : kBrackets) {
    for (std::size_t at = plain.find(wide); at != std::string::npos; at = plain.find(wide, at))
      plain.replace(at, wide.size(), 1, bracket);
  }
  return plain;
}

/// Without what is between words.
std::string joinedWords(std::string_view text) {
  std::string joined;
  std::ranges::copy_if(text, std::back_inserter(joined),
                       [](char c) { return std::string_view(" \t_-.").find(c) == std::string_view::npos; });
  return joined;
}

std::optional<double> unitOf(std::string_view name) {
  const auto found = std::ranges::find(kUnits, name, &NamedUnit::name);
  return found == kUnits.end() ? std::nullopt : std::optional(found->seconds);
}

bool isTimeWord(const std::string& name) {
  return std::ranges::find(kTimeNames, joinedWords(name)) != kTimeNames.end();
}

/// The unit in brackets or as the last word of a plain name; 0 where there is none.
double lastUnitIn(const std::string& lower) {
  const std::size_t cut = lower.find_last_of("([_ /");
  if (cut == std::string::npos) return 0;
  std::string unit = joinedWords(std::string_view(lower).substr(cut + 1));
  std::erase_if(unit, [](char c) { return c == ')' || c == ']'; });
  return unitOf(unit).value_or(0);
}

/// The unit that the name of a time column gives, 0 where it gives none; nothing where it is not the name of a time.
std::optional<double> timeUnitOf(std::string_view name) {
  const std::string lower = plainName(name);
  if (isTimeWord(lower)) return 0;
  constexpr std::array<std::string_view, 6> kLongUnits = {"seconds",     "milliseconds", "microseconds",
                                                          "nanoseconds", "millis",       "秒"};
  if (std::ranges::find(kLongUnits, lower) != kLongUnits.end()) return unitOf(lower);
  // time (ms), time[s], time_ms, elapsed ms
  const std::size_t cut = lower.find_last_of("([_ /");
  if (cut == std::string::npos || !isTimeWord(lower.substr(0, cut))) return std::nullopt;
  const double unit = lastUnitIn(lower);
  return unit > 0 ? std::optional(unit) : std::nullopt;
}

/// The table of the first records, column by column.
class ColumnChoice {
 public:
  ColumnChoice(const Records& records, const csv::Dialect& dialect) : m_dialect(dialect), m_parser(dialect) {
    m_first = dialect.header ? 1 : 0;
    std::map<std::size_t, std::size_t> counts;
    for (std::size_t i = std::min(m_first, records.size() - 1); i < records.size(); ++i) ++counts[records[i].size()];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    m_names = csv::columnNames(dialect.header ? &records.front() : nullptr, most->first);
    for (const auto& record : records) {
      if (record.size() == m_names.size()) m_records.push_back(&record);
    }
    if (dialect.header && !m_records.empty() && m_records.front() == &records.front())
      m_records.erase(m_records.begin());
    m_named.resize(m_names.size());
    for (std::size_t i = 0; i < m_names.size(); ++i) {
      m_named[i] = dialect.header && i < records.front().size() && !records.front()[i].empty();
      m_kinds.push_back(sketchOf(i));
    }
  }

  Result<CsvColumns> choose(const AskedColumns& asked, const std::string& file);

 private:
  struct Found {
    Kind kind = Kind::empty;
    table::DateOrder order = table::DateOrder::monthFirst;
    table::TimeKind times = table::TimeKind::any;
    bool days = false;        ///< nothing but days
    bool timesOfDay = false;  ///< nothing but those
  };

  Found sketchOf(std::size_t place) const {
    ColumnSketch sketch({}, {}, m_dialect);
    for (const auto* record : m_records) sketch.add((*record)[place], m_parser);
    const ColumnPlan plan = sketch.finish({});
    Found found{plan.kind, plan.dateOrder, plan.forms.times};
    if (plan.kind == Kind::time) detectDays(place, found);
    return found;
  }
  void detectDays(std::size_t place, Found& found) const {
    constexpr double kDay = 86400;
    found.days = found.timesOfDay = true;
    for (const auto* record : m_records) {
      double time = 0;
      if (!table::parseTime((*record)[place], found.order, found.times, time)) continue;
      found.days = found.days && std::fmod(time, kDay) == 0;
      found.timesOfDay = found.timesOfDay && time >= 0 && time < kDay;
    }
  }
  bool isNumeric(std::size_t place) const {
    return m_kinds[place].kind == Kind::integer || m_kinds[place].kind == Kind::decimal;
  }
  CsvColumn columnAt(std::size_t place) const {
    const Found& found = m_kinds[place];
    return {.place = place,
            .empty = found.kind == Kind::empty,
            .dated = found.kind == Kind::time,
            .order = found.order,
            .times = found.times};
  }
  std::string namesThere() const;
  Result<void> takeAsked(const std::vector<std::string>& asked, const std::string& file);
  Result<void> takeTime(const std::optional<std::string>& asked, const std::vector<bool>& taken,
                        const std::string& file);
  Result<CsvColumn> timeCalled(const std::string& name, const std::string& file) const;
  std::optional<CsvColumn> timeByName(const std::vector<bool>& taken) const;
  std::optional<CsvColumn> timeByContent(const std::vector<bool>& taken) const;
  void takeTimeOfDay(const std::vector<bool>& taken);
  bool grows(std::size_t place) const;
  bool countsRecords(std::size_t place) const;

  const csv::Dialect& m_dialect;
  csv::CellParser m_parser;
  std::size_t m_first = 0;
  std::vector<const std::vector<std::string>*> m_records;  ///< without the header, and those of other length
  std::vector<std::string> m_names;
  std::vector<bool> m_named;  ///< by a header, and not by their place
  std::vector<Found> m_kinds;
  CsvColumns m_columns;
};

std::string ColumnChoice::namesThere() const {
  constexpr std::size_t kMostNamed = 30;
  return namesListed(m_names, kMostNamed);
}

Result<void> ColumnChoice::takeAsked(const std::vector<std::string>& asked, const std::string& file) {
  for (const std::string& name : asked) {
    const auto found = std::ranges::find(m_names, name);
    if (found == m_names.end()) {
      return fail(Errc::notFound, MASU_TEXT("core", "{0} has no channel {1}. It has {2}."), {file, name, namesThere()},
                  {file});
    }
    CsvColumn column = columnAt(static_cast<std::size_t>(found - m_names.begin()));
    column.asked = true;
    m_columns.channels.push_back(column);
  }
  return {};
}

/// The time that was asked for.
Result<CsvColumn> ColumnChoice::timeCalled(const std::string& name, const std::string& file) const {
  const auto place = static_cast<std::size_t>(std::ranges::find(m_names, name) - m_names.begin());
  if (place == m_names.size()) {
    return fail(Errc::notFound, MASU_TEXT("core", "{0} has no column {1} for --time. It has {2}."),
                {file, name, namesThere()}, {file});
  }
  if (!isNumeric(place) && m_kinds[place].kind != Kind::time) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "The column {1} of {0} holds neither numbers nor times. Name another for --time, or none."),
                {file, name}, {file});
  }
  CsvColumn column = columnAt(place);
  column.unit = timeUnitOf(name).value_or(lastUnitIn(plainName(name)));
  return column;
}

std::optional<CsvColumn> ColumnChoice::timeByName(const std::vector<bool>& taken) const {
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    const auto unit = m_named[i] && !taken[i] ? timeUnitOf(m_names[i]) : std::nullopt;
    if (!unit || (!isNumeric(i) && m_kinds[i].kind != Kind::time)) continue;
    CsvColumn column = columnAt(i);
    column.unit = *unit;
    return column;
  }
  return std::nullopt;
}

bool ColumnChoice::grows(std::size_t place) const {
  constexpr std::size_t kStepsABreak = 100;
  std::size_t breaks = 0;
  double last = 0;
  for (std::size_t i = 0; i < m_records.size(); ++i) {
    double value = 0;
    const std::string& cell = (*m_records[i])[place];
    if (m_parser.isMissing(cell) || m_parser.number(cell, value) != csv::NumberStatus::number) return false;
    if (i > 0 && !(value > last)) ++breaks;
    last = value;
  }
  return m_records.size() > 2 && breaks * kStepsABreak <= m_records.size();
}

std::optional<CsvColumn> ColumnChoice::timeByContent(const std::vector<bool>& taken) const {
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    if (!taken[i] && m_kinds[i].kind == Kind::time) return columnAt(i);
  }
  if (m_dialect.header || m_names.size() < 2 || taken.front() || !isNumeric(0) || !grows(0)) return std::nullopt;
  for (std::size_t i = 1; i < m_names.size(); ++i) {
    if (isNumeric(i) && grows(i)) return std::nullopt;
  }
  CsvColumn column = columnAt(0);
  column.unit = 0;
  return column;
}

/// An index, as other programs write one before a table: a column without a name that counts the records.
bool ColumnChoice::countsRecords(std::size_t place) const {
  if (place != 0 || !m_dialect.header || m_named[place] || m_names.size() < 2 || m_records.size() < 2) return false;
  double first = 0;
  for (std::size_t i = 0; i < m_records.size(); ++i) {
    double value = 0;
    if (m_parser.number((*m_records[i])[place], value) != csv::NumberStatus::number) return false;
    if (i == 0) first = value;
    if (value != first + static_cast<double>(i)) return false;
  }
  return first == 0 || first == 1;
}

/// A day in one column, the time of day in another.
void ColumnChoice::takeTimeOfDay(const std::vector<bool>& taken) {
  const Found& time = m_kinds[m_columns.time->place];
  if (time.days == time.timesOfDay) return;
  for (std::size_t i = 0; i < m_kinds.size(); ++i) {
    if (taken[i] || m_kinds[i].days != time.timesOfDay || m_kinds[i].timesOfDay != time.days) continue;
    m_columns.timeOfDay = columnAt(i);
    return;
  }
}

Result<void> ColumnChoice::takeTime(const std::optional<std::string>& asked, const std::vector<bool>& taken,
                                    const std::string& file) {
  if (asked && asked->empty()) return {};
  if (asked) {
    MASU_TRY(m_columns.time, timeCalled(*asked, file));
  } else {
    m_columns.time = timeByName(taken);
    if (!m_columns.time) m_columns.time = timeByContent(taken);
  }
  if (m_columns.time) takeTimeOfDay(taken);
  return {};
}

Result<CsvColumns> ColumnChoice::choose(const AskedColumns& asked, const std::string& file) {
  m_columns.names = m_names;
  MASU_CHECK(takeAsked(asked.channels, file));
  std::vector<bool> taken(m_names.size(), false);
  for (const std::string& name : asked.texts) {
    const auto place = static_cast<std::size_t>(std::ranges::find(m_names, name) - m_names.begin());
    if (place == m_names.size()) continue;
    m_columns.texts.push_back(place);
    taken[place] = true;
  }
  for (const CsvColumn& column : m_columns.channels) taken[column.place] = true;
  MASU_CHECK(takeTime(asked.time, taken, file));
  for (std::size_t i = 0; asked.channels.empty() && i < m_names.size(); ++i) {
    if (taken[i] || (m_columns.time && m_columns.time->place == i) || countsRecords(i)) continue;
    if (isNumeric(i) || (m_kinds[i].kind == Kind::empty && m_named[i])) m_columns.channels.push_back(columnAt(i));
  }
  if (!m_columns.channels.empty()) return std::move(m_columns);
  return fail(Errc::format, MASU_TEXT("core", "{0} holds no column of numbers beside its times."), {file}, {file});
}

}  // namespace

Result<CsvColumns> chooseCsvColumns(const Records& records, const csv::Dialect& dialect, const AskedColumns& asked,
                                    const std::string& file) {
  if (records.size() <= (dialect.header ? 1U : 0U)) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {file}, {file});
  }
  return ColumnChoice(records, dialect).choose(asked, file);
}

}  // namespace masu::ingest
