// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_annotations.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

constexpr unsigned kBeat = 1;
constexpr unsigned kNote = 22;

/// Two bytes: the type, and the interval or whatever else it says.
std::string pairOf(unsigned code, unsigned value) {
  const unsigned pair = code << 10U | value;
  return {static_cast<char>(pair & 255U), static_cast<char>(pair >> 8U)};
}

std::string withText(unsigned type, unsigned interval, const std::string& text) {
  return pairOf(type, interval) + pairOf(63, static_cast<unsigned>(text.size())) + text +
         std::string(text.size() % 2, '\0');
}

/// A step in time of 32 bits, the upper half first.
std::string skip(std::int32_t frames) {
  const auto bits = static_cast<std::uint32_t>(frames);
  std::string bytes = pairOf(59, 0);
  for (const unsigned shift : {16U, 24U, 0U, 8U}) bytes += static_cast<char>(bits >> shift & 255U);
  return bytes;
}

Result<std::vector<Annotation>> read(const std::string& annotations) {
  return readWfdbAnnotations(annotations + pairOf(0, 0), "r.atr", 100);
}

}  // namespace

class WfdbAnnotationsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void typesAreTheirMnemonicsOrNumbers() {
    const std::pair<unsigned, const char*> types[] = {{1, "N"},   {2, "L"},   {5, "V"},   {8, "A"},  {12, "/"},
                                                      {13, "Q"},  {14, "~"},  {22, "\""}, {38, "f"}, {41, "r"},
                                                      {15, "15"}, {42, "42"}, {58, "58"}};
    for (const auto& [type, text] : types) {
      const auto notes = read(pairOf(type, 7));
      QVERIFY2(notes && notes->size() == 1, text);
      QCOMPARE(notes->front().text, std::string(text));
      QCOMPARE(notes->front().onset, .07);
      QCOMPARE(notes->front().duration, 0.);
    }
  }

  void intervalsAddUp() {
    const auto notes = read(pairOf(kBeat, 1023) + pairOf(0, 1023) + pairOf(kBeat, 4) + skip(100000) + pairOf(kBeat, 0) +
                            skip(-50000) + withText(kBeat, 0, "(AFIB"));
    QVERIFY(notes);
    QCOMPARE(notes->size(), std::size_t{4});
    const double onsets[] = {10.23, 20.5, 520.5, 1020.5};
    for (std::size_t i = 0; i < 4; ++i) QCOMPARE((*notes)[i].onset, onsets[i]);
    QCOMPARE((*notes)[2].text, std::string("(AFIB"));
    QCOMPARE((*notes)[3].text, std::string("N"));
  }

  void otherFieldsBelongToTheAnnotationBefore() {
    const std::string fields = pairOf(60, 3) + pairOf(61, 1) + pairOf(62, 2);
    const auto notes = read(withText(kBeat, 1, "ab") + fields + pairOf(kBeat, 1) + fields + pairOf(63, 1) + "c" +
                            std::string(1, '\0') + pairOf(kBeat, 1));
    QVERIFY(notes);
    QCOMPARE(notes->size(), std::size_t{3});
    const char* texts[] = {"ab", "c", "N"};
    for (std::size_t i = 0; i < 3; ++i) {
      QCOMPARE((*notes)[i].text, std::string(texts[i]));
      QCOMPARE((*notes)[i].onset, static_cast<double>(i + 1) / 100);
    }
  }

  void notesAtTheBeginningDefine() {
    const std::string definitions = withText(kNote, 0, "## time resolution: 1000") +
                                    withText(kNote, 0, "## annotation type definitions") +
                                    withText(kNote, 0, "1 beat a normal one") + withText(kNote, 0, "50 own") +
                                    withText(kNote, 0, "99 beyond") + withText(kNote, 0, "## end of definitions");
    const auto notes = read(definitions + withText(kNote, 0, "1 said") + pairOf(kBeat, 500) + pairOf(50, 0) +
                            withText(kNote, 0, "## time resolution: 10"));
    QVERIFY(notes);
    QCOMPARE(notes->size(), std::size_t{4});
    const std::pair<double, const char*> expected[] = {
        {0, "1 said"}, {.5, "beat"}, {.5, "own"}, {.5, "## time resolution: 10"}};
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE((*notes)[i].onset, expected[i].first);
      QCOMPARE((*notes)[i].text, std::string(expected[i].second));
    }
  }

  void everyCutIsDamage() {
    const std::string whole = withText(kBeat, 1, "(N") + skip(70000) + pairOf(kBeat, 2) + pairOf(0, 0);
    QVERIFY(readWfdbAnnotations(whole, "r.atr", 100));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto notes = readWfdbAnnotations(whole.substr(0, size), "r.atr", 100);
      QVERIFY2(!notes, std::to_string(size).c_str());
      QVERIFY(notes.error().code == Errc::damaged);
    }
    QVERIFY(read(skip(-1) + pairOf(kBeat, 0)).error().code == Errc::damaged);
    QVERIFY(read(skip(-1) + pairOf(kBeat, 1)));
  }

  void theOtherFormatIsNamed() {
    const std::string one = std::string("\0V", 2) + std::string(14, '\0');
    const auto aha = readWfdbAnnotations(one + one, "r.atr", 100);
    QVERIFY(!aha);
    QVERIFY(aha.error().code == Errc::unsupported);
    QVERIFY(aha.error().message.english().find("AHA") != std::string::npos);
  }
};

MASU_TEST(WfdbAnnotationsTest)
#include "wfdb_annotations_test.moc"
