// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/dataset_summary.h"

#include <algorithm>
#include <span>

#include "core/loader/transform/channel_moments.h"
#include "core/table/column_stats.h"

namespace masu::train {

namespace {

/// Calls body(label values of one sample) for each sample of the train split.
template <class Body>
Result<void> eachTrainLabel(const store::Dataset& dataset, const store::Assignment& assignment, Body&& body) {
  const store::ObjectInfo& labels = *dataset.find("labels");
  const std::uint64_t width = labels.valuesPerSample();
  const std::uint64_t block = std::max<std::uint64_t>(labels.chunkSamples, 1);
  for (std::uint64_t first = 0; first < labels.samples; first += block) {
    const std::uint64_t count = std::min(block, labels.samples - first);
    MASU_TRY(const std::vector<double> values, dataset.readValues(labels, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (assignment[first + i] == store::Split::train) body(std::span(values).subspan(i * width, width));
    }
  }
  return {};
}

Result<void> readTargetScale(const store::Dataset& dataset, const store::Assignment& assignment,
                             DatasetSummary& facts) {
  std::vector<table::ColumnStats> stats(facts.targetMean.size());
  MASU_CHECK(eachTrainLabel(dataset, assignment, [&](std::span<const double> values) {
    for (std::size_t k = 0; k < stats.size(); ++k) stats[k].add(values[k]);
  }));
  for (std::size_t k = 0; k < stats.size(); ++k) {
    facts.targetMean[k] = static_cast<float>(stats[k].mean);
    const double deviation = stats[k].deviation();
    if (deviation > 0) facts.targetDeviation[k] = static_cast<float>(deviation);
  }
  return {};
}

Result<void> countClasses(const store::Dataset& dataset, const store::Assignment& assignment, DatasetSummary& facts) {
  facts.classSamples.assign(facts.classes.size(), 0);
  return eachTrainLabel(dataset, assignment, [&](std::span<const double> values) {
    const auto code = static_cast<std::size_t>(values[0]);
    if (code < facts.classSamples.size()) ++facts.classSamples[code];
  });
}

Result<store::Assignment> readManifest(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()));
  if (splits.find(manifest) == nullptr) {
    return fail(Errc::notFound,
                MASU_TEXT("core", "{0} has no split named {1}: divide it into train, validation and test first."),
                {dataset.path().string(), manifest}, {dataset.path().string(), 0, 0});
  }
  return splits.read(manifest);
}

InputColumn inputFrom(const table::Column& column) {
  return {column.name, column.kind, column.origin, column.unit};
}

/// 0 where recordings differ in it, or have none.
double sharedRate(const store::DatasetMeta& meta) {
  if (meta.kind == store::SampleKind::table || meta.sources.empty()) return 0;
  const double first = meta.sources.front().rate;
  const auto same = [&](const store::SourceFile& source) { return source.rate == first; };
  return std::ranges::all_of(meta.sources, same) ? first : 0;
}

}  // namespace

std::int64_t DatasetSummary::featureCount() const {
  if (sampleShape.empty()) return 0;
  std::int64_t count = 1;
  for (const std::int64_t extent : sampleShape) count *= extent;
  return count;
}

Result<void> reshape(DatasetSummary& facts, const std::vector<std::int64_t>& shape) {
  if (shape.empty()) return {};
  std::string text;
  std::int64_t count = 1;
  const std::int64_t wanted = facts.featureCount();
  for (const std::int64_t extent : shape) {
    text += (text.empty() ? "" : "x") + std::to_string(extent);
    // Beyond what is wanted the product need not be known, and could not be held either.
    count = extent < 1 || extent > wanted || count > wanted ? wanted + 1 : count * extent;
  }
  if (count != wanted) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A sample has {0} values, which do not make the shape {1}."),
                {std::to_string(wanted), text});
  }
  facts.sampleShape = shape;
  return {};
}

