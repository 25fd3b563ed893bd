// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/out_of_sample.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "core/metrics/data_note.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_log.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/trained_run.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 200;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

class OutOfSampleTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  std::string hashOfSplit() const {
    const auto splits = store::SplitsFile::open(m_dataset->path(), m_dataset->uuid(), kSamples);
    return store::hashOf(splits->read("default").value());
  }

  /// What is left of a run that learned from the dataset, with the validation losses of its last model.
  fs::path writeRun(const std::vector<std::string>& models, const std::vector<double>& losses, int planned,
                    int patience) const {
    const fs::path run = place("written");
    fs::remove_all(run);
    fs::create_directories(run);
    metrics::RunSpec spec;
    spec.dataset = m_dataset->path();
    spec.models = models;
    spec.epochs = planned;
    spec.patience = patience;
    std::ofstream(run / metrics::kSpecName) << metrics::toJson(spec);
    std::ofstream log(run / metrics::kEventLogName);
    for (std::size_t i = 0; i < models.size(); ++i) {
      const int number = static_cast<int>(i);
      log << metrics::toJsonLine(metrics::RunStarted{number, models[i], 10, planned, 5, 0.5}) << '\n';
      if (models.size() > 1) fs::create_directories(run / (std::to_string(i + 1) + "-" + models[i]));
    }
    for (std::size_t k = 0; k < losses.size(); ++k) {
      metrics::EpochDone epoch;
      epoch.run = static_cast<int>(models.size()) - 1;
      epoch.epoch = static_cast<int>(k) + 1;
      epoch.validation.loss = losses[k];
      log << metrics::toJsonLine(epoch) << '\n';
    }
    metrics::DataNote note;
    note.uuid = m_dataset->uuid();
    note.splitHash = hashOfSplit();
    std::ofstream(run / "data.json") << metrics::toJson(note);
    return run;
  }

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    train::SmallDataset plan;
    plan.samples = kSamples;
    plan.write(place("table.h5"));
    auto opened = store::Dataset::open(place("table.h5"));
    QVERIFY(opened.has_value());
    m_dataset = std::move(*opened);
  }

  void aModelIsThatOfItsFolder() {
    const auto single = trainedModel(*m_dataset, writeRun({"mlp"}, {3, 2}, 4, 0));
    QVERIFY2(single, sentence(single).c_str());
    QCOMPARE(single->run, place("written"));
    QCOMPARE(single->folder, place("written"));
    QCOMPARE(single->manifest, std::string("default"));
    QVERIFY(!single->stoppedEarly);
    const fs::path two = writeRun({"linear", "mlp"}, {3, 2}, 4, 0);
    const auto second = trainedModel(*m_dataset, two / "2-mlp");
    QVERIFY2(second, sentence(second).c_str());
    QCOMPARE(second->run, two);
    QCOMPARE(second->folder, two / "2-mlp");
    const auto both = trainedModel(*m_dataset, two);
    QVERIFY(!both);
    QVERIFY2(sentence(both).find("has 2 models") != std::string::npos, sentence(both).c_str());
    QVERIFY(sentence(both).find((two / "1-linear").string()) != std::string::npos);
    QCOMPARE(trainedModel(*m_dataset, place("nowhere")).error().code, Errc::notFound);
  }

  /// By the losses: validation had not become better for as long as the patience, and epochs were left.
  void stoppingEarlyIsSeenInTheLog_data() {
    QTest::addColumn<QList<double>>("losses");
    QTest::addColumn<int>("planned");
    QTest::addColumn<int>("patience");
    QTest::addColumn<bool>("stopped");
    QTest::newRow("two without a better one") << QList<double>{3, 2, 2.5, 2} << 9 << 2 << true;
    QTest::newRow("one without a better one") << QList<double>{3, 2, 2.5} << 9 << 2 << false;
    QTest::newRow("better again") << QList<double>{3, 4, 5, 2} << 9 << 2 << false;
    QTest::newRow("to the end") << QList<double>{3, 2, 2.5, 2} << 4 << 2 << false;
    QTest::newRow("no patience") << QList<double>{3, 4, 5, 6} << 9 << 0 << false;
    QTest::newRow("no epoch") << QList<double>() << 9 << 1 << false;
  }

  void stoppingEarlyIsSeenInTheLog() {
    QFETCH(const QList<double>, losses);
    QFETCH(const int, planned);
    QFETCH(const int, patience);
    QFETCH(const bool, stopped);
    const std::vector<double> values(losses.begin(), losses.end());
    const auto model = trainedModel(*m_dataset, writeRun({"mlp"}, values, planned, patience));
    QVERIFY2(model, sentence(model).c_str());
    QCOMPARE(model->stoppedEarly, stopped);
    // The log of another model says nothing of it.
    const auto other = trainedModel(*m_dataset, writeRun({"linear", "mlp"}, values, planned, patience) / "1-linear");
    QVERIFY2(other, sentence(other).c_str());
    QVERIFY(!other->stoppedEarly);
  }

  void onlyARunOfTheDatasetCounts() {
    const fs::path run = writeRun({"mlp"}, {3}, 1, 0);
    metrics::DataNote note;
    note.uuid = "0f0e0d0c-0b0a-8908-8706-0504030201ff";
    note.splitHash = hashOfSplit();
    std::ofstream(run / "data.json") << metrics::toJson(note);
    const auto other = trainedModel(*m_dataset, run);
    QVERIFY(!other);
    QCOMPARE(other.error().code, Errc::invalidArgument);
    QVERIFY(sentence(other).find(run.string()) != std::string::npos);
    QVERIFY(sentence(other).find("table.h5") != std::string::npos);
    note.uuid = m_dataset->uuid();
    note.splitHash = "of another split";
    std::ofstream(run / "data.json") << metrics::toJson(note);
    QCOMPARE(trainedModel(*m_dataset, run).error().code, Errc::notFound);
  }

  void aRunThatIsBeingTrainedIsNotAsked() {
    const fs::path run = writeRun({"mlp"}, {3}, 1, 0);
    {
      const auto held = metrics::RunLock::take(run);
      QVERIFY(held.has_value());
      QCOMPARE(trainedModel(*m_dataset, run).error().code, Errc::busy);
    }
    QVERIFY(trainedModel(*m_dataset, run));
  }

  /// Of each labelled sample that the model did not learn from, one prediction.
  void predictionsAreOutOfSample() {
    const auto trained = ui::trainRun(m_dataset->path(), place("run"), 1);
    QVERIFY2(trained, sentence(trained).c_str());
    auto model = trainedModel(*m_dataset, place("run"));
    QVERIFY2(model, sentence(model).c_str());
    fs::create_directories(place("scratch"));
    const Resources resources = {1, 256 << 20};
    const auto assignment = store::SplitsFile::open(m_dataset->path(), m_dataset->uuid(), kSamples)->read("default");
    QVERIFY(assignment.has_value());
    for (const bool stoppedEarly : {false, true}) {
      model->stoppedEarly = stoppedEarly;
      auto into = ProbabilityFile::create(place("scratch"), 2);
      QVERIFY(into.has_value());
      Progress progress;
      const auto gathered =
          gatherPredictions(*m_dataset, {*model, *model}, place("scratch"), resources, *into, {{}, progress});
      QVERIFY2(gathered, sentence(gathered).c_str());
      const auto isAsked = [&](store::Split split) {
        return split == store::Split::test || (split == store::Split::validation && !stoppedEarly);
      };
      std::set<std::uint64_t> expected;
      for (std::uint64_t i = 0; i < kSamples; ++i)
        if (isAsked((*assignment)[i])) expected.insert(i);
      std::set<std::uint64_t> samples;
      const auto take = [&](const ProbabilityBlock& block) -> Result<void> {
        for (std::size_t i = 0; i < block.samples.size(); ++i) {
          samples.insert(block.samples[i]);
          const float sum = block.probabilities[2 * i] + block.probabilities[2 * i + 1];
          if (block.labels[i] > 1 || std::abs(sum - 1) > 1e-4F) return fail(Errc::damaged, "no probabilities");
        }
        return {};
      };
      const auto read = into->eachBlock(take, {});
      QVERIFY2(read, sentence(read).c_str());
      QVERIFY(samples == expected);
      QCOMPARE(into->samples(), std::uint64_t{expected.size()});
      QCOMPARE(gathered->predicted, std::uint64_t{expected.size()});
      QCOMPARE(gathered->missing, kSamples - expected.size());
      QCOMPARE(gathered->unlabelled, std::uint64_t{0});
      QCOMPARE(gathered->firstMissing.size(), GatheredPredictions::kMostNamed);
      for (const std::uint64_t sample : gathered->firstMissing) QVERIFY(!expected.contains(sample));
      QVERIFY(std::ranges::is_sorted(gathered->firstMissing));
      // Each of the two says that it stopped early.
      QCOMPARE(gathered->notes.size(), std::size_t{stoppedEarly ? 2U : 0U});
      QVERIFY(fs::is_empty(place("scratch")));
    }
  }
};

MASU_TEST(OutOfSampleTest)
#include "out_of_sample_test.moc"
