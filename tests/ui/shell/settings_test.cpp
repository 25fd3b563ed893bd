// SPDX-License-Identifier: GPL-3.0-or-later
// What is set once: where the dialog is reached, what it refuses, and that pages and jobs obey it.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/io/scratch_folder.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/export/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/train/page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;

template <class T>
T& fieldCalled(QWidget& dialog, const QString& name) {
  for (T* field : dialog.findChildren<T*>())
    if (field->accessibleName() == name) return *field;
  qFatal("no field %s", qPrintable(name));
}

void press(QWidget& dialog, const QString& text) {
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
  qFatal("no button %s", qPrintable(text));
}

void type(QWidget& field, const QString& text) {
  field.setFocus();
  QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(&field, text);
}

}  // namespace

class SettingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    for (const char* name : {"out", "scratch"}) QVERIFY(QDir(m_folder.path()).mkpath(name));
  }

  void init() {
    QSettings().clear();
    Settings::read().apply();
  }

  void keysOpenItAndJobsObeyIt() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    QVERIFY(drawn.counts.train > 0);
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    bool seen = false;
    QTimer::singleShot(0, qApp, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (qobject_cast<SettingsDialog*>(dialog) == nullptr) return;
      seen = true;
      type(fieldCalled<QLineEdit>(*dialog, "Folder for new files"), m_folder.filePath("out"));
      type(fieldCalled<QLineEdit>(*dialog, "Folder for temporary files"), m_folder.filePath("scratch"));
      type(fieldCalled<QSpinBox>(*dialog, "Threads"), "3");
      auto& memory = fieldCalled<QComboBox>(*dialog, "Memory of other jobs");
      memory.setFocus();
      while (memory.currentData().toULongLong() != 1'000'000'000) QTest::keyClick(&memory, Qt::Key_Down);
      press(*dialog, "Save");
    });
    QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
    QVERIFY(seen);
    QCOMPARE(Settings::read().threads, 3);
    QCOMPARE(chosenResources().threads, 3U);
    QCOMPARE(chosenResources().memoryBytes, std::uint64_t{1'000'000'000});
    QCOMPARE(importResources(7).threads, 3U);
    QCOMPARE(importResources(7).memoryBytes, std::uint64_t{7});
    QCOMPARE(io::scratchFolder(), pathFrom(m_folder.filePath("scratch")));

    window.openPaths({project.path("census/census-persons.csv")});
    const auto& import = *static_cast<ImportPage*>(window.page(Step::import));
    QCOMPARE(import.draft().target, m_folder.filePath("out/census-persons.h5"));
    QTRY_VERIFY_WITH_TIMEOUT(!import.inspecting(), kPatience);
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(session.dataset() != nullptr, kPatience);
    window.goTo(Step::export_);
    QCOMPARE(static_cast<ExportPage*>(window.page(Step::export_))->folder(), m_folder.filePath("out/census-shards"));
    window.goTo(Step::train);
    const QString command = window.page(Step::train)->commandLine();
    QVERIFY2(command.contains("--threads 3") && command.contains("--memory 1000000000"), qPrintable(command));
  }

  void aFilterObeysTheMemory() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    Settings settings = Settings::read();
    settings.otherMemoryBytes = 100;
    settings.write();
    auto& where = fieldCalled<QLineEdit>(page, "Samples where");
    where.setText("age > 40");
    QTest::keyClick(&where, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(page.findChild<Banner*>()->sentence().contains("only 100 may be used"), kPatience);
  }

  void aFolderThatIsNotThereIsRefusedInASentence() {
    SettingsDialog dialog(Settings::read(), nullptr);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    type(fieldCalled<QLineEdit>(dialog, "Folder for temporary files"), m_folder.filePath("nowhere"));
    press(dialog, "Save");
    QVERIFY(dialog.isVisible());
    const auto* problem = dialog.findChild<QLabel*>("problem");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains("nowhere"), qPrintable(problem->text()));
    auto& field = fieldCalled<QLineEdit>(dialog, "Folder for temporary files");
    // Nobody can make a file there, not even root.
    type(field, "/proc");
    press(dialog, "Save");
    QVERIFY(dialog.isVisible());
    QVERIFY2(problem->text().contains("No file can be made in the folder /proc"), qPrintable(problem->text()));
    field.selectAll();
    QTest::keyClick(&field, Qt::Key_Delete);
    press(dialog, "Save");
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(dialog.settings().scratchFolder.isEmpty());
  }

  void cancelChangesNothing() {
    SettingsDialog dialog(Settings::read(), nullptr);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    type(fieldCalled<QSpinBox>(dialog, "Threads"), "5");
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QCOMPARE(Settings::read().threads, 0);
  }

  void whatIsNotAmongTheChoicesStays() {
    Settings settings = Settings::read();
    settings.memoryBytes = 300'000'000;
    settings.write();
    SettingsDialog dialog(Settings::read(), nullptr);
    dialog.show();
    press(dialog, "Save");
    QCOMPARE(dialog.settings().memoryBytes, quint64{300'000'000});
    QCOMPARE(dialog.settings().otherMemoryBytes, quint64{0});
    QCOMPARE(dialog.settings().outputFolder, QString());
  }

 private:
  QTemporaryDir m_folder;
};

MASU_TEST(SettingsTest)
#include "settings_test.moc"
