// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_event.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

namespace {

template <class Event>
Event passed(const Event& event) {
  const std::string line = toJsonLine(event);
  auto back = eventFromJsonLine(line);
  if (line.find('\n') != std::string::npos || !back || !std::holds_alternative<Event>(*back)) {
    QTest::qFail(("not read back: " + line).c_str(), __FILE__, __LINE__);
    return {};
  }
  return std::get<Event>(*back);
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

QJsonObject object(const RunEvent& event) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(toJsonLine(event))).object();
}

}  // namespace

class RunEventTest : public QObject {
  Q_OBJECT

 private:
  static void theThresholdRoundTrips() {
    RunTested tested;
    // As an earlier version has it, too.
    QVERIFY(!passed(tested).threshold && !object(tested).contains("chosen_threshold"));
    tested.threshold = {0.1 + 0.2, 1.0 / 3, 300, {5, 1, 2, 4}};
    const auto back = passed(tested).threshold;
    QVERIFY(back);
    QCOMPARE(back->probability, 0.1 + 0.2);
    QCOMPARE(back->f1, 1.0 / 3);
    QCOMPARE(back->samples, std::uint64_t{300});
    QCOMPARE(back->confusion, tested.threshold->confusion);
    for (const double none : {kAbsent, -0.1, 1.5, HUGE_VAL}) {
      tested.threshold->probability = none;
      QVERIFY(!eventFromJsonLine(toJsonLine(tested)));
    }
    tested.threshold = {0.5, 0.5, 300, {5, 1, 2}};
    QVERIFY2(!eventFromJsonLine(toJsonLine(tested)), "a matrix not of two classes");
  }

 private Q_SLOTS:
  void startRoundTrips() {
    const RunStarted back = passed(RunStarted{3, "cnn \"1d\"\n", 25'557'032, 90, 1ULL << 40});
    QCOMPARE(back.run, 3);
    QCOMPARE(back.model, std::string("cnn \"1d\"\n"));
    QCOMPARE(back.parameters, std::uint64_t{25'557'032});
    QCOMPARE(back.epochs, 90);
    QCOMPARE(back.stepsPerEpoch, std::uint64_t{1} << 40);
    QVERIFY(back.devices.empty());
    const std::vector<std::string> devices = {"cuda:0", "cuda:1", "cuda:0"};
    QVERIFY(passed(RunStarted{0, "mlp", 1, 1, 1, 0.1, "seccomp", devices}).devices == devices);
  }

