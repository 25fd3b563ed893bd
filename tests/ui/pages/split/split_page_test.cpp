// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTest>
#include <algorithm>

#include <sys/stat.h>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/ratio_bar.h"
#include "ui/charts/figure/split_bar.h"
#include "ui/models/roles.h"
#include "ui/pages/split/checks.h"
#include "ui/pages/split/compare.h"
#include "ui/pages/split/form.h"
#include "ui/pages/split/manifests.h"
#include "ui/pages/split/options.h"
#include "ui/pages/split/page.h"
#include "ui/pages/split/plan.h"
#include "ui/pages/split/samples.h"
#include "ui/pages/split/tree.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/seed_field.h"

using namespace masu;
using namespace masu::ui;

class SplitPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_project = std::make_unique<SampleProject>();
    MASU_TAKE(m_path, m_project->table(1500));
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    QVERIFY(m_session->open(m_path));
    m_page = std::make_unique<SplitPage>(*m_session, *m_runner);
    m_page->resize(1096, 764);
    m_page->show();
    settle();
  }

  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void previewsAndKeepsNothingUntilAsked() {
    QVERIFY(m_page->shown().has_value());
    QVERIFY(m_session->manifestInfo() == nullptr);
    QVERIFY(m_page->stepState().isEmpty());
    auto* draw = titled<QPushButton>(*m_page, QStringLiteral("Draw and keep"));
    QCOMPARE(draw->property("kind").toString(), QStringLiteral("primary"));
    QVERIFY(notes().contains(QStringLiteral("a preview: no run uses it before it is kept")));
    QTest::mouseClick(draw, Qt::LeftButton);
    settle();
    QVERIFY(m_session->manifestInfo() != nullptr);
    QCOMPARE(draw->text(), QStringLiteral("Draw again"));
    QVERIFY(draw->property("kind").toString().isEmpty());
    QVERIFY(!notes().contains(QStringLiteral("a preview")));
    QCOMPARE(m_session->manifestInfo()->counts.test, m_page->shown()->counts.test);
    QCOMPARE(m_page->stepState(), QStringLiteral("80 10 10"));
  }

  void keepsThePreviewForWhoAsksBeforeItIsDrawn() {
    SplitPage fresh(*m_session, *m_runner);
    fresh.resize(1096, 764);
    fresh.show();
    fresh.keepPreview();
    QTRY_VERIFY_WITH_TIMEOUT(m_session->manifestInfo() != nullptr, 20'000);
    QCOMPARE(m_session->manifestInfo()->counts.train, std::uint64_t(1200));
  }

  void leavesTheSplitsOfAnotherDatasetAloneThatIsOpenedMeanwhile() {
    MASU_TAKE(const QString other, m_project->plainTable(200));
    auto* manifests = m_page->findChild<SplitManifests*>();
    const auto isOther = [&] {
      QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), 20'000);
      QCOMPARE(m_session->path(), other);
      QVERIFY(m_session->info()->manifests.empty() && m_session->manifestInfo() == nullptr);
    };
    // What is being stored of one dataset,
    m_page->keepPreview();
    QVERIFY(!m_runner->jobs().empty());
    m_page->hide();
    QVERIFY(m_session->open(other));
    isOther();
    // and what is being done with its manifests.
    QVERIFY(m_session->open(m_path));
    QVERIFY(m_session->manifestInfo() != nullptr);
    m_page->show();
    settle();
    manifests->duplicate();
    QVERIFY(manifests->busy());
    m_page->hide();
    QVERIFY(m_session->open(other));
    isOther();
    QVERIFY(m_session->open(m_path));
    QCOMPARE(m_session->info()->manifests.size(), std::size_t{2});
  }

  void storesWhatItShowsAfterEveryEdit() {
    m_page->triggerPrimary();
    settle();
    auto* bar = m_page->findChild<RatioBar*>();
    QTest::keyClick(bar, Qt::Key_Left);
    settle();
    enter(named<SeedField>(*m_page, "Seed"), "11");
    settle();
    MASU_TAKE(const auto draft, manifest::Draft::begin(m_session->dataset(), stored("default")));
    const tasks::SplitOutcome kept = outcomeOf(draft);
    QCOMPARE(kept.counts.train, m_page->shown()->counts.train);
    QCOMPARE(kept.counts.train, std::uint64_t(1185));
    QCOMPARE(kept.perClass, m_page->shown()->perClass);
    const auto& rows = m_page->findChild<ClassBars*>()->rows();
    QCOMPARE(rows.size(), kept.perClass.size());
    QCOMPARE(rows[0].counts, kept.perClass[0]);
  }

  void reportsEditsThatDidNotReachTheFile() {
    m_page->triggerPrimary();
    settle();
    elsewhere(store::Split::test);
    enter(named<SeedField>(*m_page, "Seed"), "11");
    QTRY_VERIFY(m_page->editor().storing() && !m_page->editor().busy());
    m_session->setManifest(QStringLiteral("another"));
    QTRY_VERIFY(m_page->findChild<QMessageBox*>() != nullptr);
    const QString warning = m_page->findChild<QMessageBox*>()->text();
    QVERIFY2(warning.contains(QStringLiteral("default was changed by another program")), qPrintable(warning));
    settle();
    QCOMPARE(stored("default"), store::Assignment(1500, store::Split::test));
  }

  void keepsUnderAnotherNameWhatCannotBeStored() {
    m_page->triggerPrimary();
    settle();
    elsewhere(store::Split::test);
    enter(named<SeedField>(*m_page, "Seed"), "11");
    QTRY_VERIFY(m_page->findChild<Banner*>()->sentence().contains(QStringLiteral("changed by another program")));
    const store::Assignment mine = m_page->editor().draft()->assignment();
    m_page->saveAs(QStringLiteral("mine"));
    QTRY_COMPARE(m_session->manifest(), QStringLiteral("mine"));
    settle();
    QCOMPARE(stored("mine"), mine);
    QCOMPARE(stored("default"), store::Assignment(1500, store::Split::test));
    QVERIFY(m_page->findChild<QMessageBox*>() == nullptr);
  }

  void movesCountsWhileAHandleIsDraggedAndStoresOnRelease() {
    m_page->triggerPrimary();
    settle();
    auto* bar = m_page->findChild<RatioBar*>();
    const std::uint64_t before = m_session->manifestInfo()->counts.train;
    const QPoint handle = bar->handleRect(0).center();
    QTest::mousePress(bar, Qt::LeftButton, {}, handle);
    QTest::mouseMove(bar, handle - QPoint(bar->width() / 10, 0));
    QVERIFY(bar->counts()[0] < before);
    QCOMPARE(m_session->manifestInfo()->counts.train, before);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, handle - QPoint(bar->width() / 10, 0));
    settle();
    QVERIFY(m_session->manifestInfo()->counts.train < before);
    QCOMPARE(m_session->manifestInfo()->counts.train, bar->counts()[0]);
  }

  void undoesAndRedoesAnEdit() {
    m_page->triggerPrimary();
    settle();
    const std::uint64_t before = m_session->manifestInfo()->counts.train;
    QTest::keyClick(m_page->findChild<RatioBar*>(), Qt::Key_Left);
    settle();
    const std::uint64_t after = m_session->manifestInfo()->counts.train;
    QVERIFY(after != before);
    m_page->undo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, before);
    m_page->redo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, after);
  }

  void takesBackADragOfThePreview() {
    auto* bar = m_page->findChild<RatioBar*>();
    QVERIFY(!m_page->editor().history().canUndo());  // its first drawing is where it begins
    const std::uint64_t before = m_page->shown()->counts.train;
    const QPoint handle = bar->handleRect(0).center();
    QTest::mousePress(bar, Qt::LeftButton, {}, handle);
    QTest::mouseMove(bar, handle - QPoint(bar->width() / 10, 0));
    QTest::mouseRelease(bar, Qt::LeftButton, {}, handle - QPoint(bar->width() / 10, 0));
    settle();
    const std::uint64_t after = m_page->shown()->counts.train;
    QVERIFY(after < before);
    m_page->undo();
    settle();
    QCOMPARE(m_page->shown()->counts.train, before);
    QCOMPARE(qRound(bar->ratios()[0] * 1000), 800);
    m_page->redo();
    settle();
    QCOMPARE(m_page->shown()->counts.train, after);
    // Still a preview: nothing of it was stored.
    QVERIFY(m_session->manifestInfo() == nullptr);
    m_page->triggerPrimary();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, after);
    m_page->undo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, before);
  }

  void drawsADamagedManifestAgain() {
    m_page->triggerPrimary();
    settle();
    const QString file = QFileInfo(m_path).absolutePath() + QStringLiteral("/census.splits.h5");
    damageAssignment(file);
    QVERIFY(m_session->open(m_path));
    settle();
    auto* problem = m_page->findChild<Banner*>(QStringLiteral("splitsProblem"));
    QVERIFY2(problem->isVisible() && problem->sentence().contains(QStringLiteral("default")) &&
                 problem->sentence().contains(QStringLiteral("is damaged")),
             qPrintable(problem->sentence()));
    QVERIFY(m_session->manifestInfo() == nullptr);
    m_page->triggerPrimary();
    settle();
    QVERIFY(!problem->isVisible());
    QCOMPARE(m_session->manifestInfo()->counts.train, std::uint64_t(1200));
    QCOMPARE(stored("default"), m_page->editor().draft()->assignment());
  }

  /// A pipe is never waited for, and what could not be stored in it stays a preview.
  void saysThatItsSplitsFileIsNone() {
    m_page->triggerPrimary();
    settle();
    const QString file = QFileInfo(m_path).absolutePath() + QStringLiteral("/census.splits.h5");
    QVERIFY(QFile::remove(file));
    QCOMPARE(mkfifo(qPrintable(file), 0600), 0);
    QVERIFY(m_session->open(m_path));
    settle();
    auto* problem = m_page->findChild<Banner*>(QStringLiteral("splitsProblem"));
    QVERIFY2(problem->sentence().contains(QStringLiteral("is a pipe or a device")), qPrintable(problem->sentence()));
    m_page->triggerPrimary();
    settle();
    QVERIFY(m_session->manifestInfo() == nullptr);
    QVERIFY(m_page->findChild<Banner*>()->sentence().contains(QStringLiteral("is a pipe or a device")));
    QVERIFY(titled<QPushButton>(*m_page, QStringLiteral("Draw and keep"))->isEnabled());
    QVERIFY(notes().contains(QStringLiteral("a preview: no run uses it before it is kept")));
  }

  /// Wherever it was cut or overwritten, on which HDF5 itself may crash.
  void opensADatasetWhoseSplitsFileIsDamaged() {
    constexpr int kPlaces = 8;
    m_page->triggerPrimary();
    settle();
    QFile splits(QFileInfo(m_path).absolutePath() + QStringLiteral("/census.splits.h5"));
    QVERIFY(splits.open(QIODevice::ReadOnly));
    const QByteArray whole = splits.readAll();
    splits.close();
    // What this process wrote is known by its time, which is counted in steps.
    QTest::qSleep(50);
    for (int place = 0; place <= kPlaces; ++place) {
      QByteArray damaged = whole.left(place < kPlaces ? whole.size() : whole.size() / 2);
      if (place < kPlaces) damaged.replace(whole.size() * place / kPlaces, 8, QByteArray(8, '\xFF'));
      QVERIFY(splits.open(QIODevice::WriteOnly | QIODevice::Truncate));
      QCOMPARE(splits.write(damaged), damaged.size());
      splits.close();
      QVERIFY(m_session->open(m_path));
      settle();
      QCOMPARE(m_session->dataset()->samples(), std::uint64_t(1500));
      const auto* problem = m_page->findChild<Banner*>(QStringLiteral("splitsProblem"));
      const QString said = problem->isVisible() ? problem->sentence() : QString();
      QVERIFY2(m_session->manifestInfo() != nullptr || said.endsWith('.'), qPrintable(QString::number(place) + said));
      const bool named = said.contains("census.splits.h5") && said.contains("is damaged");
      QVERIFY2(place < kPlaces || named, qPrintable(said));
    }
  }

  void readsTheListsThatItWrote() {
    m_page->triggerPrimary();
    settle();
    const auto before = m_session->manifestInfo()->counts;
    QDir().mkpath(m_project->path(QStringLiteral("lists")));
    m_page->writeLists(m_project->path(QStringLiteral("lists")));
    settle();
    QVERIFY(QFile::exists(m_project->path(QStringLiteral("lists/train.csv"))));
    QTest::keyClick(m_page->findChild<RatioBar*>(), Qt::Key_Left);
    settle();
    QVERIFY(m_session->manifestInfo()->counts.train != before.train);
    m_page->readLists(m_project->path(QStringLiteral("lists")));
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, before.train);
    QCOMPARE(m_session->manifestInfo()->counts.test, before.test);
  }

  void saysWhatIsWrongWithListsThatAreNotThere() {
    m_page->readLists(m_project->path(QStringLiteral("nowhere")));
    settle();
    QVERIFY(!m_page->findChild<Banner*>()->sentence().isEmpty());
    QVERIFY(m_session->manifestInfo() == nullptr);
  }

  void movesWhatAFilterFindsAndTakesItBack() {
    openRecordings();
    const auto before = stored();
    m_page->samples().setFilter(QStringLiteral("label = \"2\" and source contains \"_1\""));
    settle();
    const std::uint64_t found = m_page->samples().rows().samplesShown();
    QVERIFY(found > 0 && found < before.size());
    QTest::keyClick(&m_page->samples().tree(), Qt::Key_E);
    settle();
    const auto moved = stored();
    MASU_TAKE(const auto wanted, tasks::selectSamples(*m_session->dataset(), "label = \"2\" and source contains \"_1\"",
                                                      nullptr, context()));
    QCOMPARE(wanted.size(), found);
    store::Assignment expected = before;
    for (std::uint64_t i = 0; i < found; ++i) expected[wanted.at(i)] = store::Split::test;
    QVERIFY(moved == expected);
    m_page->undo();
    settle();
    QVERIFY(stored() == before);
    m_page->redo();
    settle();
    QVERIFY(stored() == expected);
    QCOMPARE(m_page->shown()->counts.test,
             static_cast<std::uint64_t>(std::ranges::count(expected, store::Split::test)));
  }

  void looksForALoneWordInTheNamesOfSources() {
    openRecordings();
    m_page->samples().setFilter(QStringLiteral("jackson"));
    settle();
    MASU_TAKE(const auto wanted,
              tasks::selectSamples(*m_session->dataset(), "source contains \"jackson\"", nullptr, context()));
    QCOMPARE(m_page->samples().rows().samplesShown(), wanted.size());
  }

  void movesGroupsAndSamplesOfTheTree() {
    openRecordings();
    SplitTreeModel& rows = m_page->samples().rows();
    SplitTree& tree = m_page->samples().tree();
    const std::uint64_t group = rows.index(1, SplitTreeModel::kSamples).data(ValueRole).toULongLong();
    tree.setCurrentIndex(rows.index(1, 0));
    QTest::keyClick(&tree, Qt::Key_U);
    settle();
    QCOMPARE(m_page->shown()->counts.unused, group);
    QCOMPARE(rows.index(1, SplitTreeModel::kSplit).data().toString(), splitTitle(3));
    const QModelIndex opened = rows.index(0, 0);
    tree.expand(opened);
    QVERIFY(rows.rowCount(opened) > 0);
    tree.setCurrentIndex(rows.index(0, 0, opened));
    const std::uint64_t inner =
        rows.hasInner() ? rows.index(0, SplitTreeModel::kSamples, opened).data(ValueRole).toULongLong() : 1;
    QTest::keyClick(&tree, Qt::Key_U);
    settle();
    QCOMPARE(m_page->shown()->counts.unused, group + inner);
    QCOMPARE(static_cast<std::uint64_t>(std::ranges::count(stored(), store::Split::unused)), group + inner);
  }

  void undoesAsFarAsItWasEdited() {
    openRecordings();
    const auto start = stored();
    SplitTree& tree = m_page->samples().tree();
    tree.selectAll();
    constexpr int kEdits = 60;
    for (int edit = 0; edit < kEdits; ++edit) QTest::keyClick(&tree, edit % 2 == 0 ? Qt::Key_V : Qt::Key_T);
    settle();
    for (int edit = 0; edit < kEdits; ++edit) m_page->undo();
    settle();
    QVERIFY(stored() == start);
  }

  void sayingNonsenseInTheFilterChangesNothing() {
    openRecordings();
    m_page->samples().setFilter(QStringLiteral("label = = 2"));
    settle();
    QVERIFY(m_page->samples().rows().filter() == nullptr);
    QVERIFY(m_page->samples().filterField()->property("invalid").toBool());
  }

  void keepsManifestsByName() {
    openRecordings();
    const auto before = stored();
    m_page->saveAs(QStringLiteral("mine"));
    settle();
    QCOMPARE(m_session->manifest(), QStringLiteral("mine"));
    m_page->samples().tree().selectAll();
    QTest::keyClick(&m_page->samples().tree(), Qt::Key_V);
    settle();
    QVERIFY(stored("default") == before);
    QCOMPARE(m_session->manifestInfo()->counts.validation, before.size());
    SplitCompare compare(m_session->dataset()->path(), {QStringLiteral("default"), QStringLiteral("mine")},
                         QStringLiteral("mine"), *m_runner);
    settle();
    const auto moved =
        std::ranges::count_if(before, [](store::Split split) { return split != store::Split::validation; });
    QCOMPARE(compare.table().item(0, 1)->data(ValueRole).toULongLong() +
                 compare.table().item(0, 2)->data(ValueRole).toULongLong(),
             static_cast<std::uint64_t>(moved));
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    auto* freeze = titled<QPushButton>(*m_page, QStringLiteral("Freeze"));
    freeze->setFocus();
    QTest::keyClick(freeze, Qt::Key_Space);
    settle();
    QVERIFY(m_session->manifestInfo()->frozen);
    QVERIFY(m_page->hasFocus());  // not the menu beside the button that is gone
    QTest::keyClick(&m_page->samples().tree(), Qt::Key_T);
    m_page->undo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.validation, before.size());
    m_session->setManifest(QStringLiteral("default"));
    settle();
    m_page->manifests().rename(QStringLiteral("other"));
    settle();
    QCOMPARE(m_session->manifest(), QStringLiteral("other"));
    QVERIFY(stored("other") == before);
    m_page->manifests().remove();
    settle();
    QCOMPARE(m_session->info()->manifests.size(), std::size_t(1));
  }

  void makesFoldsAsManifests() {
    m_page->triggerPrimary();
    settle();
    openOptions();
    enter(named<QSpinBox>(*m_page, "Number of folds"), "3");
    QTest::mouseClick(titled<QPushButton>(*m_page, QStringLiteral("Make folds")), Qt::LeftButton);
    settle();
    QCOMPARE(m_session->info()->manifests.size(), std::size_t(4));
    QCOMPARE(m_session->manifest(), QStringLiteral("default-1"));
  }

  void drawsByTheOptions() {
    m_page->triggerPrimary();
    settle();
    openOptions();
    enter(named<QLineEdit>(*m_page, "Samples where"), "age < 30");
    enter(named<QDoubleSpinBox>(*m_page, "Share of the rest that is used"), "50");
    settle();
    manifest::SplitPlan plan;
    plan.ratios = {0.8, 0.1, 0.1};
    plan.stratify = true;
    plan.exclude = "age < 30";
    plan.subset = 0.5;
    MASU_TAKE(const auto wanted, manifest::draw(*m_session->dataset(), plan));
    QVERIFY(stored() == wanted);
  }

  void checksAfterAnEditAndMends() {
    openRecordings();
    QTRY_COMPARE_WITH_TIMEOUT(m_page->checks().checks().size(), std::size_t(9), 20'000);
    manifest::Remedy remedy;
    remedy.setAside.add(3, 4);
    m_page->mend(remedy);
    settle();
    QCOMPARE(m_page->shown()->counts.unused, std::uint64_t(4));
    remedy = {};
    remedy.redraw = manifest::Redraw{.stratify = false, .groupBy = "source", .another = false};
    m_page->mend(remedy);
    settle();
    QVERIFY(manifest::planOf(m_page->editor().origin())->byGroup);
    QCOMPARE(m_page->shown()->counts.unused, std::uint64_t(4));  // what was set aside stays so
  }

 private:
  /// Splits that there are none of, over the bytes of the samples' own.
  void damageAssignment(const QString& file) {
    QFile splits(file);
    QVERIFY(splits.open(QIODevice::ReadWrite));
    QByteArray bytes = splits.readAll();
    const store::Assignment held = stored("default");
    const QByteArray run(reinterpret_cast<const char*>(held.data()), 64);
    const qsizetype at = bytes.indexOf(run);
    QVERIFY(at > 0);
    QVERIFY(splits.seek(at));
    QCOMPARE(splits.write(QByteArray(64, 'x')), qint64(64));
  }

  QString notes() const {
    QStringList texts;
    for (const QLabel* label : m_page->findChildren<QLabel*>()) texts << label->text();
    return texts.join(QLatin1Char('\n'));
  }

  void settle() {
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty() && !m_page->busy() && !m_page->samples().filtering(), 20'000);
  }

  void openOptions() {
    QTest::mouseClick(titled<QPushButton>(*m_page, QStringLiteral("Options")), Qt::LeftButton);
    QVERIFY(m_page->findChild<SplitOptions*>()->isVisible());
  }

  /// Spoken digits, drawn and kept.
  void openRecordings() {
    MASU_TAKE(const QString path, m_project->recordings(120));
    QVERIFY(m_session->open(path));
    settle();
    m_page->triggerPrimary();
    settle();
    QVERIFY(m_session->manifestInfo() != nullptr);
  }

  /// As another program would.
  void elsewhere(store::Split split) {
    const store::Dataset& dataset = *m_session->dataset();
    auto splits = store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
    QVERIFY(splits);
    QVERIFY(splits->write({"default", "{}", false}, store::Assignment(dataset.samples(), split)));
  }

  /// What the file holds.
  store::Assignment stored(const std::string& name = {}) const {
    const store::Dataset& dataset = *m_session->dataset();
    const auto splits = store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
    const auto read = splits ? splits->read(name.empty() ? fromQt(m_session->manifest()) : name)
                             : Result<store::Assignment>(tl::unexpected(splits.error()));
    return read ? *read : store::Assignment();
  }

  JobContext context() { return {{}, m_progress}; }

  Progress m_progress;

  std::unique_ptr<SampleProject> m_project;
  QString m_path;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<SplitPage> m_page;
};

MASU_TEST(SplitPageTest)
#include "split_page_test.moc"
