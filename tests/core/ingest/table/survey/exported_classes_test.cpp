// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/exported_classes.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;
using ClassMap = std::vector<std::pair<std::string, std::string>>;

namespace {

const ClassMap kSwap = {{"yes", "no"}, {"no", "yes"}};

ImportPlan planWith(const ClassMap& map) {
  ImportPlan plan;
  plan.options.table.classMap = map;
  plan.options.labels = {"y"};
  plan.columns.resize(2);
  plan.columns[0].name = "x";
  plan.columns[1].name = "y";
  return plan;
}

}  // namespace

/// Classes are renamed once: not again where an export holds their new names.
class ExportedClassesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    for (const char* name : {"swapped", "kept"}) fs::create_directories(m_folder.path(name));
    for (const char* name : {"swapped/a.csv", "swapped/b.csv", "kept/a.csv", "raw.csv"}) m_folder.write(name, "x,y\n");
    const std::string shards = R"("shards": [{"path": "a.csv"}, {"path": "b.csv"}])";
    const std::string recipe = R"("recipe": {"table": {"class_map": [["yes", "no"], ["no", "yes"]]}}, )";
    m_folder.write("swapped/index.json", R"({"masu_export": 1, )" + recipe + shards + "}");
    m_folder.write("kept/index.json", R"({"masu_export": 1, "recipe": {"table": {}}, )" + shards + "}");
  }

  void aSwapIsNotAppliedToItsOwnResult() {
    ImportPlan plan = planWith(kSwap);
    QVERIFY(settleClassMap(plan, paths({"swapped/a.csv", "swapped/b.csv"})));
    QVERIFY(plan.options.table.classMap.empty());
    QCOMPARE(plan.foundNotes.size(), std::size_t{1});
    const std::string sentence = plan.foundNotes[0].english();
    QVERIFY2(sentence.find("classes of a.csv are taken as they are") != std::string::npos, sentence.c_str());
  }

  void whereItIsAppliedANoteSaysSo() {
    for (const char* file : {"raw.csv", "kept/a.csv"}) {
      ImportPlan plan = planWith(kSwap);
      QVERIFY(settleClassMap(plan, paths({file})));
      QVERIFY(plan.options.table.classMap == kSwap);
      QCOMPARE(plan.foundNotes.size(), std::size_t{1});
      const std::string sentence = plan.foundNotes[0].english();
      QVERIFY2(sentence.find("such as yes to no") != std::string::npos, sentence.c_str());
    }
  }

  /// A class that is only merged into another stays what it became, however often that is done.
  void aMapThatChangesNothingTwiceIsLeftAlone() {
    for (const ClassMap& map : {ClassMap{{"N", "no"}, {"n", "no"}}, ClassMap{{"no", "no"}}, ClassMap{}}) {
      ImportPlan plan = planWith(map);
      QVERIFY(settleClassMap(plan, paths({"swapped/a.csv"})));
      QVERIFY(plan.options.table.classMap == map);
      QVERIFY(plan.foundNotes.empty());
    }
  }

  void aPlanWithoutTheLabelNeedsNoMap() {
    ImportPlan plan = planWith(kSwap);
    plan.columns.pop_back();
    QVERIFY(settleClassMap(plan, paths({"swapped/a.csv"})));
    QVERIFY(plan.foundNotes.empty());
  }

  void filesOfBothKindsAreRefusedTogether() {
    ImportPlan plan = planWith(kSwap);
    const std::vector<fs::path> files = paths({"raw.csv", "swapped/b.csv"});
    const auto refused = settleClassMap(plan, files);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    QCOMPARE(refused.error().source.file, files[1].string());
    const std::string sentence = sentenceOf(refused);
    QVERIFY2(sentence.starts_with(files[1].string()), sentence.c_str());
    QVERIFY2(sentence.find(files[0].string()) != std::string::npos, sentence.c_str());
  }

 private:
  std::vector<fs::path> paths(const std::vector<std::string>& names) const {
    std::vector<fs::path> paths;
    for (const std::string& name : names) paths.push_back(m_folder.path(name));
    return paths;
  }

  TableFolder m_folder;
};

MASU_TEST(ExportedClassesTest)
#include "exported_classes_test.moc"
