// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/edf/edf_header.h"

#include <QTest>
#include <array>
#include <cmath>
#include <string>
#include <tuple>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

struct Signal {
  std::string label = "EEG";
  std::string unit = "uV";
  std::string limits[4] = {"-100", "100", "-2048", "2047"};  ///< physical, then digital
  std::string samples = "10";
};

/// A header field by field, and as many bytes after it as its records take.
struct Made {
  std::string version = "0";
  std::string bytes = {};  ///< empty: as the signals need
  std::string reserved = {};
  std::string records = "3";
  std::string duration = "1";
  std::vector<Signal> signals = {{}};
  std::size_t content = 60;

  std::string text() const {
    const std::string own = std::to_string(256 * (1 + signals.size()));
    std::string text = padded(version, 8) + padded("", 176) + padded(bytes.empty() ? own : bytes, 8) +
                       padded(reserved, 44) + padded(records, 8) + padded(duration, 8) +
                       padded(std::to_string(signals.size()), 4);
    for (const Signal& one : signals) text += padded(one.label, 16);
    text += padded("", 80 * signals.size());
    for (const Signal& one : signals) text += padded(one.unit, 8);
    for (int limit = 0; limit < 4; ++limit) {
      for (const Signal& one : signals) text += padded(one.limits[limit], 8);
    }
    text += padded("", 80 * signals.size());
    for (const Signal& one : signals) text += padded(one.samples, 8);
    return text + padded("", 32 * signals.size()) + std::string(content, '\0');
  }

  Result<EdfHeader> read() const { return readText(text()); }

  static Result<EdfHeader> readText(const std::string& text) {
    MASU_TRY(const io::File file, io::File::createInMemory("x.edf"));
    MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(text))));
    return readEdfHeader(file);
  }

  std::string refusal() const {
    const auto header = read();
    return header ? "read" : header.error().message.english();
  }
};

bool isEdfText(const std::string& text) {
  return isEdf(std::as_bytes(std::span(text)));
}

}  // namespace

