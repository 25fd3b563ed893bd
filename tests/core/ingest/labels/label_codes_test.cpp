// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/label_codes.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using store::Target;
using table::DType;
using Names = std::vector<std::string>;

namespace {

/// 9007199254740993 is 2^53 + 1, the first whole number that no double is.
const std::string kOdd = "9007199254740993";

Target targetFor(const Names& labels, Target asked = Target::none) {
  const auto target = targetOf(labels, asked);
  return target ? *target : Target::none;
}

}  // namespace

/// What labels are, and the codes of their classes.
class LabelCodesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeNumbersAreSortedByValueAndWordsByBytes() {
    QCOMPARE(sortedNames({"10", "9", "-1", "9"}), (Names{"-1", "9", "10"}));
    QCOMPARE(sortedNames({"10", "9", "x"}), (Names{"10", "9", "x"}));
    QCOMPARE(sortedNames({"b", "B", "a", "b"}), (Names{"B", "a", "b"}));
    // One value in two spellings is two names, always in the same order.
    QCOMPARE(sortedNames({"1", "01", "0"}), (Names{"0", "01", "1"}));
    QCOMPARE(sortedNames({"01", "0", "1"}), (Names{"0", "01", "1"}));
    QCOMPARE(sortedNames({}), Names());
  }

  void codesGivenOutStay() {
    const Names names = extended({"dog", "cat"}, {"ant", "cat", "emu"});
    QCOMPARE(names, (Names{"dog", "cat", "ant", "emu"}));
    const auto codes = codesOf(names);
    QCOMPARE(codes.size(), names.size());
    for (std::uint32_t i = 0; i < names.size(); ++i) QCOMPARE(codes.at(names[i]), i);
    QCOMPARE(extended({}, {"a"}), Names{"a"});
    QCOMPARE(extended({"a"}, {}), Names{"a"});
    QVERIFY(codesOf({}).empty());
  }

  void wordsAndFewWholeNumbersAreClasses() {
    QVERIFY(targetFor({"cat", "dog"}) == Target::classes);
    QVERIFY(targetFor({"0", "1", "1"}) == Target::classes);
    QVERIFY(targetFor({"0", "1", "many"}) == Target::classes);
    QVERIFY(targetFor({"0", "1.5"}) == Target::values);
    QVERIFY(targetFor({"1e3", "2"}) == Target::values);
    QVERIFY(targetFor({""}) == Target::classes);
    Names numbers;
    for (int i = 0; i < 1000; ++i) numbers.push_back(std::to_string(i));
    QVERIFY(targetFor(numbers) == Target::classes);
    numbers.push_back("1000");
    QVERIFY(targetFor(numbers) == Target::values);
    QVERIFY(targetFor(numbers, Target::classes) == Target::classes);
    QVERIFY(targetFor({"0", "1"}, Target::values) == Target::values);
  }

  void valuesThatAreNoNumbersAreRefused() {
    const auto refused = targetOf({"1", "two"}, Target::values);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    QCOMPARE(refused.error().message.english(),
             std::string("The label \"two\" is not a number, so labels cannot be values; predict classes instead."));
  }

  /// Beside a fraction no type keeps all of its digits.
  void digitsThatNoTypeKeepsAreRefused() {
    QVERIFY(targetFor({kOdd, "-1"}, Target::values) == Target::values);
    for (const Names& labels : {Names{kOdd, "0.5"}, Names{"1", "9223372036854775809"}}) {
      const auto refused = targetOf(labels, Target::values);
      QVERIFY(!refused);
      QVERIFY(refused.error().code == Errc::unsupported);
      QVERIFY(refused.error().message.english().ends_with("labels cannot be values; predict classes instead."));
    }
  }

  /// A float has 24 bits: 2^24 + 1 needs a double, and 2^53 + 1 a whole number.
  void valuesAreStoredAsNarrowAsTheyAreExact() {
    QVERIFY(typeOfValues({"0.5", "16777216", "nan"}) == DType::f32);
    QVERIFY(typeOfValues({"0.5", "16777217"}) == DType::f64);
    QVERIFY(typeOfValues({"0.1"}) == DType::f64);
    QVERIFY(typeOfValues({"9007199254740992"}) == DType::f32);
    QVERIFY(typeOfValues({"1", kOdd}) == DType::i64);
    QVERIFY(typeOfValues({}) == DType::f32);
  }

  void numbersKeepTheirDigits() {
    QCOMPARE(labelValue("-2.5"), -2.5);
    QCOMPARE(wholeLabel(kOdd), std::int64_t{9007199254740993});
    QCOMPARE(wholeLabel("-9223372036854775807"), -std::int64_t{9223372036854775807});
    QCOMPARE(wholeLabel("1e3"), std::int64_t{1000});
  }
};

MASU_TEST(LabelCodesTest)
#include "label_codes_test.moc"
