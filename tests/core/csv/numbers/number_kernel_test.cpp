// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/number_kernel.h"

#include <QTest>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

struct Line {
  std::string text;
  std::vector<std::uint32_t> ends;
  std::vector<std::string> cells;

  void add(const std::string& cell) {
    text += cell;
    ends.push_back(static_cast<std::uint32_t>(text.size()));
    text += ',';
    cells.push_back(cell);
  }
};

struct Numbers {
  std::size_t read = 0;
  std::vector<double> values;
  std::vector<float> nearest;
};

/// The kernel may look at 36 bytes before a cell's end, so that lines begin after as many.
const std::string kInFront(36, '7');

Numbers numbersOf(const Line& line, const NumberKernel& kernel, char decimal = '.', bool emptyIsMissing = true) {
  const std::string all = kInFront + line.text;
  Numbers numbers;
  numbers.values.resize(line.cells.size(), -1);
  numbers.nearest.resize(line.cells.size(), -1);
  const char* const text = all.data() + kInFront.size();
  numbers.read =
      kernel.read({text, text, line.ends.data(), line.cells.size(), numbers.values.data(), numbers.nearest.data()},
                  {all.data(), all.data() + all.size(), decimal, emptyIsMissing});
  return numbers;
}

bool sameBits(const Numbers& a, const Numbers& b) {
  if (a.read != b.read) return false;
  for (std::size_t i = 0; i < a.read; ++i) {
    if (std::bit_cast<std::uint64_t>(a.values[i]) != std::bit_cast<std::uint64_t>(b.values[i])) return false;
    if (std::bit_cast<std::uint32_t>(a.nearest[i]) != std::bit_cast<std::uint32_t>(b.nearest[i])) return false;
  }
  return true;
}

/// What every kernel makes of a line; it ends the test where two disagree.
Numbers numbersOf(const Line& line, char decimal = '.', bool emptyIsMissing = true) {
  Numbers wanted;
  for (const NumberKernel* kernel : numberKernels()) {
    Numbers numbers = numbersOf(line, *kernel, decimal, emptyIsMissing);
    if (kernel == numberKernels().front())
      wanted = std::move(numbers);
    else if (!sameBits(wanted, numbers))
      qFatal("%s reads %s unlike %s", kernel->name, line.text.c_str(), numberKernels().front()->name);
  }
  return wanted;
}

bool isTaken(const std::string& cell, char decimal = '.', bool emptyIsMissing = true) {
  Line line;
  line.add(cell);
  return numbersOf(line, decimal, emptyIsMissing).read == 1;
}

std::string printed(const char* format, double value) {
  char buffer[512];
  return {buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, format, value))};
}

template <class T>
T parsed(const std::string& text) {
  T value = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return std::numeric_limits<T>::infinity() * (text[0] == '-' ? -1 : 1);
  return last == text.data() + text.size() ? value : std::numeric_limits<T>::quiet_NaN();
}

/// Nothing, or how the kernel and std::from_chars differ on the cells that it takes.
std::string difference(const Line& line) {
  const Numbers numbers = numbersOf(line);
  for (std::size_t i = 0; i < numbers.read; ++i) {
    const std::string& cell = line.cells[i];
    if (cell.empty()) {
      if (!std::isnan(numbers.values[i]) || !std::isnan(numbers.nearest[i])) return "an empty cell is no NaN";
      continue;
    }
    if (std::bit_cast<std::uint64_t>(numbers.values[i]) != std::bit_cast<std::uint64_t>(parsed<double>(cell)))
      return cell + printed(" was read as %a", numbers.values[i]);
    if (std::bit_cast<std::uint32_t>(numbers.nearest[i]) != std::bit_cast<std::uint32_t>(parsed<float>(cell)))
      return cell + printed(" was read as the float %a", static_cast<double>(numbers.nearest[i]));
  }
  return {};
}

}  // namespace

class NumberKernelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void readsPrintedNumbersAsFromCharsDoes();
  void readsRandomCharactersAsFromCharsOrNotAtAll();
  void readsCellsOfAllKindsSideBySide();
  void readsACellThatOnlyNearlyHasTheFormOfItsNeighbours();
  void readsNumbersMidwayBetweenTwo();
  void takesCommonSpellings_data();
  void takesCommonSpellings();
  void leavesEverythingElse_data();
  void leavesEverythingElse();
  void readsUpToTheFirstCellThatIsNone();
  void takesAnEmptyCellOnlyWhereThatIsMissing();
  void readsADecimalComma();
  void looksAtNothingOutsideTheBlock();
};

