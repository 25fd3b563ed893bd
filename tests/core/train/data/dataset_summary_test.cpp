// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/dataset_summary.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <map>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;
using store::Split;
using Shape = std::vector<std::int64_t>;

namespace {

table::Column column(const char* name, table::Role role) {
  table::Column made;
  made.name = name;
  made.role = role;
  return made;
}

/// Ten rows of x and y, a city, and one of three classes.
std::shared_ptr<FakeDataset> cities() {
  const auto dataset = std::make_shared<FakeDataset>(10);
  dataset->add("features", table::DType::i16, {2}, 4, std::vector<std::int16_t>(20));
  dataset->add("categories", table::DType::u8, {1}, 4, std::vector<std::uint8_t>(10));
  dataset->add("labels", table::DType::u8, {}, 4, std::vector<std::uint8_t>(10));
  store::DatasetMeta& meta = dataset->editMeta();
  meta.uuid = "a-table";
  meta.target = store::Target::classes;
  meta.classes = {"a", "b", "c"};
  meta.schema.columns = {column("x", table::Role::feature), column("city", table::Role::category),
                         column("note", table::Role::kept), column("y", table::Role::feature),
                         column("kind", table::Role::label)};
  meta.schema.columns[1].dictionary = {"Oslo", "Rome"};
  meta.schema.columns[3].origin = 5;
  meta.schema.columns[3].unit = "mm";
  return dataset;
}

std::string refusalOf(const store::Dataset& dataset) {
  const auto summary = shapeOf(dataset);
  return summary ? "accepted" : summary.error().message.english();
}

/// By two passes, of the numbers of an object that the train split has, each `width` numbers apart.
struct Spread {
  double mean = 0;
  double deviation = 0;
};
Spread spreadOf(const store::Dataset& dataset, const char* name, const store::Assignment& assignment,
                std::size_t place) {
  const store::ObjectInfo& object = *dataset.find(name);
  const std::vector<double> values = dataset.readValues(object, 0, object.samples).value();
  std::vector<double> chosen;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    if (assignment[i] == Split::train) chosen.push_back(values[i * object.valuesPerSample() + place]);
  }
  Spread spread;
  for (const double value : chosen) spread.mean += value / static_cast<double>(chosen.size());
  for (const double value : chosen) spread.deviation += std::pow(value - spread.mean, 2);
  spread.deviation = std::sqrt(spread.deviation / static_cast<double>(chosen.size()));
  return spread;
}

bool isNear(double one, double other) {
  return std::abs(one - other) <= 1e-5 * std::max(1.0, std::abs(other));
}

}  // namespace

class DatasetSummaryTest : public QObject {
  Q_OBJECT

 private:
  /// A dataset on disk and its manifest: splits are in a file beside it.
  std::shared_ptr<const store::Dataset> written(const char* name, const SmallDataset& plan) const {
    const fs::path file = fs::path(m_folder.path().toStdString()) / name;
    plan.write(file);
    return store::Dataset::open(file).value();
  }
  static store::Assignment assignmentOf(const store::Dataset& dataset) {
    return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()).value().read("default").value();
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void columnsAreInTheOrderInWhichTheyAreStored();
  void recordingsShareARateOrHaveNone();
  void valuesAreTargetsInTheirPlaces();
  void whatCannotBeLearnedIsRefused();
  void aShapeHasEveryValueOnce();
  void targetsAreScaledByTheTrainSplit();
  void classesAreCountedInTheTrainSplit();
  void featuresAreScaledByTheTrainSplit();
  void aSplitWithoutTrainSamplesIsRefused();
};

