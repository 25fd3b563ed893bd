// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings on the Import page: the window that is proposed, and the rules for labels and groups while they are typed.

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/tasks/data/sample_task.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/import/page.h"
#include "ui/pages/import/recordings/model.h"
#include "ui/pages/import/recordings/rules.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/path_picker.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

namespace {
constexpr int kPatience = 60'000;
}

class ImportRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    Progress progress;
    const auto digits = tasks::makeSample(
        {tasks::SampleData::waveform, pathFrom(m_folder.filePath("digits")), 40, 1, true}, {{}, progress});
    QVERIFY(digits.has_value());
    m_recordings = toQt(digits->path);
    // Two people who walk and rest twice each.
    for (const char* who : {"anna", "bo"}) {
      QVERIFY(QDir(m_folder.path()).mkpath(QString("walks/") + who));
      for (int take = 0; take < 4; ++take) {
        QFile file(m_folder.filePath(QString("walks/%1/%2.csv").arg(who).arg(take)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x,y,activity,subject\n");
        for (int i = 0; i < 300; ++i)
          file.write(QByteArray::number(i % 97) + ',' + QByteArray::number(i % 7) +
                     (take % 2 == 0 ? ",walk,s-" : ",rest,s-") + who + '\n');
      }
    }
    m_walks = m_folder.filePath("walks");
  }

  void proposesAWindowForRecordingsAndSaysSo() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    inspect(page, m_recordings);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection().has_value(), kPatience);
    const ingest::ImportPlan& plan = page.inspection()->plan;
    QVERIFY(plan.ofRecordings());
    QCOMPARE(plan.recordings().files.size(), std::size_t{40});
    QVERIFY(bannerOf(page).contains("4,096"));
    QVERIFY(!plan.classes.empty());
  }

  void followsTheRuleWhileItIsTyped() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, m_recordings);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection().has_value(), kPatience);
    auto* group = named<QComboBox>(page, "Group from");
    auto* expression = named<QLineEdit>(page, "Group from, expression");
    const auto* hint = page.findChild<QLabel*>("ruleHint");
    group->setFocus();
    QTest::keyClick(group, Qt::Key_Down);
    QCOMPARE(group->currentText(), "File name");
    // Long after the pause the choice stands, though nothing has been typed.
    QTest::qWait(600);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QCOMPARE(group->currentText(), "File name");
    QVERIFY(expression->isEnabled());
    QVERIFY2(hint->isVisible() && hint->text().contains("Group from: type an expression"), qPrintable(hint->text()));
    QVERIFY2(bannerOf(page).contains("4,096"), qPrintable(bannerOf(page)));
    QTest::mouseClick(expression, Qt::LeftButton);
    QTest::keyClicks(expression, "^\\d_(");
    QTest::qWait(600);
    QCOMPARE(expression->text(), "^\\d_(");
    QVERIFY2(hint->isVisible() && hint->text().startsWith("Group from: "), qPrintable(hint->text()));
    QVERIFY2(bannerOf(page).contains("4,096"), qPrintable(bannerOf(page)));
    QTest::keyClicks(expression, "[a-z]+)_");
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspection()->plan.recordings().files.front().group.empty(), kPatience);
    QCOMPARE(page.inspection()->plan.options.recordings.groupFrom, std::string("name:^\\d_([a-z]+)_"));
    QVERIFY(hint->isHidden());
    const auto& first = page.inspection()->plan.recordings().files.front();
    QVERIFY(first.path.find("_" + first.group + "_") != std::string::npos);
  }

  /// An expression on the path, typed after the pause has passed since it was chosen.
  void takesLabelsAndGroupsFromThePath() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    showWalks(page);
    auto* label = named<QComboBox>(page, "Label from");
    auto* labelText = named<QLineEdit>(page, "Label from, expression");
    chooseByKeys(label, "Path");
    passThePause(page);
    QCOMPARE(label->currentText(), "Path");
    QVERIFY(labelText->isEnabled() && labelText->text().isEmpty());
    QTest::mouseClick(labelText, Qt::LeftButton);
    QTest::keyClicks(labelText, "^(\\w+)/");
    QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(page).labelFrom, std::string("path:^(\\w+)/"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY((page.inspection()->plan.classes == std::vector<std::string>{"anna", "bo"}));
    QVERIFY2(says(page, "2 class(es), all matched"), qPrintable(textsOf(page)));

    auto* group = named<QComboBox>(page, "Group from");
    auto* groupText = named<QLineEdit>(page, "Group from, expression");
    chooseByMouse(group, "Path");
    passThePause(page);
    QCOMPARE(group->currentText(), "Path");
    QTest::mouseClick(groupText, Qt::LeftButton);
    QTest::keyClicks(groupText, "/(\\d)");
    QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(page).groupFrom, std::string("path:/(\\d)"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    for (const ingest::RecordingPlan& file : page.inspection()->plan.recordings().files)
      QCOMPARE(file.group, file.path.substr(file.path.find('/') + 1, 1));
    QVERIFY2(says(page, "4 group(s)"), qPrintable(textsOf(page)));
    QVERIFY2(labelText->text() == "^(\\w+)/" && label->currentText() == "Path", qPrintable(labelText->text()));
    QVERIFY(page.findChild<QLabel*>("ruleHint")->isHidden());
  }

  /// The name of a column is whole when Enter is pressed, or the field is left.
  void takesLabelsAndGroupsFromColumns() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    showWalks(page);
    const std::string before = recordingsOf(page).labelFrom;
    auto* label = named<QComboBox>(page, "Label from");
    auto* labelText = named<QLineEdit>(page, "Label from, expression");
    chooseByMouse(label, "Column");
    passThePause(page);
    QCOMPARE(label->currentText(), "Column");
    QVERIFY2(says(page, "type the name of the column"), qPrintable(textsOf(page)));
    QTest::mouseClick(labelText, Qt::LeftButton);
    QTest::keyClicks(labelText, "activity");
    passThePause(page);
    QCOMPARE(recordingsOf(page).labelFrom, before);
    QTest::keyClick(labelText, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(page).labelFrom, std::string("column:activity"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY((page.inspection()->plan.classes == std::vector<std::string>{"rest", "walk"}));

    auto* group = named<QComboBox>(page, "Group from");
    auto* groupText = named<QLineEdit>(page, "Group from, expression");
    chooseByKeys(group, "Column");
    passThePause(page);
    QCOMPARE(group->currentText(), "Column");
    QTest::mouseClick(groupText, Qt::LeftButton);
    QTest::keyClicks(groupText, "subject");
    passThePause(page);
    QVERIFY(recordingsOf(page).groupFrom.empty());
    QTest::keyClick(groupText, Qt::Key_Tab);
    QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(page).groupFrom, std::string("column:subject"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    for (const ingest::RecordingPlan& file : page.inspection()->plan.recordings().files)
      QCOMPARE(file.group, "s-" + file.path.substr(0, file.path.find('/')));
    // A column that a rule takes is not a channel.
    QVERIFY((page.inspection()->plan.recordings().channelNames == std::vector<std::string>{"x", "y"}));
    QVERIFY2(says(page, "2 group(s)") && says(page, "2 class(es), all matched"), qPrintable(textsOf(page)));
    QCOMPARE(labelText->text(), "activity");
    QCOMPARE(groupText->text(), "subject");
  }

  void takesLabelsFromAList() {
    QFile list(m_folder.filePath("labels.csv"));
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write("file,label\n");
    for (const char* who : {"anna", "bo"}) {
      for (int take = 0; take < 4; ++take)
        list.write(QByteArray(who) + '/' + QByteArray::number(take) + ".csv," + (take < 2 ? "early\n" : "late\n"));
    }
    list.close();
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    showWalks(page);
    auto* label = named<QComboBox>(page, "Label from");
    auto* labelText = named<QLineEdit>(page, "Label from, expression");
    chooseByMouse(label, "List (CSV)");
    passThePause(page);
    QCOMPARE(label->currentText(), "List (CSV)");
    QTest::mouseClick(labelText, Qt::LeftButton);
    QTest::keyClicks(labelText, list.fileName());
    QTest::keyClick(labelText, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(page).labelFrom, "csv:" + fromQt(list.fileName()), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY((page.inspection()->plan.classes == std::vector<std::string>{"early", "late"}));
    QCOMPARE(label->currentText(), "List (CSV)");
  }

  void keepsARuleThatIsRefusedAndSaysThatItIsNotInUse() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, m_recordings);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection().has_value(), kPatience);
    const std::string before = page.inspection()->plan.options.recordings.labelFrom;
    QVERIFY(!before.empty());
    auto* label = named<QComboBox>(page, "Label from");
    auto* expression = named<QLineEdit>(page, "Label from, expression");
    label->setFocus();
    while (label->currentText() != "List (CSV)") QTest::keyClick(label, Qt::Key_Down);
    QTest::mouseClick(expression, Qt::LeftButton);
    // A name is whole when Enter says so.
    QTest::keyClicks(expression, "nowhere.csv");
    QTest::qWait(600);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY2(!bannerOf(page).contains("nowhere.csv"), qPrintable(bannerOf(page)));
    QTest::keyClick(expression, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(page).contains("nowhere.csv"), kPatience);
    const auto stands = [&] {
      return label->currentText() == "List (CSV)" && expression->text() == "nowhere.csv" && says(page, "not in use") &&
             page.inspection()->plan.options.recordings.labelFrom == before;
    };
    QVERIFY(stands());
    QVERIFY(expression->property("invalid").toBool());
    // Another edit is made without it, and leaves it as it is written.
    auto* channels = named<QLineEdit>(page, "Channels");
    QTest::mouseClick(channels, Qt::LeftButton);
    QTest::keyClicks(channels, "1");
    QTRY_VERIFY_WITH_TIMEOUT(!bannerOf(page).contains("nowhere.csv"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
    QVERIFY(stands());
    QTest::keyClick(channels, Qt::Key_Backspace);
    passThePause(page);
    // It is not imported with the rule before either.
    pressImport(page);
    QVERIFY2(
        bannerOf(page).contains("nowhere.csv") && bannerOf(page).contains("Correct Label from first"),
        qPrintable(bannerOf(page)));
    QVERIFY(!QFile::exists(target(page)));
    // Nothing is a rule as well; other files begin without what was written for these.
    label->setFocus();
    QTest::keyClick(label, Qt::Key_Home);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection()->plan.options.recordings.labelFrom.empty(), kPatience);
    QVERIFY2(textsOf(page).contains("no model can be trained"), qPrintable(textsOf(page)));
  }

  /// What the page shows as not in use is not what the import obeys: nothing is imported by the rule before it.
  void importsNothingByARuleThatIsNotOnScreen() {
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, m_recordings);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection().has_value(), kPatience);
    passThePause(page);
    QVERIFY(!recordingsOf(page).labelFrom.empty());
    auto* label = named<QComboBox>(page, "Label from");
    auto* labelText = named<QLineEdit>(page, "Label from, expression");
    const std::string proposed = recordingsOf(page).labelFrom;
    chooseByMouse(label, "List (CSV)");
    passThePause(page);
    QVERIFY2(says(page, "not in use"), qPrintable(textsOf(page)));
    pressImport(page);
    QVERIFY2(bannerOf(page).contains("Label from: type the file of the list"), qPrintable(bannerOf(page)));
    QTest::qWait(300);
    QVERIFY(!QFile::exists(target(page)));
    QVERIFY(labelText->hasFocus());
    // An expression that was typed a moment ago is tried before the import.
    chooseByMouse(label, "File name");
    QTest::mouseClick(labelText, Qt::LeftButton);
    QTest::keyClicks(labelText, "^\\d_([a-z]+)_");
    pressImport(page);
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, kPatience);
    QCOMPARE(recordingsOf(page).labelFrom, std::string("name:^\\d_([a-z]+)_"));
    QVERIFY(recordingsOf(page).labelFrom != proposed);
    QVERIFY(session.dataset()->meta().classes == page.inspection()->plan.classes);
  }

  void findsTheFirstGroupOfAnExpression() {
    const NamePart part = firstGroup("^(\\d)_", "7_theo_36.wav");
    QCOMPARE(part.begin, 0);
    QCOMPARE(part.length, 1);
    QCOMPARE(firstGroup("^\\d_(\\w+?)_", "7_theo_36.wav").begin, 2);
    QCOMPARE(firstGroup("(", "7_theo_36.wav").length, 0);
    // Positions count characters, not bytes.
    QCOMPARE(firstGroup("_(.+)\\.", QString::fromUtf8("さくら_花.wav")).begin, 4);
  }

  void listsTroubledRecordingsFirst() {
    auto plan = std::make_shared<ingest::ImportPlan>();
    plan->content = ingest::RecordingsPlan();
    plan->recordings().window = 100;
    plan->recordings().hop = 50;
    plan->recordings().files.resize(3);
    plan->recordings().files[0].path = "a.wav";
    plan->recordings().files[0].frames = 200;
    plan->recordings().files[1].path = "b.wav";
    plan->recordings().files[1].problem = "b.wav is cut short.";
    plan->recordings().files[2].path = "c.wav";
    plan->recordings().files[2].frames = 100;
    ImportRecordingsModel model;
    QAbstractItemModelTester tester(&model);
    model.setPlan(plan);
    QCOMPARE(model.index(0, ImportRecordingsModel::file).data().toString(), "b.wav");
    QCOMPARE(model.index(1, ImportRecordingsModel::windows).data().toString(), "3");
    QCOMPARE(model.rowOf("c.wav"), 2);
  }

 private:
  /// Tables that are read as recordings, as a click says.
  void showWalks(ImportPage& page) const {
    page.resize(1096, 764);
    page.setVisible(true);
    inspect(page, m_walks);
    QTRY_VERIFY_WITH_TIMEOUT(page.inspection().has_value(), kPatience);
    auto* kind = page.findChild<Segments*>();
    QTest::mouseClick(kind->button(1), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting() && page.inspection()->plan.ofRecordings(), kPatience);
    QCOMPARE(page.inspection()->plan.recordings().files.size(), std::size_t{8});
  }

  static void pressImport(const ImportPage& page) {
    QTest::mouseClick(page.findChild<QPushButton*>("import"), Qt::LeftButton);
  }

  static QString target(const ImportPage& page) { return page.findChild<PathPicker*>()->path(); }

  static const ingest::RecordingOptions& recordingsOf(const ImportPage& page) {
    return page.inspection()->plan.options.recordings;
  }

  static void chooseByKeys(QComboBox* box, const QString& text) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    while (box->currentText() != text) QTest::keyClick(box, Qt::Key_Down);
  }

  static void chooseByMouse(QComboBox* box, const QString& text) {
    QTest::mouseClick(box, Qt::LeftButton);
    QTRY_VERIFY(box->view()->isVisible());
    // A release that soon after the list opened would be that of the click that opened it.
    QTest::qWait(QApplication::doubleClickInterval() + 100);
    const QRect item = box->view()->visualRect(box->model()->index(box->findText(text), 0));
    QTest::mouseMove(box->view()->viewport(), item.center());
    QTest::mouseClick(box->view()->viewport(), Qt::LeftButton, {}, item.center());
    QTRY_VERIFY(!box->view()->isVisible());
    QCOMPARE(box->currentText(), text);
  }

  /// Longer than the page waits before it tries what was edited.
  static void passThePause(const ImportPage& page) {
    QTest::qWait(600);
    QTRY_VERIFY_WITH_TIMEOUT(!page.inspecting(), kPatience);
  }

  QTemporaryDir m_folder;
  QString m_recordings;
  QString m_walks;
};

MASU_TEST(ImportRulesTest)
#include "import_rules_test.moc"
