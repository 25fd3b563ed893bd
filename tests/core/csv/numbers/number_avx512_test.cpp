// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/numbers/number_kernel.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

constexpr double kUntouched = -12345;
constexpr std::size_t kBeyond = 8;  ///< elements after the last cell's

struct Numbers {
  std::size_t read = 0;
  std::vector<double> values;
  std::vector<float> nearest;
};

template <class T>
T parsed(const std::string& text) {
  T value = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && last == text.data() + text.size() ? value : std::numeric_limits<T>::quiet_NaN();
}

std::string printed(int decimals, double value) {
  char buffer[64];
  return {buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, "%.*e", decimals, value))};
}

/// Nothing, or the first cell that was not read as std::from_chars reads it.
std::string difference(const std::vector<std::string>& cells, const Numbers& numbers) {
  for (std::size_t i = 0; i < numbers.read; ++i) {
    if (std::bit_cast<std::uint64_t>(numbers.values[i]) != std::bit_cast<std::uint64_t>(parsed<double>(cells[i])))
      return "as a double: " + cells[i];
    if (std::bit_cast<std::uint32_t>(numbers.nearest[i]) != std::bit_cast<std::uint32_t>(parsed<float>(cells[i])))
      return "as a float: " + cells[i];
  }
  for (std::size_t i = cells.size(); i < cells.size() + kBeyond; ++i) {
    if (numbers.values[i] != kUntouched || numbers.nearest[i] != static_cast<float>(kUntouched))
      return "beyond " + std::to_string(cells.size()) + " cells";
  }
  return {};
}

}  // namespace

/// The kernel for AVX-512 takes eight cells at a time: what each lane reads is its own cell alone, whatever the others
/// hold.
class NumberAvx512Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void anyNumberOfCellsIsRead();
  void cellsOfAllLengthsAreReadInEachLane();
  void longCellsAreReadBesideShortOnes();
  void cellsOfOneFormAreReadBesideOneOfAnother();
  void readingEndsAtTheLaneThatIsLeft();

 private:
  Numbers numbersOf(const std::vector<std::string>& cells) const {
    std::string all(36, '7');  // the kernel may look at so many bytes before a cell's end
    const std::size_t begin = all.size();
    std::vector<std::uint32_t> ends;
    for (const std::string& cell : cells) {
      all += cell;
      ends.push_back(static_cast<std::uint32_t>(all.size() - begin));
      all += ',';
    }
    Numbers numbers;
    numbers.values.resize(cells.size() + kBeyond, kUntouched);
    numbers.nearest.resize(cells.size() + kBeyond, static_cast<float>(kUntouched));
    const char* const text = all.data() + begin;
    numbers.read =
        m_kernel->read({text, text, ends.data(), cells.size(), numbers.values.data(), numbers.nearest.data()},
                       {all.data(), all.data() + all.size(), '.', false});
    return numbers;
  }

  const NumberKernel* m_kernel = nullptr;
};

void NumberAvx512Test::initTestCase() {
  for (const NumberKernel* kernel : numberKernels()) {
    if (std::string_view(kernel->name) == "avx512") m_kernel = kernel;
  }
  if (m_kernel == nullptr) QSKIP("This processor has no AVX-512.");
  QVERIFY(numberKernel() == m_kernel);
}

void NumberAvx512Test::anyNumberOfCellsIsRead() {
  for (std::size_t count = 1; count <= 25; ++count) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < count; ++i) cells.push_back((i % 3 == 1 ? "-" : "") + std::to_string(i) + ".25");
    const Numbers numbers = numbersOf(cells);
    QCOMPARE(numbers.read, count);
    QCOMPARE(difference(cells, numbers), std::string());
  }
}

/// Up to 16 bytes are read in one way and more in another; a mark moves the digits before it.
void NumberAvx512Test::cellsOfAllLengthsAreReadInEachLane() {
  const std::string digits = "1234567890123456789";
  for (std::size_t length = 1; length <= digits.size(); ++length) {
    for (std::size_t mark = 0; mark <= length + 1; ++mark) {
      std::string cell = digits.substr(0, length);
      if (mark <= length) cell.insert(mark, ".");
      for (std::size_t lane = 0; lane < 8; ++lane) {
        std::vector<std::string> cells(8, "7");
        cells[lane] = (lane % 2 == 0 ? "-" : "") + cell;
        const Numbers numbers = numbersOf(cells);
        QVERIFY2(numbers.read == 8, cells[lane].c_str());
        QCOMPARE(difference(cells, numbers), std::string());
      }
    }
  }
}

void NumberAvx512Test::longCellsAreReadBesideShortOnes() {
  std::mt19937_64 random(12);
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::string> cells;
    const unsigned longOnes = static_cast<unsigned>(random() % 256);
    for (unsigned lane = 0; lane < 8; ++lane) {
      std::string cell = random() % 2 == 0 ? "-" : "";
      cell += std::to_string(1 + random() % 900) + '.';
      if ((longOnes >> lane & 1) != 0) cell += std::to_string(100'000'000'000'000 + random() % 800'000'000'000'000);
      cells.push_back(cell);
    }
    const Numbers numbers = numbersOf(cells);
    QCOMPARE(numbers.read, std::size_t{8});
    QCOMPARE(difference(cells, numbers), std::string());
  }
}

void NumberAvx512Test::cellsOfOneFormAreReadBesideOneOfAnother() {
  std::mt19937_64 random(13);
  for (int round = 0; round < 4000; ++round) {
    const int decimals = 1 + static_cast<int>(random() % 17);
    const std::size_t count = 1 + random() % 16;
    // Of the other one, decimals or sign differ; it may be the first, whose form the rest is compared with.
    const std::size_t other = random() % count;
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < count; ++i) {
      // Below 1 none is midway between two floats, which would be left to others.
      const double value = std::ldexp(static_cast<double>(random()), -static_cast<int>(70 + random() % 30));
      const int of = i == other && round % 2 == 0 ? decimals % 17 + 1 : decimals;
      cells.push_back(printed(of, random() % 2 == 0 ? -value : value));
    }
    const Numbers numbers = numbersOf(cells);
    QVERIFY2(numbers.read == count, cells[std::min(numbers.read, count - 1)].c_str());
    QCOMPARE(difference(cells, numbers), std::string());
  }
}

void NumberAvx512Test::readingEndsAtTheLaneThatIsLeft() {
  for (const char* none : {"five", "-", "", "1..2", "12345678901234567890123"}) {
    for (std::size_t lane = 0; lane < 17; ++lane) {
      std::vector<std::string> cells(17, "0.5");
      cells[lane] = none;
      const Numbers numbers = numbersOf(cells);
      QCOMPARE(numbers.read, lane);
      QCOMPARE(difference(cells, numbers), std::string());
    }
  }
}

MASU_TEST(NumberAvx512Test)
#include "number_avx512_test.moc"
