// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/opened_dataset.h"

#include <algorithm>
#include <cmath>

namespace masu::ui {

namespace {

constexpr std::size_t kSignalPoints = 48;
constexpr std::size_t kBars = 11;

std::vector<double> signalOutline(const store::Dataset& dataset) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr || dataset.samples() == 0) return {};
  const auto values = dataset.readValues(*features, 0, 1);
  if (!values || values->size() < kSignalPoints) return {};
  const std::size_t channels = std::max<std::size_t>(1, features->sampleShape.empty() ? 1 : features->sampleShape[0]);
  const std::size_t length = values->size() / channels;
  std::vector<double> outline(kSignalPoints, 0.0);
  for (std::size_t i = 0; i < length; ++i) {
    double& height = outline[i * kSignalPoints / length];
    if (std::isfinite((*values)[i])) height = std::max(height, std::abs((*values)[i]));
  }
  return outline;
}

/// A table's thumbnail: the first samples' values of its first feature, as a histogram.
std::vector<double> firstHistogram(const store::Dataset& dataset) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr || dataset.samples() == 0) return {};
  const std::uint64_t count = std::min<std::uint64_t>(dataset.samples(), 2000);
  const auto values = dataset.readValues(*features, 0, count);
  const std::size_t width = static_cast<std::size_t>(features->valuesPerSample());
  if (!values || width == 0) return {};
  double low = INFINITY, high = -INFINITY;
  for (std::size_t i = 0; i < values->size(); i += width) {
    if (!std::isfinite((*values)[i])) continue;
    low = std::min(low, (*values)[i]), high = std::max(high, (*values)[i]);
  }
  std::vector<double> bars(kBars, 0.0);
  if (!(high > low)) return bars;
  for (std::size_t i = 0; i < values->size(); i += width) {
    const double value = (*values)[i];
    if (std::isfinite(value))
      bars[std::min(kBars - 1, static_cast<std::size_t>((value - low) / (high - low) * kBars))] += 1;
  }
  return bars;
}

void scaleToOne(std::vector<double>& heights) {
  const double top = heights.empty() ? 0 : *std::max_element(heights.begin(), heights.end());
  if (top > 0)
    for (double& height : heights) height /= top;
}

}  // namespace

Result<OpenedDataset> openDatasetFile(const std::filesystem::path& path, const JobContext& job) {
  if (job.stopRequested()) return fail(Error::cancelled());
  OpenedDataset opened;
  MASU_TRY(opened.info, tasks::info(path, job.stop));
  const store::Dataset& dataset = *opened.info.dataset;
  const bool signal = dataset.meta().kind != store::SampleKind::table;
  opened.thumbnail = signal ? signalOutline(dataset) : firstHistogram(dataset);
  scaleToOne(opened.thumbnail);
  return opened;
}

}  // namespace masu::ui