  void stepRoundTripsToTheLastBit() {
    for (const double loss : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, kAbsent, HUGE_VAL, -HUGE_VAL}) {
      const StepDone event{1, 2, 3, loss, 12345.678, 0.25, 4, 8, 1ULL << 33};
      const StepDone back = passed(event);
      QCOMPARE(back.run, event.run);
      QCOMPARE(back.epoch, event.epoch);
      QCOMPARE(back.step, event.step);
      QVERIFY(same(back.loss, event.loss));
      QVERIFY(same(back.samplesPerSecond, event.samplesPerSecond));
      QVERIFY(same(back.starvedFraction, event.starvedFraction));
      QCOMPARE(back.batchesReady, event.batchesReady);
      QCOMPARE(back.queueCapacity, event.queueCapacity);
      QCOMPARE(back.memoryBytes, event.memoryBytes);
    }
  }

  void epochWritesNullForWhatIsAbsent() {
    EpochDone event{0, 1, {0.7, 0.8}, {}, 2.5, {3, 0, 1, 2}};
    const QJsonObject json = object(event);
    QVERIFY(json["validation_loss"].isNull());
    QVERIFY(json["validation_accuracy"].isNull());
    QCOMPARE(json["train_loss"].toDouble(), 0.7);
    const EpochDone back = passed(event);
    QCOMPARE(back.train.loss, 0.7);
    QCOMPARE(back.train.accuracy, 0.8);
    QVERIFY(std::isnan(back.validation.loss));
    QVERIFY(std::isnan(back.validation.accuracy));
    QCOMPARE(back.seconds, 2.5);
    QCOMPARE(back.confusion, event.confusion);
    QVERIFY(!json.contains("validation_macro_f1"));
  }

  void checkpointTestAndEndRoundTrip() {
    const CheckpointWritten checkpoint = passed(CheckpointWritten{1, 7, "/runs/ü/best.pt"});
    QCOMPARE(checkpoint.epoch, 7);
    QCOMPARE(checkpoint.path, std::string("/runs/ü/best.pt"));
    const RunTested tested = passed(RunTested{1, {kAbsent, 0.9}, {5, 0, 1, 4}, "best.pt", {{7, 2.5, 1, 0}}});
    QVERIFY(std::isnan(tested.test.loss));
    QCOMPARE(tested.test.accuracy, 0.9);
    QCOMPARE(tested.confusion, (std::vector<std::uint64_t>{5, 0, 1, 4}));
    QCOMPARE(tested.checkpoint, std::string("best.pt"));
    QVERIFY(std::isnan(tested.baseline.accuracy) && std::isnan(tested.baseline.rmse));
    RunTested values;
    values.baseline.rmse = 2.5;
    values.baseline.r2 = -0.25;
    QCOMPARE(passed(values).baseline.rmse, 2.5);
    QCOMPARE(passed(values).baseline.r2, -0.25);
    QVERIFY(std::isnan(passed(values).baseline.accuracy));
    QVERIFY(passed(values).points.empty() && !object(values).contains("points"));
    values.points = {{1, 0.1 + 0.2}, {-1e300, 5}};
    QCOMPARE(passed(values).points.size(), std::size_t{2});
    QVERIFY(passed(values).points[0].prediction == 0.1 + 0.2 && passed(values).points[1].truth == -1e300);
    RunTested pointless = values;
    pointless.points[1].truth = kAbsent;
    QVERIFY(!eventFromJsonLine(toJsonLine(pointless)));
    QVERIFY(std::isnan(passed(values).ridge.rmse) && std::isnan(passed(values).nearest.rmse));
    values.ridge.rmse = 1.5;
    values.nearest.mae = 0.1 + 0.2;
    QVERIFY(passed(values).ridge.rmse == 1.5 && std::isnan(passed(values).ridge.mae));
    QVERIFY(passed(values).nearest.mae == 0.1 + 0.2 && std::isnan(passed(values).nearest.rmse));
    QVERIFY(passed(values).reliability.empty() && !object(values).contains("reliability"));
    values.reliability = {{0, kAbsent, kAbsent}, {3, 0.5, 1.0 / 3}};
    const auto bins = passed(values).reliability;
    QCOMPARE(bins.size(), std::size_t{2});
    QVERIFY(bins[0].samples == 0 && std::isnan(bins[0].probability) && std::isnan(bins[0].accuracy));
    QVERIFY(bins[1].samples == 3 && bins[1].probability == 0.5 && bins[1].accuracy == 1.0 / 3);
    QVERIFY(passed(values).thresholds.empty() && !object(values).contains("thresholds"));
    values.thresholds = {{0.1 + 0.2, 4, 0}, {1e-300, 5, 7}};
    const auto points = passed(values).thresholds;
    QCOMPARE(points.size(), std::size_t{2});
    QVERIFY(points[0].probability == 0.1 + 0.2 && points[0].truePositives == 4 && points[0].falsePositives == 0);
    QVERIFY(points[1].probability == 1e-300 && points[1].truePositives == 5 && points[1].falsePositives == 7);
    RunTested damaged = values;
    damaged.thresholds.back().truePositives = 1;
    QVERIFY(!eventFromJsonLine(toJsonLine(damaged)));
    QVERIFY(!passed(values).temperature && !object(values).contains("temperature"));
    values.temperature = {1.25, 300, 400, 0.5, 0.1 + 0.2};
    const Temperature temperature = *passed(values).temperature;
    QCOMPARE(temperature.value, 1.25);
    QCOMPARE(temperature.samples, std::uint64_t{300});
    QCOMPARE(temperature.outOf, std::uint64_t{400});
    QCOMPARE(temperature.before, 0.5);
    QCOMPARE(temperature.after, 0.1 + 0.2);
    // One that is none is none; that it was looked for stays.
    for (const double none : {kAbsent, 0.0, -1.0, 1e300}) {
      values.temperature = {none, 300, 400, 0.5, kAbsent};
      QVERIFY(!passed(values).temperature->isFound());
      QCOMPARE(passed(values).temperature->divisor(), 1.0);
    }
    theThresholdRoundTrips();
    const Finished finished = passed(Finished{0.05, 1ULL << 35});
    QCOMPARE(finished.starvedFraction, 0.05);
    QCOMPARE(finished.peakMemoryBytes, std::uint64_t{1} << 35);
  }

  void errorKeepsTemplateArgumentsAndPlace() {
    const Failed event{Error(Errc::noSamples, "No sample is left in {0}: {1}",
                             {"train", Message{"{0} is damaged.", {"b"}}}, {"a.csv", 12, 3})};
    const Error back = passed(event).error;
    QCOMPARE(back.code, Errc::noSamples);
    QCOMPARE(back.message.text, std::string("No sample is left in {0}: {1}"));
    QCOMPARE(back.message.arguments, event.error.message.arguments);
    QCOMPARE(back.message.english(), std::string("No sample is left in train: b is damaged."));
    QCOMPARE(back.source.file, std::string("a.csv"));
    QCOMPARE(back.source.line, std::uint64_t{12});
    QCOMPARE(back.source.column, std::uint64_t{3});
    QCOMPARE(object(event)["error"].toObject()["message"].toString(),
             QStringLiteral("No sample is left in train: b is damaged."));
  }

  void writesValidJsonForAnyBytes() {
    const QJsonObject json = object(CheckpointWritten{0, 1, "bad \xFF name"});
    QCOMPARE(json["epoch"].toInt(), 1);
  }

  void refusesWhatIsNoEvent() {
    for (const char* line : {"", "hello", "{}", "[]", R"({"event":"dance"})", R"({"event":"step"})",
                             R"({"event":"epoch","run":"one"})", R"({"event":7})"}) {
      const auto event = eventFromJsonLine(line);
      QVERIFY2(!event, line);
      QCOMPARE(event.error().code, Errc::format);
    }
  }
};

MASU_TEST(RunEventTest)
#include "run_event_test.moc"