void NumberKernelTest::initTestCase() {
  if (numberKernel() == nullptr) QSKIP("This processor has no vectors for it.");
}

void NumberKernelTest::readsPrintedNumbersAsFromCharsDoes() {
  std::mt19937_64 random(21);
  std::size_t taken = 0;
  std::size_t cells = 0;
  for (const char* format :
       {"%.18e", "%.17g", "%.16g", "%.15g", "%.12e", "%.9g", "%.4g", "%.3f", "%.7f", "%.0f", "%.10f", "%.16f"}) {
    for (int i = 0; i < 2000; ++i) {
      Line line;
      for (int column = 0; column < 10; ++column) {
        const auto whole = static_cast<double>(static_cast<std::int64_t>(random()));
        line.add(printed(format, std::ldexp(whole, -20 - static_cast<int>(random() % 60))));
      }
      const std::string found = difference(line);
      QVERIFY2(found.empty(), found.c_str());
      taken += numbersOf(line).read;
      cells += line.cells.size();
    }
  }
  QVERIFY(taken > cells / 2);
}

/// Characters of numbers in any order, of any length: whatever is taken has to be a number, whole, to from_chars too.
void NumberKernelTest::readsRandomCharactersAsFromCharsOrNotAtAll() {
  static constexpr char kBytes[] = "0123456789012345678900..e-+E ";
  std::mt19937_64 random(22);
  int taken = 0;
  for (int i = 0; i < 400000; ++i) {
    std::string cell(random() % 30, '0');
    const std::size_t kinds = i % 2 == 0 ? 24 : sizeof kBytes - 1;
    for (char& c : cell) c = kBytes[random() % kinds];
    if (random() % 4 == 0) cell += "e-07";
    Line line;
    line.add(cell);
    const std::string found = difference(line);
    QVERIFY2(found.empty(), found.c_str());
    taken += isTaken(cell) ? 1 : 0;
  }
  QVERIFY(taken > 40000);
}

/// Lines of every width, so that each lane meets each kind of cell beside each other kind.
void NumberKernelTest::readsCellsOfAllKindsSideBySide() {
  static constexpr const char* kFormats[] = {"%.18e", "%.17g", "%.12e", "%.6e", "%.9g", "%.4g", "%.3f", "%.0f"};
  static constexpr const char* kOthers[] = {"",      "-",    ".", "five", "1e5", "-0", "00000000000000000000",
                                            "0e-30", "0e+99"};
  std::mt19937_64 random(23);
  std::size_t taken = 0;
  for (int i = 0; i < 60000; ++i) {
    Line line;
    const std::size_t columns = 1 + random() % 20;
    const std::size_t common = random() % std::size(kFormats);
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t format = random() % 4 == 0 ? random() % std::size(kFormats) : common;
      const auto whole = static_cast<double>(static_cast<std::int64_t>(random() >> random() % 64));
      const double value = std::ldexp(whole, -static_cast<int>(random() % 80));
      line.add(random() % 60 == 0 ? kOthers[random() % std::size(kOthers)] : printed(kFormats[format], value));
    }
    const std::string found = difference(line);
    QVERIFY2(found.empty(), found.c_str());
    taken += numbersOf(line).read;
  }
  QVERIFY(taken > 200000);
}

/// Doubles one step beside the middle of two others, and that middle itself, spelled out as far as they are taken.
void NumberKernelTest::readsACellThatOnlyNearlyHasTheFormOfItsNeighbours() {
  std::mt19937_64 random(34);
  constexpr std::string_view kOther = "0123456789+-.eE xé";
  for (int i = 0; i < 40000; ++i) {
    const std::string format = "%." + std::to_string(1 + random() % 21) + "e";
    const int scale = static_cast<int>(random() % 80);
    Line line;
    const std::size_t cells = 1 + random() % 12;
    const std::size_t changed = random() % cells;
    for (std::size_t column = 0; column < cells; ++column) {
      const auto whole = static_cast<double>(static_cast<std::int64_t>(random()));
      std::string cell = printed(format.c_str(), std::ldexp(whole, -scale - static_cast<int>(random() % 60)));
      if (column == changed) {
        const std::size_t at = random() % cell.size();
        const char other = kOther[random() % kOther.size()];
        if (random() % 4 == 0)
          cell.erase(at, 1 + random() % 3);
        else if (random() % 4 == 0)
          cell.insert(at, 1, other);
        else
          cell[at] = other;
      }
      line.add(cell);
    }
    const std::string found = difference(line);
    QVERIFY2(found.empty(), found.c_str());
  }
}

