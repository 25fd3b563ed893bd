// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/csv_columns.h"

#include <QTest>
#include <optional>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Names = std::vector<std::string>;
using Records = std::vector<Names>;

namespace {

/// What is asked for, and whether there is a header.
struct Asked {
  Names channels = {};
  Names texts = {};
  std::optional<std::string> time = {};
  bool header = true;
};

Result<CsvColumns> choose(const Records& records, const Asked& asked = {}) {
  csv::Dialect dialect;
  dialect.header = asked.header;
  return chooseCsvColumns(records, dialect, {asked.channels, asked.texts, asked.time}, "x.csv");
}

/// "a b": the channels by name; the reason where there are none.
std::string channelsOf(const Result<CsvColumns>& chosen) {
  if (!chosen) return chosen.error().message.english();
  std::string names;
  for (const CsvColumn& column : chosen->channels) {
    names += (names.empty() ? "" : " ") + chosen->names[column.place];
  }
  return names;
}

std::string timeOf(const Result<CsvColumns>& chosen) {
  return chosen && chosen->time ? chosen->names[chosen->time->place] : "none";
}

/// The unit of a time that is found by its name; nothing where it is a channel.
std::optional<double> unitOf(const std::string& name) {
  const auto chosen = choose({{"x", name}, {"5", "0.5"}, {"3", "1.5"}, {"4", "2.5"}});
  return chosen && chosen->time ? std::optional(chosen->time->unit) : std::nullopt;
}

}  // namespace

