// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/read_sums.h"

#include <QTest>
#include <algorithm>
#include <random>

#include "core/ingest/journal/resume_check.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Sums = std::vector<ReadSums::Sum>;

namespace {

constexpr std::uint64_t kParts = 20;

/// What reading a part gives: two reads each, of two recordings in turn. `edited`: another value in that part.
Sums sumsOf(std::uint64_t part, std::uint64_t edited = kParts) {
  Sums sums;
  for (std::uint64_t read = 0; read < 2; ++read) {
    const std::uint64_t values[] = {part, part == edited ? 1U : 0U};
    sums.push_back(ReadSums::sumOf(part % 2, part * 100 + read, std::as_bytes(std::span(values))));
  }
  return sums;
}

ReadSums sumsOfAll() {
  ReadSums sums;
  for (std::uint64_t part = 0; part < kParts; ++part) sums.add(sumsOf(part));
  return sums;
}

ImportPlan planOfTwo() {
  ImportPlan plan;
  plan.root = "/folder";
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames = {"x"};
  for (const char* path : {"a.wav", "b.wav"}) recordings.files.emplace_back().path = path;
  return plan;
}

Result<void> compared(const ReadSums& sums, const ReadSums::ReadPart& read, std::uint64_t parts = kParts,
                      const std::stop_token& stop = {}) {
  const ImportPlan plan = planOfTwo();
  Progress progress;
  return sums.compare(plan, {}, parts, 3, std::uint64_t{1} << 20U, {stop, progress}, read);
}

std::string sentenceOf(const Result<void>& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// An import is resumed only where reading the same again gives the same.
class ReadSumsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsOfARecordingMayComeInAnyOrder() {
    std::vector<std::uint64_t> parts(kParts);
    for (std::uint64_t i = 0; i < kParts; ++i) parts[i] = i;
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
      std::ranges::shuffle(parts, random);
      ReadSums sums;
      for (const std::uint64_t part : parts) sums.add(sumsOf(part));
      QCOMPARE(sums.digest(), sumsOfAll().digest());
    }
  }

  void everythingThatWasReadCounts() {
    const std::uint64_t digest = sumsOfAll().digest();
    for (std::uint64_t edited = 0; edited < kParts; ++edited) {
      ReadSums sums;
      ReadSums fewer;
      for (std::uint64_t part = 0; part < kParts; ++part) {
        sums.add(sumsOf(part, edited));
        if (part != edited) fewer.add(sumsOf(part));
      }
      QVERIFY(sums.digest() != digest);
      QVERIFY(fewer.digest() != digest);
    }
    // The same values at another frame, or in another recording.
    const std::byte value[] = {std::byte{7}};
    QVERIFY(ReadSums::sumOf(0, 1, value).value != ReadSums::sumOf(0, 2, value).value);
    ReadSums one;
    one.add({ReadSums::sumOf(0, 1, value)});
    ReadSums other;
    other.add({ReadSums::sumOf(1, 1, value)});
    QVERIFY(one.digest() != other.digest());
  }

  void restoredSumsAreTheSame() {
    ByteWriter state;
    sumsOfAll().save(state);
    ReadSums again;
    again.add(sumsOf(3));  // what it held before is gone
    ByteReader reader(state.bytes());
    again.restore(reader);
    QVERIFY(reader.atEnd());
    QCOMPARE(again.digest(), sumsOfAll().digest());
  }

  void whatIsReadTheSameAgainPasses() {
    const auto same = compared(sumsOfAll(), [](std::uint64_t part, WindowReader&, const std::stop_token&) {
      return Result<Sums>(sumsOf(part));
    });
    QVERIFY2(same, sentenceOf(same).c_str());
    const auto none = compared(
        ReadSums(),
        [](std::uint64_t, WindowReader&, const std::stop_token&) {
          return Result<Sums>(fail(Errc::internal, "Nothing is to be read."));
        },
        0);
    QVERIFY2(none, sentenceOf(none).c_str());
  }

  void anEditedRecordingIsNamed() {
    for (const std::uint64_t edited : {std::uint64_t{4}, std::uint64_t{7}}) {
      const auto refused = compared(sumsOfAll(), [&](std::uint64_t part, WindowReader&, const std::stop_token&) {
        return Result<Sums>(sumsOf(part, edited));
      });
      QVERIFY(!refused);
      const Error named = editedSource(edited % 2 == 0 ? "/folder/a.wav" : "/folder/b.wav");
      QCOMPARE(sentenceOf(refused), named.message.english());
    }
    // One that can no longer be read, too.
    const auto damaged = compared(sumsOfAll(), [](std::uint64_t part, WindowReader&, const std::stop_token&) {
      if (part == 5) return Result<Sums>(fail(Errc::damaged, "It is cut short.", {}, {"/folder/b.wav"}));
      return Result<Sums>(sumsOf(part));
    });
    QCOMPARE(sentenceOf(damaged), editedSource("/folder/b.wav").message.english());
  }

  void sumsOfOtherRecordingsAreOfAnotherJournal() {
    const std::string sentence = damagedJournal().message.english();
    // A recording that is not read again, and one that was not read before.
    const auto lacking = compared(sumsOfAll(), [](std::uint64_t part, WindowReader&, const std::stop_token&) {
      return Result<Sums>(part % 2 == 0 ? sumsOf(part) : Sums());
    });
    QCOMPARE(sentenceOf(lacking), sentence);
    ReadSums even;
    for (std::uint64_t part = 0; part < kParts; part += 2) even.add(sumsOf(part));
    const auto further = compared(
        even, [](std::uint64_t part, WindowReader&, const std::stop_token&) { return Result<Sums>(sumsOf(part)); });
    QCOMPARE(sentenceOf(further), sentence);
    // One that the plan does not have.
    const std::byte value[] = {std::byte{7}};
    ReadSums beyond = sumsOfAll();
    beyond.add({ReadSums::sumOf(2, 0, value)});
    const auto unknown = compared(
        beyond, [](std::uint64_t part, WindowReader&, const std::stop_token&) { return Result<Sums>(sumsOf(part)); });
    QCOMPARE(sentenceOf(unknown), sentence);
  }

  void whatAnotherTryMayGetOverIsReportedAsItIs() {
    const auto full = compared(sumsOfAll(), [](std::uint64_t, WindowReader&, const std::stop_token&) {
      return Result<Sums>(fail(Errc::io, "The disk does not answer.", {}, {"/folder/a.wav"}));
    });
    QVERIFY(!full && full.error().code == Errc::io);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = compared(
        sumsOfAll(),
        [](std::uint64_t part, WindowReader&, const std::stop_token&) { return Result<Sums>(sumsOf(part)); }, kParts,
        stop.get_token());
    QVERIFY(!stopped && stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(ReadSumsTest)
#include "read_sums_test.moc"
