// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/export_plan.h"

#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

class ExportPlanTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;

  Result<std::unique_ptr<ExportPlan>> planned(const ShardOptions& options) const {
    return planExport(*m_dataset, options, {2, std::uint64_t{64} << 20U}, {});
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(std::filesystem::path(m_folder.path().toStdString()) / "table.h5", 500,
                                      store::Compression::none);
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    m_dataset = *made;
    QVERIFY(test::split(*m_dataset));
  }

  void shardsAndSizesAreBesideEachOther() {
    for (const Format format : formats()) {
      ShardOptions options;
      options.format = format;
      options.shardSamples = 100;
      const auto plan = planned(options);
      QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
      QVERIFY((*plan)->format != Format::zip);
      QCOMPARE((*plan)->planned.size(), (*plan)->shards.size());
      std::uint64_t samples = 0;
      for (const ExportSplit& part : (*plan)->exportSplits.parts) samples += part.size();
      QCOMPARE((*plan)->samples(), samples);
      std::set<std::string> paths;
      for (std::size_t i = 0; i < (*plan)->shards.size(); ++i) {
        const ShardInfo& info = (*plan)->planned[i];
        QCOMPARE(info.samples, (*plan)->shards[i].count);
        QCOMPARE(info.split, (*plan)->shards[i].exportSplit->name());
        QVERIFY(info.samples <= 100 && info.bytes > 0);
        QVERIFY(paths.insert(info.path).second);
      }
    }
  }

  void aLimitIsNotEstimatedBeyond() {
    ShardOptions options;
    options.format = Format::tfrecord;
    options.shardBytes = 20000;
    const auto plan = planned(options);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QVERIFY((*plan)->planned.size() > 3);
    for (const ShardInfo& info : (*plan)->planned) QVERIFY(info.bytes <= 20000);
  }

  void plansOfOtherBytesHaveOtherKeys() {
    std::vector<ShardOptions> different(6);
    different[1].format = Format::npy;
    different[2].shuffle = 1;
    different[3].shuffle = 2;
    different[4].shardSamples = 10;
    different[5].splits = {store::Split::test};
    std::set<std::string> keys;
    for (const ShardOptions& options : different) {
      const auto plan = planned(options);
      QVERIFY(plan);
      QVERIFY(keys.insert((*plan)->key(*m_dataset)).second);
    }
    // Where it is written, and over what, changes nothing of it.
    ShardOptions elsewhere;
    elsewhere.out = "elsewhere";
    elsewhere.overwrite = true;
    QVERIFY(keys.contains((*planned(elsewhere))->key(*m_dataset)));
  }

  void aRefusalOfAnyStepIsThatOfThePlan() {
    ShardOptions options;
    options.manifest = "absent";
    QVERIFY(!planned(options));
    options = {};
    options.shardBytes = 10;
    QVERIFY(planned(options).error().code == Errc::invalidArgument);
  }
};

MASU_TEST(ExportPlanTest)
#include "export_plan_test.moc"
