// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/class_count.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Words = std::vector<std::string>;

/// The classes of a plan are those of the records that it takes.
class ClassCountTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TableFolder>();
    std::string text = "x,y\n";
    for (int i = 0; i < 100; ++i) text += std::to_string(i) + ".5," + (i < 50 ? "low" : i < 75 ? "mid" : "high") + '\n';
    m_import.options.sources = {m_folder->write("t.csv", text)};
    m_import.options.labels = {"y"};
    const auto plan = m_import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_plan = *plan;
    QCOMPARE(sorted(m_plan.classes), (Words{"high", "low", "mid"}));
  }

  void aClassThatNoRecordHasIsNone() {
    m_plan.classes.push_back("never");
    QVERIFY(countClasses(m_plan, m_import.job()));
    QCOMPARE(sorted(m_plan.classes), (Words{"high", "low", "mid"}));
    QCOMPARE(m_plan.samples, m_plan.table().records);
  }

  void recordsThatAreLeftOutDoNotCount() {
    m_plan.options.table.where = "x > 50";
    QVERIFY(countClasses(m_plan, m_import.job()));
    QCOMPARE(sorted(m_plan.classes), (Words{"high", "mid"}));
    QCOMPARE(m_plan.samples, m_plan.table().records / 2);
    m_plan.options.table.where = "x > 1000";
    QVERIFY(countClasses(m_plan, m_import.job()));
    QVERIFY(m_plan.classes.empty());
    QCOMPARE(m_plan.samples, std::uint64_t{0});
  }

  void whatCannotBeCountedIsAnError() {
    TableImport stopped;
    stopped.stop.request_stop();
    const auto result = countClasses(m_plan, stopped.job());
    QVERIFY(!result && result.error().code == Errc::cancelled);
    std::filesystem::remove(m_folder->path("t.csv"));
    const auto missing = countClasses(m_plan, m_import.job());
    QVERIFY(!missing && missing.error().code == Errc::notFound);
  }

 private:
  static Words sorted(Words words) {
    std::ranges::sort(words);
    return words;
  }

  std::unique_ptr<TableFolder> m_folder;
  TableImport m_import;
  ImportPlan m_plan;
};

MASU_TEST(ClassCountTest)
#include "class_count_test.moc"
