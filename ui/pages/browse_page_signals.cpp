#include "ui/pages/browse_page_signals.h"

#include <algorithm>
#include <span>

#include "core/tasks/dataset_task.h"
#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

Result<std::size_t> framesOf(const store::Dataset& dataset, std::uint64_t sample, std::size_t window) {
  const store::ObjectInfo* object = dataset.find("origin");
  if (object == nullptr) return window;
  store::Origin origin;
  MASU_CHECK(dataset.read(*object, sample, 1, std::as_writable_bytes(std::span(&origin, 1))));
  const auto& sources = dataset.meta().sources;
  if (origin.source >= sources.size()) return window;
  const std::uint64_t all = sources[origin.source].records;
  return std::min<std::uint64_t>(window, all > origin.position ? all - origin.position : 0);
}

Result<SampleSignals> readSignal(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t sample) {
  SampleSignals signal;
  signal.sample = sample;
  MASU_TRY(const tasks::HeadOutcome head, tasks::rows(dataset, sample, 1, 1));
  if (!head.rows.empty()) {
    signal.row.label = toQt(head.rows.front().label);
    signal.row.source = toQt(head.rows.front().source);
    signal.row.position = head.rows.front().position;
  }
  MASU_TRY(const std::vector<double> values, dataset.readValues(object, sample, 1));
  const std::size_t channels = object.sampleShape.size() > 1 ? object.sampleShape.front() : 1;
  const std::size_t frames = values.size() / std::max<std::size_t>(1, channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(channel * frames);
    auto copy = std::make_shared<std::vector<float>>(frames);
    std::transform(first, first + static_cast<std::ptrdiff_t>(frames), copy->begin(),
                   [](double value) { return static_cast<float>(value); });
    signal.channels.push_back(std::move(copy));
  }
  MASU_TRY(signal.frames, framesOf(dataset, sample, frames));
  return signal;
}

}  // namespace

Result<std::vector<SampleSignals>> readSignals(const store::Dataset& dataset,
                                               const std::vector<std::uint64_t>& samples) {
  std::vector<SampleSignals> read;
  const store::ObjectInfo* object = dataset.find("features");
  if (object == nullptr) return read;
  for (const std::uint64_t sample : samples) {
    MASU_TRY(SampleSignals signal, readSignal(dataset, *object, sample));
    read.push_back(std::move(signal));
  }
  return read;
}

}  // namespace masu::ui
