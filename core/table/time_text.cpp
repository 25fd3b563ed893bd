// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/ascii.h"
#include "core/base/named_value.h"
#include "core/table/moment.h"

namespace masu::table {

namespace {

constexpr std::array<std::string_view, 3> kOrderNames = {"dmy", "mdy", "ymd"};

constexpr std::int64_t kDaySeconds = 86400;

/// Days since 1970-01-01 of a day of the Gregorian calendar, and back. Source: Howard Hinnant, "chrono-compatible
/// low-level date algorithms": years begin in March, so that the leap day is the last.
std::int64_t daysFrom(std::int64_t year, unsigned month, unsigned day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto ofEra = static_cast<unsigned>(year - era * 400);
  const unsigned ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + static_cast<std::int64_t>(ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear) - 719468;
}

struct Day {
  std::int64_t year = 1970;
  unsigned month = 1;
  unsigned day = 1;
};

Day dayFrom(std::int64_t days) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto ofEra = static_cast<unsigned>(days - era * 146097);
  const unsigned year = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
  const unsigned ofYear = ofEra - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * ofYear + 2) / 153;
  Day day;
  day.day = ofYear - (153 * month + 2) / 5 + 1;
  day.month = month < 10 ? month + 3 : month - 9;
  day.year = static_cast<std::int64_t>(year) + era * 400 + (day.month <= 2 ? 1 : 0);
  return day;
}

unsigned daysIn(std::int64_t year, unsigned month) {
  constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : kDays[month - 1];
}

/// The seconds that have a text: years of four figures.
constexpr double kFirstSecond = -62167219200;  // 0000-01-01
constexpr double kLastSecond = 253402300799;   // 9999-12-31T23:59:59

bool mayBeTime(std::string_view text) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kLongest = 64;
  return text.size() >= kShortest && text.size() <= kLongest && (isDigit(text.front()) || isLetter(text.front()));
}

/// Steps over the text from its front; every part says whether it was there.
class TimeScan {
 public:
  TimeScan(std::string_view text, DateOrder order) : m_text(text), m_order(order) {}

  bool run(Moment& moment);
  /// Of a text that run() took.
  TimeForm form() const { return m_form; }

 private:
  struct Figures {
    unsigned value = 0;
    unsigned count = 0;
  };

  char front() const { return m_text.empty() ? '\0' : m_text.front(); }
  bool take(char c);
  bool take(std::string_view word);
  void skipBlanks();
  Figures figures(unsigned most);
  bool exactly(unsigned count, unsigned& value);
  std::string_view word();

  void skipWeekday();
  bool readDate();
  bool readYearFirst(Figures year);
  bool readCompact(unsigned year);
  bool readNumericDate(Figures first);
  bool readMonthName(unsigned& month);
  bool readYear();
  bool setYear(Figures year);
  bool dateIsReal() const;

  bool readClock();
  bool readCompactClock();
  bool readFraction();
  bool readHalf();
  bool readZone();

  std::string_view m_text;
  DateOrder m_order;
  Day m_day;
  unsigned m_hour = 0;
  unsigned m_minute = 0;
  unsigned m_second = 0;
  double m_fraction = 0;
  int m_decimals = 0;
  std::int64_t m_zone = 0;
  bool m_compact = false;
  TimeForm m_form;
};

bool TimeScan::take(char c) {
  if (front() != c || m_text.empty()) return false;
  m_text.remove_prefix(1);
  return true;
}

bool TimeScan::take(std::string_view word) {
  if (!m_text.starts_with(word)) return false;
  m_text.remove_prefix(word.size());
  return true;
}

void TimeScan::skipBlanks() {
  while (front() == ' ' || front() == '\t') m_text.remove_prefix(1);
}

TimeScan::Figures TimeScan::figures(unsigned most) {
  Figures found;
  while (found.count < most && isDigit(front())) {
    found.value = found.value * 10 + static_cast<unsigned>(front() - '0');
    ++found.count;
    m_text.remove_prefix(1);
  }
  return found;
}

bool TimeScan::exactly(unsigned count, unsigned& value) {
  const Figures found = figures(count);
  value = found.value;
  return found.count == count;
}

std::string_view TimeScan::word() {
  std::size_t length = 0;
  while (length < m_text.size() && isLetter(m_text[length])) ++length;
  const std::string_view found = m_text.substr(0, length);
  m_text.remove_prefix(length);
  return found;
}

