// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/export_index.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;

/// A file is known as a shard of an export by the index beside it.
class ExportIndexTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TableFolder>();
    fs::create_directories(m_folder->path("train/deep"));
    for (const char* name : {"a.csv", "other.csv", "train/b.csv", "train/deep/c.csv"}) m_folder->write(name, "x\n1\n");
    m_folder->write("index.json", R"({"masu_export": 1, "recipe": {"of": "it"},
                                      "shards": [{"path": "a.csv"}, {"path": "train/b.csv"},
                                                 {"path": "train/deep/c.csv"}]})");
  }

  void shardsAreThoseThatTheIndexLists() {
    ExportIndexes indexes;
    const store::ExportListing* of = indexes.of(m_folder->path("a.csv"));
    QVERIFY(of != nullptr);
    QCOMPARE(of->shards.size(), std::size_t{3});
    QVERIFY(of->recipe.find("\"of\"") != std::string::npos);
    // The folder above is looked at, and none above that.
    QVERIFY(indexes.of(m_folder->path("train/b.csv")) == of);
    QVERIFY(indexes.of(m_folder->path("train/./../train/b.csv")) == of);
    QVERIFY(indexes.of(m_folder->path("train/deep/c.csv")) == nullptr);
    QVERIFY(indexes.of(m_folder->path("other.csv")) == nullptr);
  }

  void anIndexIsReadOnce() {
    ExportIndexes indexes;
    QVERIFY(indexes.of(m_folder->path("a.csv")) != nullptr);
    fs::remove(m_folder->path("index.json"));
    QVERIFY(indexes.of(m_folder->path("train/b.csv")) != nullptr);
    QVERIFY(ExportIndexes().of(m_folder->path("a.csv")) == nullptr);
  }

  void theIndexOfAnotherProgramCountsAsNone() {
    for (const char* text : {"", "[]", "{", R"({"shards": [{"path": "a.csv"}]})"}) {
      m_folder->write("index.json", text);
      QVERIFY2(ExportIndexes().of(m_folder->path("a.csv")) == nullptr, text);
    }
  }

  void timesOfAnExportAreNotedOnce() {
    const std::vector<fs::path> files = {m_folder->path("other.csv"), m_folder->path("a.csv"),
                                         m_folder->path("train/b.csv")};
    ImportPlan plan;
    plan.columns.resize(3);
    for (std::size_t i = 0; i < 3; ++i) plan.columns[i].name = "t" + std::to_string(i);
    plan.columns[0].kind = table::Kind::time;
    plan.columns[2].kind = table::Kind::time;
    plan.columns[2].role = table::Role::ignored;
    noteExportedTimes(plan, files);
    QCOMPARE(plan.foundNotes.size(), std::size_t{1});
    const std::string sentence = plan.foundNotes[0].english();
    QVERIFY2(sentence.starts_with(files[1].string()), sentence.c_str());
    QVERIFY2(sentence.find("times of t0 as seconds") != std::string::npos, sentence.c_str());
  }

  void nothingIsNotedWithoutTimesOrShards() {
    const std::vector<fs::path> shard = {m_folder->path("a.csv")};
    const std::vector<fs::path> other = {m_folder->path("other.csv")};
    ImportPlan numbers;
    numbers.columns.resize(1);
    noteExportedTimes(numbers, shard);
    QVERIFY(numbers.foundNotes.empty());
    ImportPlan times;
    times.columns.resize(1);
    times.columns[0].kind = table::Kind::time;
    noteExportedTimes(times, other);
    QVERIFY(times.foundNotes.empty());
    noteExportedTimes(times, {});
    QVERIFY(times.foundNotes.empty());
  }

 private:
  std::unique_ptr<TableFolder> m_folder;
};

MASU_TEST(ExportIndexTest)
#include "export_index_test.moc"
