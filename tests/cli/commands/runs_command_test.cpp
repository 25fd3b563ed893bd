// SPDX-License-Identifier: GPL-3.0-or-later
// The training runs of a dataset, listed, named and deleted in a terminal.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <tuple>

#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

class RunsCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    writeFile(path("census.h5"), "");
  }

  void aDatasetWithoutRunsHasNone() {
    const Ran ran = runMasu({"runs", "list", path("census.h5")});
    QCOMPARE(ran.exitCode, 0);
    QVERIFY2(ran.output.contains("no training run in " + path("census.runs").toUtf8()), ran.output.constData());
    QVERIFY(runMasu({"runs", "list", path("census.h5"), "--json"}).json()[u"runs"].toArray().isEmpty());
  }

  /// The best epoch is the one with the least loss of validation, as for best.pt.
  void runsAreListedWithTheirBestEpoch() {
    writeRun("run-0001");
    writeFile(path("census.runs/run-0002/events.jsonl"), "no event\n");
    const Ran listed = runMasu({"runs", "list", path("census.h5")});
    QCOMPARE(listed.exitCode, 0);
    QVERIFY2(listed.output.contains("accuracy 0.8") && listed.output.contains("2 of 3"), listed.output.constData());
    QVERIFY2(listed.output.contains("unreadable"), listed.output.constData());
    QVERIFY2(listed.errors.startsWith("masu: ") && listed.errors.contains("events.jsonl"), listed.errors.constData());
    const QJsonArray runs = runMasu({"runs", "list", path("census.runs"), "--json"}).json()[u"runs"].toArray();
    QCOMPARE(runs.size(), 2);
    QVERIFY(runs[0][u"models"].toArray().isEmpty());
    QVERIFY(!runs[0][u"problem"][u"message"].toString().isEmpty());
    QVERIFY(runs[1][u"problem"].isNull());
    const QJsonValue model = runs[1][u"models"][0];
    QCOMPARE(model[u"model"].toString(), QStringLiteral("mlp"));
    QCOMPARE(model[u"state"].toString(), QStringLiteral("stopped"));
    QCOMPARE(model[u"epochs"].toInt(), 2);
    QCOMPARE(model[u"epochs_planned"].toInt(), 3);
    QCOMPARE(model[u"validation_loss"].toDouble(), 0.25);
    QCOMPARE(model[u"validation_accuracy"].toDouble(), 0.8);
    QVERIFY(model[u"test_accuracy"].isNull());
  }

  void aNameAndANoteAreGivenAndTakenAway() {
    writeRun("run-0001");
    const QString run = path("census.runs/run-0001");
    QCOMPARE(runMasu({"runs", "name", run, "baseline"}).exitCode, 0);
    const Ran noted = runMasu({"runs", "note", run, "two\nlines"});
    QCOMPARE(noted.exitCode, 0);
    QVERIFY2(noted.output.contains("baseline"), noted.output.constData());
    const auto only = [&] { return runMasu({"runs", "list", run, "--json"}).json()[u"runs"].toArray().first(); };
    QCOMPARE(only()[u"name"].toString(), QStringLiteral("baseline"));
    QCOMPARE(only()[u"note"].toString(), QStringLiteral("two\nlines"));
    QCOMPARE(runMasu({"runs", "name", run, ""}).exitCode, 0);
    QCOMPARE(only()[u"name"].toString(), QString());
    QCOMPARE(only()[u"note"].toString(), QStringLiteral("two\nlines"));
  }

  void onlyARunIsDeleted() {
    writeRun("run-0001");
    const Ran refused = runMasu({"runs", "delete", path("census.runs")});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("There is no training run in"), refused.errors.constData());
    QCOMPARE(runMasu({"runs", "delete", path("census.runs/run-0001")}).exitCode, 0);
    QVERIFY(!QDir(path("census.runs/run-0001")).exists());
    writeRun("run-0003");
    writeFile(path("census.runs/run-0003/mine.txt"), "");
    const Ran deleted = runMasu({"runs", "delete", path("census.runs/run-0003")});
    QVERIFY2(deleted.output.contains("stays there"), deleted.output.constData());
    QVERIFY(QFile::exists(path("census.runs/run-0003/mine.txt")));
    QVERIFY(QDir(path("census.runs")).exists());
  }

  void aTextGoesWithItsAction() {
    writeRun("run-0001");
    const QString run = path("census.runs/run-0001");
    QCOMPARE(runMasu({"runs", "name", run}).exitCode, 2);
    QCOMPARE(runMasu({"runs", "delete", run, "text"}).exitCode, 2);
    QVERIFY(QDir(run).exists());
    QCOMPARE(runMasu({"runs", "list", path("nowhere.h5")}).exitCode, 1);
  }

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }

  /// What a model leaves that was stopped after two of three epochs.
  void writeRun(const QString& name) const {
    const QString run = path("census.runs/" + name);
    QVERIFY(QDir().mkpath(run));
    QVERIFY(QDir().mkpath(path("census.runs/run-0002")));
    std::string log = metrics::toJsonLine(metrics::RunStarted{0, "mlp", 1000, 3, 10}) + "\n";
    for (const auto& [epoch, loss, accuracy] : {std::tuple(1, 0.25, 0.8), std::tuple(2, 0.5, 0.9)}) {
      metrics::EpochDone done;
      done.epoch = epoch;
      done.validation.loss = loss;
      done.validation.accuracy = accuracy;
      log += metrics::toJsonLine(done) + "\n";
    }
    writeFile(run + "/events.jsonl", QByteArray::fromStdString(log));
    metrics::RunSpec spec;
    spec.models = {"mlp"};
    writeFile(run + "/spec.json", QByteArray::fromStdString(metrics::toJson(spec)));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(RunsCommandTest)
#include "runs_command_test.moc"