/// The place of a word among names that it equals or is the first three letters of; the count of names: none.
template <std::size_t N>
std::size_t placeOf(std::string_view word, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    if (word.size() != names[i].size() && word.size() != 3) continue;
    bool same = true;
    for (std::size_t k = 0; k < word.size(); ++k) same = same && (word[k] | 0x20) == names[i][k];
    if (same) return i;
  }
  return N;
}

void TimeScan::skipWeekday() {
  static constexpr std::array<std::string_view, 7> kNames = {"monday", "tuesday",  "wednesday", "thursday",
                                                             "friday", "saturday", "sunday"};
  const std::string_view before = m_text;
  if (!isLetter(front()) || placeOf(word(), kNames) == kNames.size()) {
    m_text = before;
    return;
  }
  take('.');
  take(',');
  skipBlanks();
}

bool TimeScan::readMonthName(unsigned& month) {
  static constexpr std::array<std::string_view, 12> kNames = {"january",   "february", "march",    "april",
                                                              "may",       "june",     "july",     "august",
                                                              "september", "october",  "november", "december"};
  const std::string_view found = word();
  const std::size_t place = found == "Sept" ? 8 : placeOf(found, kNames);
  if (found.empty() || place == kNames.size()) return false;
  month = static_cast<unsigned>(place) + 1;
  take('.');
  return true;
}

bool TimeScan::setYear(Figures year) {
  m_form.shortYear = year.count == 2;
  m_day.year = year.count == 4 ? year.value : year.value + (year.value < 69 ? 2000 : 1900);
  return year.count == 4 || year.count == 2;
}

bool TimeScan::readYear() {
  return setYear(figures(4));
}

bool TimeScan::dateIsReal() const {
  return m_day.month >= 1 && m_day.month <= 12 && m_day.day >= 1 && m_day.day <= daysIn(m_day.year, m_day.month);
}

bool TimeScan::readCompact(unsigned year) {
  m_day.year = year;
  m_compact = true;
  return exactly(2, m_day.month) && exactly(2, m_day.day);
}

bool TimeScan::readYearFirst(Figures year) {
  m_day.year = year.value;
  if (isDigit(front())) return readCompact(year.value);
  if (take("年")) {
    m_day.month = figures(2).value;
    if (!take("月")) return false;
    m_day.day = figures(2).value;
    return take("日");
  }
  const char mark = front();
  if (mark != '-' && mark != '/' && mark != '.') return false;
  take(mark);
  if (isLetter(front())) {
    if (!readMonthName(m_day.month)) return false;
  } else {
    m_day.month = figures(2).value;
  }
  if (!take(mark)) return false;
  m_day.day = figures(2).value;
  return true;
}

bool TimeScan::readNumericDate(Figures first) {
  if (first.count == 0 || first.count > 2) return false;
  char mark = front();
  if (mark != '-' && mark != '/' && mark != '.' && mark != ' ') return false;
  take(mark);
  if (mark == '.') skipBlanks();
  if (isLetter(front())) {
    m_day.day = first.value;
    if (!readMonthName(m_day.month)) return false;
    if (mark == '.') mark = ' ';
    if (!take(mark) && !take(',')) return false;
    skipBlanks();
    return readYear();
  }
  const Figures second = figures(2);
  if (mark == ' ' || second.count == 0 || !take(mark)) return false;
  if (m_order == DateOrder::yearFirst) {
    m_day.month = second.value;
    m_day.day = figures(2).value;
    return first.count == 2 && setYear(first);
  }
  // Dates with points are written day first wherever they are written.
  const bool dayFirst = m_order == DateOrder::dayFirst || mark == '.';
  m_day.day = dayFirst ? first.value : second.value;
  m_day.month = dayFirst ? second.value : first.value;
  return readYear();
}

bool TimeScan::readDate() {
  if (isLetter(front())) {
    if (!readMonthName(m_day.month)) return false;
    skipBlanks();
    m_day.day = figures(2).value;
    if (!take(',') && front() != ' ') return false;
    skipBlanks();
    return readYear() && dateIsReal();
  }
  const Figures first = figures(4);
  return (first.count == 4 ? readYearFirst(first) : readNumericDate(first)) && dateIsReal();
}

bool TimeScan::readFraction() {
  if (front() != '.' && front() != ',') return true;
  m_text.remove_prefix(1);
  constexpr double kFinest = 1e15;  // finer than a femtosecond means nothing
  bool any = false;
  double digits = 0;
  double scale = 1;
  for (; isDigit(front()); m_text.remove_prefix(1), any = true) {
    if (scale >= kFinest) continue;
    digits = digits * 10 + (front() - '0');
    scale *= 10;
    ++m_decimals;
  }
  m_fraction = digits / scale;
  return any;
}