void DatasetSummaryTest::columnsAreInTheOrderInWhichTheyAreStored() {
  const DatasetSummary summary = shapeOf(*cities()).value();
  QCOMPARE(summary.inputs.size(), std::size_t{2});
  QCOMPARE(summary.inputs[0].name, std::string("x"));
  QCOMPARE(summary.inputs[1].name, std::string("y"));
  QCOMPARE(summary.inputs[1].origin, 5.0);
  QCOMPARE(summary.inputs[1].unit, std::string("mm"));
  QCOMPARE(summary.categoryColumns, std::vector<std::string>{"city"});
  QCOMPARE(summary.cardinalities, Shape{3});  // two words, and missing
  QCOMPARE(summary.stored, std::string("i16"));
  QCOMPARE(summary.sampleShape, Shape{2});
  QVERIFY(summary.table);
  QCOMPARE(summary.outputs, std::int64_t{3});
  QVERIFY(!summary.predictsValues() && summary.targets.empty());
  // Before a split is drawn, every sample counts as train.
  QCOMPARE(summary.samplesOf(Split::train), std::uint64_t{10});
  QCOMPARE(summary.samplesOf(Split::test), std::uint64_t{0});
}

void DatasetSummaryTest::recordingsShareARateOrHaveNone() {
  const auto dataset = cities();
  store::DatasetMeta& meta = dataset->editMeta();
  meta.sources.resize(3);
  for (store::SourceFile& source : meta.sources) source.rate = 100;
  QCOMPARE(inputsOf(*dataset).rate, 0.0);  // a table has none
  meta.kind = store::SampleKind::waveform;
  QCOMPARE(inputsOf(*dataset).rate, 100.0);
  meta.sources.back().rate = 101;
  QCOMPARE(inputsOf(*dataset).rate, 0.0);
  meta.sources.clear();
  QCOMPARE(inputsOf(*dataset).rate, 0.0);
}

void DatasetSummaryTest::valuesAreTargetsInTheirPlaces() {
  const auto dataset = cities();
  dataset->editMeta().target = store::Target::values;
  const DatasetSummary one = shapeOf(*dataset).value();
  QVERIFY(one.predictsValues());
  QCOMPARE(one.outputs, std::int64_t{1});
  QCOMPARE(one.valueCount(), std::size_t{1});
  QCOMPARE(one.targets.size(), std::size_t{1});
  QCOMPARE(one.targets.front().name, std::string("kind"));
  // Of more values than the dataset names, no name says which one is meant.
  dataset->editObjects()[2].sampleShape = {2};
  const DatasetSummary two = shapeOf(*dataset).value();
  QCOMPARE(two.outputs, std::int64_t{2});
  QVERIFY(two.targets.empty());
  QCOMPARE(two.targetMean, (std::vector<float>{0, 0}));
  QCOMPARE(two.targetDeviation, (std::vector<float>{1, 1}));
}

void DatasetSummaryTest::whatCannotBeLearnedIsRefused() {
  auto dataset = cities();
  dataset->editMeta().classes = {"a"};
  QVERIFY2(refusalOf(*dataset).find("the same class") != std::string::npos, refusalOf(*dataset).c_str());
  dataset->editMeta().target = store::Target::none;
  QVERIFY2(refusalOf(*dataset).find("no labels") != std::string::npos, refusalOf(*dataset).c_str());
  dataset = cities();
  dataset->editObjects().erase(dataset->editObjects().begin());
  QCOMPARE(refusalOf(*dataset), std::string("accepted"));  // of categories alone
  QVERIFY(shapeOf(*dataset)->inputs.empty() && shapeOf(*dataset)->stored.empty());
  dataset->editObjects().erase(dataset->editObjects().begin());
  QVERIFY2(refusalOf(*dataset).find("nothing besides its label") != std::string::npos, refusalOf(*dataset).c_str());
  dataset->editObjects().clear();
  QVERIFY2(refusalOf(*dataset).find("no labels") != std::string::npos, refusalOf(*dataset).c_str());
}

