// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/calibration.h"

#include <QTest>
#include <random>

#include "core/estimate/comparison.h"
#include "core/estimate/epoch_time.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::estimate;

namespace {

LedgerInput estimateOf(std::vector<std::string> models) {
  LedgerInput input;
  for (const std::string& name : models) {
    ModelFootprint model;
    model.model = name;
    model.parameters = 1'000'000;
    model.parameterBytes = 4'000'000;
    model.bufferBytes = 4096;
    model.activationBytesPerSample = 300'000;
    model.workspaceBytes = 2'000'000;
    model.workspaceBytesPerSample = 40'000;
    model.scoreBytes = 8'000'000;
    model.savingBytes = 90'000'000;
    model.checkpointBytes = 4'100'000;
    model.runtimeBytes = 180'000'000;
    model.stepSeconds = 0.004;
    model.stepSecondsPerSample = 0.0005;
    input.models.push_back(model);
  }
  input.trainSamples = 64'000;
  input.largestSplitSamples = 64'000;
  input.batch = 64;
  input.loaderBuffers = mebibytes(40);
  input.sampleOrder = kibibytes(100);
  input.batchesInFlight = 11;
  input.batchSampleBytes = 32'776;
  input.loaderThreads = 4;
  input.launcher = mebibytes(17);
  input.loaderSecondsPerSample = 0.0001;
  input.hostMemory = gibibytes(8);
  input.diskFree = gibibytes(8);
  return input;
}

Measurement measurementOf(const std::vector<std::string>& models, Bytes peak) {
  Measurement measurement;
  for (const std::string& name : models) {
    measurement.models.push_back({name, Bytes{4'004'096}, Bytes{12'000'000}, Bytes{21'000'000}, 0.072});
  }
  measurement.batch = 64;
  measurement.loader = mebibytes(60);
  measurement.peak = peak;
  measurement.loaderSecondsPerSample = 0.00005;
  return measurement;
}

const Compared& row(const std::vector<Compared>& rows, const std::string& key) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Compared& one) { return one.key == key; });
}

}  // namespace

class CalibrationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void measurementSurvivesItsJson() {
    const Measurement before = measurementOf({"mlp", "linear"}, mebibytes(400));
    const auto after = measurementFromJson(toJson(before));
    QVERIFY(after.has_value());
    QCOMPARE(toJson(*after), toJson(before));
    QCOMPARE(after->models.at(1).model, std::string("linear"));
    QCOMPARE(after->models.at(1).seconds, 0.072);
    QCOMPARE(after->loader, mebibytes(60));
  }

  void otherLinesAreNoMeasurement() {
    for (const char* line : {"", "{}", "[]", "null", "{\"event\":\"failed\"}", "{\"batch\":64,\"measured\":[{}]}"}) {
      QVERIFY2(!measurementFromJson(line), line);
    }
  }

  void measuredPartsNeverExceedTheirSum() {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200; ++i) {
      Measurement measurement = measurementOf({"a", "b"}, Bytes{random() % 100'000'000});
      measurement.loader = Bytes{random() % 100'000'000};
      QVERIFY(measurement.rest() <= measurement.peak);
    }
  }

  void calibrationSurvivesItsJson() {
    Calibration before;
    before.machines["loft"]["mlp"] = {1.25, 0.5, mebibytes(3)};
    before.machines["loft"]["my \"net\".pt"] = {2, 1, {}};
    before.machines["cellar"]["mlp"] = {1, 1, {}};
    const auto after = calibrationFromJson(toJson(before));
    QVERIFY(after.has_value());
    QCOMPARE(toJson(*after), toJson(before));
    QCOMPARE(after->of("loft")->at("mlp").unmodelled, mebibytes(3));
    QVERIFY(after->of("attic") == nullptr);
  }

  void hostileCalibrationsAreASentence_data() {
    QTest::addColumn<QString>("text");
    const QString form = QStringLiteral(R"({"loft":{"mlp":{"step_factor":%1,"loader_factor":1,"beyond_bytes":%2}}})");
    QTest::newRow("nothing") << QString();
    QTest::newRow("cut") << form.arg("1", "2").left(30);
    QTest::newRow("list") << QStringLiteral("[1,2]");
    QTest::newRow("no figures") << QStringLiteral(R"({"loft":{"mlp":7}})");
    QTest::newRow("zero") << form.arg("0", "2");
    QTest::newRow("negative factor") << form.arg("-1", "2");
    QTest::newRow("infinite") << form.arg("1e999", "2");
    QTest::newRow("text") << form.arg("\"1\"", "2");
    QTest::newRow("negative bytes") << form.arg("1", "-2");
    QTest::newRow("fraction of a byte") << form.arg("1", "0.5");
  }
  void hostileCalibrationsAreASentence() {
    QFETCH(QString, text);
    const auto calibration = calibrationFromJson(text.toStdString());
    QVERIFY(!calibration);
    QVERIFY(calibration.error().message.english().find("measure again") != std::string::npos);
  }

  void comparedItemsAddUpToTheWorker_data() {
    QTest::addColumn<int>("models");
    QTest::addColumn<bool>("device");
    QTest::addColumn<int>("optimizer");
    QTest::newRow("one") << 1 << false << 2;
    QTest::newRow("three, sgd") << 3 << false << 0;
    QTest::newRow("for another device, adam") << 1 << true << 1;
  }
  void comparedItemsAddUpToTheWorker() {
    QFETCH(int, models);
    QFETCH(bool, device);
    QFETCH(int, optimizer);
    const std::vector<std::string> names(static_cast<std::size_t>(models), "mlp");
    LedgerInput input = estimateOf(names);
    input.optimizer = static_cast<Optimizer>(optimizer);
    const std::uint64_t worker = workerMemory(input).value;
    QCOMPARE(worker, ledgerFor(input).host.value - input.launcher.value);
    if (device) input.device = commonDevices().front();
    const auto rows = compare(input, measurementOf(names, mebibytes(400)));
    double estimated = 0;
    double measured = 0;
    for (const char* key : {"weights", "learning", "activations", "loader", "rest"}) {
      estimated += row(rows, key).estimated;
      measured += row(rows, key).measured;
    }
    QCOMPARE(estimated, static_cast<double>(worker));
    QCOMPARE(row(rows, "peak_memory").estimated, estimated);
    QCOMPARE(measured, static_cast<double>(mebibytes(400).value));
  }

  void aPeakAboveTheEstimateRaisesIt() {
    LedgerInput input = estimateOf({"mlp"});
    const Bytes peak = workerMemory(input) + mebibytes(9);
    const auto corrections = correctionsFrom(input, measurementOf({"mlp"}, peak));
    QVERIFY(correct(input, corrections));
    QCOMPARE(workerMemory(input), peak);
    QCOMPARE(ledgerFor(input).host, peak + input.launcher);
  }

  void aPeakBelowTheEstimateLeavesTheBound() {
    LedgerInput input = estimateOf({"mlp"});
    const Bytes before = workerMemory(input);
    QVERIFY(correct(input, correctionsFrom(input, measurementOf({"mlp"}, mebibytes(100)))));
    QCOMPARE(workerMemory(input), before);
  }

  void epochsTakeTheTimeThatWasMeasured() {
    LedgerInput input = estimateOf({"mlp"});
    const auto corrections = correctionsFrom(input, measurementOf({"mlp"}, mebibytes(100)));
    correct(input, corrections);
    const EpochTime time = epochTime(input);
    QCOMPARE(time.computeSeconds, 0.072 * 1000);
    QCOMPARE(time.loaderSeconds, 0.00005 * 64'000);
  }

  void otherModelsStayAsTheyAre() {
    LedgerInput input = estimateOf({"cnn1d"});
    const auto corrections = correctionsFrom(estimateOf({"mlp"}), measurementOf({"mlp"}, gibibytes(2)));
    QVERIFY(!correct(input, corrections));
    QCOMPARE(workerMemory(input), workerMemory(estimateOf({"cnn1d"})));
    QCOMPARE(epochTime(input).seconds(), epochTime(estimateOf({"cnn1d"})).seconds());
  }

  void whatWasNotMeasuredCorrectsNothing() {
    LedgerInput input = estimateOf({"mlp"});
    Measurement measurement = measurementOf({"mlp"}, mebibytes(100));
    measurement.models.front().seconds = 0;
    measurement.loaderSecondsPerSample = 0;
    correct(input, correctionsFrom(input, measurement));
    QCOMPARE(epochTime(input).computeSeconds, epochTime(estimateOf({"mlp"})).computeSeconds);
    QCOMPARE(epochTime(input).loaderSeconds, epochTime(estimateOf({"mlp"})).loaderSeconds);
  }
};

MASU_TEST(CalibrationTest)
#include "calibration_test.moc"
