// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/tagged_runs.h"

#include <QTest>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::manifest;

namespace {

using Run = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

std::vector<Run> allOf(const TaggedRuns& runs) {
  std::vector<Run> all;
  TaggedRuns::Cursor cursor(runs);
  for (TaggedRun run; cursor.next(run);) all.emplace_back(run.first, run.count, run.tag);
  return all;
}

}  // namespace

/// Runs that are packed come back as they were appended, from wherever a walk begins.
class TaggedRunsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// More runs than are between two marks, with gaps and lengths of all sizes.
  void initTestCase() {
    std::mt19937 random(3);
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < 5000; ++i) {
      const std::uint64_t gap = random() % 4 == 0 ? random() % 1000 : 0;
      const std::uint64_t count = random() % 3 == 0 ? 1 + random() % 300 : 1;
      m_expected.emplace_back(end + gap, count, i % 7 * 1000);
      m_runs.append(end + gap, count, i % 7 * 1000);
      end += gap + count;
    }
    m_runs.trim();
  }

  void noRunsAreNoSamples() {
    const TaggedRuns none;
    QCOMPARE(none.samples(), std::uint64_t{0});
    QCOMPARE(none.end(), std::uint64_t{0});
    QVERIFY(allOf(none).empty());
    TaggedRuns::Cursor cursor(none);
    cursor.seek(5);
    TaggedRun run;
    QVERIFY(!cursor.next(run));
  }

  void whatTouchesWithTheSameTagIsOneRun() {
    TaggedRuns runs(TaggedRuns::Tags::some);
    runs.append(3, 2, 7);
    runs.append(5, 0, 9);
    runs.append(5, 1, 7);
    runs.append(6, 4, 8);
    runs.append(12, 1, 8);
    QCOMPARE(allOf(runs), (std::vector<Run>{{3, 3, 7}, {6, 4, 8}, {12, 1, 8}}));
    QCOMPARE(runs.samples(), std::uint64_t{8});
    QCOMPARE(runs.end(), std::uint64_t{13});
    TaggedRuns plain;
    plain.append(0, 1);
    plain.append(1, 1);
    plain.append(3, 1);
    QCOMPARE(allOf(plain), (std::vector<Run>{{0, 2, 0}, {3, 1, 0}}));
  }

  void theLargestNumbersComeBack() {
    constexpr std::uint64_t kFar = std::uint64_t{1} << 60U;
    constexpr std::uint32_t kTag = std::numeric_limits<std::uint32_t>::max();
    TaggedRuns runs(TaggedRuns::Tags::some);
    runs.append(0, 1, kTag);
    runs.append(kFar, kFar, kTag);
    runs.append(2 * kFar, 1, 0);
    QCOMPARE(allOf(runs), (std::vector<Run>{{0, 1, kTag}, {kFar, kFar, kTag}, {2 * kFar, 1, 0}}));
    QCOMPARE(runs.at(kFar), 2 * kFar - 1);
  }

  void manyRunsComeBackAsTheyWere() {
    QCOMPARE(allOf(m_runs), m_expected);
    // Far less than the 20 bytes of a run in a list.
    QVERIFY(m_runs.bytes() < 5 * m_expected.size());
  }

  /// Against counting from the first run on.
  void theSampleOfAnIndexHasAsManyBeforeIt() {
    std::uint64_t index = 0;
    for (const auto& [first, count, tag] : m_expected) {
      QCOMPARE(m_runs.at(index), first);
      QCOMPARE(m_runs.at(index + count - 1), first + count - 1);
      index += count;
    }
    QCOMPARE(m_runs.samples(), index);
  }

  /// One cursor that goes forth and back ends where a walk from the front would.
  void seekingAnywhereFindsTheRunOfASample() {
    std::mt19937 random(4);
    TaggedRuns::Cursor cursor(m_runs);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t sample = random() % (m_runs.end() + 10);
      std::uint64_t before = 0;
      auto expected = m_expected.begin();
      for (; expected != m_expected.end() && std::get<0>(*expected) + std::get<1>(*expected) <= sample; ++expected) {
        before += std::get<1>(*expected);
      }
      cursor.seek(sample);
      QCOMPARE(cursor.passed(), before);
      TaggedRun run;
      QCOMPARE(cursor.next(run), expected != m_expected.end());
      if (expected != m_expected.end()) QCOMPARE(Run(run.first, run.count, run.tag), *expected);
    }
  }

 private:
  TaggedRuns m_runs{TaggedRuns::Tags::some};
  std::vector<Run> m_expected;
};

MASU_TEST(TaggedRunsTest)
#include "tagged_runs_test.moc"
