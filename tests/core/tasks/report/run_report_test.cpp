// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/run_report.h"

#include <QTest>

#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;

namespace {

/// Nothing but what every run has.
ReportedRun bareRun() {
  ReportedRun run;
  run.spec.dataset = "/home/of/somebody/table.h5";
  run.spec.manifest = "folds-3";
  run.spec.models = {"linear", "mlp"};
  run.spec.out = "/home/of/somebody/run-0007";
  run.spec.overwrite = true;
  return run;
}

metrics::RunReceipt receiptOf(bool ended) {
  metrics::RunReceipt receipt;
  receipt.ended = ended;
  receipt.content = "c0ffee";
  receipt.splitHash = "ab";
  receipt.epochsPlanned = 4;
  receipt.stepsPerEpoch = 500;
  receipt.steps = 1500;
  receipt.seed = 17;
  receipt.epochs.resize(3);
  return receipt;
}

ReadPage read(const ReportedRun& run) {
  const ReadPage page(runReport(run, {}));
  if (!page.error.isEmpty()) qWarning("%s", qPrintable(page.error));
  return page;
}

}  // namespace

class RunReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRunOfAnEarlierMasuHasItsPage() {
    const ReadPage page = read(bareRun());
    QVERIFY(page.error.isEmpty());
    QVERIFY(page.text.contains("No model has begun to train yet."));
    QVERIFY(page.text.contains("run-0007"));
    QCOMPARE(page.row("Dataset").value(1), "table.h5");
    QCOMPARE(page.row("Manifest").value(1), "folds-3");
    for (const char* name : {"UUID", "State", "Content hash (SHA-256)", "Train samples"})
      QVERIFY2(page.row(name).isEmpty(), name);
    QCOMPARE(runReport(bareRun(), {}), runReport(bareRun(), {}));
  }

  void noFolderIsNamed() {
    ReportedRun run = bareRun();
    run.receipt = receiptOf(true);
    run.data.emplace();
    run.models.resize(1);
    run.models[0].checkpoint = "/home/of/somebody/run-0007/best.pt";
    QVERIFY(!read(run).text.contains("somebody"));
  }

  void itsNameAndNoteComeFirst() {
    ReportedRun run = bareRun();
    run.title = {"a < b", "why & how"};
    const ReadPage page = read(run);
    QVERIFY(page.error.isEmpty());
    QVERIFY(page.text.contains("a < b") && !page.text.contains("run-0007"));
    QVERIFY(page.text.indexOf("why & how") < page.text.indexOf("No model has begun"));
    QVERIFY(page.text.contains("why & how"));
  }

  /// Of each setting the option, with the reason where the data chose it.
  void settingsAreThoseOfTheSpec() {
    ReportedRun run = bareRun();
    run.spec.learningRates = {0.5, 0.25};
    run.spec.seed = 4711;
    run.spec.recipe = {{"batch", "64", {"as {0} asks", {"the data"}}}};
    const ReadPage page = read(run);
    QCOMPARE(page.row("--seed"), (QStringList{"--seed", "4711", ""}));
    QCOMPARE(page.row("--batch"), (QStringList{"--batch", "64", "as the data asks"}));
    const auto hasRates = [](const QStringList& row) { return row.value(1) == "0.5, 0.25"; };
    QVERIFY(std::ranges::any_of(page.rows, hasRates));
    for (const char* name : {"--out", "--overwrite", "--resume", "--recipe", "--dataset"})
      QVERIFY2(page.row(name).isEmpty(), name);
  }

  void theReceiptSaysHowFarTheRunCame() {
    for (const bool ended : {false, true}) {
      ReportedRun run = bareRun();
      run.receipt = receiptOf(ended);
      run.receipt->sessions = {{1, "1.2.3", "2.0", "AVX2", "a processor", "cpu", 3},
                               {1001, "1.2.4", "2.1", "AVX512", "another", "cuda", 5}};
      const ReadPage page = read(run);
      QCOMPARE(page.row("State").value(1), ended ? "ended" : "not ended");
      QCOMPARE(page.row("Steps").value(1), "1,500 of 2,000");
      QCOMPARE(page.row("Epochs").value(1), "3 of 4");
      QCOMPARE(page.row("Random seed").value(1), "17");
      QCOMPARE(page.row("1,001"), (QStringList{"1,001", "1.2.4", "2.1", "AVX512", "cuda", "5", "another"}));
    }
  }

  void modelsAreListedAndDescribed() {
    ReportedRun run = bareRun();
    for (const char* name : {"linear", "mlp"}) run.models.emplace_back().model = name;
    metrics::EpochDone& epoch = run.models[1].epochs.emplace_back();
    epoch.epoch = 1;
    epoch.validation.loss = 0.75;
    run.models[1].test.accuracy = 0.5;
    run.models[1].parameters = 42;
    const ReadPage page = read(run);
    QCOMPARE(page.row("linear"), (QStringList{"linear", "0", "0", "–", "–", "–", "–"}));
    QCOMPARE(page.row("mlp"), (QStringList{"mlp", "42", "1", "1", "0.75", "0.5", "–"}));
    QCOMPARE(page.text.count("not trained to its end"), qsizetype(2));
  }
};

MASU_TEST(RunReportTest)
#include "run_report_test.moc"
