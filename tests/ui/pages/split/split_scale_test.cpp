// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit costs with more than a million samples in sixty thousand groups, counted in what the view does.
#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/roles.h"
#include "ui/pages/split/page.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/split/tree.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kSamples = 1'200'000;
constexpr std::uint64_t kGroups = 60'000;

/// Counts the cells that the view asks to be painted.
class CountingDelegate : public SplitTreeDelegate {
 public:
  using SplitTreeDelegate::SplitTreeDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    ++painted;
    SplitTreeDelegate::paint(painter, option, index);
  }
  mutable int painted = 0;
};

}  // namespace

class SplitScaleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QFile file(m_project.path(QStringLiteral("many.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray lines("machine,value,kind\n");
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      // Scattered over the file, so that a group is no run of neighbours.
      const std::uint64_t group = i * 7919 % kGroups;
      lines += "m" + QByteArray::number(qulonglong(group)) + ',' + QByteArray::number(qulonglong(i % 251)) + ',' +
               "abc"[i % 3] + '\n';
    }
    QCOMPARE(file.write(lines), lines.size());
    file.close();
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(file.fileName())};
    inspect.options.labels = {"kind"};
    MASU_TAKE(auto inspection, tasks::inspectionIn(tasks::inspect(inspect, {{}, progress})));
    for (auto& column : inspection.plan.columns) {
      if (column.name == "machine") column.role = table::Role::category;
    }
    tasks::ImportRequest request;
    request.plan = inspection.plan;
    request.load.target = pathFrom(m_project.path(QStringLiteral("many.h5")));
    MASU_TAKE(const auto imported, tasks::runImport(request, {{}, progress}));
    QVERIFY(m_session.open(toQt(imported.dataset)));
    m_page = std::make_unique<SplitPage>(m_session, m_runner);
    m_page->resize(1096, 764);
    m_page->show();
    settle();
    m_page->triggerPrimary();
    settle();
    auto* by = m_page->samples().findChild<QComboBox*>();
    Q_EMIT by->activated(by->findText(QStringLiteral("by machine")));
    QTRY_COMPARE_WITH_TIMEOUT(m_page->samples().rows().rowCount(), static_cast<int>(kGroups), 60'000);
    settle();
  }

  void groupsAreRowsWithoutTheirSamples() {
    const SplitTreeModel& rows = m_page->samples().rows();
    QCOMPARE(rows.rowCount(), static_cast<int>(kGroups));
    QCOMPARE(rows.rowCount(rows.index(7, 0)), 0);
    QCOMPARE(rows.index(7, SplitTreeModel::kSamples).data(ValueRole).toULongLong(), kSamples / kGroups);
  }

  void anEditNotifiesTheViewOnceAndPaintsWhatIsInView() {
    SplitTree& tree = m_page->samples().tree();
    SplitTreeModel& rows = m_page->samples().rows();
    CountingDelegate counting;
    tree.setItemDelegate(&counting);
    QTest::qWait(20);
    QSignalSpy changed(&rows, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&rows, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&rows, &QAbstractItemModel::rowsInserted);
    tree.selectAll();
    QTest::qWait(20);
    changed.clear();
    counting.painted = 0;
    QTest::keyClick(&tree, Qt::Key_V);
    QTRY_COMPARE(m_page->shown()->counts.validation, kSamples);
    QTest::qWait(20);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(inserted.count(), 0);
    const int inView =
        (tree.viewport()->height() / tree.visualRect(rows.index(0, 0)).height() + 2) * SplitTreeModel::kColumns;
    QVERIFY2(counting.painted <= 3 * inView, qPrintable(QString::number(counting.painted)));
    m_page->undo();
    settle();
    tree.setItemDelegate(new SplitTreeDelegate(&tree));
  }

  void aGroupIsMovedByWhatItHolds() {
    SplitTree& tree = m_page->samples().tree();
    SplitTreeModel& rows = m_page->samples().rows();
    const auto before = m_page->editor().draft()->counts();
    tree.setCurrentIndex(rows.index(5, 0));
    QTest::keyClick(&tree, Qt::Key_U);
    settle();
    QCOMPARE(m_page->shown()->counts.unused, before[0] + kSamples / kGroups);
    // Two bytes a run, and what a vector reserves; a copy of the assignment would be 1.2 MB.
    QVERIFY(m_page->editor().historyBytes() < 4096);
    m_page->undo();
    settle();
    QCOMPARE(m_page->editor().draft()->counts(), before);
  }

  void openedGroupsFetchSomeHundredsOfRows() {
    SplitTreeModel& rows = m_page->samples().rows();
    m_page->samples().setFilter(QStringLiteral("kind = \"a\""));
    settle();
    QCOMPARE(rows.samplesShown(), kSamples / 3);
    const QModelIndex group = rows.index(0, 0);
    rows.fetchMore(group);
    QVERIFY(rows.rowCount(group) <= 256);
    m_page->samples().setFilter({});
  }

  void cleanupTestCase() { m_page.reset(); }

 private:
  void settle() {
    QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty() && !m_page->busy() && !m_page->samples().filtering(), 60'000);
  }

  SampleProject m_project;
  Session m_session;
  JobRunner m_runner;
  std::unique_ptr<SplitPage> m_page;
};

MASU_TEST(SplitScaleTest)
#include "split_scale_test.moc"
