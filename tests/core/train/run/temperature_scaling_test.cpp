// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/temperature_scaling.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>

#include "core/metrics/receipt.h"
#include "core/train/models/model.h"
#include "core/train/prediction/predict.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/training_run.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

/// One feature, so that the classes overlap and a model is wrong at times.
class TemperatureScalingTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* out) const {
    metrics::RunSpec spec;
    spec.dataset = place("table.h5");
    spec.models = {"linear", "mlp"};
    spec.epochs = 3;
    spec.batch = 16;
    spec.learningRates = {0.05};
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.calibrate = true;
    spec.out = place(out);
    return spec;
  }

  /// Stopped before its first step, or not at all.
  Result<void> execute(const metrics::RunSpec& spec, bool stopped = false) {
    m_events.events.clear();
    TrainingRun run(spec, std::ref(m_events));
    MASU_CHECK(run.prepare({}));
    std::stop_source stop;
    if (stopped) stop.request_stop();
    Progress progress;
    return run.execute({stop.get_token(), progress}, nullptr);
  }

  static std::string sentence(const Result<void>& result) {
    return result ? std::string() : result.error().message.english();
  }

  /// What `predict` measures on a split of the dataset.
  std::vector<metrics::ModelFigures> predicted(const char* run, const char* split, bool byThreshold = false) const {
    metrics::PredictSpec spec;
    spec.checkpoint = place(run);
    spec.dataset = place("table.h5");
    spec.split = split;
    spec.runThreshold = byThreshold;
    spec.out = place("predictions.csv");
    spec.overwrite = true;
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    Progress progress;
    const auto summary = predict(spec, {{}, progress});
    return summary ? summary->models : std::vector<metrics::ModelFigures>();
  }

  /// 0 where there is none.
  static double thresholdIn(const fs::path& checkpoint) {
    const auto note = Model::noteOf(checkpoint.string());
    return note ? thresholdFromNote(*note, checkpoint.string()).value_or(std::nullopt).value_or(0) : -1;
  }

  static double temperatureIn(const fs::path& checkpoint) {
    const auto note = Model::noteOf(checkpoint.string());
    return note ? temperatureFromNote(*note, checkpoint.string()).value_or(-1) : -1;
  }

  QTemporaryDir m_folder;
  EventList m_events;

 private Q_SLOTS:
  void initTestCase() { SmallDataset{.samples = 1000, .sampleShape = {1}}.write(place("table.h5")); }

  void eachModelHasItsTemperature() {
    const auto done = execute(specFor("run"));
    QVERIFY2(done, sentence(done).c_str());
    const auto tested = m_events.all<metrics::RunTested>();
    QCOMPARE(tested.size(), std::size_t{2});
    const auto validation = predicted("run", "validation");
    const auto test = predicted("run", "test");
    QCOMPARE(validation.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      QVERIFY(tested[i].temperature);
      const metrics::Temperature& found = *tested[i].temperature;
      QVERIFY(found.isFound() && std::abs(found.value - 1) > 1e-3);
      QCOMPARE(found.samples, std::uint64_t{200});
      QVERIFY(found.after < found.before);
      QCOMPARE(temperatureIn(tested[i].checkpoint), found.value);
      // `predict` divides by it, too.
      QVERIFY(std::abs(validation[i].figures.logLoss - found.after) < 1e-6);
      QVERIFY(std::abs(test[i].figures.logLoss - tested[i].test.logLoss) < 1e-6);
      QVERIFY(std::abs(test[i].figures.ece - tested[i].test.ece) < 1e-6);
      QCOMPARE(test[i].figures.accuracy, tested[i].test.accuracy);
      QCOMPARE(test[i].temperature, found.value);
      QCOMPARE(temperatureIn(fs::path(tested[i].checkpoint).parent_path() / "last.pt"), 1.0);
    }
    QVERIFY(tested[0].temperature->value != tested[1].temperature->value);
  }

  /// As `predict` counts it, by the probabilities at the temperature that was fitted before.
  void theThresholdIsOneOfCalibratedProbabilities() {
    QVERIFY(execute(specFor("chosen")));
    const auto tested = m_events.all<metrics::RunTested>();
    const auto validation = predicted("chosen", "validation", true);
    const auto test = predicted("chosen", "test", true);
    QCOMPARE(test.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      QVERIFY(tested[i].threshold && tested[i].temperature->isFound());
      const metrics::ChosenThreshold& chosen = *tested[i].threshold;
      QCOMPARE(thresholdIn(tested[i].checkpoint), chosen.probability);
      QCOMPARE(thresholdIn(fs::path(tested[i].checkpoint).parent_path() / "last.pt"), 0.0);
      QCOMPARE(chosen.samples, std::uint64_t{200});
      QCOMPARE(test[i].threshold.value_or(0), chosen.probability);
      QCOMPARE(test[i].confusion, chosen.confusion);
      QCOMPARE(metrics::perClass(validation[i].confusion)[1].f1, chosen.f1);
      QVERIFY(validation[i].best);
      QCOMPARE(validation[i].best->f1, chosen.f1);
    }
  }

  void nothingElseOfARunIsAnother() {
    metrics::RunSpec plain = specFor("plain");
    plain.calibrate = false;
    QVERIFY(execute(plain));
    const auto before = m_events.all<metrics::RunTested>();
    QVERIFY(execute(specFor("calibrated")));
    const auto after = m_events.all<metrics::RunTested>();
    for (std::size_t i = 0; i < 2; ++i) {
      QVERIFY(!before[i].temperature && after[i].temperature);
      QCOMPARE(after[i].test.loss, before[i].test.loss);
      QCOMPARE(after[i].confusion, before[i].confusion);
    }
    const auto one = metrics::readReceipt(place("plain"));
    const auto other = metrics::readReceipt(place("calibrated"));
    QVERIFY(one && other);
    for (std::size_t epoch = 0; epoch < one->epochs.size(); ++epoch)
      QCOMPARE(other->epochs[epoch].weights, one->epochs[epoch].weights);
  }

  void aResumedRunComesToTheSame() {
    QVERIFY(execute(specFor("whole")));
    const auto whole = m_events.all<metrics::RunTested>();
    metrics::RunSpec spec = specFor("stopped");
    QVERIFY(!execute(spec, true));
    spec.resume = true;
    spec.calibrate = false;  // it is the run's own
    QVERIFY(execute(spec));
    const auto resumed = m_events.all<metrics::RunTested>();
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(resumed[i].temperature->value, whole[i].temperature->value);
      QCOMPARE(resumed[i].test.logLoss, whole[i].test.logLoss);
      QCOMPARE(resumed[i].threshold->probability, whole[i].threshold->probability);
      QCOMPARE(resumed[i].threshold->confusion, whole[i].threshold->confusion);
    }
  }

  void whatCannotBeCalibratedIsRefused() {
    SmallDataset{.samples = 100, .values = true}.write(place("values.h5"));
    SmallDataset{.samples = 100, .trainTenths = 8, .validationTenths = 0}.write(place("unvalidated.h5"));
    metrics::RunSpec spec = specFor("refused");
    for (const auto& [dataset, reason] : {std::pair("values.h5", "is a value"), {"unvalidated.h5", "no samples"}}) {
      spec.dataset = place(dataset);
      const auto refused = execute(spec);
      QVERIFY2(sentence(refused).starts_with("--calibrate ") && sentence(refused).find(reason) != std::string::npos,
               sentence(refused).c_str());
      QVERIFY(!fs::exists(place("refused")));
    }
    DatasetSummary summary;
    summary.classes = {"low", "high"};
    summary.splitSamples.fill(10);
    QVERIFY(checkCalibration(spec, summary, 1));
    const auto several = checkCalibration(spec, summary, 2);
    QVERIFY(!several);
    QVERIFY2(sentence(several).find("2 train this run") != std::string::npos, sentence(several).c_str());
    spec.calibrate = false;
    QVERIFY(checkCalibration(spec, summary, 2));
  }

  /// The split of the run is looked at before what its own options need.
  void aResumedRunOfAnotherSplitSaysSo() {
    metrics::RunSpec spec = specFor("moved");
    spec.dataset = place("moved.h5");
    SmallDataset{.samples = 100, .sampleShape = {1}}.write(spec.dataset);
    QVERIFY(!execute(spec, true));
    SmallDataset{.samples = 100, .sampleShape = {1}, .trainTenths = 8, .validationTenths = 0}.write(spec.dataset);
    spec.resume = true;
    const auto refused = execute(spec);
    QVERIFY2(sentence(refused).find("another dataset or split") != std::string::npos, sentence(refused).c_str());
  }

  /// Classes far apart: no output is above that of the true class.
  void aModelThatIsAlwaysRightHasNone() {
    metrics::RunSpec spec = specFor("right");
    spec.dataset = place("apart.h5");
    spec.models = {"linear"};
    SmallDataset{.samples = 200, .sampleShape = {16}}.write(spec.dataset);
    QVERIFY(execute(spec));
    const auto tested = m_events.all<metrics::RunTested>().at(0);
    QCOMPARE(tested.test.accuracy, 1.0);
    QVERIFY(tested.temperature && !tested.temperature->isFound());
    QCOMPARE(tested.temperature->samples, std::uint64_t{40});
    QCOMPARE(temperatureIn(tested.checkpoint), 1.0);
  }

  /// From a file of somebody else, or a damaged one.
  void aTemperatureThatNoneCanBeIsRefused() {
    const auto read = [](const std::string& value) {
      return temperatureFromNote(R"({"temperature":)" + value + "}", "best.pt");
    };
    QCOMPARE(read("2.5").value_or(0), 2.5);
    QCOMPARE(temperatureFromNote("{}", "best.pt").value_or(0), 1.0);
    const std::string note = noteWithTemperature(R"({"epoch":3})", 0.25, "best.pt").value_or("");
    QCOMPARE(temperatureFromNote(note, "best.pt").value_or(0), 0.25);
    QCOMPARE(epochFromNote(note), 3);
    for (const double bound : {metrics::Temperature::kMost, metrics::Temperature::kLeast})
      QVERIFY(temperatureFromNote(noteWithTemperature("{}", bound, "best.pt").value_or(""), "best.pt"));
    for (const char* value : {"0", "-1", "1e300", "null", "\"2\"", "[]"}) {
      const auto refused = read(value);
      QVERIFY2(!refused, value);
      QCOMPARE(refused.error().code, Errc::damaged);
      QVERIFY(refused.error().message.english().find(value) != std::string::npos ||
              refused.error().message.english().find("e+300") != std::string::npos);
    }
    for (const char* damaged : {"", "[1]", "{", "7"}) {
      QVERIFY2(!temperatureFromNote(damaged, "best.pt"), damaged);
      QVERIFY2(!noteWithTemperature(damaged, 2, "best.pt"), damaged);
    }
  }

  void aThresholdThatNoneCanBeIsRefused() {
    const auto read = [](const std::string& note) { return thresholdFromNote(note, "best.pt"); };
    QVERIFY(read("{}") && !*read("{}"));
    const std::string note = noteWithThreshold(R"({"temperature":2})", 0.125, "best.pt").value_or("");
    QVERIFY(read(note));
    QCOMPARE(read(note)->value_or(-1), 0.125);
    QCOMPARE(temperatureFromNote(note, "best.pt").value_or(0), 2.0);
    for (const double bound : {0.0, 1.0})
      QCOMPARE(read(noteWithThreshold("{}", bound, "best.pt").value_or(""))->value_or(-1), bound);
    for (const char* value : {"-0.5", "1.5", "null", "\"0.5\"", "[]"}) {
      const auto refused = read(R"({"threshold":)" + std::string(value) + "}");
      QVERIFY2(!refused, value);
      QCOMPARE(refused.error().code, Errc::damaged);
      QVERIFY(refused.error().message.english().find(value) != std::string::npos);
    }
    QVERIFY(!read("[1]") && !noteWithThreshold("[1]", 0.5, "best.pt"));
  }
};

MASU_TEST(TemperatureScalingTest)
#include "temperature_scaling_test.moc"
