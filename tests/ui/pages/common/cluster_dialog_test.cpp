// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/cluster_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/units.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "ui/text/command_line.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

namespace {

tasks::ClusterRequest requestOf(tasks::ClusterWork work) {
  tasks::ClusterRequest request;
  request.work = work;
  request.words = {"a file.csv", "--out", "b.h5"};
  return request;
}

}  // namespace

class ClusterDialogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theScriptFollowsTheFields() {
    ClusterDialog dialog(requestOf(tasks::ClusterWork::importing));
    named<QComboBox>(dialog, "Started by")->setCurrentText("Slurm, one job");
    named<QSpinBox>(dialog, "Workers")->setValue(7);
    named<QSpinBox>(dialog, "Threads")->setValue(3);
    named<QSpinBox>(dialog, "Memory")->setValue(9);
    named<QLineEdit>(dialog, "Time limit")->setText("02:00:00");
    named<QLineEdit>(dialog, "Partition")->setText("long");
    tasks::ClusterRequest request = requestOf(tasks::ClusterWork::importing);
    request.engine = tasks::ClusterEngine::slurm;
    request.workers = 7;
    request.threads = 3;
    request.memoryBytes = gibibytes(9).value;
    request.seconds = 7200;
    request.partition = "long";
    const auto script = tasks::clusterScript(request);
    QVERIFY(script.has_value());
    QCOMPARE(dialog.script(), tasks::scriptText(*script, [](const Message& remark) { return remark.english(); }));
    // Nothing else takes a time limit, whatever is in the field.
    named<QComboBox>(dialog, "Started by")->setCurrentText("GNU parallel");
    QVERIFY(!named<QLineEdit>(dialog, "Time limit")->isEnabled());
    QVERIFY(QString::fromStdString(dialog.script()).contains("exec parallel"));
  }

  void onlyThoseThatTrainHaveCards() {
    ClusterDialog importing(requestOf(tasks::ClusterWork::importing));
    QVERIFY(importing.findChildren<QCheckBox*>().isEmpty());
    ClusterDialog dialog(requestOf(tasks::ClusterWork::training));
    auto* card = titled<QCheckBox>(dialog, "one for each worker");
    QVERIFY(!card->isChecked());
    named<QComboBox>(dialog, "Started by")->setCurrentText("Slurm, one job");
    const auto asksForCards = [&] { return QString::fromStdString(dialog.script()).contains("--gpus-per-task=1"); };
    QVERIFY(card->isEnabled() && !asksForCards());
    card->click();
    QVERIFY(asksForCards());
    // Nothing else is asked for cards, whatever is in the field.
    named<QComboBox>(dialog, "Started by")->setCurrentText("Open MPI");
    QVERIFY(!card->isEnabled() && !asksForCards() && !dialog.script().empty());
  }

  void whatCannotBeIsSaid() {
    tasks::ClusterRequest request = requestOf(tasks::ClusterWork::training);
    request.training.slices = 4;
    ClusterDialog dialog(request);
    QCOMPARE(named<QComboBox>(dialog, "Started by")->count(), 3);
    QVERIFY(dialog.complaint().isEmpty() && !dialog.script().empty());
    named<QSpinBox>(dialog, "Workers")->setValue(5);
    QVERIFY(dialog.script().empty() && dialog.complaint().contains("5 processes"));
    QVERIFY(!titled<QPushButton>(dialog, QStringLiteral("Save…"))->isEnabled());
    named<QSpinBox>(dialog, "Workers")->setValue(4);
    QVERIFY(dialog.complaint().isEmpty());
    named<QLineEdit>(dialog, "Time limit")->setText("2 h");
    QVERIFY(dialog.script().empty() && dialog.complaint().contains("HH:MM:SS"));
  }

  void itIsCopiedAndSaved() {
    QTemporaryDir folder;
    ClusterDialog dialog(requestOf(tasks::ClusterWork::exporting));
    dialog.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), toQt(dialog.script()));
    const QString path = folder.filePath("日本 語.sh");
    dialog.save(path);
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), dialog.script());
  }

  /// The words of a command are those that a shell hands over where the same command is pasted.
  void wordsAreWhatAShellReads() {
    CommandLine line("import");
    line.argument("-a b.csv").option("--na", QString("-")).option("--where", std::string("a = 'x'")).flag("--header");
    line.option("--class-map", QString("")).word("日本").number("--rate", 0.1).remark("not read");
    QProcess shell;
    shell.start("sh", {"-c", "masu() { shift; printf '%s\\0' \"$@\"; }\n" + line.text()});
    QVERIFY(shell.waitForFinished());
    QList<QByteArray> read = shell.readAllStandardOutput().split('\0');
    read.removeLast();
    QList<QByteArray> words;
    for (const std::string& word : line.words()) words << QByteArray::fromStdString(word);
    QCOMPARE(words, read);
    QCOMPARE(line.remarks(), QStringList{"not read"});
  }
};

MASU_TEST(ClusterDialogTest)
#include "cluster_dialog_test.moc"