DatasetSummary inputsOf(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  DatasetSummary facts;
  facts.uuid = dataset.uuid();
  facts.rate = sharedRate(meta);
  for (const std::uint64_t extent : dataset.sampleShape()) {
    facts.sampleShape.push_back(static_cast<std::int64_t>(extent));
  }
  facts.storedShape = facts.sampleShape;
  facts.table = facts.sampleShape.size() == 1;
  if (const store::ObjectInfo* features = dataset.find("features")) {
    facts.stored = std::string(table::name(features->dtype));
    for (const std::size_t index : meta.schema.indicesOf(table::Role::feature))
      facts.inputs.push_back(inputFrom(meta.schema.columns[index]));
  }
  for (const std::size_t index : meta.schema.indicesOf(table::Role::label))
    facts.targets.push_back(inputFrom(meta.schema.columns[index]));
  facts.classes = meta.classes;
  if (dataset.find("categories") == nullptr) return facts;
  for (const std::size_t index : meta.schema.indicesOf(table::Role::category)) {
    const table::Column& column = meta.schema.columns[index];
    facts.categoryColumns.push_back(column.name);
    facts.dictionaries.push_back(column.dictionary);
    facts.cardinalities.push_back(static_cast<std::int64_t>(column.dictionary.size()) + 1);
  }
  return facts;
}

Result<DatasetSummary> shapeOf(const store::Dataset& dataset) {
  const std::string file = dataset.path().string();
  const store::ObjectInfo* labels = dataset.find("labels");
  const store::DatasetMeta& meta = dataset.meta();
  if (labels == nullptr || meta.target == store::Target::none) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has no labels to learn from: import it again and name its label."), {file},
                {file, 0, 0});
  }
  DatasetSummary facts = inputsOf(dataset);
  facts.splitSamples[static_cast<std::size_t>(store::Split::train)] = dataset.samples();
  if (facts.sampleShape.empty() && facts.cardinalities.empty()) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has nothing besides its label to learn from."), {file},
                {file, 0, 0});
  }
  if (meta.target == store::Target::values) {
    const std::uint64_t width = labels->valuesPerSample();
    facts.classes.clear();
    facts.outputs = static_cast<std::int64_t>(width);
    if (facts.targets.size() != width) facts.targets.clear();
    facts.targetMean.assign(width, 0);
    facts.targetDeviation.assign(width, 1);
    return facts;
  }
  facts.targets.clear();
  facts.outputs = static_cast<std::int64_t>(meta.classes.size());
  if (facts.outputs < 2) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Every sample of {0} has the same class, so there is nothing to distinguish."),
                {file}, {file, 0, 0});
  }
  return facts;
}

Result<void> readFeatureScale(const store::Dataset& dataset, const std::string& manifest, unsigned threads,
                              const std::stop_token& stop, DatasetSummary& facts) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr) return {};
  MASU_TRY(const store::Assignment assignment, readManifest(dataset, manifest));
  const auto train = loader::SampleIndex::of(assignment, store::Split::train);
  MASU_TRY(const std::vector<loader::Moments> moments, loader::momentsOf(dataset, *features, train, threads, stop));
  for (const loader::Moments& one : moments) {
    facts.featureMean.push_back(one.mean);
    facts.featureDeviation.push_back(one.deviation());
  }
  return {};
}

Result<DatasetSummary> factsOf(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(DatasetSummary facts, shapeOf(dataset));
  MASU_TRY(const store::Assignment assignment, readManifest(dataset, manifest));
  facts.splitSamples = {};
  for (const store::Split split : assignment) ++facts.splitSamples[static_cast<std::size_t>(split)];
  if (facts.samplesOf(store::Split::train) == 0) {
    const std::string file = dataset.path().string();
    return fail(Errc::noSamples,
                MASU_TEXT("core", "The split {1} of {0} has no train samples: give train a larger share."),
                {file, manifest}, {file, 0, 0});
  }
  facts.manifest = manifest;
  facts.splitHash = store::hashOf(assignment);
  MASU_CHECK(facts.predictsValues() ? readTargetScale(dataset, assignment, facts)
                                    : countClasses(dataset, assignment, facts));
  return facts;
}

}  // namespace masu::train
