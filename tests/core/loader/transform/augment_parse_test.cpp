// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/loader/transform/augment.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;

namespace {

using Numbers = std::array<double, 9>;

Numbers numbersOf(const AugmentSpec& spec) {
  return {spec.flip,  static_cast<double>(spec.shift), spec.crop, spec.gainLow, spec.gainHigh,
          spec.noise, static_cast<double>(spec.mask),  spec.drop, spec.mixup};
}

/// What a text says; all NaN, which equals nothing, where it is refused.
Numbers parsed(const std::string& text) {
  const auto spec = AugmentSpec::parse(text);
  Numbers none;
  none.fill(std::numeric_limits<double>::quiet_NaN());
  return spec ? numbersOf(*spec) : none;
}

}  // namespace

class AugmentParseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyWordHasItsRange_data();
  void everyWordHasItsRange();
  void gainIsAFactorOrARange();
  void stepsComeInAnyOrder();
  void whatIsNoStepIsNamed();
  void whatIsGivenTwiceIsNamed();
};

void AugmentParseTest::everyWordHasItsRange_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<int>("place");
  QTest::addColumn<double>("low");
  QTest::addColumn<double>("high");
  QTest::addColumn<bool>("whole");
  QTest::newRow("flip") << "flip" << 0 << 0.0 << 1.0 << false;
  QTest::newRow("shift") << "shift" << 1 << 0.0 << 4'294'967'295.0 << true;
  QTest::newRow("crop") << "crop" << 2 << 1e-6 << 1.0 << false;
  QTest::newRow("noise") << "noise" << 5 << 0.0 << 1e6 << false;
  QTest::newRow("mask") << "mask" << 6 << 0.0 << 4'294'967'295.0 << true;
  QTest::newRow("drop") << "drop" << 7 << 0.0 << 1.0 << false;
  QTest::newRow("mixup") << "mixup" << 8 << 0.0 << 100.0 << false;
}

/// Both ends are in it, and nothing beyond; no other number of the spec is touched.
void AugmentParseTest::everyWordHasItsRange() {
  QFETCH(const QString, word);
  QFETCH(const int, place);
  QFETCH(const double, low);
  QFETCH(const double, high);
  QFETCH(const bool, whole);
  const auto step = [&](const QString& figure) { return (word + "=" + figure).toStdString(); };
  const auto figureOf = [&](double number) {
    return whole ? QString::number(static_cast<qulonglong>(number)) : QString::number(number, 'g', 17);
  };
  for (const double number : {low, high}) {
    Numbers wanted = numbersOf({});
    wanted[static_cast<std::size_t>(place)] = number;
    QVERIFY2(parsed(step(figureOf(number))) == wanted, step(figureOf(number)).c_str());
  }
  const double above = whole ? high + 1 : high * 1.0001;
  std::vector<QString> refused = {figureOf(above), "-1", "nan", "inf", "", "0x1", "1..2", "half", "1e400"};
  if (low > 0) refused.push_back(figureOf(low / 2));
  if (whole) refused.push_back("0.5");
  for (const QString& figure : refused) QVERIFY2(!AugmentSpec::parse(step(figure)), step(figure).c_str());
}

void AugmentParseTest::gainIsAFactorOrARange() {
  for (const auto& [text, low, high] : {std::tuple{"gain=2", 2.0, 2.0},
                                        {"gain=0.5..2", 0.5, 2.0},
                                        {"gain=-1..1", -1.0, 1.0},
                                        {"gain=-1e6..1e6", -1e6, 1e6},
                                        {"gain=3..3", 3.0, 3.0}}) {
    const auto spec = AugmentSpec::parse(text);
    QVERIFY2(spec, text);
    QCOMPARE(spec->gainLow, low);
    QCOMPARE(spec->gainHigh, high);
  }
  for (const char* text : {"gain=", "gain=..", "gain=1..", "gain=..1", "gain=2..1", "gain=1...2", "gain=1..2..3",
                           "gain=1.. 2", "gain=0..2e6", "gain=-2e6..0", "gain=nan..1", "gain=nan"})
    QVERIFY2(!AugmentSpec::parse(text), text);
}

void AugmentParseTest::stepsComeInAnyOrder() {
  std::vector<std::string> steps = {"noise=0.05", "gain=0.8..1.2", "shift=100", "crop=0.9",
                                    "mask=200",   "drop=0.1",      "flip=0.5",  "mixup=0.2"};
  const Numbers wanted = {0.5, 100, 0.9, 0.8, 1.2, 0.05, 200, 0.1, 0.2};
  for (std::size_t turn = 0; turn < steps.size(); ++turn) {
    std::string tight;
    std::string spaced;
    for (const std::string& step : steps) {
      tight += (tight.empty() ? "" : ",") + step;
      const std::size_t equals = step.find('=');
      spaced += (spaced.empty() ? " \t" : " ,\t") + step.substr(0, equals) + " = " + step.substr(equals + 1);
    }
    QVERIFY2(parsed(tight) == wanted, tight.c_str());
    QVERIFY2(parsed(spaced + " ") == wanted, spaced.c_str());
    std::ranges::rotate(steps, steps.begin() + 1);
  }
}

void AugmentParseTest::whatIsNoStepIsNamed() {
  for (const auto& [text, named] : {std::pair{"noise", "noise"},
                                    {"noise=1,louder=2", "louder=2"},
                                    {"Noise=1", "Noise=1"},
                                    {"noise=1, flip = 2 ,drop=x", "flip = 2"},
                                    {"noise=1,,flip=1", ""},
                                    {"=1", "=1"},
                                    {"noise=1;flip=1", "noise=1;flip=1"}}) {
    const auto spec = AugmentSpec::parse(text);
    QVERIFY2(!spec, text);
    QCOMPARE(spec.error().code, Errc::invalidArgument);
    const std::string sentence = spec.error().message.english();
    QVERIFY2(sentence.starts_with("\"" + std::string(named) + "\" is not an augmentation"), sentence.c_str());
  }
}

void AugmentParseTest::whatIsGivenTwiceIsNamed() {
  for (const char* text : {"noise=0.05,noise=5", "gain=1..2, noise=1 , gain=2"}) {
    const auto spec = AugmentSpec::parse(text);
    QVERIFY2(!spec, text);
    const std::string sentence = spec.error().message.english();
    QVERIFY2(sentence.find(*text == 'n' ? "noise is given twice" : "gain is given twice") != std::string::npos,
             sentence.c_str());
  }
}

MASU_TEST(AugmentParseTest)
#include "augment_parse_test.moc"