/// Which columns of a table are channels, and which is the time.
class CsvColumnsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unaskedAllNumbersAreChannels() {
    const auto chosen = choose({{"", "time", "x", "who", "y"},
                                {"0", "0.0", "3", "Ann", "1.5"},
                                {"1", "0.1", "4", "Bob", ""},
                                {"2", "0.2", "5", "Cid", "2.5"}});
    QCOMPARE(channelsOf(chosen), std::string("x y"));
    QCOMPARE(timeOf(chosen), std::string("time"));
    QCOMPARE(chosen->names, (Names{"c1", "time", "x", "who", "y"}));
    QVERIFY(!chosen->time->dated && !chosen->channels.front().asked);
  }

  /// With a name, or other numbers than those of its records, it is a channel like any other.
  void anIndexCountsItsRecordsAndHasNoName() {
    QCOMPARE(channelsOf(choose({{"", "x"}, {"1", "3"}, {"2", "9"}})), std::string("x"));
    QCOMPARE(channelsOf(choose({{"n", "x"}, {"1", "3"}, {"2", "9"}})), std::string("n x"));
    QCOMPARE(channelsOf(choose({{"", "x"}, {"2", "3"}, {"3", "9"}})), std::string("c1 x"));
    QCOMPARE(channelsOf(choose({{"", "x"}, {"0", "3"}, {"2", "9"}})), std::string("c1 x"));
    QCOMPARE(channelsOf(choose({{"x", ""}, {"3", "0"}, {"9", "1"}})), std::string("x c2"));
  }

  void theNameOfATimeGivesItsUnit() {
    for (const char* name : {"t", "Time", "TIME_STAMP", "elapsed time", "時刻"}) {
      QCOMPARE(unitOf(name), std::optional(0.));
    }
    QCOMPARE(unitOf("seconds"), std::optional(1.));
    QCOMPARE(unitOf("Time (ms)"), std::optional(1e-3));
    QCOMPARE(unitOf("time[us]"), std::optional(1e-6));
    QCOMPARE(unitOf("time_ns"), std::optional(1e-9));
    QCOMPARE(unitOf("elapsed min"), std::optional(60.));
    QCOMPARE(unitOf("t/h"), std::optional(3600.));
    QCOMPARE(unitOf("経過時間(秒)"), std::optional(1.));
    QCOMPARE(unitOf("時刻（秒）"), std::optional(1.));
    QCOMPARE(unitOf("時間［ミリ秒］"), std::optional(1e-3));
    for (const char* name : {"timer", "weight_s", "time_x", "ms", "s", "（秒）"}) QVERIFY2(!unitOf(name), name);
  }

  void datesAreTimesWhateverTheirName() {
    const auto chosen = choose({{"x", "when"}, {"1", "2024-03-01 10:00:00"}, {"2", "2024-03-01 10:00:01"}});
    QCOMPARE(channelsOf(chosen), std::string("x"));
    QCOMPARE(timeOf(chosen), std::string("when"));
    QVERIFY(chosen->time->dated && !chosen->timeOfDay);
    // The day in one column, the time of day in another: whichever is first.
    const auto both = choose({{"clock", "x", "day"}, {"10:00:00", "1", "2024-03-01"}, {"10:00:01", "2", "2024-03-01"}});
    QCOMPARE(channelsOf(both), std::string("x"));
    QCOMPARE(timeOf(both), std::string("clock"));
    QVERIFY(both->timeOfDay);
    QCOMPARE(both->timeOfDay->place, std::size_t{2});
  }

  void withoutAHeaderTheFirstColumnMayGrow() {
    const Asked bare{.header = false};
    const auto chosen = choose({{"0.1", "5"}, {"0.2", "3"}, {"0.3", "4"}}, bare);
    QCOMPARE(timeOf(chosen), std::string("c1"));
    QCOMPARE(chosen->time->unit, 0.);
    QCOMPARE(channelsOf(chosen), std::string("c2"));
    // Where two grow, neither is known to be the time.
    QCOMPARE(channelsOf(choose({{"1", "5"}, {"2", "6"}, {"3", "7"}}, bare)), std::string("c1 c2"));
    QCOMPARE(channelsOf(choose({{"5", "1"}, {"3", "2"}, {"4", "3"}}, bare)), std::string("c1 c2"));
    QCOMPARE(timeOf(choose({{"a", "b"}, {"1", "5"}, {"2", "3"}, {"3", "4"}})), std::string("none"));
  }

  void oneStepInAHundredMayGoBack() {
    Records records;
    for (int i = 0; i < 100; ++i) records.push_back({std::to_string(i == 50 ? 0 : i), std::to_string(i % 2)});
    QCOMPARE(timeOf(choose(records, {.header = false})), std::string("c1"));
    records.pop_back();
    QCOMPARE(timeOf(choose(records, {.header = false})), std::string("none"));
  }

  void channelsAskedForComeInTheirOrder() {
    const Records records = {{"time", "a", "b", "note"}, {"0", "1", "2", "hm"}, {"1", "3", "4", "so"}};
    const auto chosen = choose(records, {.channels = {"b", "note", "a"}});
    QCOMPARE(channelsOf(chosen), std::string("b note a"));
    QVERIFY(chosen->channels[1].asked);
    QCOMPARE(timeOf(chosen), std::string("time"));
    // A time that is asked for as a channel is no time.
    QCOMPARE(timeOf(choose(records, {.channels = {"time"}})), std::string("none"));
    QCOMPARE(channelsOf(choose(records, {.channels = {"a", "z"}})),
             std::string("x.csv has no channel z. It has time, a, b, note."));
  }

  void theTimeAskedForIsTheTime() {
    const Records records = {{"time", "a", "lap_ms", "note"}, {"0", "1", "2", "hm"}, {"1", "3", "4", "so"}};
    const auto lap = choose(records, {.time = "lap_ms"});
    QCOMPARE(timeOf(lap), std::string("lap_ms"));
    QCOMPARE(lap->time->unit, 1e-3);
    QCOMPARE(channelsOf(lap), std::string("time a"));
    const auto none = choose(records, {.time = ""});
    QCOMPARE(timeOf(none), std::string("none"));
    QCOMPARE(channelsOf(none), std::string("time a lap_ms"));
    QCOMPARE(channelsOf(choose(records, {.time = "z"})),
             std::string("x.csv has no column z for --time. It has time, a, lap_ms, note."));
    QCOMPARE(channelsOf(choose(records, {.time = "note"})),
             std::string("The column note of x.csv holds neither numbers nor times. Name another for --time, or "
                         "none."));
  }

  void textsAreNeitherChannelsNorTimes() {
    const Records records = {{"time", "class", "a"}, {"0", "7", "1"}, {"1", "8", "3"}};
    const auto chosen = choose(records, {.texts = {"class", "absent", "time"}});
    QCOMPARE(chosen->texts, (std::vector<std::size_t>{1, 0}));
    QCOMPARE(channelsOf(chosen), std::string("a"));
    QCOMPARE(timeOf(chosen), std::string("none"));
  }

  void recordsOfAnotherLengthSayNothing() {
    QCOMPARE(channelsOf(choose({{"a", "b"}, {"1", "2"}, {"oops"}, {"x", "y", "z"}, {"3", "4"}})), std::string("a b"));
  }

  void aTableWithoutNumbersIsNoRecording() {
    QCOMPARE(channelsOf(choose({{"a", "b"}})), std::string("x.csv holds no samples."));
    QCOMPARE(channelsOf(choose({}, {.header = false})), std::string("x.csv holds no samples."));
    QCOMPARE(channelsOf(choose({{"time", "who"}, {"0", "Ann"}, {"1", "Bob"}})),
             std::string("x.csv holds no column of numbers beside its times."));
  }
};

MASU_TEST(CsvColumnsTest)
#include "csv_columns_test.moc"
