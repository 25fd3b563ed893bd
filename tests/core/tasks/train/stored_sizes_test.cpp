// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/stored_sizes.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/tasks/data/convert_task.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/data/sample_task.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using table::DType;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kRows = 20'000;

/// A table of f32 features and a class.
Result<fs::path> importTable(const fs::path& folder) {
  Progress progress;
  const JobContext job{{}, progress};
  MASU_TRY(const auto sample, tasks::makeSample({tasks::SampleData::tabular, folder / "census", kRows, 0, true}, job));
  tasks::InspectRequest inspect;
  inspect.options.sources = {sample.path};
  inspect.options.labels = {"income"};
  MASU_TRY(const auto inspection, tasks::inspectionIn(tasks::inspect(inspect, job)));
  tasks::ImportRequest request;
  request.plan = inspection.plan;
  request.load.target = folder / "census.h5";
  MASU_TRY(const auto outcome, tasks::runImport(request, job));
  return outcome.dataset;
}

loader::TrainingRequest runWith(std::uint64_t memory) {
  loader::TrainingRequest run;
  run.resources = {2, memory};
  return run;
}

}  // namespace

class StoredSizesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const auto imported = importTable(m_folder.path().toStdString());
    QVERIFY2(imported, imported ? "" : imported.error().message.english().c_str());
    m_file = *imported;
    for (std::uint64_t i = 0; i < kRows; i += 5) m_assignment[i] = store::Split::test;
  }

  void estimatesWhatAConvertedDatasetTakes_data() {
    QTest::addColumn<std::uint64_t>("memory");
    QTest::newRow("all of it in memory") << (std::uint64_t{1} << 30U);
    QTest::newRow("in groups") << (std::uint64_t{4} << 20U);
  }
  void estimatesWhatAConvertedDatasetTakes() {
    QFETCH(std::uint64_t, memory);
    const auto original = store::Dataset::open(m_file);
    QVERIFY(original);
    const auto run = runWith(memory);
    estimate::LedgerInput input;
    input.datasetBytes = (*original)->fileBytes();
    QVERIFY(tasks::addStreams(run, *original, m_assignment, input));
    const auto sizes = tasks::storedSizes(run, *original, m_assignment, input, estimate::ledgerFor(input));
    QVERIFY(sizes);
    QCOMPARE(sizes->size(), std::size_t{4});
    QCOMPARE((*sizes)[1].type, DType::f32);
    QCOMPARE((*sizes)[1].loaderBuffers.value, input.loaderBuffers.value);
    QCOMPARE((*sizes)[1].datasetBytes, input.datasetBytes);
    for (const tasks::StoredSize& size : *sizes) {
      const fs::path target = fs::path(m_folder.path().toStdString()) / "converted.h5";
      // Some of these numbers are beyond f16; codes of as many bytes take the same.
      const DType type = size.type == DType::f16 ? DType::i16 : size.type;
      tasks::ConvertRequest convert{.file = m_file, .target = target, .dtype = type, .overwrite = true};
      Progress progress;
      QVERIFY(tasks::convert(convert, {{}, progress}));
      const auto converted = store::Dataset::open(target);
      QVERIFY(converted);
      estimate::LedgerInput takes;
      QVERIFY(tasks::addStreams(run, *converted, m_assignment, takes));
      const estimate::LedgerInput estimated = tasks::storedAs(input, size);
      QCOMPARE(estimated.loaderBuffers.value, takes.loaderBuffers.value);
      QCOMPARE(estimated.narrowSampleBytes, takes.narrowSampleBytes);
      QCOMPARE(estimated.batchSampleBytes, takes.batchSampleBytes);
      // HDF5's own parts differ with the number of chunks.
      const double apart = static_cast<double>(estimated.datasetBytes) - static_cast<double>((*converted)->fileBytes());
      QVERIFY2(std::abs(apart) < 128 << 10, std::to_string(apart).append(table::name(size.type)).c_str());
    }
    QVERIFY((*sizes)[3].loaderBuffers < (*sizes)[1].loaderBuffers || memory < (std::uint64_t{1} << 30U));
  }

 private:
  QTemporaryDir m_folder;
  fs::path m_file;
  store::Assignment m_assignment = store::Assignment(kRows, store::Split::train);
};

MASU_TEST(StoredSizesTest)
#include "stored_sizes_test.moc"
