// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <bit>
#include <random>

#include "core/manifest/check/check_context.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Origin;
using store::Split;

namespace {

constexpr std::uint64_t kLength = 20;
constexpr std::array kSplits = {Split::unused, Split::train, Split::validation, Split::test};

std::shared_ptr<FakeDataset> windowsAt(const std::vector<Origin>& origins, std::uint32_t sources) {
  auto data = std::make_shared<FakeDataset>(origins.size());
  data->addOrigins(origins);
  data->add<float>("features", table::DType::f32, {1, kLength}, 8, {});
  data->editMeta().kind = store::SampleKind::waveform;
  for (std::uint32_t s = 0; s < sources; ++s) {
    store::SourceFile& source = data->editMeta().sources.emplace_back();
    source.path = fixture::sourcePath(s);
    source.rate = 100;
  }
  return data;
}

Check overlapsOf(const FakeDataset& data, const Assignment& assignment) {
  Progress progress;
  const JobContext job{{}, progress};
  const auto found = checkOverlaps({.dataset = data, .assignment = assignment, .scratch = {}, .job = job});
  if (found) return found->check;
  Check failed;
  failed.passed = false;
  failed.detail = found.error().message;
  return failed;
}

/// From the definition: used windows that share a frame with a used one of another split.
std::uint64_t sharing(const std::vector<Origin>& origins, const Assignment& assignment) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    bool shares = false;
    for (std::size_t j = 0; j < origins.size(); ++j) {
      const auto [low, high] = std::minmax(origins[i].position, origins[j].position);
      const bool both = assignment[i] != Split::unused && assignment[j] != Split::unused;
      shares = shares || (both && assignment[i] != assignment[j] && origins[i].source == origins[j].source &&
                          high - low < kLength);
    }
    count += shares ? 1 : 0;
  }
  return count;
}

/// What a reader of the windows in their order sees: neighbours of different splits, and recordings in which these
/// alternate more often than where each split is one run, or is inside of another's.
struct Neighbours {
  std::uint64_t borders = 0;
  std::uint64_t interleaved = 0;

  static Neighbours of(const std::vector<Origin>& origins, const Assignment& assignment, std::uint32_t sources) {
    Neighbours all;
    for (std::uint32_t source = 0; source < sources; ++source) {
      std::vector<std::pair<std::uint64_t, Split>> windows;
      for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i].source == source && assignment[i] != Split::unused)
          windows.emplace_back(origins[i].position, assignment[i]);
      }
      std::ranges::stable_sort(windows, {}, [](const auto& window) { return window.first; });
      unsigned splits = 0;
      std::uint64_t borders = 0;
      for (std::size_t i = 0; i < windows.size(); ++i) {
        splits |= 1U << static_cast<unsigned>(windows[i].second);
        if (i == 0 || windows[i].second == windows[i - 1].second) continue;
        borders += windows[i].first - windows[i - 1].first < 2 * kLength ? 1 : 0;
      }
      all.borders += borders;
      if (splits != 0 && borders > 2 * (static_cast<unsigned>(std::popcount(splits)) - 1U)) ++all.interleaved;
    }
    return all;
  }
};

}  // namespace

