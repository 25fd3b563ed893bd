// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse wheel edits no field of any page that nobody works on.
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QSet>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/import/page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/step_bar.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 120'000;

/// What a field holds; empty for what is not one.
QString valueOf(const QWidget* widget) {
  if (const auto* choice = qobject_cast<const QComboBox*>(widget))
    return QStringLiteral("%1 %2").arg(choice->currentIndex()).arg(choice->currentText());
  if (const auto* number = qobject_cast<const QAbstractSpinBox*>(widget)) return number->text() + QLatin1Char(' ');
  if (const auto* slider = qobject_cast<const QSlider*>(widget)) return QString::number(slider->value());
  return {};
}

void turnWheel(QWidget* at) {
  const QPointF middle = at->rect().center();
  QWheelEvent turn(middle, at->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                   false);
  QCoreApplication::sendEvent(at, &turn);
}

}  // namespace

class WheelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
  }

  void editsNothingOnAnyPage() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto counts, project.split(path));
    QVERIFY(counts.counts.train > 0);
    MainWindow window(m_session, m_runner);
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QSet<QString> seen;
    // Import, of a table and of recordings, has no fields before there is a plan.
    for (const QString& source : {project.path("census/census-persons.csv"), project.path("walks")}) {
      if (source.endsWith("walks")) writeWalks(source);
      window.openPaths({source});
      auto& page = *static_cast<ImportPage*>(window.page(Step::import));
      QTRY_VERIFY_WITH_TIMEOUT(page.inspection() && !page.inspecting(), kPatience);
      turnOverAll(window, seen);
    }
    window.openPaths({path});
    QTRY_VERIFY_WITH_TIMEOUT(m_session.dataset() != nullptr, kPatience);
    for (const Step step : kSteps) {
      window.goTo(step);
      QTRY_VERIFY_WITH_TIMEOUT(m_runner.jobs().empty(), kPatience);
      turnOverAll(window, seen);
    }
    for (const char* name : {"Delimiter", "Memory budget", "Split method", "Optimizer", "Batch", "Epochs", "Order"})
      QVERIFY2(seen.contains(name), name);
  }

 private:
  static void writeWalks(const QString& folder) {
    QVERIFY(QDir().mkpath(folder));
    for (const char* name : {"a", "b"}) {
      QFile file(QDir(folder).filePath(QString(name) + ".csv"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write("x,y\n");
      for (int row = 0; row < 300; ++row) file.write(qPrintable(QString("%1,%2\n").arg(row % 17).arg(row % 5)));
    }
  }

  /// Hidden fields are turned over, too: they are those of panels that are folded away. `seen`: names of what was.
  static void turnOverAll(const MainWindow& window, QSet<QString>& seen) {
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    for (auto* widget : window.findChildren<QWidget*>()) {
      const QString before = valueOf(widget);
      if (before.isEmpty()) continue;
      seen << widget->accessibleName();
      turnWheel(widget);
      turnWheel(widget);  // the first turn must not have given it the focus
      for (auto* inner : widget->findChildren<QWidget*>()) turnWheel(inner);
      QVERIFY2(valueOf(widget) == before, qPrintable(widget->accessibleName() + ": " + before));
      QVERIFY2(!widget->hasFocus(), qPrintable(widget->accessibleName()));
    }
  }

  QTemporaryDir m_folder;
  Session m_session;
  JobRunner m_runner;
};

MASU_TEST(WheelTest)
#include "wheel_test.moc"
