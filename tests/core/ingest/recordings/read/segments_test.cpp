// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/segments.h"

#include <QProcess>
#include <QTest>
#include <fstream>
#include <tuple>

#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/load/recording_load.h"
#include "core/ingest/recordings/survey/labelling.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

template <class T>
std::vector<T> valuesOf(const store::Dataset& dataset, const char* name) {
  const store::ObjectInfo* object = dataset.find(name);
  if (object == nullptr) return {};
  std::vector<T> values(dataset.samples() * object->valuesPerSample());
  if (!dataset.read(*object, 0, dataset.samples(), std::as_writable_bytes(std::span(values)))) return {};
  return values;
}

}  // namespace

class SegmentsTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

 private Q_SLOTS:
  void annotationsLabelWhatLiesUnderThem() {
    waveform::RecordingInfo info;
    info.frames = 1000;
    info.rate = 100;
    info.segments = {{0, 600}, {600, 400}};
    info.annotations = {{1, 2, "sleep"}, {4, 0, "wake"}, {5, 2, "sleep"}};
    RecordingPlan recording;
    recording.frames = info.frames;
    QVERIFY(segmentByAnnotations(recording, info));
    const auto segments = segmentsOf(recording, 7);
    // The one without a duration lasts to the next; the last one is divided by the gap.
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected = {
        {100, 200}, {400, 100}, {500, 100}, {600, 100}};
    QCOMPARE(segments.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(segments[i].recording, 7U);
      QCOMPARE(std::pair(segments[i].first, segments[i].frames), expected[i]);
      QCOMPARE(labelOf(recording, i), std::string(i == 1 ? "wake" : "sleep"));
    }
    QVERIFY(!segmentByAnnotations(recording, {}));
  }

  void framesUnderNoLabelAreCounted() {
    waveform::RecordingInfo info;
    info.frames = 1000;
    info.rate = 100;
    info.segments = {{0, 600}, {600, 400}};
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    recordings.window = 50;
    recordings.hop = 50;
    recordings.files.resize(3);
    for (RecordingPlan& recording : recordings.files) recording.frames = info.frames;
    // The whole recording, and one that is not read.
    segmentByHeader(recordings.files[0], info);
    recordings.files[1].reject("damaged", {"It is damaged.", {}});
    QCOMPARE(frameUseOf(plan).unlabelled, std::uint64_t{0});
    // Labels that overlap, on both sides of a gap: what is under two of them counts once.
    info.annotations = {{1, 6, "sleep"}, {2, 1, "spindle"}, {6.5, 1, "arousal"}};
    QVERIFY(segmentByAnnotations(recordings.files[2], info));
    QCOMPARE(frameUseOf(plan).unlabelled, std::uint64_t{1000 - 650});
    recordings.files[2].labels.clear();
    QVERIFY(segmentByTexts(recordings.files[2], info, {"activity", {{0, ""}, {10, "walk"}, {590, ""}, {610, "run"}}}));
    QCOMPARE(frameUseOf(plan).unlabelled, std::uint64_t{30});
  }

  void annotationsWithoutADurationAreNoted() {
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    recordings.files.resize(1);
    recordings.files[0].path = "a.edf";
    recordings.files[0].frames = 600;
    plan.options.recordings.labelFrom = "annotation";
    waveform::RecordingInfo info;
    info.frames = 600;
    info.rate = 1;
    info.annotations = {{0, 0, "Recording starts"}, {600, 0, "Recording ends"}};
    QVERIFY(labelRecordings(plan, {}, {info}, {}));
    QCOMPARE(plan.notes.size(), std::size_t{2});
    QVERIFY(plan.notes[0].english().starts_with("Annotations without a duration: 2 of 2."));
    QVERIFY(plan.notes[1].english().ends_with("have no window: Recording ends."));
    // Where each says how long it lasts, nothing is guessed.
    plan.notes.clear();
    recordings.files[0].labels.clear();
    info.annotations = {{0, 300, "a"}, {300, 300, "b"}};
    QVERIFY(labelRecordings(plan, {}, {info}, {}));
    QVERIFY(plan.notes.empty());
  }

  /// Comparing each annotation with each segment would run into ctest's limit.
  void crowdedAnnotationsAndSegmentsAreDivided() {
    waveform::RecordingInfo info;
    constexpr std::uint64_t kMany = 1'000'000;
    info.frames = kMany;
    info.rate = 1;
    for (std::uint64_t i = 0; i < kMany; ++i) info.segments.push_back({i, 1});
    info.annotations.assign(kMany, {1, 1, "crowd"});
    RecordingPlan recording;
    QVERIFY(segmentByAnnotations(recording, info));
    QCOMPARE(recording.segments.size(), std::size_t{kMany});
  }

  void textsOfAColumnLabelTheFramesBesideThem() {
    waveform::RecordingInfo info;
    info.frames = 100;
    info.segments = {{0, 60}, {60, 40}};
    RecordingPlan recording;
    QVERIFY(segmentByTexts(recording, info, {"activity", {{0, "walk"}, {50, ""}, {55, "run"}, {90, "walk"}}}));
    const std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> expected = {
        {0, 50, "walk"}, {55, 5, "run"}, {60, 30, "run"}, {90, 10, "walk"}};
    QCOMPARE(recording.segments.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      QVERIFY((std::tuple(recording.segments[i].first, recording.segments[i].frames, labelOf(recording, i)) ==
               expected[i]));
    QVERIFY(!segmentByTexts(recording, info, {"activity", {{0, ""}}}));
  }

  void aColumnOfTheRecordingsLabelsTheirWindows() {
    const RecordingFolder folder;
    fs::create_directories(folder.recordings());
    const auto write = [&](const char* name, const char* subject, int walks) {
      std::ofstream file(folder.recordings() / name);
      file << "x,activity,subject,y\n";
      for (int i = 0; i < 40; ++i)
        file << i << ',' << (i < walks ? "walk" : "run") << ',' << subject << ',' << -i << '\n';
    };
    write("a.csv", "ann", 20);
    write("b.csv", "bob", 5);
    std::ofstream(folder.recordings() / "c.csv") << "x,y\n1,2\n3,4\n";
    std::ofstream(folder.recordings() / "d.csv") << "x,activity,subject,y\n1,run,ann,1\n2,run,bob,2\n";
    auto options = folder.options(10);
    options.labels = {"activity"};
    options.recordings.groupFrom = "column:subject";
    options.recordings.rest = Tail::drop;
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->recordings().channelNames, (std::vector<std::string>{"x", "y"}));
    QCOMPARE(plan->classes, (std::vector<std::string>{"run", "walk"}));
    QCOMPARE(plan->recordings().files[2].reason, std::string("no label"));
    QCOMPARE(plan->recordings().files[3].reason, std::string("no group"));
    const auto report = loadRecordings(*plan, {.target = folder.dataset(), .rejects = {}, .write = {}}, {}, m_job);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    const auto dataset = *store::Dataset::open(folder.dataset());
    QCOMPARE(dataset->meta().groups, (std::vector<std::string>{"ann", "bob"}));
    // Walks of 5 frames are one padded window; no window holds both.
    QCOMPARE(valuesOf<std::uint8_t>(*dataset, "labels"), (std::vector<std::uint8_t>{1, 1, 0, 0, 1, 0, 0, 0}));
    QCOMPARE(valuesOf<std::int32_t>(*dataset, "group"), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
    const auto features = valuesOf<float>(*dataset, "features");
    QCOMPARE(features[2 * 2 * 10], 20.F);
    QCOMPARE(features[5 * 2 * 10], 5.F);
    options.recordings.labelFrom = "folder";
    QVERIFY(!surveyRecordings(options, m_job));
  }

  void imagesKeepTheirShapeLabelsAndNumbers() {
    const RecordingFolder folder;
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    python.start("/usr/bin/python3", {"-c", R"(
import gzip
pixels = bytes((7 * i) % 256 for i in range(5 * 4 * 3))
open('images', 'wb').write(bytes([0, 0, 8, 3, 0,0,0,5, 0,0,0,4, 0,0,0,3]) + pixels)
gzip.open('labels.gz', 'wb').write(bytes([0, 0, 8, 1, 0,0,0,5, 3, 1, 3, 3, 1]))
open('fewer', 'wb').write(bytes([0, 0, 8, 1, 0,0,0,4, 3, 1, 3, 3]))
)"});
    QVERIFY(python.waitForFinished(60000));
    QCOMPARE(python.exitCode(), 0);
    ImportOptions options;
    options.sources = {folder.path() / "images"};
    options.as = SourceKind::recordings;
    setLabelRule(options.recordings, "idx:" + (folder.path() / "labels.gz").string());
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->samples, 5U);
    const LoadOptions load{.target = folder.dataset(), .rejects = {}, .write = {.overwrite = false, .sync = false}};
    QVERIFY(loadRecordings(*plan, load, {}, m_job));
    const auto dataset = store::Dataset::open(folder.dataset());
    QVERIFY(dataset);
    QCOMPARE((*dataset)->meta().kind, store::SampleKind::image);
    QCOMPARE((*dataset)->sampleShape(), (std::vector<std::uint64_t>{1, 4, 3}));
    QCOMPARE((*dataset)->meta().classes, (std::vector<std::string>{"1", "3"}));
    QCOMPARE(valuesOf<std::uint8_t>(**dataset, "labels"), (std::vector<std::uint8_t>{1, 0, 1, 1, 0}));
    QCOMPARE(valuesOf<std::int32_t>(**dataset, "group"), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
    const auto pixels = valuesOf<std::uint8_t>(**dataset, "features");
    const auto origins = valuesOf<store::Origin>(**dataset, "origin");
    for (std::size_t i = 0; i < pixels.size(); ++i) QCOMPARE(int{pixels[i]}, static_cast<int>(7 * i % 256));
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(origins[i].position, i);

    setLabelRule(options.recordings, "idx:" + (folder.path() / "fewer").string());
    const auto fewer = surveyRecordings(options, m_job);
    QVERIFY(!fewer);
    QCOMPARE(fewer.error().code, Errc::format);
  }

  void rulesReadBackAsTheyAreWritten() {
    RecordingOptions options;
    for (const char* rule : {"folder", "name:^(a)", "annotation", "idx:a.idx;b.idx", ""}) {
      setLabelRule(options, rule);
      QCOMPARE(labelRuleText(options), std::string(rule));
    }
  }
};

MASU_TEST(SegmentsTest)
#include "segments_test.moc"
