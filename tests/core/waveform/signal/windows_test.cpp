// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/windows.h"

#include <QTest>
#include <numeric>

#include "core/base/permutation.h"
#include "tests/fixtures/test_group.h"

using namespace masu::waveform;

namespace {

std::vector<RecordingSegment> wholeRecordings(const std::vector<std::uint64_t>& frames) {
  std::vector<RecordingSegment> segments;
  for (const std::uint64_t count : frames) segments.push_back({segments.size(), 0, count});
  return segments;
}

}  // namespace

class WindowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void framesThatWindowsAddAndLeaveOutAreCounted() {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const std::uint64_t frames = masu::mix64(seed) % 60;
      const WindowRule rule{
          .length = 1 + masu::mix64(seed + 1000) % 12, .hop = masu::mix64(seed + 2000) % 20, .padRest = seed % 2 == 0};
      const WindowPlan plan(wholeRecordings({frames}), rule);
      std::vector<bool> covered(frames, false);
      FrameUse counted{.frames = frames};
      std::uint64_t end = 0;
      for (std::uint64_t k = 0; k < plan.size(); ++k) {
        const Window window = plan.at(k);
        for (std::uint64_t t = 0; t < window.present; ++t) covered[window.start + t] = true;
        counted.padding += rule.length - window.present;
        if (window.present < rule.length) ++counted.paddedWindows;
        end = window.start + window.present;
      }
      counted.rest = frames - end;
      for (std::uint64_t t = 0; t < end; ++t) counted.between += covered[t] ? 0 : 1;
      const FrameUse use = frameUse(frames, rule);
      QCOMPARE(use.frames, counted.frames);
      QCOMPARE(use.paddedWindows, counted.paddedWindows);
      QCOMPARE(use.padding, counted.padding);
      QCOMPARE(use.rest, counted.rest);
      QCOMPARE(use.between, counted.between);
    }
  }

  void everyFrameLiesInOneWindowWhenHopIsTheLength() {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::uint64_t length = 1 + masu::mix64(seed) % 50;
      std::vector<std::uint64_t> frames;
      for (std::uint64_t i = 0; i < 12; ++i) frames.push_back(masu::mix64(seed * 100 + i) % 300);
      const WindowPlan plan(wholeRecordings(frames), {.length = length, .hop = length});

      std::vector<std::vector<int>> covered;
      for (const std::uint64_t count : frames) covered.emplace_back(count);
      std::uint64_t present = 0;
      for (std::uint64_t k = 0; k < plan.size(); ++k) {
        const Window window = plan.at(k);
        QVERIFY(window.present > 0 && window.present <= length);
        for (std::uint64_t t = 0; t < window.present; ++t) ++covered[window.recording][window.start + t];
        present += window.present;
      }
      for (const auto& recording : covered) {
        for (const int times : recording) QCOMPARE(times, 1);
      }
      QCOMPARE(present, std::accumulate(frames.begin(), frames.end(), std::uint64_t{0}));
    }
  }

  void countsFollowLengthHopAndRest_data() {
    QTest::addColumn<quint64>("frames");
    QTest::addColumn<quint64>("length");
    QTest::addColumn<quint64>("hop");
    QTest::addColumn<bool>("pad");
    QTest::addColumn<quint64>("count");
    const auto row = [](const char* name, quint64 frames, quint64 length, quint64 hop, bool pad, quint64 count) {
      QTest::newRow(name) << frames << length << hop << pad << count;
    };
    row("fits exactly", 40, 10, 10, true, 4);
    row("rest padded", 41, 10, 10, true, 5);
    row("rest dropped", 41, 10, 10, false, 4);
    row("shorter is padded even where rests are dropped", 3, 10, 10, false, 1);
    row("empty", 0, 10, 10, true, 0);
    row("overlap fits", 40, 10, 5, true, 7);
    row("overlap with rest", 42, 10, 5, true, 8);
    row("overlap, rest dropped", 42, 10, 5, false, 7);
    row("gap with rest behind it", 38, 10, 15, true, 3);
    row("gap swallows the rest", 28, 10, 30, true, 1);
    row("one window a recording", 1000, 10, 0, true, 1);
    row("hop of one", 12, 10, 1, true, 3);
  }
  void countsFollowLengthHopAndRest() {
    QFETCH(const quint64, frames);
    QFETCH(const quint64, length);
    QFETCH(const quint64, hop);
    QFETCH(const bool, pad);
    QFETCH(const quint64, count);
    QCOMPARE(windowCount(frames, {length, hop, pad}), count);
  }

  void windowsAreFoundByNumberAcrossRecordings() {
    const WindowPlan plan(wholeRecordings({25, 0, 7, 10}), {.length = 10, .hop = 10});
    QCOMPARE(plan.size(), 5U);
    const auto is = [&](std::uint64_t index, std::uint64_t recording, std::uint64_t start, std::uint64_t present) {
      const Window window = plan.at(index);
      return window.recording == recording && window.start == start && window.present == present;
    };
    QVERIFY(is(0, 0, 0, 10));
    QVERIFY(is(1, 0, 10, 10));
    QVERIFY(is(2, 0, 20, 5));
    QVERIFY(is(3, 2, 0, 7));
    QVERIFY(is(4, 3, 0, 10));
  }

  void windowsStayInTheirSegment() {
    const std::vector<RecordingSegment> segments = {{0, 5, 12}, {0, 40, 10}, {1, 3, 4}};
    const WindowPlan plan(segments, {.length = 10, .hop = 5});
    for (std::uint64_t index = 0; index < plan.size(); ++index) {
      const Window window = plan.at(index);
      const RecordingSegment& segment = segments[window.segment];
      QCOMPARE(window.recording, segment.recording);
      QVERIFY(window.start >= segment.first);
      QVERIFY(window.start + window.present <= segment.first + segment.frames);
    }
    QCOMPARE(plan.size(), 4U);
  }
};

MASU_TEST(WindowsTest)
#include "windows_test.moc"