bool TimeScan::readHalf() {
  const std::string_view before = m_text;
  skipBlanks();
  const char half = static_cast<char>(front() | 0x20);
  if (half != 'a' && half != 'p') {
    m_text = before;
    return true;
  }
  m_text.remove_prefix(1);
  const bool points = take('.');
  if ((front() | 0x20) != 'm') return false;
  m_text.remove_prefix(1);
  if (points) take('.');
  if (m_hour < 1 || m_hour > 12) return false;
  m_hour = m_hour % 12 + (half == 'p' ? 12 : 0);
  return true;
}

bool TimeScan::readZone() {
  const std::string_view before = m_text;
  skipBlanks();
  m_form.zone = take('Z') || take('z') || take("UTC") || take("GMT");
  if (m_form.zone) return true;
  const char sign = front();
  if (sign != '+' && sign != '-') {
    m_text = before;
    return true;
  }
  m_form.zone = true;
  m_text.remove_prefix(1);
  unsigned hours = 0;
  unsigned minutes = 0;
  if (!exactly(2, hours)) return false;
  const bool colon = take(':');
  if ((colon || isDigit(front())) && !exactly(2, minutes)) return false;
  if (hours > 18 || minutes > 59) return false;
  m_zone = (sign == '-' ? -1 : 1) * static_cast<std::int64_t>(hours * 3600 + minutes * 60);
  return true;
}

/// 1427, 142700 after a compact date.
bool TimeScan::readCompactClock() {
  if (!exactly(2, m_hour) || !exactly(2, m_minute)) return false;
  if (isDigit(front()) && !exactly(2, m_second)) return false;
  return readFraction();
}

bool TimeScan::readClock() {
  const Figures hour = figures(2);
  m_hour = hour.value;
  if (hour.count == 0) return false;
  if (take("時")) {
    m_minute = figures(2).value;
    if (!take("分")) return m_minute == 0;
    if (!isDigit(front())) return true;
    m_second = figures(2).value;
    return readFraction() && take("秒");
  }
  if (!take(':') || !exactly(2, m_minute)) return false;
  if (take(':')) {
    if (!exactly(2, m_second) || !readFraction()) return false;
  }
  return readHalf();
}

bool TimeScan::run(Moment& moment) {
  skipWeekday();
  const bool clockAlone = m_text.size() > 2 && isDigit(front()) && (m_text[1] == ':' || m_text[2] == ':');
  bool clock = clockAlone;
  if (!clockAlone) {
    if (!readDate()) return false;
    const bool marked = take('T') || take('t') || take(':') || take(',');
    const std::size_t length = m_text.size();
    skipBlanks();
    // 年月日 need no blank before the hour, as a compact date needs none; other figures do.
    const bool apart = marked || m_text.size() != length || m_compact || m_text.find("時") != std::string_view::npos;
    clock = isDigit(front());
    if ((clock && !apart) || (marked && !clock)) return false;
  }
  if (clock) {
    const bool compact = m_compact && m_text.size() >= 4 && m_text[2] != ':';
    if (!(compact ? readCompactClock() : readClock())) return false;
  }
  if (clock && !readZone()) return false;
  if (!m_text.empty()) return false;
  const bool midnight = m_hour == 24 && m_minute == 0 && m_second == 0 && m_fraction == 0;
  if ((m_hour > 23 && !midnight) || m_minute > 59 || m_second > 60) return false;
  const std::int64_t whole = daysFrom(m_day.year, m_day.month, m_day.day) * kDaySeconds +
                             static_cast<std::int64_t>(m_hour * 3600 + m_minute * 60 + m_second) - m_zone;
  // A zone or a leap second may lead out of the years that times are written in.
  const double second = static_cast<double>(whole) + m_fraction;
  if (second < kFirstSecond || second > kLastSecond) return false;
  m_form.dated = !clockAlone;
  moment = {whole, m_fraction, m_decimals, m_form.dated};
  return true;
}

void appendFigures(std::string& text, std::int64_t value, std::size_t width) {
  const std::string figures = std::to_string(value);
  text.append(width - std::min(width, figures.size()), '0').append(figures);
}

