// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>

#include "core/tasks/data/convert_task.h"
#include "core/tasks/data/dataset_task.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/signal/spectrogram_view.h"
#include "ui/models/roles.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/append.h"
#include "ui/pages/browse/facts.h"
#include "ui/pages/browse/filter.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/browse/recording.h"
#include "ui/pages/browse/view_as.h"
#include "ui/pages/browse/waves.h"
#include "ui/pages/common/save_report.h"
#include "ui/text/format.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"

using namespace masu;
using namespace masu::ui;

class BrowsePageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asksForADatasetFirst() {
    Session session;
    JobRunner runner;
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QSignalSpy asked(&page, &Page::stepRequested);
    QVERIFY(page.rows().rowCount() == 0);
    for (auto* button : page.findChildren<QPushButton*>()) {
      if (button->isVisible() && button->text().contains(QStringLiteral("Import"))) button->click();
    }
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().value<Step>(), Step::import);
  }

  void appendsFurtherFiles() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(2000));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.show();
    auto* append = page.findChild<BrowseAppend*>();
    QSignalSpy appended(append, &BrowseAppend::appended);
    const QString uuid = QString::fromStdString(session.dataset()->uuid());
    QDirIterator tables(QFileInfo(path).path(), {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
    append->append({tables.next()});
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 1, 20000);
    QVERIFY(appended.first().first().toString().contains(formatCount(2000)));
    QCOMPARE(session.dataset()->samples(), std::uint64_t{4000});
    QCOMPARE(QString::fromStdString(session.dataset()->meta().parent), uuid);
    QSignalSpy failed(append, &BrowseAppend::failed);
    append->append({QStringLiteral("nowhere.csv")});
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
    QCOMPARE(session.dataset()->samples(), std::uint64_t{4000});
  }

  void savesTheReportOfTheDataset() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.show();
    auto* report = page.findChild<SaveReport*>();
    QVERIFY(report->isEnabled() && page.actions().contains(report));
    QSignalSpy saved(report, &SaveReport::saved);
    report->save(project.path(QStringLiteral("card.html")));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
    QFile card(project.path(QStringLiteral("card.html")));
    QVERIFY(card.open(QIODevice::ReadOnly));
    QVERIFY(card.readAll().contains(QByteArray::fromStdString(session.dataset()->uuid())));
    QSignalSpy failed(report, &SaveReport::failed);
    report->save(path);  // the dataset itself
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  }

  void showsTheCellsThatHeadShows() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(2000));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    page.goTo(1234);
    SampleTableModel& rows = page.rows();
    const int row = static_cast<int>(rows.positionOf(1234) - rows.top());
    QTRY_VERIFY(rows.row(row) != nullptr);
    QCOMPARE(page.selected(), std::optional<std::uint64_t>(1234));
    MASU_TAKE(const auto head, tasks::rows(*session.dataset(), 1234, 1, 0));
    QCOMPARE(rows.index(row, 1).data().toString(), toQt(head.rows.front().label));
    for (std::size_t column = 0; column < head.columns.size(); ++column) {
      if (head.columns[column] == "income") continue;
      QString shown;
      for (int section = 2; section < rows.columnCount(); ++section) {
        if (rows.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString() != toQt(head.columns[column]))
          continue;
        shown = rows.index(row, section).data().toString();
      }
      QCOMPARE(shown.remove(QLatin1Char(',')), toQt(head.rows.front().cells[column]).remove(QLatin1Char(',')));
    }
  }

  void goesToTheRowThatIsTypedAndMarksOneThatIsNotThere() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(500));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* field = page.findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    const std::uint64_t last = session.dataset()->samples() - 1;
    field->setText(QStringLiteral("%1,%2").arg(last / 100).arg(last % 100, 2, 10, QLatin1Char('0')));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(last));
    field->setText(QString::number(last + 1));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->property("invalid").toBool());
    QCOMPARE(page.selected(), std::optional<std::uint64_t>(last));
  }

  void showsTheFactsThatTheFileHolds() {
    const SampleProject project;
    MASU_TAKE(const QString wide, project.table(2000));
    tasks::ConvertRequest narrow;
    narrow.file = pathFrom(wide);
    narrow.target = pathFrom(project.path("narrow.h5"));
    narrow.dtype = table::DType::i8;
    Progress progress;
    MASU_TAKE(const auto converted, tasks::convert(narrow, {{}, progress}));
    MASU_TAKE(const auto info, tasks::info(converted.target));
    const BrowseFacts facts(*info.dataset);
    const auto& columns = info.dataset->meta().schema.columns;
    QCOMPARE(facts.columns().rowCount(), static_cast<int>(columns.size()));
    bool lossy = false;
    for (int row = 0; row < facts.columns().rowCount(); ++row) {
      const table::Column& column = columns[static_cast<std::size_t>(row)];
      const auto value = [&](int section) { return facts.columns().item(row, section)->data(ValueRole).toDouble(); };
      QCOMPARE(facts.columns().item(row, BrowseFacts::kName)->text(), toQt(column.name));
      QCOMPARE(value(BrowseFacts::kError), column.stats.maxError);
      QCOMPARE(value(BrowseFacts::kRms), column.loss.rootMeanSquare(column.stats));
      lossy = lossy || (column.stats.maxError > 0 && value(BrowseFacts::kSnr) > 0);
    }
    QVERIFY(lossy);
    // The size that is estimated for another type is the size of such a file, but for what describes it.
    MASU_TAKE(const auto before, tasks::info(pathFrom(wide)));
    for (const tasks::SizeAtType& size : tasks::sizesAtTypes(*info.dataset)) {
      if (size.type != table::DType::f32) continue;
      const auto estimated = static_cast<double>(size.fileBytes.value_or(0));
      const auto actual = static_cast<double>(before.dataset->fileBytes());
      QVERIFY2(std::abs(estimated - actual) < 16'384, qPrintable(QString("%1 %2").arg(estimated).arg(actual)));
    }
    QCOMPARE(facts.sizes().rowCount(), 6);
  }

  /// Doubles do not distinguish whole numbers beyond 2^53, so it is not known that they read back as they were.
  void callsNumbersExactWhereThatWasMeasured() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.csv("wide", "a,b\n1,9007199254740994\n2,3\n"));
    MASU_TAKE(const auto info, tasks::info(pathFrom(path)));
    const BrowseFacts facts(*info.dataset);
    QCOMPARE(facts.columns().item(0, BrowseFacts::kError)->text(), QString("exact"));
    QCOMPARE(facts.columns().item(1, BrowseFacts::kError)->text(), QString("–"));
  }

  void filtersByTheSplitOfTheManifest() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    for (auto* button : page.findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Test")) button->click();
    }
    QCOMPARE(page.rows().positions(), drawn.counts.test);
  }

  void filtersByAnExpressionToo() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    auto* filter = page.findChild<BrowseFilter*>();
    auto* where = named<QLineEdit>(page, "Samples where");
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.focusFilter();
    QVERIFY(where->hasFocus());
    enter(where, "sample >= 900 and source contains \".csv\"");
    QTRY_COMPARE(page.rows().positions(), std::uint64_t{100});
    QCOMPARE(page.rows().sampleOf(0), std::uint64_t{900});
    enter(where, "split = test");
    QTRY_COMPARE(page.rows().positions(), drawn.counts.test);
    enter(where, "nowhere = 1");
    QTRY_VERIFY(where->property("invalid").toBool());
    QVERIFY(where->toolTip().contains(QStringLiteral("nowhere")));
    enter(where, "source = ");
    QVERIFY(where->property("invalid").toBool());
    QCOMPARE(page.rows().positions(), drawn.counts.test);
    // What is shown is not what was asked for, and a sentence says so until it is.
    const auto* banner = page.findChild<Banner*>();
    QVERIFY(banner->isVisible() && !banner->sentence().isEmpty());
    where->clear();
    QTRY_COMPARE(page.rows().positions(), std::uint64_t{1000});
    QVERIFY(!banner->isVisible());
    enter(where, "source = \"no such file\"");
    QTRY_COMPARE(page.rows().positions(), std::uint64_t{0});
    filter->clear();
    QCOMPARE(page.rows().positions(), std::uint64_t{1000});
    QVERIFY(where->text().isEmpty());
  }

  void beginsAnotherDatasetWithoutWhatWasTypedForThisOne() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    MASU_TAKE(const QString other, project.plainTable(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    auto* where = named<QLineEdit>(page, "Samples where");
    auto* go = page.findChild<QLineEdit*>();
    auto* cross = where->findChild<QToolButton*>();
    QVERIFY(go != where && cross != nullptr);
    QTest::mouseClick(where, Qt::LeftButton);
    QTest::keyClicks(where, "sample >= 900");
    QTest::keyClick(where, Qt::Key_Return);
    QTRY_COMPARE(page.rows().positions(), std::uint64_t{100});
    QTRY_COMPARE(cross->property("opacity").toDouble(), 1.0);
    QTest::mouseClick(go, Qt::LeftButton);
    QTest::keyClicks(go, "2000");
    QTest::keyClick(go, Qt::Key_Return);
    QVERIFY(go->property("invalid").toBool());
    QVERIFY(session.open(other));
    QCOMPARE(page.rows().positions(), std::uint64_t{300});
    QVERIFY2(where->text().isEmpty() && !go->text().contains("2000"), qPrintable(go->text()));
    QVERIFY(!go->property("invalid").toBool() && go->toolTip().isEmpty());
    QTRY_COMPARE(cross->property("opacity").toDouble(), 0.0);
  }

  void saysWhichSplitsTookTheAppendedSamplesIn() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(600));
    Progress progress;
    for (const bool byHash : {false, true}) {
      tasks::SplitRequest request{pathFrom(path), byHash ? "steady" : "default", {}};
      request.plan.ratios = {0.8, 0.1, 0.1};
      request.plan.byHash = byHash;
      MASU_TAKE(const auto drawn, tasks::split(request, {{}, progress}));
    }
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.show();
    auto* append = page.findChild<BrowseAppend*>();
    QSignalSpy appended(append, &BrowseAppend::appended);
    QDirIterator tables(QFileInfo(path).path(), {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
    append->append({tables.next()});
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 1, 20000);
    const QString sentence = appended.first().first().toString();
    QVERIFY2(sentence.contains("steady assigned them by hash; in other splits they are unused"), qPrintable(sentence));
  }

  void showsTheSignalsOfRecordings() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(40));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* view = page.findChild<WaveformView*>();
    QTRY_VERIFY(!view->lanes().empty());
    const WaveformView::Lane& lane = view->lanes().front();
    MASU_TAKE(const auto values, session.dataset()->readValues(*session.dataset()->find("features"), 0, 1));
    QCOMPARE(lane.values->size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE((*lane.values)[i], static_cast<float>(values[i]));
    page.goTo(30);
    QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(30));
  }

  void showsWhatABatchHolds() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(60));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* view = page.findChild<WaveformView*>();
    QTRY_VERIFY(!view->lanes().empty() && runner.jobs().empty());
    const auto stored = view->lanes().front().values;
    for (auto* button : page.findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Network")) button->click();
    }
    QTRY_VERIFY(runner.jobs().empty() && !view->lanes().empty());
    auto* options = page.findChild<ViewAs*>()->options();
    auto* augment = options->findChild<QLineEdit*>();
    augment->setText("nonsense=1");
    QTest::keyClick(augment, Qt::Key_Return);
    QVERIFY(augment->property("invalid").toBool());
    augment->setText("noise=0.5");
    QTest::keyClick(augment, Qt::Key_Return);
    QVERIFY(!augment->property("invalid").toBool());
    options->findChild<QPushButton*>()->click();
    QTRY_VERIFY(runner.jobs().empty() && !view->lanes().empty());
    // As the loader has it for a batch, bit for bit.
    MASU_TAKE(const auto info, tasks::info(pathFrom(path)));
    loader::AugmentSpec noise;
    noise.noise = 0.5;
    MASU_TAKE(const auto file, store::SplitsFile::open(pathFrom(path), info.dataset->uuid(), info.dataset->samples()));
    MASU_TAKE(const auto assignment, file.read("default"));
    MASU_TAKE(const auto lens, loader::SampleView::open(info.dataset, &assignment, {}, {}));
    const std::uint64_t first[] = {0};
    MASU_TAKE(const auto want, lens->features(first, {noise, 1, 0}, {}));
    QVERIFY(*view->lanes().front().values == want);
    QVERIFY(*stored != want);
  }

  void choosesTheSamplesOfAClassAndSaysWhereThereAreNone() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(60));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    auto* classes = page.findChild<BrowseFilter*>()->findChild<QComboBox*>();
    QCOMPARE(classes->count(), static_cast<int>(session.dataset()->meta().classes.size()) + 1);
    const std::uint64_t samples = session.dataset()->samples();
    MASU_TAKE(const auto labels, session.dataset()->readValues(*session.dataset()->find("labels"), 0, samples));
    classes->setCurrentIndex(4);
    const auto members = static_cast<std::uint64_t>(std::count(labels.begin(), labels.end(), 3.0));
    QTRY_COMPARE(page.rows().positions(), members);
    for (std::uint64_t i = 0; i < members; ++i) QCOMPARE(labels[page.rows().sampleOf(i)], 3.0);
    auto* view = page.findChild<WaveformView*>();
    QTRY_VERIFY(!view->lanes().empty() && view->lanes().front().tag == QStringLiteral("3"));
    // Everything into one split: the others are empty, and the page says so.
    Progress progress;
    tasks::SplitRequest request{pathFrom(path), "default", {}};
    request.plan.ratios = {1, 0, 0};
    MASU_TAKE(const auto drawn, tasks::split(request, {{}, progress}));
    QVERIFY(session.open(path));
    QTRY_VERIFY(runner.jobs().empty());
    for (auto* button : page.findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Test")) button->click();
    }
    QTRY_COMPARE(page.rows().positions(), std::uint64_t(0));
    auto* nothing = page.findChild<EmptyState*>("noSamples");
    QTRY_VERIFY(nothing->isVisible());
    nothing->findChild<QPushButton*>()->click();
    QTRY_COMPARE(page.rows().positions(), samples);
    QVERIFY(!nothing->isVisible());
  }

  void peeksAtTheFrequenciesOfASample() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(12));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1296, 964);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    page.goTo(3);
    auto* picture = page.findChild<SpectrogramView*>();
    QTRY_VERIFY(picture->isVisible() && !picture->image().isNull());
    QVERIFY(picture->image().width() > 10 && picture->image().height() > 10);
    // It is loud somewhere and quiet elsewhere.
    QSet<QRgb> colours;
    for (int x = 0; x < picture->image().width(); ++x)
      colours << picture->image().pixel(x, picture->image().height() / 2);
    QVERIFY(colours.size() > 4);
  }

  void showsWholeRecordingsWhereTheyAreStored() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(12, ingest::StoreAs::recordings));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    for (auto* button : page.findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Recording")) button->click();
    }
    auto* view = page.findChild<RecordingView*>();
    QVERIFY(view->isVisible());
    page.goTo(9);
    QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(9));
    QTRY_VERIFY(!view->wantsDetail());
    QTRY_COMPARE(view->windows().size(), std::size_t(1));
    QCOMPARE(view->windows().front().sample, std::uint64_t(9));
    QCOMPARE(view->axis().frames(), static_cast<double>(session.dataset()->meta().sources[9].records));
    QVERIFY(!view->windows().front().text.isEmpty());
    QVERIFY(view->windows().front().colour.isValid());
    QTest::keyClick(view, Qt::Key_PageDown);
    QTRY_COMPARE(view->axis().frames(), static_cast<double>(session.dataset()->meta().sources[10].records));
  }
};

MASU_TEST(BrowsePageTest)
#include "browse_page_test.moc"
