// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/window_facts.h"

#include <QTest>

#include "tests/fixtures/fake_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using store::Target;
using table::DType;

namespace {

/// Windows of the segments 2, 0 and 1 of two recordings.
const std::vector<waveform::Window> kWindows = {
    {.segment = 2, .recording = 1, .start = 300, .present = 100},
    {.segment = 0, .recording = 0, .start = 0, .present = 100},
    {.segment = 1, .recording = 0, .start = 700, .present = 100},
};

ImportPlan planFor(Target target) {
  ImportPlan plan;
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames = {"x"};
  recordings.window = 100;
  plan.target = target;
  return plan;
}

UsableRecordings usable() {
  UsableRecordings usable;
  usable.groups = {5, 6, 7};
  return usable;
}

/// The objects of a writer as the facts are given to it: labels of so many bytes, groups and origins.
FakeWriter writerFor(std::uint64_t labelBytes) {
  return FakeWriter({labelBytes, sizeof(std::int32_t), sizeof(store::Origin)});
}

}  // namespace

/// What is said of windows beside their values is that of their segment.
class WindowFactsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void groupsAndOriginsFollowTheWindows() {
    const ImportPlan plan = planFor(Target::none);
    const UsableRecordings of = usable();
    // Two objects before; samples from 4 on.
    FakeWriter writer({1, 1, sizeof(std::int32_t), sizeof(store::Origin)});
    QVERIFY(writeFacts({plan, of, writer, 2}, 4, kWindows));
    QVERIFY(writer.bytes(0).empty() && writer.bytes(1).empty());
    for (const FakeWriter::Piece& piece : writer.pieces()) {
      QCOMPARE(piece.first, std::uint64_t{4});
      QCOMPARE(piece.count, std::uint64_t{3});
    }
    const auto groups = writer.values<std::int32_t>(2);
    QCOMPARE((std::vector<std::int32_t>{groups.begin() + 4, groups.end()}), (std::vector<std::int32_t>{7, 5, 6}));
    const auto origins = writer.values<store::Origin>(3);
    QCOMPARE(origins.size(), std::size_t{7});
    for (std::size_t i = 0; i < 3; ++i) {
      QCOMPARE(origins[4 + i].source, static_cast<std::uint32_t>(kWindows[i].recording));
      QCOMPARE(origins[4 + i].position, kWindows[i].start);
    }
  }

  /// An image is counted, and not its first row.
  void imagesAreCountedInTheirFile() {
    ImportPlan plan = planFor(Target::none);
    plan.recordings().sampleShape = {1, 10, 10};
    const UsableRecordings of = usable();
    FakeWriter writer({sizeof(std::int32_t), sizeof(store::Origin)});
    QVERIFY(writeFacts({plan, of, writer, 0}, 0, kWindows));
    const auto origins = writer.values<store::Origin>(1);
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(origins[i].position, kWindows[i].start / 100);
  }

  void classesAreCodesOfTheNarrowestType() {
    UsableRecordings of = usable();
    of.labelCodes = {255, 1, 0};
    ImportPlan plan = planFor(Target::classes);
    plan.classes.resize(256);
    FakeWriter narrow = writerFor(1);
    QVERIFY(writeFacts({plan, of, narrow, 0}, 0, kWindows));
    QCOMPARE(narrow.values<std::uint8_t>(0), (std::vector<std::uint8_t>{0, 255, 1}));
    plan.classes.resize(257);
    of.labelCodes[0] = 256;
    FakeWriter wide = writerFor(2);
    QVERIFY(writeFacts({plan, of, wide, 0}, 0, kWindows));
    QCOMPARE(wide.values<std::uint16_t>(0), (std::vector<std::uint16_t>{0, 256, 1}));
    QCOMPARE(wide.values<std::int32_t>(1), (std::vector<std::int32_t>{7, 5, 6}));
  }

  void valuesAreOfTheirType() {
    const std::int64_t large = (std::int64_t{1} << 53) + 1;
    UsableRecordings of = usable();
    of.labelValues = {0.1, -2.5, 1e300};
    of.labelWholes = {large, -1, 0};
    const ImportPlan plan = planFor(Target::values);
    of.labelType = DType::f64;
    FakeWriter doubles = writerFor(8);
    QVERIFY(writeFacts({plan, of, doubles, 0}, 0, kWindows));
    QCOMPARE(doubles.values<double>(0), (std::vector<double>{1e300, 0.1, -2.5}));
    of.labelType = DType::i64;
    FakeWriter wholes = writerFor(8);
    QVERIFY(writeFacts({plan, of, wholes, 0}, 0, kWindows));
    QCOMPARE(wholes.values<std::int64_t>(0), (std::vector<std::int64_t>{0, large, -1}));
    of.labelType = DType::f32;
    of.labelValues[2] = 3;
    FakeWriter floats = writerFor(4);
    QVERIFY(writeFacts({plan, of, floats, 0}, 0, kWindows));
    QCOMPARE(floats.values<float>(0), (std::vector<float>{3, 0.1F, -2.5F}));
  }
};

MASU_TEST(WindowFactsTest)
#include "window_facts_test.moc"
