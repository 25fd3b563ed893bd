// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/companions.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>

#include "planned_table.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

/// The small files that come with the shards, before they are written.
class CompanionsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  test::PlannedTable m_table;

  static bool has(const std::vector<ShardFile>& files, const std::string& path) {
    return std::ranges::find(files, path, &ShardFile::path) != files.end();
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::PlannedTable::make(std::filesystem::path(m_folder.path().toStdString()) / "table.h5");
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    m_table = *made;
  }

  void theIndexIsTheLastOfAll() {
    for (const Format format : formats()) {
      const auto plan = m_table.plan(format);
      QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
      const auto companions = plannedCompanions(*m_table.dataset, **plan);
      QVERIFY2(companions, companions ? "" : companions.error().message.english().c_str());
      QCOMPARE(companions->back().path, std::string(kIndexName));
      for (const char* path : {kReadmeName, kCroissantName, "receipt.json"}) QVERIFY2(has(*companions, path), path);
      std::set<std::string> paths;
      for (const ShardInfo& shard : (*plan)->planned) paths.insert(shard.path);
      for (const ShardFile& file : *companions) {
        QVERIFY2(paths.insert(file.path).second, file.path.c_str());
        QVERIFY2(file.bytes > 0, file.path.c_str());
      }
    }
  }

  void aBundleHoldsTheListsOfItsSplits() {
    const auto bundle = m_table.plan(Format::zip);
    QVERIFY(bundle);
    const auto plain = m_table.plan((*bundle)->format);
    QVERIFY(plain);
    const auto inside = plannedCompanions(*m_table.dataset, **bundle);
    const auto beside = plannedCompanions(*m_table.dataset, **plain);
    QVERIFY(inside && beside);
    for (const char* split : {"train", "validation", "test"}) {
      const std::string path = std::string("manifests/") + split + ".csv";
      QVERIFY2(has(*inside, path) && !has(*beside, path), path.c_str());
    }
    // The dataset has no recipe.
    QVERIFY(!has(*inside, "recipe.json"));
  }

  void aBundleIsLargerThanWhatItHolds() {
    const auto plan = m_table.plan(Format::zip);
    QVERIFY(plan);
    auto companions = plannedCompanions(*m_table.dataset, **plan);
    QVERIFY(companions);
    std::uint64_t held = 0;
    for (const ShardInfo& shard : (*plan)->planned) held += shard.bytes;
    for (const ShardFile& file : *companions) held += file.bytes;
    const std::uint64_t bytes = bundleBytes(**plan, *companions);
    QVERIFY(bytes > held);
    companions->push_back({"one more", 1000, {}});
    QVERIFY(bundleBytes(**plan, *companions) > bytes + 1000);
  }
};

MASU_TEST(CompanionsTest)
#include "companions_test.moc"
