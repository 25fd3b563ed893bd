// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/dataset_summary.h"

#include <algorithm>
#include <span>

#include "core/loader/stream/split_index.h"
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
                             DatasetSummary& summary) {
  std::vector<table::ColumnStats> stats(summary.targetMean.size());
  MASU_CHECK(eachTrainLabel(dataset, assignment, [&](std::span<const double> values) {
    for (std::size_t k = 0; k < stats.size(); ++k) stats[k].add(values[k]);
  }));
  for (std::size_t k = 0; k < stats.size(); ++k) {
    summary.targetMean[k] = static_cast<float>(stats[k].mean);
    const double deviation = stats[k].deviation();
    if (deviation > 0) summary.targetDeviation[k] = static_cast<float>(deviation);
  }
  return {};
}

Result<void> countClasses(const store::Dataset& dataset, const store::Assignment& assignment, DatasetSummary& summary) {
  summary.classSamples.assign(summary.classes.size(), 0);
  return eachTrainLabel(dataset, assignment, [&](std::span<const double> values) {
    const auto code = static_cast<std::size_t>(values[0]);
    if (code < summary.classSamples.size()) ++summary.classSamples[code];
  });
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

Result<void> reshape(DatasetSummary& summary, const std::vector<std::int64_t>& shape) {
  if (shape.empty()) return {};
  std::string text;
  std::int64_t count = 1;
  const std::int64_t wanted = summary.featureCount();
  for (const std::int64_t extent : shape) {
    text += (text.empty() ? "" : "x") + std::to_string(extent);
    // Beyond what is wanted the product need not be known, and could not be held either.
    count = extent < 1 || extent > wanted || count > wanted ? wanted + 1 : count * extent;
  }
  if (count != wanted) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A sample has {0} values, which do not make the shape {1}."),
                {std::to_string(wanted), text});
  }
  summary.sampleShape = shape;
  return {};
}

DatasetSummary inputsOf(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  DatasetSummary summary;
  summary.uuid = dataset.uuid();
  summary.edition = dataset.edition();
  summary.rate = sharedRate(meta);
  for (const std::uint64_t extent : dataset.sampleShape()) {
    summary.sampleShape.push_back(static_cast<std::int64_t>(extent));
  }
  summary.storedShape = summary.sampleShape;
  summary.table = summary.sampleShape.size() == 1;
  if (const store::ObjectInfo* features = dataset.find("features")) {
    summary.stored = std::string(table::name(features->dtype));
    for (const std::size_t index : meta.schema.indicesOf(table::Role::feature))
      summary.inputs.push_back(inputFrom(meta.schema.columns[index]));
  }
  for (const std::size_t index : meta.schema.indicesOf(table::Role::label))
    summary.targets.push_back(inputFrom(meta.schema.columns[index]));
  summary.classes = meta.classes;
  if (dataset.find("categories") == nullptr) return summary;
  for (const std::size_t index : meta.schema.indicesOf(table::Role::category)) {
    const table::Column& column = meta.schema.columns[index];
    summary.categoryColumns.push_back(column.name);
    summary.dictionaries.push_back(column.dictionary);
    summary.cardinalities.push_back(static_cast<std::int64_t>(column.dictionary.size()) + 1);
  }
  return summary;
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
  DatasetSummary summary = inputsOf(dataset);
  summary.splitSamples[static_cast<std::size_t>(store::Split::train)] = dataset.samples();
  if (summary.sampleShape.empty() && summary.cardinalities.empty()) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has nothing besides its label to learn from."), {file},
                {file, 0, 0});
  }
  if (meta.target == store::Target::values) {
    const std::uint64_t width = labels->valuesPerSample();
    summary.classes.clear();
    summary.outputs = static_cast<std::int64_t>(width);
    if (summary.targets.size() != width) summary.targets.clear();
    summary.targetMean.assign(width, 0);
    summary.targetDeviation.assign(width, 1);
    return summary;
  }
  summary.targets.clear();
  summary.outputs = static_cast<std::int64_t>(meta.classes.size());
  if (summary.outputs < 2) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Every sample of {0} has the same class, so there is nothing to distinguish."),
                {file}, {file, 0, 0});
  }
  return summary;
}

Result<void> readFeatureScale(const store::Dataset& dataset, const std::string& manifest, unsigned threads,
                              const std::stop_token& stop, DatasetSummary& summary) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr) return {};
  MASU_TRY(const store::Assignment assignment, loader::manifestOf(dataset, manifest));
  const auto train = loader::SampleIndex::of(assignment, store::Split::train);
  MASU_TRY(const std::vector<loader::Moments> moments, loader::momentsOf(dataset, *features, train, threads, stop));
  for (const loader::Moments& one : moments) {
    summary.featureMean.push_back(one.mean);
    summary.featureDeviation.push_back(one.deviation());
  }
  return {};
}

Result<DatasetSummary> summaryOf(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(DatasetSummary summary, shapeOf(dataset));
  MASU_TRY(const store::Assignment assignment, loader::manifestOf(dataset, manifest));
  summary.splitSamples = {};
  for (const store::Split split : assignment) ++summary.splitSamples[static_cast<std::size_t>(split)];
  if (summary.samplesOf(store::Split::train) == 0) {
    const std::string file = dataset.path().string();
    return fail(Errc::noSamples,
                MASU_TEXT("core", "The split {1} of {0} has no train samples: give train a larger share."),
                {file, manifest}, {file, 0, 0});
  }
  summary.manifest = manifest;
  summary.splitHash = store::hashOf(assignment);
  MASU_CHECK(summary.predictsValues() ? readTargetScale(dataset, assignment, summary)
                                      : countClasses(dataset, assignment, summary));
  return summary;
}

}  // namespace masu::train
