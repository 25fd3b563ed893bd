// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/fold_runs.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <cstdlib>
#include <set>

#include "core/metrics/run_spec.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 90;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

class FoldRunsTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  Result<FoldRuns> trained(const char* folder, const std::function<void(unsigned)>& begins,
                           const std::stop_token& stop = {}) const {
    FoldsRequest request;
    request.folds = kFewestFolds;
    request.spec.models = {"linear"};
    request.spec.epochs = 1;
    request.spec.batch = 32;
    fs::create_directories(place(folder));
    Progress progress;
    return trainFolds(*m_dataset, request, place(folder), {1, 256 << 20}, begins, {stop, progress});
  }

  Result<std::vector<store::StoredManifest>> ownManifests() const {
    MASU_TRY(const auto splits, store::SplitsFile::open(place("table.h5"), m_dataset->uuid(), kSamples));
    return splits.manifests();
  }

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    train::SmallDataset plan;
    plan.samples = kSamples;
    plan.manifest = "suspects-1";
    plan.write(place("table.h5"));
    auto opened = store::Dataset::open(place("table.h5"));
    QVERIFY(opened.has_value());
    m_dataset = std::move(*opened);
    // The name of the first fold is taken, by what nobody may replace.
    auto splits = store::SplitsFile::open(place("table.h5"), m_dataset->uuid(), kSamples);
    QVERIFY(splits && splits->freeze("suspects-1"));
  }

  /// Each fold is in the test split once, and once in validation; both classes are in it as in the whole.
  void everyFoldIsPredictedOnce() {
    std::vector<unsigned> begun;
    const auto made = trained("runs", [&](unsigned fold) { begun.push_back(fold); });
    QVERIFY2(made, sentence(made).c_str());
    QCOMPARE(begun, (std::vector<unsigned>{1, 2, 3}));
    QCOMPARE(made->runs.size(), std::size_t{3});
    QCOMPARE(made->dataset->uuid(), m_dataset->uuid());
    const auto splits = store::SplitsFile::open(made->dataset->path(), m_dataset->uuid(), kSamples);
    QVERIFY(splits.has_value());
    std::vector<store::Assignment> assignments;
    std::set<std::string> names;
    for (const fs::path& run : made->runs) {
      const auto spec = metrics::readSpec(run);
      QVERIFY2(spec, sentence(spec).c_str());
      QVERIFY(names.insert(spec->manifest).second);
      const auto assignment = splits->read(spec->manifest);
      QVERIFY2(assignment, sentence(assignment).c_str());
      assignments.push_back(*assignment);
    }
    QVERIFY(!names.contains("suspects-1"));
    std::array<int, 3> tested = {};
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      std::array<int, store::kSplitCount> times = {};
      for (std::size_t fold = 0; fold < 3; ++fold) {
        const Split split = assignments[fold][i];
        ++times[static_cast<std::size_t>(split)];
        if (split == Split::test) ++tested[fold];
        // What chooses the epoch of a model is what the next one predicts.
        QCOMPARE(split == Split::validation, assignments[(fold + 1) % 3][i] == Split::test);
      }
      QCOMPARE(times, (std::array<int, store::kSplitCount>{0, 1, 1, 1}));
    }
    for (const int samples : tested) QVERIFY2(std::abs(samples - 30) <= 2, qPrintable(QString::number(samples)));
  }

  void theDatasetKeepsItsSplits() {
    const auto own = ownManifests();
    QVERIFY(own.has_value());
    QCOMPARE(own->size(), std::size_t{1});
    QCOMPARE(own->front().name, std::string("suspects-1"));
  }

  void aStopIsHeard() {
    std::stop_source stop;
    const auto stopped = trained("stopped", [&](unsigned) { stop.request_stop(); }, stop.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
  }

  /// Each process of several would draw folds of its own.
  void aLauncherIsRefused() {
    const std::pair<const char*, const char*> variables[] = {
        {"RANK", "0"},       {"WORLD_SIZE", "3"},          {"LOCAL_RANK", "0"},
        {"LOCAL_WORLD_SIZE", "3"}, {"MASTER_ADDR", "127.0.0.1"}, {"MASTER_PORT", "29500"}};
    for (const auto& [name, value] : variables) qputenv(name, value);
    bool began = false;
    const auto refused = trained("ranks", [&](unsigned) { began = true; });
    for (const auto& [name, value] : variables) qunsetenv(name);
    QVERIFY(!refused && !began);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY2(sentence(refused).find("started 3") != std::string::npos, sentence(refused).c_str());
    QVERIFY(sentence(refused).find("--runs") != std::string::npos);
    QVERIFY(fs::is_empty(place("ranks")));
  }
};

MASU_TEST(FoldRunsTest)
#include "fold_runs_test.moc"
