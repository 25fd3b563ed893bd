// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/recording_journal.h"

#include <QTest>

#include "tests/fixtures/fake_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kNow{0};
constexpr milliseconds kLate{3'600'000};

ChannelStats someStats(double value) {
  ChannelStats stats(2);
  stats[0].stats.add(value);
  stats[1].stats.add(-value);
  stats[1].stats.add(3 * value);
  return stats;
}

ReadSums someSums() {
  const std::byte value[] = {std::byte{7}};
  ReadSums sums;
  sums.add({ReadSums::sumOf(1, 20, value)});
  return sums;
}

RecordingProgress someProgress() {
  return {.failed = {{3, "damaged", {"{0} ends early.", {"x.wav"}}}, {9, "empty", {"It is empty.", {}}}},
          .parts = 12,
          .stats = someStats(4),
          .pyramid = std::vector<std::byte>(5, std::byte{1}),
          .sums = someSums()};
}

/// Of so many chunks.
void add(OrderedStats& stats, std::uint64_t chunks) {
  for (std::uint64_t i = 0; i < chunks; ++i) QVERIFY(stats.add(i, someStats(static_cast<double>(i))));
}

RecordingJournal::Reach reachOf(std::uint64_t parts) {
  return {.written = {10 * parts, 20 * parts}, .samples = 10 * parts, .pyramid = {}, .sums = someSums()};
}

}  // namespace

/// How far an import of recordings was, for another to resume it.
class RecordingJournalTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void progressIsReadBackAsItWas() {
    const RecordingProgress progress = someProgress();
    const std::vector<std::byte> state = progress.save();
    const auto again = RecordingProgress::from(state, 2);
    QVERIFY(again);
    QVERIFY(again->save() == state);
    QCOMPARE(again->failed.size(), std::size_t{2});
    QCOMPARE(again->failed[0].planned, std::uint64_t{3});
    QCOMPARE(again->failed[0].problem.english(), std::string("x.wav ends early."));
    QCOMPARE(again->failed[1].reason, std::string("empty"));
    QCOMPARE(again->parts, std::uint64_t{12});
    QCOMPARE(again->stats[1].stats.mean, progress.stats[1].stats.mean);
    QVERIFY(again->pyramid == progress.pyramid);
    QCOMPARE(again->sums.digest(), progress.sums.digest());
  }

  void otherStatesAreRefused() {
    const std::vector<std::byte> state = someProgress().save();
    QVERIFY(!RecordingProgress::from(state, 1));
    QVERIFY(!RecordingProgress::from(state, 3));
    for (std::size_t size = 0; size < state.size(); ++size)
      QVERIFY(!RecordingProgress::from(std::span(state).first(size), 2));
    std::vector<std::byte> longer = state;
    longer.push_back({});
    QVERIFY(!RecordingProgress::from(longer, 2));
  }

  void aCheckpointHoldsWhatIsMerged() {
    FakeWriter writer({1, 1});
    RecordingJournal journal(writer, kNow, someProgress().failed);
    OrderedStats stats(0, ChannelStats(2));
    add(stats, 4);
    QVERIFY(stats.add(5, someStats(100)));  // waits for the chunk before it
    QVERIFY(journal.look(stats, reachOf));
    QCOMPARE(writer.checkpoints().size(), std::size_t{1});
    const FakeWriter::Noted& noted = writer.checkpoints()[0];
    QCOMPARE(noted.written, (std::vector<std::uint64_t>{40, 80}));
    QCOMPARE(noted.checkpoint.samples, std::uint64_t{40});
    const auto progress = RecordingProgress::from(noted.checkpoint.state, 2);
    QVERIFY(progress);
    QCOMPARE(progress->parts, std::uint64_t{4});
    QCOMPARE(progress->stats[1].stats.count, std::uint64_t{8});
    QCOMPARE(progress->failed.size(), std::size_t{2});
    QCOMPARE(progress->sums.digest(), someSums().digest());
  }

  void noneIsTakenBeforeItsTime() {
    FakeWriter writer({1, 1});
    OrderedStats stats(0, ChannelStats(2));
    RecordingJournal now(writer, kNow, {});
    // There is nothing to resume from, or nothing that can be.
    QVERIFY(now.look(stats, reachOf));
    add(stats, 1);
    QVERIFY(now.look(stats, [](std::uint64_t) { return std::optional<RecordingJournal::Reach>(); }));
    writer.beBusy(true);
    QVERIFY(now.look(stats, reachOf));
    writer.beBusy(false);
    RecordingJournal late(writer, kLate, {});
    QVERIFY(late.look(stats, reachOf));
    QVERIFY(writer.checkpoints().empty());
    QVERIFY(now.look(stats, reachOf));
    QCOMPARE(writer.checkpoints().size(), std::size_t{1});
  }

  /// A short import is not worth it, unless it resumed a longer one.
  void theLastOneIsTakenWhereItIsWorthIt() {
    OrderedStats stats(0, ChannelStats(2));
    add(stats, 3);
    FakeWriter brief({1, 1});
    QVERIFY(RecordingJournal(brief, kLate, {}).noteLast(stats, reachOf));
    QVERIFY(brief.checkpoints().empty());
    FakeWriter resumed({1, 1});
    resumed.haveResumed({});
    QVERIFY(RecordingJournal(resumed, kLate, {}).noteLast(stats, reachOf));
    QCOMPARE(resumed.checkpoints().size(), std::size_t{1});
    FakeWriter noted({1, 1});
    RecordingJournal journal(noted, kNow, {});
    QVERIFY(journal.look(stats, reachOf));
    QVERIFY(journal.noteLast(stats, reachOf));
    QCOMPARE(noted.checkpoints().size(), std::size_t{2});
  }
};

MASU_TEST(RecordingJournalTest)
#include "recording_journal_test.moc"
