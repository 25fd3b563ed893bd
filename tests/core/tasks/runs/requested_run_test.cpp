// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/runs/requested_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/metrics/run_files.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using store::Assignment;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 20;
constexpr const char* kUuid = "0f0e0d0c-0b0a-8908-8706-050403020100";
constexpr const char* kOther = "0f0e0d0c-0b0a-8908-8706-050403020101";

void writeRun(const fs::path& run, std::vector<std::string> models) {
  metrics::RunSpec spec;
  spec.dataset = "data.h5";
  spec.models = std::move(models);
  spec.out = "where it was";
  fs::create_directories(run);
  std::ofstream(run / metrics::kSpecName) << metrics::toJson(spec);
}

/// A number a sample.
std::shared_ptr<const store::Dataset> writeDataset(const fs::path& file, const char* uuid, const char* parent = "") {
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::f32;
  features.sampleShape = {1};
  features.chunkSamples = kSamples;
  store::DatasetMeta meta;
  meta.uuid = uuid;
  meta.parent = parent;
  meta.schema.columns.resize(1);
  meta.schema.columns[0].name = "x";
  const std::vector<float> values(kSamples, 1);
  Progress progress;
  const auto writer = store::DatasetWriter::create(file, {features}, {.overwrite = true, .sync = false}).value();
  const bool isWritten = writer->write(0, 0, std::as_bytes(std::span(values))).has_value() &&
                         writer->finish(kSamples, meta, {{}, progress}).has_value();
  return isWritten ? store::Dataset::open(file).value() : nullptr;
}

/// The first so many samples are train.
Assignment firstOf(std::uint64_t train) {
  Assignment assignment(kSamples, Split::test);
  std::fill_n(assignment.begin(), train, Split::train);
  return assignment;
}

Result<void> writeSplit(const store::Dataset& dataset, const char* name, const Assignment& assignment) {
  MASU_TRY(auto splits, store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()));
  return splits.write({name, "{}", false}, assignment);
}

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

class RequestedRunTest : public QObject {
  Q_OBJECT

 private:
  /// A new one for each test.
  fs::path place() const { return fs::path(m_folder.path().toStdString()) / QTest::currentTestFunction(); }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void init() { fs::create_directories(place()); }
  void aFolderIsThatOfARunOrOfAModel();
  void aFolderWithinIsNotAlwaysAModels();
  void aDamagedRunIsNotAMissingOne();
  void theDatasetIsTheOneThatWasLearnedFrom();
  void aDatasetThatIsGoneIsAskedFor();
  void aSplitIsFoundByWhatItHolds();
  void theNameThatTheRunHasComesFirst();
};

void RequestedRunTest::aFolderIsThatOfARunOrOfAModel() {
  const fs::path run = place() / "run";
  writeRun(run, {"mlp", "cnn1d"});
  fs::create_directories(run / "2-cnn1d");
  for (const fs::path& asked : {run, run / "", run / ".", run / "2-cnn1d" / "..", place() / "." / "run"}) {
    const auto whole = requestedRun(asked);
    QVERIFY2(whole, sentence(whole).c_str());
    QCOMPARE(whole->model, std::optional<std::size_t>());
    QCOMPARE(whole->spec.out, run);  // wherever it was when it was trained
  }
  for (const fs::path& asked : {run / "2-cnn1d", run / "2-cnn1d" / "", run / "2-cnn1d" / "."}) {
    const auto one = requestedRun(asked);
    QVERIFY2(one, sentence(one).c_str());
    QCOMPARE(one->model, std::optional<std::size_t>(1));
    QCOMPARE(one->spec.out, run);
  }
}

void RequestedRunTest::aFolderWithinIsNotAlwaysAModels() {
  const fs::path run = place() / "run";
  writeRun(run, {"mlp", "cnn1d"});
  // A folder that the run names, one that it does not, a file, and nothing.
  fs::create_directories(run / "3-mlp");
  std::ofstream(run / "1-mlp") << "a file";
  for (const fs::path& asked : {run / "3-mlp", run / "1-mlp", run / "2-cnn1d", place()}) {
    const auto refused = requestedRun(asked);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::notFound);
    QVERIFY(sentence(refused).starts_with(asked.string() + " is not the folder of a training run"));
  }
  // A run in the folder of another is one of its own; so is one of a single model, which has no folder for it.
  writeRun(run / "3-mlp", {"mlp"});
  QCOMPARE(requestedRun(run / "3-mlp")->spec.out, run / "3-mlp");
  fs::create_directories(run / "3-mlp" / "1-mlp");
  QCOMPARE(requestedRun(run / "3-mlp" / "1-mlp").error().code, Errc::notFound);
}

