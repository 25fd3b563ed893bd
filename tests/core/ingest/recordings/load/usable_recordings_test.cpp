// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/usable_recordings.h"

#include <QTest>
#include <algorithm>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;

namespace {

const std::vector<std::string> kClasses = {"run", "sit", "walk"};

/// Recordings some of which cannot be used, and some of which have segments with labels of their own.
ImportPlan somePlan(std::mt19937& random, const std::vector<std::string>& labels) {
  ImportPlan plan;
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames = {"left", "right"};
  recordings.window = 10;
  recordings.hop = 1 + random() % 12;
  if (random() % 2 == 0) plan.options.recordings.rest = Tail::drop;
  for (auto count = 1 + random() % 8; count > 0; --count) {
    RecordingPlan& recording = recordings.files.emplace_back();
    recording.frames = 1 + random() % 200;
    recording.label = labels[random() % labels.size()];
    recording.group = "g" + std::to_string(random() % 3);
    if (random() % 4 == 0) recording.reject("damaged", {"It is damaged.", {}});
    if (random() % 3 == 0) continue;
    recording.labels = labels;
    for (std::uint64_t first = 0; first < recording.frames; first += 30) {
      const bool own = random() % 2 == 0;
      recording.segments.push_back({first, std::min<std::uint64_t>(20, recording.frames - first),
                                    own ? static_cast<std::uint32_t>(random() % labels.size())
                                        : SegmentPlan::kOfRecording});
    }
  }
  return plan;
}

/// A segment of what can be used, as the plan itself says it.
struct Expected {
  std::uint64_t file = 0;       ///< in the plan
  std::uint64_t recording = 0;  ///< among those that can be used
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
  std::string label;
};

std::vector<Expected> segmentsIn(const ImportPlan& plan) {
  std::vector<Expected> all;
  std::uint64_t usable = 0;
  for (std::uint64_t file = 0; file < plan.recordings().files.size(); ++file) {
    const RecordingPlan& recording = plan.recordings().files[file];
    if (!recording.problem.empty()) continue;
    if (recording.segments.empty()) all.push_back({file, usable, 0, recording.frames, recording.label});
    for (const SegmentPlan& segment : recording.segments) {
      const bool own = segment.label != SegmentPlan::kOfRecording;
      all.push_back({file, usable, segment.first, segment.frames,
                     own ? recording.labels[segment.label] : recording.label});
    }
    ++usable;
  }
  return all;
}

std::string shown(const std::vector<store::ObjectInfo>& objects) {
  std::string all;
  for (const store::ObjectInfo& object : objects) {
    all += object.name + ' ' + std::string(table::name(object.dtype));
    for (const std::uint64_t extent : object.sampleShape) all += ' ' + std::to_string(extent);
    if (object.samples > 0) all += " of " + std::to_string(object.samples);
    all += "; ";
  }
  return all;
}

}  // namespace

