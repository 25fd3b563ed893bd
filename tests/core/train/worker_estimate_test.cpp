// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/estimate/comparison.h"
#include "core/tasks/files/calibration_file.h"
#include "core/tasks/train/estimate_task.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

/// What the worker measures for an estimate, and what is kept of it.
class WorkerEstimateTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    SmallDataset{}.write(place("table.h5"));
  }

  void estimatesFromWhatTheWorkerTraced() {
    tasks::EstimateRequest request;
    request.file = place("table.h5");
    request.models = {"linear", "mlp"};
    request.resources = {2, 256 << 20};
    Progress progress;
    const auto outcome = tasks::estimate(request, {{}, progress});
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QCOMPARE(outcome->input.models.size(), std::size_t{2});
    QCOMPARE(outcome->input.models[0].parameters, std::uint64_t{4 * 2 + 2});
    QCOMPARE(outcome->input.largestSplitSamples, std::uint64_t{360});
    QVERIFY(outcome->ledger.fits);
    request.models = {"mpl"};
    const auto refused = tasks::estimate(request, {{}, progress});
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("no model mpl") != std::string::npos);
  }

  void measuresTheBeginningOfARunAndKeepsWhatItMeasured() {
    qputenv("XDG_DATA_HOME", place("data").c_str());
    tasks::EstimateRequest request;
    request.file = place("table.h5");
    request.models = {"linear", "mlp"};
    request.batch = 32;
    request.resources = {2, 256 << 20};
    Progress progress;
    const auto before = tasks::estimate(request, {{}, progress});
    QVERIFY2(before.has_value(), before ? "" : before.error().message.english().c_str());
    QVERIFY(!before->corrected);
    QVERIFY(!before->measurement);

    request.measure = true;
    const auto measured = tasks::estimate(request, {{}, progress});
    QVERIFY2(measured.has_value(), measured ? "" : measured.error().message.english().c_str());
    QVERIFY(measured->corrected);
    const estimate::Measurement& run = *measured->measurement;
    QCOMPARE(run.batch, std::uint64_t{32});
    QCOMPARE(run.models.size(), std::size_t{2});
    // A weight of each feature to each class and a bias; a gradient and two moments of each.
    QCOMPARE(run.models[0].weights.value, std::uint64_t{4 * (4 * 2 + 2)});
    QVERIFY(run.models[0].learning.value >= 3 * run.models[0].weights.value);
    QVERIFY(run.models[1].turn.value > run.models[0].turn.value);
    QVERIFY(run.stepSeconds() > 0);
    QVERIFY(run.peak > mebibytes(50));
    QVERIFY(estimate::workerMemory(measured->input) >= run.peak);

    request.measure = false;
    const auto after = tasks::estimate(request, {{}, progress});
    QVERIFY(after.has_value());
    QVERIFY(after->corrected);
    QVERIFY(!after->measurement);
    QVERIFY(tasks::clearCalibration().has_value());
    QVERIFY(!fs::exists(tasks::calibrationFile()));
    QVERIFY(tasks::clearCalibration().has_value());
    QVERIFY(tasks::loadCalibration()->empty());
  }

  void aStepIsMeasuredOnlyWhereOneWouldBeLearnedFrom() {
    qputenv("XDG_DATA_HOME", place("data").c_str());
    tasks::EstimateRequest request;
    request.file = place("table.h5");
    request.measure = true;
    request.inference = true;
    Progress progress;
    const auto refused = tasks::estimate(request, {{}, progress});
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("train split") != std::string::npos);
    QVERIFY(!fs::exists(tasks::calibrationFile()));
  }

  void whatWasKeptIsThereForEveryMachineAndTakenByItsOwn() {
    qputenv("XDG_DATA_HOME", place("shared").c_str());
    fs::create_directories(tasks::calibrationFile().parent_path());
    std::ofstream(tasks::calibrationFile())
        << R"({"another":{"mlp":{"step_factor":3,"loader_factor":1,"beyond_bytes":5}}})";
    QVERIFY(tasks::loadCalibration()->empty());
    QVERIFY(tasks::saveCalibration({{"mlp", {2, 1, {}}}}).has_value());
    QCOMPARE(tasks::loadCalibration()->at("mlp").stepFactor, 2.0);
    QVERIFY(tasks::clearCalibration().has_value());
    QVERIFY(tasks::loadCalibration()->empty());
    std::ifstream file(tasks::calibrationFile());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    QVERIFY2(text.find("another") != std::string::npos, text.c_str());
    std::ofstream(tasks::calibrationFile()) << "not what was kept";
    const auto damaged = tasks::loadCalibration();
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().source.file, tasks::calibrationFile().string());
    QVERIFY(tasks::clearCalibration().has_value());
    QVERIFY(!fs::exists(tasks::calibrationFile()));
  }
};

MASU_TEST(WorkerEstimateTest)
#include "worker_estimate_test.moc"