void RequestedRunTest::aDamagedRunIsNotAMissingOne() {
  const fs::path run = place() / "run";
  writeRun(run, {"mlp", "cnn1d"});
  fs::create_directories(run / "1-mlp");
  std::ofstream(run / metrics::kSpecName) << "{\"models\": [\"ml";
  for (const fs::path& asked : {run, run / "1-mlp"}) {
    const auto refused = requestedRun(asked);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::format);
    QVERIFY(sentence(refused).find(metrics::kSpecName) != std::string::npos);
  }
}

void RequestedRunTest::theDatasetIsTheOneThatWasLearnedFrom() {
  metrics::RunSpec spec;
  spec.out = place() / "run";
  spec.dataset = place() / "data.h5";
  QVERIFY(writeDataset(spec.dataset, kUuid));
  for (const bool named : {false, true}) {
    const auto same = datasetOf(spec, kUuid, named);
    QVERIFY2(same, sentence(same).c_str());
    QCOMPARE((*same)->uuid(), std::string(kUuid));
    const auto another = datasetOf(spec, kOther, named);
    QVERIFY(!another);
    QCOMPARE(another.error().code, Errc::invalidArgument);
    QVERIFY(sentence(another).find("is not the dataset") != std::string::npos);
  }
  spec.dataset = place() / "grown.h5";
  QVERIFY(writeDataset(spec.dataset, kOther, kUuid));
  const auto grown = datasetOf(spec, kUuid, false);
  QVERIFY(!grown);
  QCOMPARE(grown.error().code, Errc::invalidArgument);
  QVERIFY2(sentence(grown).find("has grown") != std::string::npos, sentence(grown).c_str());
}

void RequestedRunTest::aDatasetThatIsGoneIsAskedFor() {
  metrics::RunSpec spec;
  spec.out = place() / "run";
  spec.dataset = place() / "gone.h5";
  const auto gone = datasetOf(spec, kUuid, false);
  QVERIFY(!gone);
  QCOMPARE(gone.error().code, Errc::notFound);
  QVERIFY2(sentence(gone).find("--dataset") != std::string::npos, sentence(gone).c_str());
  // Whoever named it is told that alone.
  const auto named = datasetOf(spec, kUuid, true);
  QVERIFY(!named);
  QCOMPARE(named.error().code, Errc::notFound);
  QVERIFY2(sentence(named).find("--dataset") == std::string::npos, sentence(named).c_str());
}

void RequestedRunTest::aSplitIsFoundByWhatItHolds() {
  metrics::RunSpec spec;
  spec.out = place() / "run";
  const auto dataset = writeDataset(place() / "data.h5", kUuid);
  QVERIFY(dataset);
  const std::string hash = store::hashOf(firstOf(5));
  // Without any, too.
  QVERIFY(!splitWithHash(*dataset, "default", hash).value());
  QVERIFY(writeSplit(*dataset, "default", firstOf(12)));
  QVERIFY(writeSplit(*dataset, "renamed", firstOf(5)));
  const auto found = splitOf(*dataset, spec, hash);
  QVERIFY2(found, sentence(found).c_str());
  QCOMPARE(found->manifest, std::string("renamed"));
  QVERIFY(found->assignment == firstOf(5));
  QCOMPARE(splitHashNow(*dataset, "renamed").value(), hash);
  QVERIFY(splitHashNow(*dataset, "default").value() != hash);
  QCOMPARE(splitHashNow(*dataset, "never").value(), std::string());
  const auto lost = splitOf(*dataset, spec, store::hashOf(firstOf(6)));
  QVERIFY(!lost);
  QCOMPARE(lost.error().code, Errc::notFound);
  QVERIFY2(sentence(lost).find("default") != std::string::npos, sentence(lost).c_str());
}

/// Where several hold the same, and whatever the alphabet says.
void RequestedRunTest::theNameThatTheRunHasComesFirst() {
  const auto dataset = writeDataset(place() / "data.h5", kUuid);
  QVERIFY(dataset);
  for (const char* name : {"a", "m", "z"}) QVERIFY(writeSplit(*dataset, name, firstOf(5)));
  for (const char* name : {"a", "m", "z"}) {
    const auto found = splitWithHash(*dataset, name, store::hashOf(firstOf(5)));
    QVERIFY(found && *found);
    QCOMPARE((*found)->manifest, std::string(name));
  }
}

MASU_TEST(RequestedRunTest)
#include "requested_run_test.moc"