/// What of a plan can be used, and what samples, labels and groups it gives.
class UsableRecordingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySegmentHasItsLabelAndGroup() {
    std::mt19937 random(9);
    for (int round = 0; round < 100; ++round) {
      ImportPlan plan = somePlan(random, kClasses);
      plan.target = store::Target::classes;
      plan.classes = kClasses;
      if (round % 2 == 0) plan.options.recordings.groupFrom = "folder";
      const UsableRecordings usable = usableOf(plan);
      const std::vector<Expected> expected = segmentsIn(plan);
      QCOMPARE(usable.labelCodes.size(), expected.size());
      QCOMPARE(usable.groups.size(), expected.size());
      QVERIFY(usable.labelValues.empty() && usable.labelWholes.empty());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const RecordingPlan& recording = plan.recordings().files[expected[i].file];
        QCOMPARE(usable.planned[expected[i].recording], expected[i].file);
        QCOMPARE(kClasses[usable.labelCodes[i]], expected[i].label);
        const auto group = static_cast<std::size_t>(usable.groups[i]);
        if (plan.options.recordings.groupFrom.empty()) {
          QCOMPARE(group, std::size_t{expected[i].recording});
        } else {
          QCOMPARE(usable.groupNames[group], recording.group);
        }
      }
      QVERIFY(std::ranges::is_sorted(usable.groupNames));
      QCOMPARE(usable.groupNames.empty(), plan.options.recordings.groupFrom.empty() || expected.empty());
      // Windows are cut from these segments and no others, each in its own.
      std::uint64_t windows = 0;
      const waveform::WindowRule rule{10, plan.recordings().hop, plan.options.recordings.rest == Tail::pad};
      for (const Expected& segment : expected) windows += waveform::windowCount(segment.frames, rule);
      QCOMPARE(usable.windows.size(), windows);
      for (std::uint64_t i = 0; i < windows; ++i) {
        const waveform::Window window = usable.windows.at(i);
        const Expected& segment = expected[window.segment];
        QCOMPARE(window.recording, segment.recording);
        QVERIFY(window.start >= segment.first && window.start + window.present <= segment.first + segment.frames);
      }
    }
  }

  void valuesAreStoredInTheTypeThatKeepsThem() {
    const auto usableWith = [](const std::vector<std::string>& labels) {
      ImportPlan plan;
      plan.target = store::Target::values;
      RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
      recordings.window = 5;
      for (const std::string& label : labels) {
        recordings.files.emplace_back().frames = 5;
        recordings.files.back().label = label;
      }
      recordings.files.front().reject("damaged", {"It is damaged.", {}});
      return usableOf(plan);
    };
    // The first is not read: what it needs does not count.
    const UsableRecordings floats = usableWith({"0.1", "1.5", "-2"});
    QVERIFY(floats.labelType == DType::f32 && floats.labelWholes.empty() && floats.labelCodes.empty());
    QCOMPARE(floats.labelValues, (std::vector<double>{1.5, -2}));
    QVERIFY(usableWith({"1", "0.1"}).labelType == DType::f64);
    const UsableRecordings wholes = usableWith({"1", "9007199254740993", "7"});
    QVERIFY(wholes.labelType == DType::i64);
    QCOMPARE(wholes.labelWholes, (std::vector<std::int64_t>{9007199254740993, 7}));
  }

  /// Each sample of an array is a group of its own, unless groups were asked for.
  void samplesOfAnArrayAreGroups() {
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    recordings.channelNames = {"pixel"};
    recordings.sampleShape = {1, 2, 3};
    recordings.window = 6;
    for (const std::uint64_t samples : {std::uint64_t{2}, std::uint64_t{3}}) {
      RecordingPlan& recording = recordings.files.emplace_back();
      recording.frames = 6 * samples;
      recording.group = "all";
      for (std::uint64_t i = 0; i < samples; ++i) recording.segments.push_back({6 * i, 6});
    }
    QCOMPARE(usableOf(plan).groups, (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
    plan.options.recordings.groupFrom = "folder";
    QCOMPARE(usableOf(plan).groups, (std::vector<std::int32_t>(5, 0)));
    QCOMPARE(usableOf(plan).groupNames, std::vector<std::string>{"all"});
  }

  void aPlanOfNothingUsableIsEmpty() {
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    recordings.channelNames = {"left"};
    recordings.window = 10;
    recordings.files.resize(1);
    recordings.files[0].frames = 100;
    recordings.files[0].reject("damaged", {"It is damaged.", {}});
    const UsableRecordings usable = usableOf(plan);
    QVERIFY(usable.planned.empty() && usable.groups.empty() && lengthsOf(plan).empty());
    QCOMPARE(usable.windows.size(), std::uint64_t{0});
  }

  void objectsAreThoseOfWhatIsStored() {
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    recordings.channelNames = {"left", "right"};
    recordings.window = 10;
    recordings.files.resize(3);
    for (RecordingPlan& recording : recordings.files) recording.frames = 100;
    recordings.files[1].reject("damaged", {"It is damaged.", {}});
    plan.dtype = DType::i16;
    plan.options.compression = store::Compression::gzip;
    QCOMPARE(lengthsOf(plan), (std::vector<std::uint64_t>{100, 100}));
    QCOMPARE(shown(objectsOf(plan)), std::string("features i16 2 10; group i32; origin u32; "));
    plan.target = store::Target::classes;
    plan.classes.resize(257);
    QCOMPARE(shown(objectsOf(plan)), std::string("features i16 2 10; labels u16; group i32; origin u32; "));
    plan.classes.resize(256);
    recordings.sampleShape = {2};
    QCOMPARE(shown(objectsOf(plan)), std::string("features i16 2; labels u8; group i32; origin u32; "));
    recordings.sampleShape = {2, 5, 2};
    QCOMPARE(shown(objectsOf(plan)), std::string("features i16 2 5 2; labels u8; group i32; origin u32; "));
    // Whole recordings, with a pyramid over them where one is long.
    recordings.sampleShape.clear();
    plan.target = store::Target::values;
    plan.options.recordings.keep = StoreAs::recordings;
    QCOMPARE(shown(objectsOf(plan)),
             std::string("recordings i16 2 of 200; windows u32; labels f32; group i32; origin u32; "));
    recordings.files[2].frames = 5000;
    QCOMPARE(shown(objectsOf(plan)),
             std::string("recordings i16 2 of 5100; windows u32; labels f32; group i32; origin u32; "
                         "pyramid/64 i16 2 2 of 81; "));
    for (const store::ObjectInfo& object : objectsOf(plan)) QVERIFY(object.compression == store::Compression::gzip);
  }
};

MASU_TEST(UsableRecordingsTest)
#include "usable_recordings_test.moc"
