// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/predict.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/metrics/run_files.h"
#include "core/metrics/run_log.h"
#include "core/train/run/trainer.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 100;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// Of datasets that are there; cli_predict_test predicts sources.
class PredictTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  bool trained(const char* dataset, const char* out) const {
    metrics::RunSpec spec;
    spec.dataset = place(dataset);
    spec.models = {"linear"};
    spec.epochs = 1;
    spec.batch = 16;
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place(out);
    Progress progress;
    return masu::train::train(spec, [](const metrics::RunEvent&) {}, {{}, progress}).has_value();
  }

  metrics::PredictSpec specFor(const char* dataset, const char* run) const {
    metrics::PredictSpec spec;
    spec.checkpoint = place(run);
    spec.dataset = place(dataset);
    spec.out = place("predictions.csv");
    spec.overwrite = true;
    spec.batch = 16;
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    return spec;
  }

  static Result<metrics::PredictSummary> predicted(const metrics::PredictSpec& spec, const std::stop_token& stop = {}) {
    Progress progress;
    return predict(spec, {stop, progress});
  }

  /// Of what was written: no cell holds a comma.
  std::vector<QStringList> rows() const {
    std::ifstream in(place("predictions.csv"), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<QStringList> found;
    for (const QString& line : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts))
      found.push_back(line.split(','));
    return found;
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    SmallDataset{.samples = kSamples}.write(place("table.h5"));
    SmallDataset{.samples = kSamples, .values = true}.write(place("values.h5"));
    SmallDataset{.samples = kSamples, .sampleShape = {1}}.write(place("overlapping.h5"));
    QVERIFY(trained("table.h5", "run") && trained("values.h5", "of-values") && trained("overlapping.h5", "unsure"));
  }

  /// The figures are those of the rows, one for each sample of the split in its order.
  void aSplitIsPredicted() {
    metrics::PredictSpec spec = specFor("table.h5", "run");
    spec.split = "test";
    spec.probabilities = true;
    const auto summary = predicted(spec);
    QVERIFY2(summary, sentence(summary).c_str());
    const auto written = rows();
    QCOMPARE(written.size(), std::size_t{21});
    QCOMPARE(written.front(), (QStringList{"sample", "predicted", "p(low)", "p(high)", "truth"}));
    int right = 0;
    for (std::size_t row = 1; row < written.size(); ++row) {
      // Of ten samples, the last two are for the test.
      const auto at = static_cast<qsizetype>(row) - 1;
      QCOMPARE(written[row][0].toLongLong(), 10 * (at / 2) + 8 + at % 2);
      const double low = written[row][2].toDouble();
      const double high = written[row][3].toDouble();
      QVERIFY(std::abs(low + high - 1) < 1e-4);
      QCOMPARE(written[row][1], low >= high ? "low" : "high");
      if (written[row][1] == written[row][4]) ++right;
    }
    QCOMPARE(summary->records, std::uint64_t{20});
    QCOMPARE(summary->samples, std::uint64_t{20});
    QCOMPARE(summary->models.size(), std::size_t{1});
    QCOMPARE(summary->models[0].scored, std::uint64_t{20});
    QCOMPARE(summary->models[0].figures.accuracy, right / 20.0);
    QCOMPARE(summary->classes, (std::vector<std::string>{"low", "high"}));
    QVERIFY(!summary->values && summary->notes.empty() && summary->recordingsFile.empty());
  }

  /// Predicting from it on has the F1 that was stated of it.
  void theBestThresholdHasTheF1ThatIsStated() {
    metrics::PredictSpec spec = specFor("overlapping.h5", "unsure");
    const auto plain = predicted(spec);
    QVERIFY2(plain, sentence(plain).c_str());
    QVERIFY(plain->models[0].best);
    spec.threshold = plain->models[0].best->probability;
    const auto best = predicted(spec);
    QVERIFY2(best, sentence(best).c_str());
    const double f1 = metrics::perClass(best->models[0].confusion)[1].f1;
    QVERIFY(std::abs(f1 - plain->models[0].best->f1) < 1e-12);
    QVERIFY(f1 >= metrics::perClass(plain->models[0].confusion)[1].f1);
    spec.threshold = 0;
    const auto all = predicted(spec);
    QVERIFY(all);
    QCOMPARE(metrics::perClass(all->models[0].confusion)[1].predicted, all->models[0].scored);
  }

  /// Counted by hand from the rows, it gives what the run reported of it, on the split that it was chosen on and on the
  /// other one.
  void theThresholdOfTheRunGivesWhatTheRunReported() {
    const auto log = metrics::RunLog::read(place("unsure") / metrics::kEventLogName);
    QVERIFY(log && log->at(0).threshold);
    const metrics::ChosenThreshold chosen = *log->at(0).threshold;
    metrics::PredictSpec spec = specFor("overlapping.h5", "unsure");
    spec.split = "test";
    const auto plain = predicted(spec);
    QVERIFY2(plain, sentence(plain).c_str());
    QVERIFY(!plain->models[0].threshold);
    QCOMPARE(plain->models[0].confusion, log->at(0).confusion);
    spec.runThreshold = true;
    const auto test = predicted(spec);
    QVERIFY2(test, sentence(test).c_str());
    QCOMPARE(test->models[0].threshold.value_or(-1), chosen.probability);
    const auto byRun = rows();
    std::vector<std::uint64_t> counted(4);
    for (std::size_t row = 1; row < byRun.size(); ++row)
      ++counted[(byRun[row][2] == "high" ? 2U : 0U) + (byRun[row][1] == "high" ? 1U : 0U)];
    QCOMPARE(counted, chosen.confusion);
    spec.split = "validation";
    const auto validation = predicted(spec);
    QVERIFY2(validation, sentence(validation).c_str());
    QCOMPARE(validation->models[0].scored, chosen.samples);
    QCOMPARE(metrics::perClass(validation->models[0].confusion)[1].f1, chosen.f1);
    // As stating it does.
    spec.split = "test";
    spec.runThreshold = false;
    spec.threshold = chosen.probability;
    QVERIFY(predicted(spec));
    QVERIFY(rows() == byRun);
  }

  void aModelWithoutAThresholdIsNamed() {
    SmallDataset{.samples = kSamples, .trainTenths = 8, .validationTenths = 0}.write(place("unvalidated.h5"));
    QVERIFY(trained("unvalidated.h5", "blind"));
    for (const char* model : {"blind", "unsure/last.pt"}) {
      metrics::PredictSpec spec = specFor("overlapping.h5", model);
      if (std::string(model) == "blind") spec.dataset = place("unvalidated.h5");
      spec.runThreshold = true;
      const auto refused = predicted(spec);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::notFound);
      QVERIFY2(sentence(refused).find(std::string(model) + (spec.checkpoint.has_extension() ? "" : "/last.pt") +
                                      " has no threshold of its run") != std::string::npos,
               sentence(refused).c_str());
    }
  }

  /// Also one that an earlier version wrote.
  void whatIsAskedForIsReadBack() {
    metrics::PredictSpec spec = specFor("table.h5", "run");
    QVERIFY(!metrics::predictSpecFromJson(metrics::toJson(spec))->runThreshold);
    spec.runThreshold = true;
    const std::string json = metrics::toJson(spec);
    QVERIFY(metrics::predictSpecFromJson(json)->runThreshold);
    const std::string field = "\"run_threshold\":true,";
    const auto at = json.find(field);
    QVERIFY(at != std::string::npos);
    const auto old = metrics::predictSpecFromJson(std::string(json).erase(at, field.size()));
    QVERIFY(old && !old->runThreshold && !old->threshold);
  }

  void everySampleIsPredictedWithoutASplit() {
    const auto summary = predicted(specFor("values.h5", "of-values"));
    QVERIFY2(summary, sentence(summary).c_str());
    QVERIFY(summary->values);
    const auto written = rows();
    QCOMPARE(written.size(), std::size_t{kSamples + 1});
    double squared = 0;
    for (std::size_t row = 1; row < written.size(); ++row) {
      QCOMPARE(written[row][0].toULongLong(), qulonglong{row - 1});
      const double off = written[row][1].toDouble() - written[row][2].toDouble();
      squared += off * off;
    }
    const double rmse = std::sqrt(squared / static_cast<double>(kSamples));
    QVERIFY(std::abs(summary->models[0].figures.rmse / rmse - 1) < 1e-3);
  }

  void whatCannotBePredictedIsRefused() {
    const auto says = [](const metrics::PredictSpec& spec, const char* fact) {
      const std::string text = sentence(predicted(spec));
      if (text.find(fact) == std::string::npos) qWarning("%s", text.c_str());
      return text.find(fact) != std::string::npos;
    };
    fs::remove(place("predictions.csv"));
    metrics::PredictSpec spec = specFor("values.h5", "of-values");
    spec.probabilities = true;
    QVERIFY(says(spec, "no probabilities"));
    spec.probabilities = false;
    spec.threshold = 0.5;
    QVERIFY(says(spec, "A threshold is for two classes"));
    spec.threshold.reset();
    spec.runThreshold = true;
    QVERIFY(says(spec, "A threshold is for two classes"));
    spec = specFor("table.h5", "run");
    spec.split = "tset";
    QVERIFY(says(spec, "tset"));
    spec.split = "test";
    spec.manifest = "nowhere";
    QVERIFY(says(spec, "There is no manifest nowhere"));
    QVERIFY(says(spec, "It holds: "));
    spec = specFor("table.h5", "none");
    QVERIFY(says(spec, "none"));
    spec = specFor("gone.h5", "run");
    QVERIFY(says(spec, "gone.h5"));
    QVERIFY(!fs::exists(place("predictions.csv")));
  }

  /// Its samples may be among those that were learned from, unless somebody says that this is meant.
  void aSplitThatWasChangedHasToBeStated() {
    SmallDataset plan{.samples = kSamples};
    plan.write(place("changed.h5"));
    QVERIFY(trained("changed.h5", "before"));
    metrics::PredictSpec spec = specFor("changed.h5", "before");
    spec.split = "test";
    QVERIFY(predicted(spec));
    plan.trainTenths = 5;
    plan.write(place("changed.h5"));
    const auto refused = predicted(spec);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY2(sentence(refused).find("--manifest default") != std::string::npos, sentence(refused).c_str());
    spec.manifest = "default";
    const auto summary = predicted(spec);
    QVERIFY2(summary, sentence(summary).c_str());
    QCOMPARE(summary->records, std::uint64_t{30});
    QVERIFY(!summary->notes.empty());
    // Without a split, none is asked for.
    spec.manifest.clear();
    spec.split.clear();
    QVERIFY(predicted(spec));
  }

  void nothingIsReplacedOrLeftBehind() {
    std::ofstream(place("predictions.csv"), std::ios::trunc) << "mine";
    metrics::PredictSpec spec = specFor("table.h5", "run");
    spec.overwrite = false;
    const auto there = predicted(spec);
    QVERIFY(!there);
    QCOMPARE(there.error().code, Errc::exists);
    std::stop_source stop;
    stop.request_stop();
    spec.overwrite = true;
    const auto stopped = predicted(spec, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
    QCOMPARE(rows().front(), QStringList{"mine"});
  }
};

MASU_TEST(PredictTest)
#include "predict_test.moc"