/// Headers of EDF and BDF, written field by field.
class EdfHeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fieldsAreWhereTheFormatPutsThem() {
    Made made;
    made.signals = {{"Fp1", "mV"}, {"Resp", "", {"0", "1", "0", "100"}, "5"}};
    made.content = 3 * 30;
    made.duration = "0.5";
    const auto header = made.read();
    QVERIFY2(header, made.refusal().c_str());
    QCOMPARE(header->bytes, std::uint64_t{768});
    QCOMPARE(header->records, std::uint64_t{3});
    QCOMPARE(header->recordBytes, std::uint64_t{30});
    QCOMPARE(header->sampleBytes, 2U);
    QVERIFY(!header->plus && !header->gapped);
    const EdfSignal& first = header->signals[0];
    QCOMPARE(first.label + " " + first.unit, std::string("Fp1 mV"));
    QCOMPARE(first.valueOf(-2048), -100.);
    QCOMPARE(first.valueOf(2047), 100.);
    QCOMPARE(header->signals[1].valueOf(25), 0.25);
    QCOMPARE(header->signals[1].offset, std::uint64_t{20});
    QCOMPARE(header->rateOf(header->signals[1].samples), 10.);
  }

  void bdfHasThreeBytesASample() {
    Made made;
    made.version = "\xFF" "BIOSEMI";
    made.content = 90;
    const auto header = made.read();
    QVERIFY2(header, made.refusal().c_str());
    QCOMPARE(header->sampleBytes, 3U);
    QCOMPARE(header->recordBytes, std::uint64_t{30});
  }

  void plusAndGapsAreInTheReservedField() {
    for (const auto& [reserved, plus, gapped] :
         {std::tuple("", false, false), {"EDF+C", true, false}, {"EDF+D", true, true}, {"BDF+D", true, true},
          {"EDF", false, false}, {"D", false, false}}) {
      Made made;
      made.reserved = reserved;
      const auto header = made.read();
      QVERIFY(header);
      QCOMPARE(header->plus, plus);
      QCOMPARE(header->gapped, gapped);
    }
    Made made;
    made.signals.push_back({"EDF Annotations", "uV", {"-1", "1", "x", "y"}, "20"});
    made.content = 3 * 60;
    const auto header = made.read();
    QVERIFY2(header, made.refusal().c_str());
    QVERIFY(!header->signals[0].annotations && header->signals[1].annotations);
    QVERIFY(header->signals[1].unit.empty());
  }

  void withoutARangeStoredNumbersStay() {
    for (const auto& limits : {std::array{"5", "5", "0", "9"}, {"0", "1", "7", "7"}, {"", "1", "0", "9"}}) {
      Made made;
      for (std::size_t i = 0; i < 4; ++i) made.signals[0].limits[i] = limits[i];
      const auto header = made.read();
      QVERIFY(header);
      QCOMPARE(header->signals[0].valueOf(-1234), -1234.);
      QVERIFY(header->signals[0].unit.empty());
    }
  }

  /// 9 samples in 0.3 s are 30 a second, although 0.3 is no binary number.
  void ratesAreWholeWhereTheyShouldBe() {
    EdfHeader header;
    header.duration = 0.3;
    QVERIFY(header.rateOf(9) == 30);
    QVERIFY(std::abs(header.rateOf(10) - 100. / 3) < 1e-12);
    header.duration = 0;
    QVERIFY(header.rateOf(9) == 0);
    Made made;
    for (const char* unknown : {"", "0", "-1"}) {
      made.duration = unknown;
      QCOMPARE(made.read()->duration, 0.);
    }
  }

  void recordsAreThoseOfTheFile() {
    Made made;
    made.records = "-1";
    for (const std::size_t more : {0U, 1U, 19U}) {
      made.content = 80 + more;
      QCOMPARE(made.read()->records, std::uint64_t{4});
      made.records = "4";
      QCOMPARE(made.read()->records, std::uint64_t{4});
      made.records = "-1";
    }
    made.content = 100;
    made.records = "6";
    QCOMPARE(made.refusal(),
             std::string("x.edf is cut short: it holds 5 of the 6 whole records its header promises."));
    made.records = "4";
    QCOMPARE(made.refusal(), std::string("x.edf is damaged: it has 5 records, but its header states 4."));
    made.records = "-1";
    made.content = 19;
    QCOMPARE(made.refusal(), std::string("x.edf holds no samples."));
  }

  void aHeaderOfAnotherLengthIsBelievedWhereTheFileFits() {
    Made made;
    made.bytes = "768";
    made.content = 256 + 60;
    QCOMPARE(made.read()->bytes, std::uint64_t{768});
    // The signals need 512, and so the file fits.
    made.content = 60;
    QCOMPARE(made.read()->bytes, std::uint64_t{512});
    made.content = 100;
    QCOMPARE(made.refusal(),
             std::string("x.edf is damaged: its header gives \"768\" as its own length, where 1 signals need 512."));
  }

  void whatCannotBeIsRefusedInASentence() {
    const auto refused = [](auto change) {
      Made made;
      change(made);
      return made.refusal();
    };
    QCOMPARE(refused([](Made& made) { made.records = "many"; }),
             std::string("x.edf is damaged: its header gives \"many\" as the number of its records."));
    QCOMPARE(refused([](Made& made) { made.duration = "1s"; }),
             std::string("x.edf is damaged: its header gives \"1s\" as the duration of a record."));
    for (const char* samples : {"0", "-5", "1.5", "", "x"}) {
      QCOMPARE(refused([&](Made& made) { made.signals[0].samples = samples; }),
               std::string("x.edf is damaged: its header gives \"") + samples +
                   "\" as the number of samples a record of signal 1.");
    }
    QCOMPARE(refused([](Made& made) { made.signals[0].limits[1] = "1OO"; }),
             std::string("x.edf is damaged: its header gives \"1OO\" as a limit of signal 1."));
    QVERIFY(refused([](Made& made) { made.signals[0].limits[1] = "1e300"; })
                .starts_with("x.edf is damaged: by the limits in its header signal 1 reaches "));
    QCOMPARE(refused([](Made& made) { made.signals.clear(); }),
             std::string("x.edf is damaged: its header gives \"0\" as the number of its signals."));
  }

  void everyCutHeaderIsFound() {
    Made made;
    made.content = 0;
    const std::string text = made.text();
    for (std::size_t size = 0; size < text.size(); ++size) QVERIFY(!Made::readText(text.substr(0, size)));
    QVERIFY(isEdfText(text.substr(0, 192)) && isEdfText(text.substr(0, 8)));
    QVERIFY(!isEdfText(text.substr(0, 7)));
    QVERIFY(!isEdfText("0,1,2,3,4"));
    // A text that begins alike has words where the length of a header is.
    QVERIFY(!isEdfText("0       " + std::string(300, 'a')));
  }
};

MASU_TEST(EdfHeaderTest)
#include "edf_header_test.moc"
