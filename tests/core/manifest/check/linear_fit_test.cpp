// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/linear_fit.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::manifest;

/// Columns that add up to a target are found among others, and no more of them than it takes.
class LinearFitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void findsTheColumnsOfASum();
  void takesNoMoreColumnsThanItNeeds();
  void findsNothingInNoise();
  void passesOverMissingValues();
  void needsRowsEnough();

 private:
  static constexpr std::size_t kRows = 2000;
  static constexpr std::size_t kColumns = 40;

  LinearFit fit(const std::vector<double>& target) const {
    std::vector<std::span<const double>> columns(m_columns.begin(), m_columns.end());
    return fitLinearly(columns, target, 16, 1e-6);
  }
  template <class Of>
  std::vector<double> target(Of of) const {
    std::vector<double> values(kRows);
    for (std::size_t row = 0; row < kRows; ++row) values[row] = of(row);
    return values;
  }

  std::vector<std::vector<double>> m_columns;
};

void LinearFitTest::initTestCase() {
  std::mt19937 random(1);
  m_columns.assign(kColumns, std::vector<double>(kRows));
  for (auto& column : m_columns) {
    for (double& value : column) value = static_cast<double>(random() % 1000);
  }
}

void LinearFitTest::findsTheColumnsOfASum() {
  const auto& c = m_columns;
  const std::vector<double> sum =
      target([&](std::size_t row) { return c[3][row] + c[7][row] - 0.5 * c[20][row] + 0.25 * c[39][row] + 100; });
  const LinearFit found = fit(sum);
  const std::vector<std::size_t> expected = {3, 7, 20, 39};
  QCOMPARE(found.columns, expected);
  QVERIFY(std::abs(found.constant - 100) < 1e-6);
  QVERIFY(std::abs(found.factors[2] + 0.5) < 1e-9);
  const std::vector<double> row = {c[3][5], c[7][5], c[20][5], c[39][5]};
  QVERIFY(std::abs(found.of(row) - sum[5]) < 1e-6);
}

/// The column that comes closest by itself is the sum of two parts, and a third is needed.
void LinearFitTest::takesNoMoreColumnsThanItNeeds() {
  const auto& c = m_columns;
  const auto before = m_columns;
  for (std::size_t row = 0; row < kRows; ++row) m_columns[0][row] = c[1][row] + c[2][row] + c[5][row] / 10;
  const LinearFit found = fit(target([&](std::size_t row) { return c[1][row] + c[2][row] + c[3][row] / 100; }));
  m_columns = before;
  QCOMPARE(found.columns.size(), std::size_t{3});
}

void LinearFitTest::findsNothingInNoise() {
  std::mt19937 random(2);
  QVERIFY(fit(target([&](std::size_t) { return static_cast<double>(random() % 1000); })).columns.empty());
  QVERIFY(fit(target([](std::size_t) { return 7.0; })).columns.empty());
}

void LinearFitTest::passesOverMissingValues() {
  const auto& c = m_columns;
  std::vector<double> sum = target([&](std::size_t row) { return c[3][row] + c[7][row] + c[9][row]; });
  for (std::size_t row = 0; row < kRows; row += 10) sum[row] = std::nan("");
  const std::vector<std::size_t> expected = {3, 7, 9};
  QCOMPARE(fit(sum).columns, expected);
}

void LinearFitTest::needsRowsEnough() {
  const std::vector<double> a = {1, 2, 3, 5, 9, 4};
  const std::vector<double> b = {4, 1, 7, 2, 3, 3};
  const std::vector<double> sum = {5, 3, 10, 7, 12, 7};
  QVERIFY(fitLinearly({a, b}, sum, 16, 1e-6).columns.empty());
}

MASU_TEST(LinearFitTest)
#include "linear_fit_test.moc"
