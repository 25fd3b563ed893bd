// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/load_variants.h"

#include <QTest>

#include "core/ingest/journal/resume_check.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using Words = std::vector<std::string>;

namespace {

constexpr std::uint64_t kPartBytes = 1U << 20U;

/// Three recordings, "a.wav" and so on, of the classes no, yes and no.
ImportPlan planIn(DType type) {
  ImportPlan plan;
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames = {"x"};
  recordings.window = recordings.hop = 100;
  for (const auto& [path, label] : {std::pair("a.wav", "no"), std::pair("b.wav", "yes"), std::pair("c.wav", "no")}) {
    RecordingPlan& recording = recordings.files.emplace_back();
    recording.path = path;
    recording.label = label;
    recording.frames = 1000;
    plan.sources.push_back({.path = path, .bytes = 2044, .records = 1000, .hash = std::string("hash of ") + path});
  }
  plan.target = store::Target::classes;
  plan.classes = {"no", "yes"};
  plan.dtype = type;
  return plan;
}

FailedRecording failed(std::uint64_t planned) {
  return {planned, "damaged", {"It ends too early.", {}}};
}

}  // namespace

/// A load may leave recordings out and store a wider type, and is still one of its plan.
class LoadVariantsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aClassWithoutOtherRecordingsGoesWithItsLast() {
    ImportPlan plan = planIn(DType::f32);
    dropFailed(plan, {failed(0)});
    QCOMPARE(plan.classes, (Words{"no", "yes"}));
    QCOMPARE(plan.recordings().files[0].problem, std::string("It ends too early."));
    QCOMPARE(plan.recordings().files[0].reason, std::string("damaged"));
    dropFailed(plan, {failed(1)});
    QCOMPARE(plan.classes, (Words{"no"}));
    QVERIFY(plan.recordings().files[2].problem.empty());
    dropFailed(plan, {failed(2)});
    QVERIFY(plan.classes.empty());
  }

  void classesOfSegmentsCountToo() {
    ImportPlan plan = planIn(DType::f32);
    RecordingPlan& parts = plan.recordings().files[0];
    parts.labels = {"no", "yes", "maybe"};
    parts.segments = {{0, 10, 0}, {10, 10, 1}, {20, 10, 2}};
    plan.classes = {"maybe", "no", "yes"};
    ImportPlan others = plan;
    dropFailed(others, {failed(1)});
    QCOMPARE(others.classes, (Words{"maybe", "no", "yes"}));
    dropFailed(plan, {failed(0)});
    QCOMPARE(plan.classes, (Words{"no", "yes"}));
  }

  void floatsBecomeWiderStepByStep() {
    QVERIFY(widerFloat(DType::f16) == DType::f32);
    QVERIFY(widerFloat(DType::f32) == DType::f64);
    for (const DType type : {DType::f64, DType::i8, DType::u8, DType::i16, DType::u16, DType::i32})
      QVERIFY(!widerFloat(type));
  }

  void anIdentityMayBeOfAnyWiderType() {
    const ImportPlan plan = planIn(DType::f32);
    QCOMPARE(identityIn(DType::f32, plan, kPartBytes), identityOf(plan, kPartBytes));
    QVERIFY(mayBeIdentityOf(identityOf(planIn(DType::f32), kPartBytes), plan, kPartBytes));
    QVERIFY(mayBeIdentityOf(identityOf(planIn(DType::f64), kPartBytes), plan, kPartBytes));
    QVERIFY(!mayBeIdentityOf(identityOf(planIn(DType::f16), kPartBytes), plan, kPartBytes));
    QVERIFY(!mayBeIdentityOf(identityOf(plan, 2 * kPartBytes), plan, kPartBytes));
    ImportPlan other = plan;
    other.sources[0].hash = "another";
    QVERIFY(!mayBeIdentityOf(identityOf(other, kPartBytes), plan, kPartBytes));
    QVERIFY(!mayBeIdentityOf("", plan, kPartBytes));
  }

  void aDatasetIsOfItsPlanWithoutDamagedRecordings() {
    const ImportPlan plan = planIn(DType::f32);
    QVERIFY(mayBeMadeOf(metaOf(plan, plan), plan));
    ImportPlan wider = planIn(DType::f64);
    QVERIFY(mayBeMadeOf(metaOf(wider, wider), plan));
    ImportPlan narrower = planIn(DType::f16);
    QVERIFY(!mayBeMadeOf(metaOf(narrower, narrower), plan));
    for (std::uint64_t lost = 0; lost < 3; ++lost) {
      ImportPlan made = plan;
      dropFailed(made, {failed(lost)});
      QVERIFY(mayBeMadeOf(metaOf(made, plan), plan));
    }
  }

  void aDatasetOfOtherSourcesIsNotOfThePlan() {
    const ImportPlan plan = planIn(DType::f32);
    store::DatasetMeta more = metaOf(plan, plan);
    more.sources.push_back({.path = "d.wav", .bytes = 2044, .records = 1000, .hash = "hash of d.wav"});
    QVERIFY(!mayBeMadeOf(more, plan));
    store::DatasetMeta changed = metaOf(plan, plan);
    changed.sources[1].hash = "another";
    QVERIFY(!mayBeMadeOf(changed, plan));
    store::DatasetMeta other = metaOf(plan, plan);
    ImportPlan longer = plan;
    longer.recordings().window = 200;
    other.recipe = recipeFrom(longer);
    QVERIFY(!mayBeMadeOf(other, plan));
  }

 private:
  /// Of a load that came to `made`, of the sources that have no problem in it.
  static store::DatasetMeta metaOf(const ImportPlan& made, const ImportPlan& plan) {
    store::DatasetMeta meta;
    for (std::size_t i = 0; i < plan.sources.size(); ++i) {
      if (made.recordings().files[i].problem.empty()) meta.sources.push_back(plan.sources[i]);
    }
    meta.recipe = recipeFrom(made);
    return meta;
  }
};

MASU_TEST(LoadVariantsTest)
#include "load_variants_test.moc"
