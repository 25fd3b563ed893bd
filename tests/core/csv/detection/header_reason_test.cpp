// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_reason.h"

#include <QTest>
#include <random>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;
using Table = std::vector<std::vector<std::string>>;

namespace {

constexpr HeaderSign signAt(std::size_t place) {
  return static_cast<HeaderSign>(place);
}

std::string reasonOf(const Table& records, HeaderSign sign, double weight) {
  HeaderTally tally;
  tally.add(0, {sign, weight});
  return tally.reason(records).english();
}

}  // namespace

/// What columns say of a header is added up, and what weighs most is shown with a cell of its own.
class HeaderReasonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void weightsAddUp() {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
      HeaderTally tally;
      // Of each side, by sign. Sixteenths add up without rounding.
      std::array<std::array<double, kHeaderSigns>, 2> sums{};
      for (std::size_t column = random() % 20; column > 0; --column) {
        const std::size_t sign = random() % kHeaderSigns;
        const double weight = (static_cast<int>(random() % 33) - 16) / 16.0;
        tally.add(column, {signAt(sign), weight});
        sums[weight > 0 ? 1 : 0][sign] += std::fabs(weight);
      }
      for (const bool header : {false, true}) {
        const auto& own = sums[header ? 1 : 0];
        double all = 0;
        for (const double sum : own) all += sum;
        QCOMPARE(header ? tally.with() : tally.against(), all);
        const auto leading = tally.leading(header);
        QCOMPARE(leading.has_value(), all > 0);
        if (!leading) continue;
        const auto place = static_cast<std::size_t>(*leading);
        for (std::size_t sign = 0; sign < kHeaderSigns; ++sign)
          QVERIFY(sign < place ? own[sign] < own[place] : own[sign] <= own[place]);
      }
    }
  }

  void bothSidesAreSaid() {
    const Table records = {{"id", "red", "size"}, {"1", "red", "2"}};
    HeaderTally tally;
    QCOMPARE(tally.reason(records).english(), std::string());
    tally.add(1, {HeaderSign::again, -1});
    QCOMPARE(tally.reason(records).english(),
             std::string("For data: words that occur again below, such as red (columns: 1)."));
    tally.add(2, {HeaderSign::overValues, 1});
    tally.add(0, {HeaderSign::overValues, 1});
    QCOMPARE(tally.reason(records).english(),
             std::string("For a header: words above numbers or times, such as size above 2 (columns: 2). For data: "
                         "words that occur again below, such as red (columns: 1)."));
    // What weighs nothing says nothing.
    HeaderTally none;
    none.add(0, {HeaderSign::emptyName, 0});
    QVERIFY(!none.leading(true) && !none.leading(false));
    QCOMPARE(none.reason(records).english(), std::string());
  }

  void everySignHasItsOwnWords() {
    std::set<std::string> sentences;
    for (std::size_t sign = 0; sign < kHeaderSigns; ++sign) {
      for (const double weight : {1.0, -1.0}) {
        const std::string sentence = reasonOf({{"CELL"}, {"BELOW"}}, signAt(sign), weight);
        QVERIFY2(sentence.starts_with(weight > 0 ? "For a header: " : "For data: "), sentence.c_str());
        QVERIFY2(sentence.ends_with(" (columns: 1)."), sentence.c_str());
        const bool example = sentence.find("such as CELL") != sentence.npos || sentence.find("BELOW") != sentence.npos;
        QVERIFY2(example && sentence.find('{') == sentence.npos, sentence.c_str());
        QVERIFY2(sentences.insert(sentence).second, sentence.c_str());
      }
    }
  }

  void examplesAreShort() {
    const auto shown = [](const Table& records) { return reasonOf(records, HeaderSign::overValues, 1); };
    // The first cell below that is one: gaps and records that are too short show nothing.
    QVERIFY(shown({{"a"}, {}, {""}, {"7"}, {"8"}}).find("such as a above 7 (") != std::string::npos);
    QVERIFY(shown({{""}, {}}).find("such as – above – (") != std::string::npos);
    // Whatever their length, the beginning of cells; no letter is cut.
    for (std::size_t letters = 1; letters < 40; ++letters) {
      std::string cell;
      for (std::size_t i = 0; i < letters; ++i) cell += "é";
      const std::string x = "x" + cell;
      const std::string even = shown({{cell}, {x}});
      const std::string expected = letters <= 20 ? cell : cell.substr(0, 40) + "…";
      const std::string odd = x.size() <= 40 ? x : x.substr(0, 39) + "…";
      QVERIFY2(even.find("such as " + expected + " above " + odd + " (") != std::string::npos, even.c_str());
    }
  }
};

MASU_TEST(HeaderReasonTest)
#include "header_reason_test.moc"
