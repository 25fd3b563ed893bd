// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <thread>

#include "core/tasks/data/export_task.h"
#include "core/tasks/data/sample_task.h"
#include "tests/fixtures/made_hdf5.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/import/page.h"
#include "ui/pages/import/plan/advanced.h"
#include "ui/pages/import/rejects.h"
#include "ui/pages/import/table/plan_view.h"
#include "ui/pages/start/page.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {
constexpr int kPatience = 60'000;
}

class ImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    Progress progress;
    const auto table = tasks::makeSample(
        {tasks::SampleData::tabular, pathFrom(m_folder.filePath("census")), 2000, 1, true}, {{}, progress});
    QVERIFY2(table.has_value(), table ? "" : table.error().message.english().c_str());
    m_table = toQt(table->path);
    const auto digits = tasks::makeSample(
        {tasks::SampleData::waveform, pathFrom(m_folder.filePath("digits")), 40, 1, true}, {{}, progress});
    QVERIFY(digits.has_value());
    m_recordings = toQt(digits->path);
  }

  void showsThePlanOfATable() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_table);
    auto* view = page.findChild<ImportPlanView*>();
    QAbstractItemModelTester tester(view->plan());
    QCOMPARE(view->plan()->rowCount(), 15);
    QCOMPARE(view->plan()->index(0, ImportPlanModel::name).data().toString(), "age");
    QCOMPARE(view->plan()->index(0, ImportPlanModel::found).data().toString(), "integer");
    QCOMPARE(session.name(), "census-persons");
    QCOMPARE(page.findChild<QPushButton*>("import")->text(), "Import 2,000 samples");
  }

  void redrawsAtOnceWhenARoleChanges() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_table);
    auto* model = page.findChild<ImportPlanView*>()->plan();
    const int last = model->rowCount() - 1;
    page.setLabel("income");
    QCOMPARE(model->index(last, ImportPlanModel::purpose).data().toString(), "label");
    QVERIFY(page.inspecting());
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.classes.size(), std::size_t{2});
    // Space on the first row leaves its column out.
    auto* view = page.findChild<ImportPlanView*>();
    view->selectRow(0);
    QTest::keyClick(view, Qt::Key_Space);
    QCOMPARE(model->index(0, ImportPlanModel::use).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.columns.front().role, table::Role::ignored);
    QCOMPARE(page.inspection()->plan.columns.back().role, table::Role::label);
  }

  void importsWhatItShows() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_table);
    page.setLabel("income");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    page.setTarget(m_folder.filePath("census.h5"));
    QSignalSpy imported(&page, &ImportPage::imported);
    QSignalSpy step(&page, &Page::stepRequested);
    page.findChild<QPushButton*>("import")->click();
    QVERIFY(runner.busy());
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(session.dataset() != nullptr, qPrintable(bannerOf(page)));
    QCOMPARE(session.dataset()->samples(), std::uint64_t{2000});
    QCOMPARE(session.dataset()->meta().classes.size(), std::size_t{2});
    QCOMPARE(step.count(), 1);
    QCOMPARE(session.recentFiles().front().path, m_folder.filePath("census.h5"));
  }

  void statesTargetAndCompressionByKeys() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1400, 900);
    page.setVisible(true);
    inspect(page, m_table);
    page.setLabel("age");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY(page.inspection()->plan.target == store::Target::classes);
    const auto choose = [&](const char* name, int keys) {
      for (auto* field : page.findChildren<QComboBox*>()) {
        if (field->accessibleName() != name || !field->isVisible()) continue;
        for (int i = 0; i < keys; ++i) QTest::keyClick(field, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
        return;
      }
      QFAIL(name);
    };
    choose("Label", 2);
    QVERIFY(page.inspection()->plan.target == store::Target::values);
    choose("Compression", 3);
    QVERIFY(page.inspection()->plan.options.compression == store::Compression::zstd);
    QVERIFY(page.inspection()->plan.target == store::Target::values);
  }

  void renamesClassesAndWritesParts() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1400, 900);
    page.setVisible(true);
    inspect(page, m_table);
    page.setLabel("income");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.classes.size(), std::size_t{2});
    const QString first = toQt(page.inspection()->plan.classes.front());
    ImportAdvanced* advanced = nullptr;
    for (auto* one : page.findChildren<ImportAdvanced*>())
      if (one->isVisible()) advanced = one;
    QVERIFY(advanced);
    // The dialog opens over the page, and is filled in as by a person.
    QTimer::singleShot(0, &page, [&] {
      auto* dialog = qobject_cast<ImportClassMap*>(QApplication::activeModalWidget());
      if (!dialog) return;
      auto* classes = dialog->findChild<QTableWidget*>("classes");
      if (classes->rowCount() == 2 && classes->item(0, 0)->text() == first) classes->item(0, 1)->setText("little");
      dialog->accept();
    });
    auto* rename = advanced->findChild<QPushButton*>();
    QVERIFY(rename->isVisible());
    QTest::mouseClick(rename, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
    QVERIFY(std::ranges::find(page.inspection()->plan.classes, "little") != page.inspection()->plan.classes.end());
    QCOMPARE(ImportClassMap::classesOf(page.inspection()->plan).size(), std::size_t{2});

    auto* parts = named<QComboBox>(*advanced, "Parts");
    QTest::keyClick(parts, Qt::Key_Down);
    QCOMPARE(parts->currentData().toULongLong(), 1'000'000'000ULL);
    QCOMPARE(page.draft().partBytes, std::uint64_t{1'000'000'000});
    // Another label has classes of its own.
    page.setLabel("age");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
    QVERIFY(page.inspection()->plan.options.table.classMap.empty());
  }

  /// What the plan of recordings notes is on the page, with the choice that it speaks of.
  void choosesTheDimensionOfMatricesThatIsTime() {
    const QTemporaryDir folder;
    // As numpy writes it: [12, 400] of f4.
    QFile npy(folder.filePath("m.npy"));
    QVERIFY(npy.open(QIODevice::WriteOnly));
    QByteArray header("{'descr': '<f4', 'fortran_order': False, 'shape': (12, 400), }");
    header = header.leftJustified(117, ' ') + '\n';
    npy.write(QByteArray("\x93NUMPY\x01\x00", 8) + QByteArray("\x76\x00", 2) + header);
    npy.write(QByteArray(12 * 400 * 4, '\0'));
    npy.close();
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1400, 900);
    page.setVisible(true);
    inspect(page, npy.fileName());
    QVERIFY2(page.inspection().has_value(), qPrintable(bannerOf(page)));
    QCOMPARE(page.inspection()->plan.recordings().channelNames.size(), std::size_t{12});
    auto* frames = named<QComboBox>(page, "Frames are");
    QVERIFY(frames->isVisible());
    QVERIFY(says(page, "longer dimension is taken as time"));
    QTest::keyClick(frames, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY2(page.inspection()->plan.recordings().channelNames.size() == 400, qPrintable(bannerOf(page)));
    inspect(page, m_recordings);
    QVERIFY(!frames->isVisible());
  }

  void restoresAnExport() {
    const SampleProject project;
    MASU_TAKE(const QString dataset, project.table(300));
    MASU_TAKE(const auto drawn, project.split(dataset));
    Progress progress;
    tasks::ExportRequest request;
    request.file = pathFrom(dataset);
    request.options.out = pathFrom(project.path("shards"));
    MASU_TAKE(const auto exported, tasks::runExport(request, {{}, progress}));
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.setVisible(true);
    inspect(page, project.path("shards"));
    auto* offer = page.findChild<QWidget*>("restore");
    QVERIFY(offer->isVisible());
    QVERIFY(says(*offer, "300 samples") && says(*offer, "with the split default"));
    QVERIFY(!page.inspection());
    auto* import = page.findChild<QPushButton*>("import");
    QCOMPARE(import->text(), "Restore 300 samples");
    page.setTarget(project.path("again.h5"));
    QSignalSpy imported(&page, &ImportPage::imported);
    QTest::mouseClick(import, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(session.dataset() != nullptr, qPrintable(bannerOf(page)));
    QCOMPARE(session.path(), project.path("again.h5"));
    QCOMPARE(session.manifestInfo()->counts.train, drawn.counts.train);
    // Its files as tables, for whoever means that.
    inspect(page, project.path("shards"));
    for (auto* button : offer->findChildren<QPushButton*>())
      if (button->text() == "Read its files as tables") QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(page.inspecting());
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY(!offer->isVisible());
  }

  void saysThatTheIndexOfAnExportIsDamaged() {
    const QTemporaryDir folder;
    QFile index(folder.filePath("index.json"));
    QVERIFY(index.open(QIODevice::WriteOnly) && index.write("{\"masu_export\": 1, \"files\": [") > 0);
    index.close();
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, folder.path());
    QVERIFY2(bannerOf(page).contains("index.json"), qPrintable(bannerOf(page)));
    QVERIFY(!page.inspection());
  }

  void letsPeopleChooseAmongTheArraysOfHdf5() {
    const QString made = m_folder.filePath("made.h5");
    QVERIFY(test::makeHdf5(
        made, {"f['x'] = numpy.random.default_rng(1).random((300, 4))", "f['kind'] = numpy.arange(300) % 3",
               "f['y'] = numpy.arange(300) / 7", "f['short'] = numpy.arange(10)"}));
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, made);
    auto* features = page.findChild<QComboBox*>("features");
    auto* labels = page.findChild<QComboBox*>("labels");
    const auto paths = [](const QComboBox* field) {
      QStringList found;
      for (int i = 0; i < field->count(); ++i) found << field->itemData(i).toString();
      return found;
    };
    QCOMPARE(paths(features), (QStringList{"", "/kind", "/short", "/x", "/y"}));
    QCOMPARE(features->currentData().toString(), "/x");
    // Only what has a number for each sample; proposed is what is called so.
    QCOMPARE(paths(labels), (QStringList{"", "/kind", "/y"}));
    QCOMPARE(labels->currentData().toString(), "/y");
    QVERIFY(page.inspection()->plan.target == store::Target::values);
    const auto choose = [&](QComboBox* field, const QString& path) {
      field->setCurrentIndex(field->findData(path));
      Q_EMIT field->activated(field->currentIndex());
      QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    };
    choose(labels, "/kind");
    QCOMPARE(page.inspection()->plan.classes.size(), std::size_t{3});
    QCOMPARE(page.inspection()->plan.samples, std::uint64_t{300});
    choose(features, "/short");
    QCOMPARE(paths(labels), QStringList{""});
    QVERIFY(page.inspection()->plan.target == store::Target::none);
    choose(features, "/x");
    choose(labels, "/kind");
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
    QSignalSpy imported(&page, &ImportPage::imported);
    page.findChild<QPushButton*>("import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(session.dataset() != nullptr, qPrintable(bannerOf(page)));
    // Beside what was read, not in its place.
    QCOMPARE(session.path(), m_folder.filePath("made.masu.h5"));
    QCOMPARE(session.dataset()->sampleShape(), std::vector<std::uint64_t>{4});
    QVERIFY(session.dataset()->meta().kind == store::SampleKind::table);
    // Another source has nothing of it.
    inspect(page, m_table);
    QVERIFY(features->parentWidget()->isHidden());
  }

  void offersToResumeAnInterruptedImport() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_table);
    const QString target = m_folder.filePath("interrupted.h5");
    auto* offer = page.findChild<QCheckBox*>("resume");
    page.setTarget(target);
    interrupt(page.inspection()->plan, target);
    QVERIFY(offer->isHidden());
    page.setTarget(target);
    QTRY_VERIFY_WITH_TIMEOUT(!offer->isHidden(), kPatience);
    QVERIFY(offer->isChecked());
    QVERIFY(says(page, "sample(s) of an interrupted import kept"));
    // Other choices are another import.
    auto* view = page.findChild<ImportPlanView*>();
    view->selectRow(0);
    QTest::keyClick(view, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting() && offer->isHidden(), kPatience);
    QTest::keyClick(view, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting() && !offer->isHidden(), kPatience);
    QSignalSpy imported(&page, &ImportPage::imported);
    page.findChild<QPushButton*>("import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(session.dataset() != nullptr, qPrintable(bannerOf(page)));
    QCOMPARE(session.dataset()->samples(), std::uint64_t{2000});
    QVERIFY(offer->isHidden());
    QVERIFY(!QFile::exists(target + ".partial"));
  }

  void continuesForWhoDoesNotWaitForTheOffer() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_table);
    const QString target = m_folder.filePath("quick.h5");
    page.setTarget(target);
    interrupt(page.inspection()->plan, target);
    page.setTarget(target);
    QVERIFY(page.findChild<QCheckBox*>("resume")->isHidden());
    QSignalSpy imported(&page, &ImportPage::imported);
    page.findChild<QPushButton*>("import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(session.dataset() != nullptr, qPrintable(bannerOf(page)));
    QVERIFY(says(page, "The interrupted import had finished"));
  }

  void findsTheNarrowestTypeAndSaysWhy() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    QFile file(m_folder.filePath("loads.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("load,count\n");
    for (int i = 0; i < 1000; ++i) file.write(QByteArray::number(i / 7.0) + "," + QByteArray::number(i % 90) + "\n");
    file.close();
    inspect(page, file.fileName());
    const auto settled = [&] { return !page.inspecting(); };
    radioOf(page, "auto")->click();
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    QCOMPARE(page.inspection()->plan.dtype, table::DType::f32);
    QVERIFY(says(page, "no narrower type keeps all surveyed numbers exact"));
    auto* tolerance = page.findChild<QLineEdit*>("tolerance");
    tolerance->setFocus();
    QTest::keyClicks(tolerance, "0.01");
    QTest::keyClick(tolerance, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    const ingest::ImportPlan& plan = page.inspection()->plan;
    QCOMPARE(plan.dtype, table::DType::i16);
    QVERIFY(plan.columns.front().steps);
    QVERIFY(says(page, "i16 is the narrowest type that keeps whole numbers exact and decimals within 0.01"));
    auto* model = page.findChild<ImportPlanView*>()->plan();
    QCOMPARE(model->index(0, ImportPlanModel::stored).data().toString(), "i16 steps");
    const QVariantList marks = model->index(0, ImportPlanModel::loss).data(ImportPlanModel::LossRole).toList();
    QCOMPARE(marks.value(2).toInt(), static_cast<int>(LossMark::within));  // i16
    QCOMPARE(marks.value(4).toInt(), static_cast<int>(LossMark::beyond));  // i8
    // Chosen by hand, i8 is past the tolerance.
    radioOf(page, "i8")->click();
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kPatience);
    QCOMPARE(page.inspection()->plan.dtype, table::DType::i16);
    QVERIFY(says(page, "as i8, more than the tolerance of 0.01"));
  }

  void editsWhatCellsAreAndShowsWhatIsSetAside() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    QFile file(m_folder.filePath("days.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("day,n,v\n");
    for (int i = 0; i < 100; ++i)
      file.write(QStringLiteral("0%1/05/2020,%2,%3\n").arg(i % 9 + 1).arg(i).arg(i == 70 ? "oops" : "1.5").toUtf8());
    file.close();
    inspect(page, file.fileName());
    QVERIFY(textsOf(page).contains("month first"));
    auto* where = page.findChild<QLineEdit*>("where");
    QTest::keyClicks(where, "n >= 50");
    QTest::keyClick(where, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.samples, std::uint64_t{49});
    auto* view = page.findChild<ImportPlanView*>();
    Q_EMIT view->kindChosen(0, table::Kind::category);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.columns[0].role, table::Role::category);
    Q_EMIT view->missingChosen(1, ingest::MissingRule{ingest::MissingPolicy::constant, -1});
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(page.inspection()->plan.options.missingOf("n").constant, -1.0);
    page.setTarget(m_folder.filePath("days.h5"));
    QSignalSpy imported(&page, &ImportPage::imported);
    page.findChild<QPushButton*>("import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(bannerOf(page).contains("1 of 100"), qPrintable(bannerOf(page)));
    QVERIFY(bannerOf(page).contains("left out 50 record(s)"));
    const ImportRejects rejects(pathFrom(m_folder.filePath("days.h5.rejects.csv")));
    const QAbstractItemModel* model = rejects.findChild<QTableView*>()->model();
    QCOMPARE(model->rowCount(), 1);
    QCOMPARE(model->index(0, 1).data().toString(), "72");
    QVERIFY(model->index(0, 5).data().toString().contains("oops"));
  }

  void saysWhyAFileCannotBeImported() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    QFile empty(m_folder.filePath("empty.csv"));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    inspect(page, empty.fileName());
    QVERIFY(!page.inspection().has_value());
    QVERIFY2(bannerOf(page).contains("empty.csv"), qPrintable(bannerOf(page)));
    QVERIFY(session.plan() == nullptr);
  }

  void takesWhatIsCalledLabelForTheLabelAndSaysSo() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, tableOf("named", "height,label,width"));
    const auto roles = [&] {
      std::vector<table::Role> found;
      for (const auto& column : page.inspection()->plan.columns) found.push_back(column.role);
      return found;
    };
    using table::Role;
    QCOMPARE(roles(), (std::vector{Role::feature, Role::label, Role::feature}));
    QCOMPARE(page.inspection()->plan.classes.size(), std::size_t{3});
    QVERIFY2(bannerOf(page).contains("<b>label</b> is taken for the label"), qPrintable(bannerOf(page)));
    auto* action = page.findChild<QPushButton*>("labelAction");
    QCOMPARE(action->text(), "No label");
    QTest::mouseClick(action, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(roles(), (std::vector{Role::feature, Role::feature, Role::feature}));
    QVERIFY2(bannerOf(page).contains("No column is the label"), qPrintable(bannerOf(page)));
    QCOMPARE(action->text(), "Make label the label");
    // Who chooses another needs no word.
    page.setLabel("width");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
  }

  void saysThatThereIsNoLabelAndOffersTheLastColumn() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, tableOf("unnamed", "height,width,quality"));
    QVERIFY(page.inspection()->plan.target == store::Target::none);
    QVERIFY2(bannerOf(page).contains("no model can be trained"), qPrintable(bannerOf(page)));
    auto* action = page.findChild<QPushButton*>("labelAction");
    QCOMPARE(action->text(), "Make quality the label");
    QTest::mouseClick(action, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY(page.inspection()->plan.columns.back().role == table::Role::label);
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
  }

  void usesARecipeThatIsChosenBeforeTheFiles() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    const QString file = tableOf("later", "height,label,width");
    inspect(page, file);
    page.setLabel("width");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    const std::string recipe = ingest::recipeFrom(page.inspection()->plan);
    ImportPage fresh(session, runner);
    fresh.setRecipe(recipe);
    QVERIFY2(bannerOf(fresh).contains("files you choose next"), qPrintable(bannerOf(fresh)));
    inspect(fresh, file);
    QCOMPARE(fresh.inspection()->plan.options.labels, std::vector<std::string>{"width"});
    // It was for those files.
    inspect(fresh, file);
    QCOMPARE(fresh.inspection()->plan.options.labels, std::vector<std::string>{"label"});
  }

  void namesTheColumnsOfRecordsThatAreSetAside() {
    const auto headers = [&](const char* name, const char* text) {
      QFile file(m_folder.filePath(name));
      if (!file.open(QIODevice::WriteOnly)) return QStringList();
      file.write(text);
      file.close();
      const ImportRejects rejects(pathFrom(file.fileName()));
      const QAbstractItemModel* model = rejects.findChild<QTableView*>()->model();
      QStringList found;
      for (int column = 0; column < model->columnCount(); ++column)
        found << model->headerData(column, Qt::Horizontal).toString() + "=" + model->index(0, column).data().toString();
      return found;
    };
    QCOMPARE(
        headers("recordings.rejects.csv", "source,reason,problem\n\"a.wav\",\"damaged\",\"a.wav is cut short.\"\n"),
        (QStringList{"Source=a.wav", "Reason=damaged", "Problem=a.wav is cut short."}));
    QCOMPARE(headers("table.rejects.csv",
                     "source,line,byte,column,reason,text\n\"a.csv\",7,30,\"x\",\"not a number\",\"o\"\n"),
             (QStringList{"Source=a.csv", "Line=7", "Byte=30", "Column=x", "Reason=not a number", "Text=o"}));
  }

  void asksForSampleDataFromStart() {
    Session session;
    JobRunner runner;
    StartPage page(session, runner);
    QVERIFY(page.findChild<QAbstractButton*>("sampleTable") != nullptr);
    QVERIFY(page.findChild<QAbstractButton*>("sampleRecordings") != nullptr);
    page.showProblem(Error(Errc::damaged, "The file was cut short."));
    QCOMPARE(bannerOf(page), "The file was cut short.");
  }

 private:
  /// A small table with three columns of whole numbers.
  QString tableOf(const char* name, const QByteArray& header) const {
    QFile file(m_folder.filePath(QLatin1String(name) + ".csv"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", name);
    file.write(header + "\n");
    for (int i = 0; i < 300; ++i)
      file.write(QByteArray::number(i * 0.5) + "," + QByteArray::number(i % 3) + "," + QByteArray::number(i % 7) +
                 "\n");
    return file.fileName();
  }
  static QRadioButton* radioOf(const ImportPage& page, const char* name) {
    const auto radios = page.findChildren<QRadioButton*>();
    const auto found = std::find_if(radios.begin(), radios.end(), [&](const auto* radio) {
      return radio->text() == QLatin1String(name) && !radio->isHidden();
    });
    return found == radios.end() ? nullptr : *found;
  }
  /// Leaves an import of the plan in the middle, as a cancelled one does.
  static void interrupt(const ingest::ImportPlan& plan, const QString& target) {
    std::stop_source stop;
    Progress progress;
    tasks::ImportRequest request{.plan = plan, .load = {}, .resources = {1, std::uint64_t{256} << 20}};
    request.load.target = pathFrom(target);
    request.load.blockBytes = 1024;
    request.load.checkpointEvery = std::chrono::milliseconds(0);
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.samples() < 200) std::this_thread::yield();
      stop.request_stop();
    });
    const auto outcome = tasks::runImport(request, {stop.get_token(), progress});
    QVERIFY(!outcome);
    QVERIFY(tasks::finishedBefore(request) > 0);
  }

  QTemporaryDir m_folder;
  QString m_table;
  QString m_recordings;
};

MASU_TEST(ImportTest)
#include "import_test.moc"