void NumberKernelTest::readsNumbersMidwayBetweenTwo() {
  std::mt19937_64 random(24);
  for (int i = 0; i < 20000; ++i) {
    Line line;
    const std::uint64_t even = (std::uint64_t{1} << 54) + (random() % (std::uint64_t{1} << 52)) * 4;
    for (const std::uint64_t away : {0, 1, 2, 3, 4, 5, 6, 7}) line.add(std::to_string(even + away));
    for (const std::uint64_t away : {1, 2, 3, 5, 6, 7}) line.add(std::to_string((even + away) * 5 / 2) + ".5");
    for (const std::uint64_t away : {2, 3, 6}) line.add(std::to_string((even + away) * 10) + "e-01");
    const std::string found = difference(line);
    QVERIFY2(found.empty(), found.c_str());
  }
}

void NumberKernelTest::takesCommonSpellings_data() {
  QTest::addColumn<QString>("text");
  for (const char* text :
       {"0", "-0", "7", "5.", ".5", "-.5", "-159.9611326", "9999999999999999", "0.0000000000000001", "9007199254740993",
        "0.12345678901234567", "1.234567890123456789e+00", "-2.5e-03", "1.e-05", "9.999999999999999999e-37",
        "1234567890123456789", "123456789.0123456789", "12345678901234.5678"})
    QTest::newRow(text) << text;
}

void NumberKernelTest::takesCommonSpellings() {
  QFETCH(const QString, text);
  Line line;
  line.add(text.toStdString());
  QVERIFY(isTaken(text.toStdString()));
  QCOMPARE(QString::fromStdString(difference(line)), QString());
}

void NumberKernelTest::leavesEverythingElse_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"-",
                           ".",
                           "-.",
                           "+1",
                           "--1",
                           "1-2",
                           "1..2",
                           "1.2.3",
                           "12:4",
                           "1/2",
                           "1 ",
                           " 1",
                           "0x1",
                           "1e",
                           "e5",
                           "e+05",
                           "1e+",
                           "1e5.",
                           "inf",
                           "nan",
                           "1,5",
                           "12345678a",
                           "1.2.3456789012345678901",
                           "99999999999999999999",
                           "1.0e+99",
                           "low sea wall",
                           "16777217",
                           "1e-45"})
    QTest::newRow(text) << text;
}

void NumberKernelTest::leavesEverythingElse() {
  QFETCH(const QString, text);
  QVERIFY(!isTaken(text.toStdString()));
}

void NumberKernelTest::readsUpToTheFirstCellThatIsNone() {
  Line line;
  for (const char* cell : {"1", "-2.5", "", "4e-01", "five", "6"}) line.add(cell);
  const Numbers numbers = numbersOf(line);
  QCOMPARE(numbers.read, std::size_t{4});
  QCOMPARE(numbers.values[1], -2.5);
  QVERIFY(std::isnan(numbers.values[2]));
  QCOMPARE(numbers.values[3], 0.4);
}

void NumberKernelTest::takesAnEmptyCellOnlyWhereThatIsMissing() {
  QVERIFY(isTaken("", '.', true));
  QVERIFY(!isTaken("", '.', false));
  QVERIFY(!isTaken("-", '.', true));
}

void NumberKernelTest::readsADecimalComma() {
  QVERIFY(isTaken("-1,25", ','));
  QVERIFY(!isTaken("1.25", ','));
}

/// Cells too near the block's edges are left; a sanitizer sees to the rest.
void NumberKernelTest::looksAtNothingOutsideTheBlock() {
  const auto block = std::make_unique<char[]>(40);
  std::fill_n(block.get(), 40, '1');
  double value = 0;
  float nearest = 0;
  for (std::uint32_t end = 0; end <= 40; ++end) {
    for (const NumberKernel* kernel : numberKernels()) {
      const std::size_t read = kernel->read({block.get(), block.get(), &end, 1, &value, &nearest},
                                            {block.get(), block.get() + 40, '.', false});
      if (end < 36 || end == 40) QCOMPARE(read, std::size_t{0});
    }
  }
}

MASU_TEST(NumberKernelTest)
#include "number_kernel_test.moc"
