// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include "core/shards/export/companions.h"
#include "planned_table.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

/// An export as programs that read Croissant 1.0 see it.
class CroissantTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  test::PlannedTable m_table;

  /// With the files that were planned.
  QJsonObject described(const ExportPlan& plan) const {
    std::vector<ShardInfo> shards = plan.planned;
    for (ShardInfo& shard : shards) shard.files = {{shard.path, shard.bytes, std::string(64, 'a')}};
    const TrainStatistics none;
    const std::string text =
        croissantText({*m_table.dataset, plan, none, shards, {{"README.md", 5, std::string(64, 'b')}}, {}});
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
  }
  static void collectIds(const QJsonArray& entries, QStringList& ids) {
    for (const QJsonValue entry : entries) {
      ids += entry["@id"].toString();
      collectIds(entry["field"].toArray(), ids);
    }
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::PlannedTable::make(std::filesystem::path(m_folder.path().toStdString()) / "table.h5");
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    m_table = *made;
  }

  void everyFileIsDescribedOnce() {
    for (const Format format : {Format::csv, Format::webdataset, Format::npy}) {
      const auto plan = m_table.plan(format);
      QVERIFY(plan);
      const QJsonObject text = described(**plan);
      QCOMPARE(text["conformsTo"].toString(), QString("http://mlcommons.org/croissant/1.0"));
      QStringList ids;
      collectIds(text["distribution"].toArray(), ids);
      for (const ShardInfo& shard : (*plan)->planned) QCOMPARE(ids.count(QString::fromStdString(shard.path)), 1);
      QCOMPARE(ids.count("README.md"), 1);
      const QJsonObject first = text["distribution"][0].toObject();
      QCOMPARE(first["sha256"].toString(), QString(64, 'a'));
      QCOMPARE(first["contentSize"].toString(), QString("%1 B").arg((*plan)->planned.front().bytes));
      // What refers to another entry does so by its identifier.
      collectIds(text["recordSet"].toArray(), ids);
      QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
      QVERIFY(!ids.contains(QString()));
    }
  }

  void splitsAndClassesAreListed() {
    const auto plan = m_table.plan(Format::npy);
    QVERIFY(plan);
    const QJsonArray sets = described(**plan)["recordSet"].toArray();
    QCOMPARE(sets.size(), qsizetype{2});
    const QJsonArray splits = sets[0]["data"].toArray();
    QCOMPARE(splits.size(), static_cast<qsizetype>((*plan)->exportSplits.parts.size()));
    const char* urls[] = {"cr:TrainingSplit", "cr:ValidationSplit", "cr:TestSplit"};
    for (qsizetype i = 0; i < splits.size(); ++i) QCOMPARE(splits[i]["splits/url"].toString(), QString(urls[i]));
    const QJsonArray classes = sets[1]["data"].toArray();
    const std::vector<std::string>& names = m_table.dataset->meta().classes;
    QCOMPARE(classes.size(), static_cast<qsizetype>(names.size()));
    for (qsizetype code = 0; code < classes.size(); ++code) {
      QCOMPARE(classes[code]["classes/code"].toInteger(), code);
      QCOMPARE(classes[code]["classes/name"].toString().toStdString(), names[static_cast<std::size_t>(code)]);
    }
  }

  void columnsOfCsvAreFieldsOfEachSplit() {
    const auto plan = m_table.plan(Format::csv);
    QVERIFY(plan);
    const QJsonObject text = described(**plan);
    QStringList files;
    collectIds(text["distribution"].toArray(), files);
    int rows = 0;
    for (const QJsonValue set : text["recordSet"].toArray()) {
      const QString name = set["name"].toString();
      if (name == "splits" || name == "classes") continue;
      ++rows;
      QStringList columns;
      for (const QJsonValue field : set["field"].toArray()) {
        QVERIFY(files.contains(field["source"]["fileSet"]["@id"].toString()));
        columns += field["source"]["extract"]["column"].toString();
      }
      for (const char* column : {"a", "b", "city", "y", "note", "score"}) QVERIFY2(columns.contains(column), column);
      QVERIFY(!columns.contains("secret"));
    }
    QCOMPARE(rows, 3);
  }
};

MASU_TEST(CroissantTest)
#include "croissant_test.moc"