/// What is `value` seconds after `origin`, to so many decimals, without zeros at their end.
std::string textOf(double value, double origin, int decimals) {
  if (!(value + origin >= kFirstSecond && value + origin <= kLastSecond)) return {};
  const double scale = std::pow(10.0, decimals);
  const double fraction = (value - std::floor(value)) + (origin - std::floor(origin));
  const std::int64_t steps = std::llround(fraction * scale);
  const auto perSecond = static_cast<std::int64_t>(scale);
  const std::int64_t whole = static_cast<std::int64_t>(std::floor(value) + std::floor(origin)) + steps / perSecond;
  const std::int64_t days = (whole >= 0 ? whole : whole - (kDaySeconds - 1)) / kDaySeconds;
  const std::int64_t ofDay = whole - days * kDaySeconds;
  const Day day = dayFrom(days);
  std::string text;
  appendFigures(text, day.year, 4);
  appendFigures(text += '-', day.month, 2);
  appendFigures(text += '-', day.day, 2);
  appendFigures(text += ' ', ofDay / 3600, 2);
  appendFigures(text += ':', ofDay / 60 % 60, 2);
  appendFigures(text += ':', ofDay % 60, 2);
  if (steps % perSecond == 0) return text;
  appendFigures(text += '.', steps % perSecond, static_cast<std::size_t>(decimals));
  text.resize(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace

std::string_view name(DateOrder order) {
  return kOrderNames[static_cast<std::size_t>(order)];
}

std::optional<DateOrder> dateOrderFrom(std::string_view name) {
  return valueNamed<DateOrder>(kOrderNames, name);
}

double Moment::since(double origin) const {
  const double whole = std::floor(origin);
  return static_cast<double>(seconds - static_cast<std::int64_t>(whole)) + (fraction - (origin - whole));
}

double Moment::lossSince(double origin) const {
  // Half of the last decimal.
  constexpr std::array kHalves = {5e-1, 5e-2,  5e-3,  5e-4,  5e-5,  5e-6,  5e-7,  5e-8,
                                  5e-9, 5e-10, 5e-11, 5e-12, 5e-13, 5e-14, 5e-15, 5e-16};
  const double whole = std::floor(origin);
  const auto front = static_cast<double>(seconds - static_cast<std::int64_t>(whole));
  // Exact, as the front is the larger part.
  const double error = std::fabs(fraction - (origin - whole) - (since(origin) - front));
  return error < kHalves[static_cast<std::size_t>(decimals)] ? 0 : error;
}

bool isCoarse(double seconds) {
  const double steps = (seconds - std::floor(seconds)) * 1024;
  return steps == std::floor(steps);
}

TimeKind timeKindFrom(double origin) {
  constexpr double kTwoDays = 2 * 86400;  // a zone may move a time of day into the day before or after
  return std::fabs(origin) < kTwoDays ? TimeKind::any : TimeKind::dated;
}

bool parseTime(std::string_view text, DateOrder order, double& seconds) {
  return parseTime(text, order, TimeKind::any, seconds);
}

bool parseTime(std::string_view text, DateOrder order, TimeKind kind, double& seconds) {
  Moment moment;
  if (!parseMoment(text, order, moment) || !isOfKind(moment, kind)) return false;
  seconds = static_cast<double>(moment.seconds) + moment.fraction;
  return true;
}

std::optional<DateOrder> otherOrderOf(std::string_view text, DateOrder order) {
  Moment moment;
  if (parseMoment(text, order, moment)) return std::nullopt;
  for (const DateOrder other : {DateOrder::dayFirst, DateOrder::monthFirst, DateOrder::yearFirst}) {
    if (other != order && parseMoment(text, other, moment)) return other;
  }
  return std::nullopt;
}

bool parseMoment(std::string_view text, DateOrder order, Moment& moment) {
  return mayBeTime(text) && TimeScan(text, order).run(moment);
}

std::optional<TimeForm> timeForm(std::string_view text, DateOrder order) {
  Moment moment;
  TimeScan scan(text, order);
  if (!mayBeTime(text) || !scan.run(moment)) return std::nullopt;
  return scan.form();
}

std::string timeText(double seconds) {
  constexpr int kMicro = 6;
  return textOf(seconds, 0, kMicro);
}

std::string timeText(double value, double origin) {
  constexpr double kNano = 1e-9;
  const double step = std::nextafter(std::fabs(value), std::numeric_limits<double>::infinity()) - std::fabs(value);
  return textOf(value, origin, step < kNano ? 9 : 6);
}

}  // namespace masu::table
