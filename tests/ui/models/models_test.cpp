// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QColor>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/models/class_figures_model.h"
#include "ui/models/ledger_model.h"
#include "ui/models/roles.h"
#include "ui/models/run_filter.h"
#include "ui/models/run_table_model.h"
#include "ui/models/shard_tree_model.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr auto kReport = QAbstractItemModelTester::FailureReportingMode::QtTest;

estimate::Ledger ledger() {
  estimate::Ledger made;
  made.items = {{"Checkpoints", "mlp", estimate::Where::disk, {500}, ""},
                {"Weights", "mlp", estimate::Where::host, {100}, "25 × 4 B"},
                {"Loader buffers", "", estimate::Where::host, {200}, ""}};
  made.host = {300};
  made.disk = {500};
  return made;
}

}  // namespace

class ModelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ledgerSumsUpEachPlace() {
    LedgerModel model;
    QAbstractItemModelTester tester(&model, kReport);
    model.setLedger(ledger(), {"mlp"});
    QCOMPARE(model.rowCount(), 5);  // two host items and their sum, one on disk and its sum
    QVERIFY(model.index(2, 0).data(TotalRole).toBool());
    QCOMPARE(model.index(2, LedgerModel::kBytes).data(ValueRole).toULongLong(), 300ULL);
    QCOMPARE(model.index(4, LedgerModel::kBytes).data(ValueRole).toULongLong(), 500ULL);
    QCOMPARE(model.itemOf(0), 1);
    QCOMPARE(model.rowOf(0), 3);
    QCOMPARE(model.itemOf(2), -1);
  }

  void ledgerKeepsItsRowsWhileFiguresChange() {
    LedgerModel model;
    model.setLedger(ledger(), {"mlp"});
    const QPersistentModelIndex kept = model.index(0, 0);
    estimate::Ledger larger = ledger();
    larger.items[1].bytes = {900};
    model.setLedger(larger, {"mlp"});
    QVERIFY(kept.isValid());
    QCOMPARE(model.index(0, LedgerModel::kBytes).data(ValueRole).toULongLong(), 900ULL);
  }

  void classFiguresBeginWithTheWorstClass() {
    ClassFiguresModel model;
    QAbstractItemModelTester tester(&model, kReport);
    // Of "a" 6 of 8 are right, of "b" 1 of 4; "c" has no sample and was predicted twice.
    const std::vector<std::uint64_t> confusion = {6, 1, 1, 2, 1, 1, 0, 0, 0};
    model.setMatrix(confusion, {"a", "b", "c"});
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, ClassFiguresModel::kClass), QStringLiteral("b"));
    QCOMPARE(text(0, ClassFiguresModel::kPrecision), QStringLiteral("0.500"));
    QCOMPARE(text(0, ClassFiguresModel::kRecall), QStringLiteral("0.250"));
    QCOMPARE(text(0, ClassFiguresModel::kF1), QStringLiteral("0.333"));
    QCOMPARE(text(0, ClassFiguresModel::kSamples), QStringLiteral("4"));
    QCOMPARE(text(1, ClassFiguresModel::kClass), QStringLiteral("a"));
    QCOMPARE(text(2, ClassFiguresModel::kClass), QStringLiteral("c"));
    QCOMPARE(text(2, ClassFiguresModel::kSamples), QStringLiteral("0"));
    model.setMatrix({}, {"a", "b", "c"});
    QCOMPARE(model.rowCount(), 0);
  }

  void runsShowTheirLastEpoch() {
    RunTableModel model;
    QAbstractItemModelTester tester(&model, kReport);
    metrics::RunSummary summary;
    summary.model = "mlp";
    summary.epochsPlanned = 20;
    metrics::EpochDone first;
    first.epoch = 1;
    first.train.loss = 0.5;
    first.validation.loss = 0.6;
    first.seconds = 2;
    metrics::EpochDone second;
    second.epoch = 2;
    second.train.loss = 0.4;
    second.seconds = 2;
    summary.epochs = {first, second};
    RunTableModel::Run run;
    run.summary = summary;
    run.state = RunTableModel::State::live;
    run.colour = 0;
    model.setRuns({run});
    QCOMPARE(model.index(0, RunTableModel::kEpoch).data().toString(), QStringLiteral("2 / 20"));
    QCOMPARE(model.index(0, RunTableModel::kTrainLoss).data().toString(), QStringLiteral("0.400"));
    QCOMPARE(model.index(0, RunTableModel::kValidationLoss).data().toString(), QStringLiteral("–"));
    QCOMPARE(secondsLeft(summary), 36.0);
    QVERIFY(!model.index(0, RunTableModel::kRun).data(HollowSwatchRole).toBool());
    QCOMPARE(model.index(0, RunTableModel::kRun).data().toString(), QStringLiteral("mlp"));
    // The same model in another run is distinguished by the run's folder.
    run.folder = "census.runs/run-0001";
    RunTableModel::Run other = run;
    other.folder = "census.runs/run-0002";
    other.summary.parameters = 60'510;
    model.setRuns({run, other});
    QCOMPARE(model.index(0, RunTableModel::kRun).data().toString(), QStringLiteral("mlp, run-0001"));
    QCOMPARE(model.index(1, RunTableModel::kRun).data().toString(), QStringLiteral("mlp, run-0002, 60,510"));
  }

  void figuresThatARunLacksComeLastInAnyOrder() {
    RunTableModel model;
    RunFilter filter(model);
    QAbstractItemModelTester tester(&filter, kReport);
    std::vector<RunTableModel::Run> runs(4);
    const double accuracies[] = {0.5, metrics::kAbsent, 0.75, 0.25};
    for (std::size_t i = 0; i < runs.size(); ++i) {
      runs[i].summary.model = "run" + std::to_string(i);
      runs[i].summary.test.accuracy = accuracies[i];
    }
    model.setRuns(runs);
    const auto shown = [&] {
      QStringList texts;
      for (int row = 0; row < filter.rowCount(); ++row)
        texts << filter.index(row, RunTableModel::kTestAccuracy).data().toString();
      return texts;
    };
    filter.sort(RunTableModel::kTestAccuracy, Qt::AscendingOrder);
    QCOMPARE(shown(), (QStringList{"0.250", "0.500", "0.750", "–"}));
    filter.sort(RunTableModel::kTestAccuracy, Qt::DescendingOrder);
    QCOMPARE(shown(), (QStringList{"0.750", "0.500", "0.250", "–"}));
    filter.setText(" RUN  750");
    QCOMPARE(shown(), QStringList{"0.750"});
    filter.setText({});
    // A figure that comes while a run is live puts it where it belongs.
    runs[1].summary.test.accuracy = 0.6;
    model.setRuns(runs);
    QCOMPARE(shown(), (QStringList{"0.750", "0.600", "0.500", "0.250"}));
    filter.sort(-1);
    QCOMPARE(shown(), (QStringList{"0.500", "0.600", "0.750", "0.250"}));
  }

  void shardTreeNamesFirstAndLastOfALongRun() {
    ShardTreeModel model;
    QAbstractItemModelTester tester(&model, kReport);
    std::vector<shards::ShardInfo> shards;
    for (int i = 0; i < 1000; ++i) {
      const std::string number = QString::number(i).rightJustified(5, '0').toStdString();
      shards.push_back({"train/split_data_" + number + ".csv", "train", 10, 1000, {}});
    }
    shards.push_back({"test/split_data_00000.csv", "test", 7, 700, {}});
    model.setShards(QStringLiteral("digits"), shards);
    const QModelIndex top = model.index(0, 0);
    QCOMPARE(model.rowCount(top), 2);
    QCOMPARE(model.index(0, ShardTreeModel::kSamples).data(ValueRole).toULongLong(), 10'007ULL);
    const QModelIndex train = model.index(0, 0, top);
    QCOMPARE(train.data().toString(), QStringLiteral("train"));
    QVERIFY(train.data(TrailingSwatchRole).isValid());
    QCOMPARE(model.rowCount(train), 3);
    QCOMPARE(model.index(1, 0, train).data().toString(), QStringLiteral("00001 to 00998"));
    QCOMPARE(model.index(1, ShardTreeModel::kSamples, train).data(ValueRole).toULongLong(), 9980ULL);
    QCOMPARE(model.index(2, 0, train).data().toString(), QStringLiteral("split_data_00999.csv"));
  }

  void shardTreeDistinguishesSplitsOfOneFolder() {
    std::vector<shards::ShardInfo> shards;
    for (const auto& [split, count] : {std::pair("train", 9), std::pair("test", 2)}) {
      for (int i = 0; i < count; ++i) {
        const std::string path = "d-" + std::string(split) + "-00000" + std::to_string(i) + ".tar";
        shards.push_back({path, split, 100, 1000, {}});
      }
    }
    ShardTreeModel model;
    QAbstractItemModelTester tester(&model, kReport);
    model.setShards(QStringLiteral("d"), shards);
    const QModelIndex top = model.index(0, 0);
    QStringList names;
    for (int row = 0; row < model.rowCount(top); ++row) names << model.index(row, 0, top).data().toString();
    QCOMPARE(names, (QStringList{"d-train-000000.tar", "000001 to 000007", "d-train-000008.tar", "d-test-000000.tar",
                                 "d-test-000001.tar"}));
  }

  void shardTreeNamesWhatComesWithTheShards() {
    ShardTreeModel model;
    QAbstractItemModelTester tester(&model, kReport);
    model.setShards(QStringLiteral("digits"), {{"train/a.mds", "train", 10, 1000, {}}},
                    {{"train/index.json", 50, ""}, {"index.json", 20, ""}});
    const QModelIndex top = model.index(0, 0);
    QCOMPARE(model.index(0, ShardTreeModel::kBytes).data(ValueRole).toULongLong(), 1070ULL);
    const QModelIndex train = model.index(0, 0, top);
    QCOMPARE(model.index(1, 0, train).data().toString(), QStringLiteral("index.json"));
    QCOMPARE(model.index(1, ShardTreeModel::kSamples, train).data().toString(), QString());
    QCOMPARE(model.index(0, ShardTreeModel::kBytes, top).data(ValueRole).toULongLong(), 1050ULL);
    QCOMPARE(model.index(1, 0, top).data().toString(), QStringLiteral("index.json"));
    QCOMPARE(model.rowCount(top), 2);
  }
};

MASU_TEST(ModelsTest)
#include "models_test.moc"
