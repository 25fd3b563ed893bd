// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/signals.h"

#include <algorithm>
#include <span>

#include "core/tasks/data/dataset_task.h"
#include "ui/text/message.h"
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

/// The description of a sample beside its values.
Result<SampleSignals> describe(const store::Dataset& dataset, std::uint64_t sample) {
  SampleSignals signal;
  signal.sample = sample;
  MASU_TRY(const tasks::HeadOutcome head, tasks::rows(dataset, sample, 1, 1));
  if (!head.rows.empty()) {
    signal.row.label = shownText(head.rows.front().label);
    signal.row.source = shownText(head.rows.front().source);
    signal.row.position = head.rows.front().position;
  }
  return signal;
}

template <class Value>
void addChannels(std::span<const Value> values, std::size_t channels, SampleSignals& signal) {
  const std::size_t frames = values.size() / std::max<std::size_t>(1, channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const auto part = values.subspan(channel * frames, frames);
    auto copy = std::make_shared<std::vector<float>>(frames);
    std::ranges::transform(part, copy->begin(), [](Value value) { return static_cast<float>(value); });
    signal.channels.push_back(std::move(copy));
  }
  signal.frames = frames;
}

}  // namespace

Result<std::vector<SampleSignals>> readSignals(const store::Dataset& dataset, const std::vector<std::uint64_t>& samples,
                                               const NetworkLens& lens) {
  std::vector<SampleSignals> read;
  const store::ObjectInfo* object = dataset.find("features");
  if (object == nullptr) return read;
  const std::size_t channels = object->sampleShape.size() > 1 ? object->sampleShape.front() : 1;
  for (const std::uint64_t sample : samples) {
    MASU_TRY(SampleSignals signal, describe(dataset, sample));
    if (lens.active()) {
      MASU_TRY(const std::vector<float> values, lens.view->features(std::span(&sample, 1), lens.draw, {}));
      addChannels(std::span<const float>(values), channels, signal);
    } else {
      MASU_TRY(const std::vector<double> values, dataset.readValues(*object, sample, 1));
      addChannels(std::span<const double>(values), channels, signal);
      MASU_TRY(signal.frames, framesOf(dataset, sample, signal.frames));
    }
    read.push_back(std::move(signal));
  }
  return read;
}

}  // namespace masu::ui