void DatasetSummaryTest::aShapeHasEveryValueOnce() {
  constexpr std::int64_t kHuge = std::int64_t{1} << 62U;
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = {24};
  for (const Shape& shape : {Shape{24}, Shape{2, 12}, Shape{1, 4, 6}, Shape{24, 1}}) {
    QVERIFY(reshape(summary, shape));
    QCOMPARE(summary.sampleShape, shape);
    QCOMPARE(summary.featureCount(), std::int64_t{24});
    QVERIFY(reshape(summary, {}));
    QCOMPARE(summary.sampleShape, shape);
  }
  for (const Shape& shape : {Shape{23}, Shape{5, 5}, Shape{0, 24}, Shape{-2, -12}, Shape{24, 0}, Shape{kHuge, 4},
                             Shape{4, kHuge}, Shape{kHuge, kHuge, kHuge}, Shape{25, -1}}) {
    QVERIFY(!reshape(summary, shape));
    QCOMPARE(summary.sampleShape, (Shape{24, 1}));
  }
  QCOMPARE(summary.storedShape, Shape{24});
  DatasetSummary none;
  QCOMPARE(none.featureCount(), std::int64_t{0});
  QVERIFY(!reshape(none, {1}));
}

void DatasetSummaryTest::targetsAreScaledByTheTrainSplit() {
  const auto dataset = written("values.h5", {.values = true});
  const DatasetSummary summary = summaryOf(*dataset, "default").value();
  const Spread wanted = spreadOf(*dataset, "labels", assignmentOf(*dataset), 0);
  QVERIFY(isNear(static_cast<double>(summary.targetMean.at(0)), wanted.mean));
  QVERIFY(isNear(static_cast<double>(summary.targetDeviation.at(0)), wanted.deviation));
  QVERIFY(summary.classSamples.empty());
  // All train samples the same: nothing is to be divided by 0.
  const auto single = written("single.h5", {.samples = 10, .values = true, .trainTenths = 1});
  const DatasetSummary one = summaryOf(*single, "default").value();
  QCOMPARE(one.samplesOf(Split::train), std::uint64_t{1});
  QCOMPARE(one.targetDeviation, std::vector<float>{1});
}

void DatasetSummaryTest::classesAreCountedInTheTrainSplit() {
  const auto dataset = written("classes.h5", {});
  const DatasetSummary summary = summaryOf(*dataset, "default").value();
  const store::Assignment assignment = assignmentOf(*dataset);
  const std::vector<double> labels = dataset->readValues(*dataset->find("labels"), 0, dataset->samples()).value();
  std::vector<std::uint64_t> wanted(2);
  std::map<Split, std::uint64_t> samples;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++samples[assignment[i]];
    if (assignment[i] == Split::train) ++wanted[static_cast<std::size_t>(labels[i])];
  }
  QCOMPARE(summary.classSamples, wanted);
  QVERIFY(summary.targetMean.empty());
  for (const auto& [split, count] : samples) QCOMPARE(summary.samplesOf(split), count);
  QCOMPARE(summary.splitHash, store::hashOf(assignment));
  QCOMPARE(summary.manifest, std::string("default"));
}

void DatasetSummaryTest::featuresAreScaledByTheTrainSplit() {
  const auto dataset = written("features.h5", {.sampleShape = {3}});
  DatasetSummary summary = summaryOf(*dataset, "default").value();
  QVERIFY(summary.featureMean.empty());
  QVERIFY(readFeatureScale(*dataset, "default", 2, {}, summary));
  QCOMPARE(summary.featureMean.size(), std::size_t{3});
  for (std::size_t k = 0; k < 3; ++k) {
    const Spread wanted = spreadOf(*dataset, "features", assignmentOf(*dataset), k);
    QVERIFY(isNear(summary.featureMean[k], wanted.mean));
    QVERIFY(isNear(summary.featureDeviation[k], wanted.deviation));
  }
  const auto categories = written("categories.h5", {.sampleShape = {}, .categories = true});
  DatasetSummary none = summaryOf(*categories, "default").value();
  QVERIFY(readFeatureScale(*categories, "default", 2, {}, none));
  QVERIFY(none.featureMean.empty());
}

void DatasetSummaryTest::aSplitWithoutTrainSamplesIsRefused() {
  const auto dataset = written("untrained.h5", {.trainTenths = 0});
  const auto refused = summaryOf(*dataset, "default");
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::noSamples);
  QVERIFY(refused.error().message.english().find("no train samples") != std::string::npos);
  QCOMPARE(summaryOf(*dataset, "other").error().code, Errc::notFound);
}

MASU_TEST(DatasetSummaryTest)
#include "dataset_summary_test.moc"
