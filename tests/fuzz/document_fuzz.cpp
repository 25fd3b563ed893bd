// SPDX-License-Identifier: GPL-3.0-or-later
// Any text, read as each of the documents that Masu keeps or its programs pass each other. The first byte says which.
#include <array>
#include <string>

#include "core/estimate/calibration.h"
#include "core/estimate/device.h"
#include "core/estimate/measurement.h"
#include "core/estimate/model_footprint.h"
#include "core/ingest/plan/import_plan.h"
#include "core/loader/stream/stream_state.h"
#include "core/loader/transform/augment.h"
#include "core/metrics/predict_spec.h"
#include "core/metrics/rate_curve.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"
#include "core/shards/restore/index_reader.h"
#include "core/shards/write/shard_journal.h"
#include "core/store/format/meta.h"
#include "core/store/format/part_list.h"
#include "core/waveform/recording/recording_request.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;

namespace {

void readRecipe(const std::string& text) {
  const auto plan = ingest::planFromRecipe(text);
  if (!plan) return;
  // What was understood is written in a way that is understood.
  const std::string written = ingest::recipeFrom(*plan);
  const auto again = ingest::planFromRecipe(written);
  fuzz::require(again && ingest::recipeFrom(*again) == written);
}

void readEvent(const std::string& text) {
  const auto event = metrics::eventFromJsonLine(text);
  if (!event) return;
  const std::string written = metrics::toJsonLine(*event);
  const auto again = metrics::eventFromJsonLine(written);
  fuzz::require(again && metrics::toJsonLine(*again) == written);
}

void readSpec(const std::string& text) {
  const auto spec = metrics::specFromJson(text);
  if (spec) fuzz::require(metrics::specFromJson(metrics::toJson(*spec)).has_value());
}

void readMeta(const std::string& text) {
  for (const char* name : {"schema", "classes", "groups", "sources", "recipe", "padding"}) {
    store::DatasetMeta meta;
    static_cast<void>(store::readDocuments({{name, text}}, "fuzz.h5", meta));
    static_cast<void>(store::readDocuments({{"columns", text}}, "fuzz.h5", meta));
  }
}

/// What is read by its name.
void readLog(const std::string& text) {
  static const fuzz::ScratchFolder folder;
  const auto file = folder.write("log", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  static_cast<void>(shards::ShardJournal::read(file, "key"));
  static_cast<void>(metrics::RunLog::read(file));
}

constexpr std::array<void (*)(const std::string&), 15> kReaders = {
    readRecipe,
    readEvent,
    readSpec,
    readMeta,
    [](const std::string& text) { static_cast<void>(shards::readIndex(text, "export/index.json")); },
    [](const std::string& text) { static_cast<void>(store::partListFrom(text, "fuzz.h5")); },
    [](const std::string& text) { static_cast<void>(metrics::predictSpecFromJson(text)); },
    [](const std::string& text) { static_cast<void>(metrics::predictSummaryFromJson(text)); },
    [](const std::string& text) { static_cast<void>(metrics::rateCurveFromJson(text)); },
    [](const std::string& text) { static_cast<void>(estimate::footprintFromJson(text)); },
    [](const std::string& text) {
      static_cast<void>(estimate::calibrationFromJson(text));
      static_cast<void>(estimate::devicesFromJson(text));
      static_cast<void>(estimate::measurementFromJson(text));
    },
    [](const std::string& text) { static_cast<void>(loader::StreamState::parse(text)); },
    [](const std::string& text) { static_cast<void>(loader::AugmentSpec::parse(text)); },
    [](const std::string& text) { static_cast<void>(waveform::rawLayoutFrom(text)); },
    readLog,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  kReaders[data[0] % kReaders.size()](std::string(reinterpret_cast<const char*>(data + 1), size - 1));
  return 0;
}
