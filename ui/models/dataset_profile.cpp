// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/dataset_profile.h"

#include <algorithm>
#include <cmath>

namespace masu::ui {
namespace {

using Counts = std::vector<double>;

int binsFor(const table::ColumnStats& stats) {
  const double span = stats.max - stats.min;
  if (stats.integral && span >= 0 && span < DatasetProfile::kBins) return static_cast<int>(span) + 1;
  return DatasetProfile::kBins;
}

void count(Counts& bins, double value, double low, double high) {
  if (!std::isfinite(value) || bins.empty()) return;
  const double share = high > low ? (value - low) / (high - low) : 0;
  const auto last = static_cast<double>(bins.size() - 1);
  bins[static_cast<std::size_t>(std::clamp(std::floor(share * static_cast<double>(bins.size())), 0.0, last))] += 1;
}

void countCode(Counts& bins, double code) {
  const auto at = static_cast<std::size_t>(std::max(0.0, code));
  if (at < bins.size()) bins[at] += 1;
}

class Profiler {
 public:
  explicit Profiler(const store::Dataset& dataset)
      : m_dataset(dataset),
        m_schema(dataset.meta().schema),
        m_features(m_schema.indicesOf(table::Role::feature)),
        m_categories(m_schema.indicesOf(table::Role::category)) {
    m_profile.bins.resize(m_schema.columns.size());
    if (dataset.meta().kind == store::SampleKind::table) {
      for (const std::size_t i : m_features) {
        m_profile.bins[i].resize(static_cast<std::size_t>(binsFor(m_schema.columns[i].stats)));
      }
      for (const std::size_t i : m_categories) m_profile.bins[i].resize(m_schema.columns[i].dictionary.size());
    }
    m_profile.classes.resize(dataset.meta().classes.size());
  }

  Result<void> add(std::uint64_t first, std::uint64_t samples) {
    if (m_dataset.meta().kind == store::SampleKind::table) {
      MASU_CHECK(addFeatures(first, samples));
      MASU_CHECK(addCategories(first, samples));
    }
    const store::ObjectInfo* labels = m_dataset.find("labels");
    if (labels != nullptr && !m_profile.classes.empty()) {
      MASU_TRY(const auto codes, m_dataset.readValues(*labels, first, samples));
      for (const double code : codes) countCode(m_profile.classes, code);
    }
    m_profile.samplesRead += samples;
    return {};
  }

  DatasetProfile take() {
    m_profile.exact = m_profile.samplesRead == m_dataset.samples();
    return std::move(m_profile);
  }

 private:
  Result<void> addFeatures(std::uint64_t first, std::uint64_t samples) {
    const store::ObjectInfo* object = m_dataset.find("features");
    if (object == nullptr || object->valuesPerSample() != m_features.size()) return {};
    MASU_TRY(const auto values, m_dataset.readValues(*object, first, samples));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t column = m_features[i % m_features.size()];
      const table::ColumnStats& stats = m_schema.columns[column].stats;
      count(m_profile.bins[column], values[i], stats.min, stats.max);
    }
    return {};
  }

  Result<void> addCategories(std::uint64_t first, std::uint64_t samples) {
    const store::ObjectInfo* object = m_dataset.find("categories");
    if (object == nullptr || object->valuesPerSample() != m_categories.size()) return {};
    MASU_TRY(const auto codes, m_dataset.readValues(*object, first, samples));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] > 0) countCode(m_profile.bins[m_categories[i % m_categories.size()]], codes[i] - 1);
    }
    return {};
  }

  const store::Dataset& m_dataset;
  const table::Schema& m_schema;
  std::vector<std::size_t> m_features;
  std::vector<std::size_t> m_categories;
  DatasetProfile m_profile;
};

}  // namespace

Result<DatasetProfile> profileOf(const store::Dataset& dataset, const JobContext& job) {
  Profiler profiler(dataset);
  const std::uint64_t all = dataset.samples();
  const std::uint64_t blocks = DatasetProfile::kSamplesRead / DatasetProfile::kBlock;
  const bool whole = all <= DatasetProfile::kSamplesRead;
  const std::uint64_t steps = whole ? (all + DatasetProfile::kBlock - 1) / DatasetProfile::kBlock : blocks;
  for (std::uint64_t step = 0; step < steps; ++step) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t first = whole ? step * DatasetProfile::kBlock : all / blocks * step;
    MASU_CHECK(profiler.add(first, std::min(DatasetProfile::kBlock, all - first)));
  }
  return profiler.take();
}

}  // namespace masu::ui
