// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/split_tree_model.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QTest>

#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/roles.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr std::uint64_t kRecordings = 40;

}  // namespace

/// The rules of item models hold in every state of the tree: the tester looks at each change by itself.
class SplitTreeModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    MASU_TAKE(const QString path, m_project.recordings(kRecordings));
    MASU_TAKE(m_dataset, store::Dataset::open(pathFrom(path)));
    MASU_TAKE(manifest::Draft draft,
              manifest::Draft::begin(m_dataset, store::Assignment(m_dataset->samples(), store::Split::train)));
    m_draft = std::make_unique<manifest::Draft>(std::move(draft));
  }
  void init() {
    m_model = std::make_unique<SplitTreeModel>(m_runner);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    // It would open every group while the model is being reset, which views do not.
    m_tester->setUseFetchMore(false);
  }
  void cleanup() {
    m_tester.reset();
    m_model.reset();
  }

  void isEmptyWithoutADraft() {
    QCOMPARE(m_model->rowCount(), 0);
    QVERIFY(!m_model->canFetchMore({}));
  }

  void groupsHoldSamples() {
    QVERIFY(m_draft->groupBy({"label", ""}));
    m_model->setDraft(m_draft.get());
    QCOMPARE(m_model->rowCount(), 10);
    QCOMPARE(m_model->samplesShown(), m_dataset->samples());
    const QModelIndex group = m_model->index(3, 0);
    QVERIFY(m_model->hasChildren(group));
    QCOMPARE(m_model->rowCount(group), 0);
    while (m_model->canFetchMore(group)) m_model->fetchMore(group);
    QCOMPARE(static_cast<quint64>(m_model->rowCount(group)),
             m_model->index(3, SplitTreeModel::kSamples).data(ValueRole).toULongLong());
    const QModelIndex sample = m_model->index(0, 0, group);
    QCOMPARE(sample.parent(), group);
    QVERIFY(!m_model->hasChildren(sample));
  }

  void groupsHoldRecordingsThatHoldSamples() {
    QVERIFY(m_draft->groupBy({"label", "source"}));
    m_model->setDraft(m_draft.get());
    QVERIFY(m_model->hasInner());
    std::uint64_t recordings = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
      const QModelIndex group = m_model->index(row, 0);
      while (m_model->canFetchMore(group)) m_model->fetchMore(group);
      recordings += static_cast<std::uint64_t>(m_model->rowCount(group));
    }
    QCOMPARE(recordings, kRecordings);
    const QModelIndex group = m_model->index(0, 0);
    const QModelIndex recording = m_model->index(0, 0, group);
    QVERIFY(recording.isValid());
    while (m_model->canFetchMore(recording)) m_model->fetchMore(recording);
    QVERIFY(m_model->rowCount(recording) > 0);
    QCOMPARE(m_model->index(0, 0, recording).parent(), recording);
    QCOMPARE(recording.parent(), group);
  }

  void movedSamplesChangeCountsAndNoRows() {
    QVERIFY(m_draft->groupBy({"label", ""}));
    m_model->setDraft(m_draft.get());
    const QModelIndex group = m_model->index(2, 0);
    const SplitChoice choice = m_model->choiceOf(QItemSelection(group, group));
    QVERIFY(choice.count > 0);
    const int rows = m_model->rowCount();
    const auto change = m_draft->move(samplesOf(choice, *m_draft->groups()), store::Split::test);
    QVERIFY(change);
    m_model->countsChanged();
    QCOMPARE(m_model->rowCount(), rows);
    QCOMPARE(m_draft->counts()[static_cast<std::size_t>(store::Split::test)], choice.count);
    m_draft->undo(*change);
    m_model->countsChanged();
  }

  /// A bar is painted there, and no text.
  void aGroupInSeveralSplitsSaysItsCounts() {
    QVERIFY(m_draft->groupBy({"label", ""}));
    m_model->setDraft(m_draft.get());
    const QModelIndex group = m_model->index(2, 0);
    while (m_model->canFetchMore(group)) m_model->fetchMore(group);
    const QModelIndex sample = m_model->index(0, 0, group);
    const SplitChoice choice = m_model->choiceOf(QItemSelection(sample, sample));
    const auto change = m_draft->move(samplesOf(choice, *m_draft->groups()), store::Split::test);
    QVERIFY(change);
    m_model->countsChanged();
    const QModelIndex cell = m_model->index(2, SplitTreeModel::kSplit);
    QVERIFY(cell.data().toString().isEmpty());
    const QString heard = cell.data(Qt::AccessibleTextRole).toString();
    QVERIFY2(heard.contains("1 test"), qPrintable(heard));
    m_draft->undo(*change);
    m_model->countsChanged();
    QVERIFY(!cell.data(Qt::AccessibleTextRole).isValid());
  }

  void aFilterShowsWhatItTook() {
    QVERIFY(m_draft->groupBy({"label", ""}));
    m_model->setDraft(m_draft.get());
    const QModelIndex group = m_model->index(1, 0);
    const auto within = std::make_shared<const manifest::SampleSet>(
        samplesOf(m_model->choiceOf(QItemSelection(group, group)), *m_draft->groups()));
    m_model->setFilter(within);
    QCOMPARE(m_model->rowCount(), 1);
    m_model->setFilter(nullptr);
    QCOMPARE(m_model->rowCount(), 10);
    m_model->setDraft(nullptr);
    QCOMPARE(m_model->rowCount(), 0);
  }

  void whatIsDraggedIsTheSelection() {
    QVERIFY(m_draft->groupBy({"label", ""}));
    m_model->setDraft(m_draft.get());
    const std::unique_ptr<QMimeData> dragged(m_model->mimeData({m_model->index(0, 0)}));
    QVERIFY(dragged && dragged->hasFormat(QLatin1String(kSamplesMime)));
    QVERIFY(m_model->flags(m_model->index(0, 0)).testFlag(Qt::ItemIsDragEnabled));
  }

 private:
  SampleProject m_project;
  JobRunner m_runner;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::unique_ptr<manifest::Draft> m_draft;
  std::unique_ptr<SplitTreeModel> m_model;
  std::unique_ptr<QAbstractItemModelTester> m_tester;
};

MASU_TEST(SplitTreeModelTest)
#include "split_tree_model_test.moc"
