// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/origin_order.h"

#include <QTest>
#include <random>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Origin;
using store::Split;

namespace {

std::shared_ptr<FakeDataset> cameFrom(const std::vector<Origin>& origins, std::size_t sources) {
  auto data = std::make_shared<FakeDataset>(origins.size());
  data->addOrigins(origins);
  data->editMeta().sources.resize(sources);
  return data;
}

/// What is visited, in that order.
Result<std::vector<LocatedSample>> visited(const FakeDataset& data, const Assignment& assignment) {
  Progress progress;
  const JobContext job{{}, progress};
  std::vector<LocatedSample> all;
  MASU_CHECK(OriginOrder(1).forEach({.dataset = data, .assignment = assignment, .scratch = {}, .job = job},
                                    [&](const LocatedSample& located) { all.push_back(located); }));
  return all;
}

/// Each used sample once, where it came from, and those of a source in ascending order.
void check(const std::vector<Origin>& origins, const Assignment& assignment, std::size_t sources) {
  const auto order = visited(*cameFrom(origins, sources), assignment);
  QVERIFY(order);
  std::vector<bool> seen(origins.size());
  std::vector<std::uint64_t> last(sources);
  std::size_t wrong = 0;
  for (const LocatedSample& located : *order) {
    const Origin& origin = origins.at(located.sample);
    const bool once = !seen[located.sample] && assignment[located.sample] != Split::unused;
    const bool same = located.origin.source == origin.source && located.origin.position == origin.position;
    wrong += once && same && origin.position >= last[origin.source] ? 0 : 1;
    seen[located.sample] = true;
    last[origin.source] = origin.position;
  }
  QCOMPARE(wrong, std::size_t{0});
  QCOMPARE(order->size(), assignment.size() - static_cast<std::size_t>(std::ranges::count(assignment, Split::unused)));
}

}  // namespace

/// Samples come in the order of their sources' positions, however they are stored and whatever the memory.
class OriginOrderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fewSamplesInAnyOrder() {
    std::mt19937 random(41);
    for (int round = 0; round < 200; ++round) {
      std::vector<Origin> origins(random() % 30);
      Assignment assignment(origins.size());
      for (std::size_t i = 0; i < origins.size(); ++i) {
        origins[i] = {static_cast<std::uint32_t>(random() % 4), random() % (round % 2 == 0 ? 5 : 1000)};
        assignment[i] = random() % 4 == 0 ? Split::unused : Split::train;
      }
      if (!origins.empty()) check(origins, assignment, 4);
    }
  }

  /// Of 16 MiB, half is for what is sorted at once: 349,525 samples. A recording of more, in no order; recordings of
  /// few that go together; and one in order between them. Positions of the long one are not evenly spread.
  void moreThanMemoryHolds() {
    std::mt19937 random(42);
    std::vector<Origin> origins;
    for (std::uint64_t i = 0; i < 500'000; ++i)
      origins.push_back({0, i % 3 == 0 ? random() % 1000 : random() % 2'000'000});
    for (std::uint64_t i = 0; i < 200'000; ++i)
      origins.push_back({1 + static_cast<std::uint32_t>(i % 2), random() % 100});
    std::ranges::shuffle(origins, random);
    for (std::uint64_t i = 0; i < 1000; ++i) origins.push_back({3, i});
    Assignment assignment(origins.size(), Split::train);
    for (std::size_t i = 0; i < assignment.size(); i += 7) assignment[i] = Split::unused;
    check(origins, assignment, 5);
  }

  /// What is in order takes no second look: it comes as it is stored.
  void samplesInOrderStayInTheirs() {
    const auto order = visited(*cameFrom({{1, 5}, {0, 2}, {1, 5}, {0, 9}}, 2), Assignment(4, Split::test));
    QVERIFY(order);
    for (std::size_t i = 0; i < 4; ++i) QCOMPARE((*order)[i].sample, std::uint64_t{i});
  }

  void failuresEndIt() {
    const auto data = cameFrom({{0, 5}, {0, 2}}, 1);
    data->failAt("origin", 0);
    const auto order = visited(*data, Assignment(2, Split::test));
    QVERIFY(!order);
    QCOMPARE(order.error().code, Errc::damaged);
    const FakeDataset without(2);
    QVERIFY(!visited(without, Assignment(2, Split::test)));
  }
};

MASU_TEST(OriginOrderTest)
#include "origin_order_test.moc"
