// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_header.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

Result<WfdbHeader> read(const std::string& text) {
  return readWfdbHeader(text, "r.hea");
}

/// The signal of a record of one, whose line ends so.
Result<WfdbSignal> signalOf(const std::string& format, const std::string& rest = {}) {
  MASU_TRY(const WfdbHeader header, read("r 1\nr.dat " + format + " " + rest));
  return header.signals.front();
}

}  // namespace

class WfdbHeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsNotSaidHasTheDefaultsOfTheFormat() {
    const auto header = read("r 1\nr.dat 16");
    QVERIFY(header);
    QCOMPARE(header->rate, 250.);
    QCOMPARE(header->frames, std::uint64_t{0});
    const WfdbSignal& signal = header->signals.front();
    QCOMPARE(signal.label, std::string("c1"));
    QVERIFY(signal.unit.empty());
    QCOMPARE(signal.gain, 200.);
    QCOMPARE(signal.baseline, 0.);
    QVERIFY(!signal.checksum);
    QCOMPARE(header->files.front().samples, std::uint64_t{1});
  }

  void theRecordLineIsRead() {
    for (const char* line : {"r 1 360.5 99", "r 1 360.5/250(7) 99 10:00 01/02/2003", "  r\t1  +360,5 99\r"}) {
      const auto header = read("# comment\r\n\n" + std::string(line) + "\n#other\nr.dat 16\n# info\n");
      QVERIFY2(header, line);
      QCOMPARE(header->rate, 360.5);
      QCOMPARE(header->frames, std::uint64_t{99});
    }
  }

  void theFormatHasItsModifiersInAnyOrder() {
    for (const char* format : {"212x3:5+24", "212+24:5x3", "212:5x3+24"}) {
      const auto header = read("r 1\nr.dat " + std::string(format));
      QVERIFY2(header, format);
      QCOMPARE(header->signals.front().samples, std::uint64_t{3});
      QCOMPARE(header->signals.front().skew, std::uint64_t{5});
      QCOMPARE(header->files.front().format, 212U);
      QCOMPARE(header->files.front().offset, std::uint64_t{24});
    }
    for (const char* format : {"x2", "16x", "16x-1", "16x0", "16:", "16y2", "16x4194305", "16:4294967297"}) {
      QVERIFY2(!signalOf(format), format);
      QVERIFY(signalOf(format).error().code == Errc::damaged);
    }
    for (const unsigned format : kWfdbFormats) QVERIFY(signalOf(std::to_string(format)));
    QVERIFY(signalOf("0").error().code == Errc::unsupported);
    QVERIFY(signalOf("516").error().message.english().find("516") != std::string::npos);
  }

  void theGainHasABaselineAndAUnit() {
    const auto both = signalOf("16", "100(-20)/uV 12 7 -5 65535 0 lead II");
    QVERIFY(both);
    QCOMPARE(both->gain, 100.);
    QCOMPARE(both->baseline, -20.);
    QCOMPARE(both->unit, std::string("uV"));
    QCOMPARE(both->label, std::string("lead II"));
    QCOMPARE(both->initial, std::int64_t{-5});
    QVERIFY(both->checksum == 65535);
    QCOMPARE(both->valueOf(80), 1.);
    // The zero of the ADC is the baseline where there is none, and the first value where that is not given.
    const auto zero = signalOf("16", "100 12 7");
    QVERIFY(zero);
    QCOMPARE(zero->baseline, 7.);
    QCOMPARE(zero->initial, std::int64_t{7});
    QCOMPARE(zero->unit, std::string("mV"));
    // A gain of 0 is none: the values have no unit that is known.
    const auto none = signalOf("16", "0(3)/V 12 0 0 0");
    QVERIFY(none);
    QCOMPARE(none->gain, 200.);
    QVERIFY(none->unit.empty());
    QVERIFY(!none->checksum);
    // What a writer took as a number with a sign is the same 16 bits.
    QVERIFY(signalOf("16", "200 12 0 0 -1")->checksum == 65535);
  }

  void numbersThatAreNoneAreNamed() {
    for (const char* wrong : {"high", "200(3", "(3)", "200(x)", "200mV"}) {
      const auto signal = signalOf("16", wrong);
      QVERIFY2(!signal, wrong);
      QVERIFY(signal.error().code == Errc::damaged);
      QVERIFY2(signal.error().message.english().find("signal 1") != std::string::npos, wrong);
    }
    for (const char* rest : {"200 12 zero", "200 12 0 first", "200 12 0 0 sum", "200 12 0 3000000000"}) {
      const auto signal = signalOf("16", rest);
      QVERIFY2(!signal, rest);
      const std::string word = std::string(rest).substr(std::string(rest).rfind(' ') + 1);
      QVERIFY2(signal.error().message.english().find("\"" + word + "\"") != std::string::npos, rest);
    }
    QVERIFY(!signalOf("16", "1e-300"));
  }

  void signalsOfAFileFollowEachOther() {
    const auto header = read("r 4\na 16x2 1 0 0 0 0 0 V\na 16 1 0 0 0 0 0 V\nsub/b 8+4\nsub/b 8x3+4\n");
    QVERIFY2(header, header ? "" : header.error().message.english().c_str());
    QCOMPARE(header->files.size(), std::size_t{2});
    QCOMPARE(header->files[0].samples, std::uint64_t{3});
    QCOMPARE(header->files[1].samples, std::uint64_t{4});
    const std::uint64_t offsets[] = {0, 2, 0, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(header->signals[i].file, i / 2);
      QCOMPARE(header->signals[i].offset, offsets[i]);
    }
    QVERIFY(header->signals[0].label != header->signals[1].label);
    const auto apart = read("r 3\na 16\nb 16\na 16\n");
    QVERIFY(!apart);
    QVERIFY(apart.error().message.english().find("signal 3") != std::string::npos);
    for (const char* other : {"8", "16+2"}) QVERIFY2(!read("r 2\na 16\na " + std::string(other)), other);
    for (const char* out : {"../a", "/a", "-", "sub/"}) {
      QVERIFY2(read("r 1\n" + std::string(out) + " 16").error().code == Errc::unsupported, out);
    }
  }

  void framesAreNoWiderThanIsRead() {
    QVERIFY(read("r 1\na 8x4194304\n"));
    QVERIFY(read("r 2\na 8x4194303\nb 8\n"));
    QVERIFY(read("r 2\na 8x4194304\nb 8\n").error().code == Errc::unsupported);
  }

  void fewerLinesThanSignalsAreCounted() {
    const std::string sentence = read("r 3\na 16\n# b 16\na 16\n").error().message.english();
    QVERIFY2(sentence.find("2 of the 3 signals") != std::string::npos, sentence.c_str());
    QVERIFY(read("r/2 1\na 10\nb 10").error().code == Errc::unsupported);
    QVERIFY(read("r 0").error().code == Errc::noSamples);
    QVERIFY(read("r 65537").error().code == Errc::damaged);
    QVERIFY(read(" \n# nothing").error().code == Errc::format);
  }
};

MASU_TEST(WfdbHeaderTest)
#include "wfdb_header_test.moc"