/// Windows of one recording in several splits, at any distances from each other and in any order.
class OverlapsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Some at one place, some in rows of equal steps, some far apart; splits in runs of any length.
  void windowsThatShareFramesAreCounted() {
    std::mt19937 random(17);
    for (int round = 0; round < 60; ++round) {
      std::vector<Origin> origins;
      for (std::uint32_t source = 0; source < 3; ++source) {
        std::uint64_t position = random() % 100;
        std::uint64_t step = 1;
        for (int i = 0; i < 40; ++i) {
          if (random() % 5 == 0) step = random() % 4 == 0 ? 0 : random() % (round % 2 == 0 ? 15 : 60);
          origins.push_back({source, position += step});
        }
      }
      if (round % 3 == 0) std::ranges::shuffle(origins, random);
      Assignment assignment(origins.size());
      Split split = Split::train;
      for (Split& each : assignment) {
        if (random() % (1 + static_cast<unsigned>(round) % 12) == 0) split = kSplits[random() % kSplits.size()];
        each = split;
      }
      const auto data = windowsAt(origins, 3);
      const Check check = overlapsOf(*data, assignment);
      const std::uint64_t expected = sharing(origins, assignment);
      QVERIFY2((check.severity == Severity::serious) == (expected > 0), check.detail.english().c_str());
      if (expected > 0) QCOMPARE(check.detail.arguments.at(0).text, std::to_string(expected));
      // What is set aside parts the splits, and is not much.
      if (!check.remedy.setAside.empty()) {
        QVERIFY(!check.remedy.redraw);
        QVERIFY(10 * check.remedy.setAside.size() <= origins.size());
        Assignment apart = assignment;
        for (std::uint64_t i = 0; i < check.remedy.setAside.size(); ++i)
          apart[check.remedy.setAside.at(i)] = Split::unused;
        QCOMPARE(sharing(origins, apart), std::uint64_t{0});
      }
    }
  }

  void windowsBesideEachOtherAreAWarning() {
    std::mt19937 random(23);
    int warnings = 0;
    for (int round = 0; round < 40; ++round) {
      std::vector<Origin> origins;
      for (std::uint32_t source = 0; source < 3; ++source) {
        std::uint64_t position = 0;
        for (int i = 0; i < 30; ++i) origins.push_back({source, position += kLength + random() % 25});
      }
      Assignment assignment(origins.size());
      Split split = Split::train;
      for (Split& each : assignment) {
        if (random() % (1 + 2 * static_cast<unsigned>(round) % 20) == 0) split = kSplits[random() % kSplits.size()];
        each = split;
      }
      const auto data = windowsAt(origins, 3);
      const Check check = overlapsOf(*data, assignment);
      const Neighbours expected = Neighbours::of(origins, assignment, 3);
      QCOMPARE(check.passed, expected.interleaved == 0);
      if (check.passed) continue;
      ++warnings;
      QCOMPARE(check.severity, Severity::warning);
      QCOMPARE(check.detail.arguments.at(0).text, std::to_string(expected.interleaved));
      QCOMPARE(check.detail.arguments.at(2).text, std::to_string(expected.borders));
    }
    QVERIFY(warnings > 5 && warnings < 40);
  }

  /// The last frame of one and the first of the next: they touch, or they share one.
  void oneFrameDecides() {
    const Assignment assignment = {Split::train, Split::test};
    QVERIFY(overlapsOf(*windowsAt({{0, 5}, {0, 5 + kLength}}, 1), assignment).passed);
    const Check shared = overlapsOf(*windowsAt({{0, 5}, {0, 4 + kLength}}, 1), assignment);
    QCOMPARE(shared.severity, Severity::serious);
    QCOMPARE(shared.detail.arguments.at(0).text, std::string("2"));
    // Not of another recording, nor where one is unused or both are of one split.
    QVERIFY(overlapsOf(*windowsAt({{0, 5}, {1, 5}}, 2), assignment).passed);
    QVERIFY(overlapsOf(*windowsAt({{0, 5}, {0, 6}}, 1), {Split::train, Split::unused}).passed);
    QVERIFY(overlapsOf(*windowsAt({{0, 5}, {0, 6}}, 1), {Split::test, Split::test}).passed);
    QVERIFY(overlapsOf(*windowsAt({{0, 5}}, 1), {Split::train}).passed);
  }

  /// Each overlaps its neighbours alone: where two splits meet, one window between them is enough.
  void fewAreSetAside() {
    std::vector<Origin> origins;
    for (std::uint64_t i = 0; i < 40; ++i) origins.push_back({0, i * kLength / 2});
    Assignment assignment(40, Split::train);
    std::fill(assignment.begin() + 20, assignment.end(), Split::test);
    const Check check = overlapsOf(*windowsAt(origins, 1), assignment);
    QCOMPARE(check.detail.arguments.at(0).text, std::string("2"));
    QCOMPARE(check.remedy.setAside.size(), std::uint64_t{1});
    QCOMPARE(check.remedy.setAside.at(0), std::uint64_t{20});
    QVERIFY(!check.remedy.redraw);
  }

  void samplesThatAreNoWindowsPass() {
    const auto data = windowsAt({{0, 5}, {0, 6}}, 1);
    data->editMeta().kind = store::SampleKind::table;
    const Check check = overlapsOf(*data, {Split::train, Split::test});
    QVERIFY(check.passed);
    QCOMPARE(check.detail.english(), std::string("The samples are not windows of recordings."));
  }
};

MASU_TEST(OverlapsTest)
#include "overlaps_test.moc"
