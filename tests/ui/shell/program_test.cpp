// SPDX-License-Identifier: GPL-3.0-or-later
// What masu-gui says on the command line, where there is no display.
#include <QProcess>
#include <QTest>

#include "tests/fixtures/test_group.h"

namespace {

struct Ended {
  QString out;
  QString err;
  int code = -1;  ///< -1: it crashed, or did not end
};

/// Runs masu-gui as over ssh: what needs a display ends there.
Ended run(const QStringList& arguments) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) environment.remove(name);
  environment.insert("QT_QPA_PLATFORM", "xcb");
  process.setProcessEnvironment(environment);
  process.start(qEnvironmentVariable("MASU_GUI"), arguments);
  if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit) return {};
  return {QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError()),
          process.exitCode()};
}

}  // namespace

class ProgramTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(!qEnvironmentVariable("MASU_GUI").isEmpty()); }

  void needsNoDisplayForHelpAndVersion() {
    const Ended help = run({"--help"});
    QCOMPARE(help.code, 0);
    for (const char* word : {"Usage:", "--theme", "--lang", "--gallery"}) QVERIFY2(help.out.contains(word), word);
    QCOMPARE(run({"-h"}).out, help.out);
    const Ended version = run({"--version"});
    QCOMPARE(version.code, 0);
    QVERIFY2(version.out.startsWith("masu-gui "), qPrintable(version.out));
  }

  /// --gallery needs no display, so that what is wrong with another option is what ends it.
  void refusesValuesThatItDoesNotTake() {
    const QStringList pictures = {"--gallery", "/nonexistent/pictures"};
    const Ended theme = run(QStringList(pictures) << "--theme" << "purple");
    QCOMPARE(theme.code, 2);
    QVERIFY2(theme.err.contains("masu-gui: --theme takes system, light, dark, not purple.\n"), qPrintable(theme.err));
    const Ended language = run(QStringList(pictures) << "--lang" << "tlh");
    QCOMPARE(language.code, 2);
    QVERIFY2(language.err.contains("masu-gui: --lang takes system, en, ja, not tlh.\n"), qPrintable(language.err));
    const Ended empty = run(QStringList(pictures) << "--theme=");
    QCOMPARE(empty.code, 2);
    QVERIFY2(empty.err.contains("masu-gui: --theme takes system, light, dark, not \"\".\n"), qPrintable(empty.err));
    const Ended nowhere = run({"--gallery", ""});
    QCOMPARE(nowhere.code, 2);
    QVERIFY2(nowhere.err.contains("masu-gui: --gallery takes a directory"), qPrintable(nowhere.err));
    const Ended file = run(QStringList(pictures) << "table.csv");
    QCOMPARE(file.code, 2);
    QVERIFY2(file.err.contains("masu-gui: --gallery draws its own data."), qPrintable(file.err));
  }
};

MASU_TEST(ProgramTest)
#include "program_test.moc"
