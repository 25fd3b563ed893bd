// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_pages.h"

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <random>

#include "tests/fixtures/test_group.h"
#include "ui/models/split_index.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;

/// Rows that say which sample they are; those of one page cannot be read.
class NumberedRows : public RowSource {
 public:
  NumberedRows(QString name, std::uint64_t samples, std::uint64_t damagedPage = ~std::uint64_t{0})
      : m_name(std::move(name)), m_samples(samples), m_damagedPage(damagedPage) {}

  std::uint64_t samples() const override { return m_samples; }
  const std::vector<SampleColumn>& columns() const override { return m_columns; }
  Result<std::vector<SampleRow>> read(std::uint64_t first, std::uint64_t count) const override {
    ++m_reads;
    if (first / RowPages::kPageRows == m_damagedPage) return fail(Errc::damaged, "The checksum differs.");
    std::vector<SampleRow> rows(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      rows[i].source = m_name;
      rows[i].position = first + i;
    }
    return rows;
  }
  int reads() const { return m_reads; }

 private:
  QString m_name;
  std::uint64_t m_samples;
  std::uint64_t m_damagedPage;
  std::vector<SampleColumn> m_columns;
  mutable std::atomic<int> m_reads = 0;
};

}  // namespace

/// Rows that are read when they are wanted, and where samples of a split are.
class RowPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyRowIsItsSample() {
    constexpr std::uint64_t kSamples = 10 * RowPages::kPageRows + 7;
    const auto source = std::make_shared<NumberedRows>("a", kSamples);
    RowPages pages(m_runner);
    pages.setSource(source);
    for (std::uint64_t left = kSamples; left > 0; left -= std::min<std::uint64_t>(left, 100)) {
      const std::uint64_t sample = left - 1;
      pages.want(sample);
      QTRY_VERIFY_WITH_TIMEOUT(!pages.pending(sample), kPatience);
      QVERIFY(pages.row(sample) != nullptr);
      QCOMPARE(pages.row(sample)->position, sample);
    }
    QCOMPARE(source->reads(), 11);  // a page is read once
    QVERIFY(pages.row(kSamples - 1) != nullptr);
    QVERIFY(pages.row(kSamples) == nullptr);
  }

  void noMoreReadersThanAFew() {
    RowPages pages(m_runner);
    pages.setSource(std::make_shared<NumberedRows>("a", 100 * RowPages::kPageRows));
    QSignalSpy arrived(&pages, &RowPages::arrived);
    int started = 0;
    while (started < 100 && pages.want(static_cast<std::uint64_t>(started) * RowPages::kPageRows)) ++started;
    QVERIFY2(started > 0 && started < 100, "some readers, then: ask again");
    QVERIFY(pages.want(0));  // under way already
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), started, kPatience);
    QVERIFY(pages.want(static_cast<std::uint64_t>(started) * RowPages::kPageRows));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), started + 1, kPatience);
  }

  /// What comes from the dataset before is thrown away, however late it comes.
  void anotherSourceForgetsTheFirst() {
    RowPages pages(m_runner);
    QSignalSpy arrived(&pages, &RowPages::arrived);
    for (int i = 0; i < 20; ++i) {
      pages.setSource(std::make_shared<NumberedRows>("old", 1'000));
      QVERIFY(pages.want(0));
      pages.setSource(std::make_shared<NumberedRows>("new", 1'000));
      QVERIFY(pages.pending(0));
      QVERIFY(pages.want(0));
      arrived.clear();
      QTRY_VERIFY_WITH_TIMEOUT(!pages.pending(0), kPatience);
      QCOMPARE(pages.row(0)->source, QString("new"));
      QCOMPARE(arrived.size(), 1);
    }
    pages.setSource(nullptr);
    QVERIFY(pages.row(0) == nullptr);
    QVERIFY(pages.want(0));  // nothing to read, nothing to wait for
    QVERIFY(pages.pending(0));
  }

  void aPageThatCannotBeReadSaysSoOnce() {
    const auto source = std::make_shared<NumberedRows>("a", 1'000, 1);
    RowPages pages(m_runner);
    pages.setSource(source);
    QSignalSpy failed(&pages, &RowPages::failed);
    QVERIFY(pages.want(300));
    QTRY_VERIFY_WITH_TIMEOUT(!pages.pending(300), kPatience);
    QVERIFY(pages.unreadable(300));
    QVERIFY(pages.row(300) == nullptr);
    QVERIFY(!pages.unreadable(10));
    QVERIFY(pages.want(301));
    QCOMPARE(failed.size(), 1);
    QCOMPARE(source->reads(), 1);
  }

  /// nth() and rank() against counting, on both sides of a block's border.
  void samplesOfASplitAreCounted() {
    std::mt19937 random(1);
    for (const std::uint64_t samples : {0ULL, 1ULL, 4'095ULL, 4'096ULL, 4'097ULL, 20'000ULL}) {
      store::Assignment assignment(samples);
      // One split in a stretch of its own, the others mixed.
      for (std::uint64_t i = 0; i < samples; ++i)
        assignment[i] = i > 5'000 && i < 14'000 ? store::Split::unused : static_cast<store::Split>(1 + random() % 3);
      const SplitIndex index(assignment);
      QCOMPARE(index.samples(), samples);
      for (int code = 0; code < store::kSplitCount; ++code) {
        const auto split = static_cast<store::Split>(code);
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < samples; ++i) {
          if (i % 97 == 0 || i % 4'096 < 2) QCOMPARE(index.rank(split, i), count);
          if (assignment[i] != split) continue;
          if (count % 101 == 0 || i % 4'096 < 2) QCOMPARE(index.nth(split, count), i);
          ++count;
        }
        QCOMPARE(index.count(split), count);
        QCOMPARE(index.rank(split, samples), count);
        QCOMPARE(index.rank(split, samples + 99), count);
      }
    }
  }

 private:
  JobRunner m_runner;
};

MASU_TEST(RowPagesTest)
#include "row_pages_test.moc"
