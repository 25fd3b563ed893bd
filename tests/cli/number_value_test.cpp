// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_value.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::cli;

namespace {

std::string saidBy(const CLI::Validator& check, std::string text) {
  return check(text);
}

}  // namespace

class NumberValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeNumbersAreWithinTheirBounds() {
    const CLI::Validator some = wholeNumber(1, kMostInt);
    for (const char* text : {"1", "10", "2147483647", ""}) QCOMPARE(saidBy(some, text), std::string());
    for (const char* text : {"0", "2147483648", "-1", "1.5", "1e3", "+5", " 5", "5 ", "5x", "x"}) {
      const std::string refused = "It must be a whole number from 1 to 2147483647, not " + std::string(text) + ".";
      QCOMPARE(saidBy(some, text), refused);
    }
    const CLI::Validator any = wholeNumber(0);
    for (const char* text : {"0", "18446744073709551615"}) QCOMPARE(saidBy(any, text), std::string());
    QCOMPARE(saidBy(any, "18446744073709551616"),
             std::string("It must be a whole number from 0 up, not 18446744073709551616."));
  }

  /// C reads the one in base 8 and the other in base 16.
  void digitsAreDecimal() {
    for (const char* text : {"010", "00", "0x10"}) QVERIFY(!saidBy(wholeNumber(0), text).empty());
  }

  void otherNumbersAreFinite() {
    for (const char* text : {"-1.5e3", "0", ".5", ""}) QCOMPARE(saidBy(finiteNumber(), text), std::string());
    // The last has a place in no double.
    for (const char* text : {"nan", "inf", "-inf", "x", "1x", "1e400"})
      QCOMPARE(saidBy(finiteNumber(), text), "It must be a number, not " + std::string(text) + ".");
    for (const char* text : {"1e-300", "2", ""}) QCOMPARE(saidBy(positiveNumber(), text), std::string());
    for (const char* text : {"0", "-0", "-1", "inf", "nan"})
      QCOMPARE(saidBy(positiveNumber(), text), "It must be a number above 0, not " + std::string(text) + ".");
    for (const char* text : {"0", "1", "0.25", ""}) QCOMPARE(saidBy(shareValue(), text), std::string());
    for (const char* text : {"-0.1", "1.0001", "inf", "nan", "x"})
      QCOMPARE(saidBy(shareValue(), text), "It must be a number from 0 to 1, not " + std::string(text) + ".");
  }

  void aWordMayTakeThePlaceOfANumber() {
    const CLI::Validator share = wordOr("run", shareValue());
    for (const char* text : {"run", "0", "1", "0.25", ""}) QCOMPARE(saidBy(share, text), std::string());
    for (const char* text : {"Run", "runs", "-0.1", "1.1", "nan"})
      QCOMPARE(saidBy(share, text), "It must be run or a number from 0 to 1, not " + std::string(text) + ".");
  }

  void aPartIsOneOfThoseThatThereAre() {
    for (const char* text : {"1/1", "2/4", "10000/10000", "auto", ""})
      QCOMPARE(saidBy(partValue(), text), std::string());
    for (const char* text : {"0/3", "4/3", "1", "1/", "/2", "1/10001", "-1/2", "01/2", "1/2/3", "a/b", "Auto"}) {
      const std::string said = saidBy(partValue(), text);
      QCOMPARE(said, "It must be I/N, e.g. 2/4, with I from 1 to N and N up to 10000, or auto, not " +
                         std::string(text) + ".");
    }
  }

  void helpShowsWhatIsAbove0() {
    QCOMPARE(wholeNumber(1).get_description(), std::string("POSITIVE"));
    QCOMPARE(wholeNumber(0).get_description(), std::string());
    QCOMPARE(wholeNumber(2, 9).get_description(), std::string());
    QCOMPARE(positiveNumber().get_description(), std::string("POSITIVE"));
  }

  /// What an option takes decides which check it gets; one of words gets none.
  void numbersThatNothingElseChecksAreChecked() {
    CLI::App app;
    std::uint64_t count = 0;
    double share = 0;
    std::string word;
    for (CLI::Option* option :
         {app.add_option("--count", count), app.add_option("--share", share), app.add_option("--word", word)})
      checkNumber(*option);
    const auto saidOf = [&app](std::vector<std::string> words) -> std::string {
      try {
        app.parse(std::move(words));
      } catch (const CLI::ParseError& error) {
        return error.what();
      }
      return {};
    };
    QCOMPARE(saidOf({"010", "--count"}), std::string("--count: It must be a whole number from 0 up, not 010."));
    QCOMPARE(saidOf({"inf", "--share"}), std::string("--share: It must be a number, not inf."));
    QCOMPARE(saidOf({"inf", "--word"}), std::string());
  }
};

MASU_TEST(NumberValueTest)
#include "number_value_test.moc"
