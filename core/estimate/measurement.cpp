// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/measurement.h"

#include <algorithm>

#include "core/base/exact_json.h"

namespace masu::estimate {

Bytes Measurement::turn() const {
  Bytes most;
  for (const MeasuredModel& model : models) most = std::max(most, model.turn);
  return most;
}

Bytes Measurement::rest() const {
  Bytes named = loader + turn();
  for (const MeasuredModel& model : models) named += model.weights + model.learning;
  return peak - std::min(peak, named);
}

double Measurement::stepSeconds() const {
  double seconds = 0;
  for (const MeasuredModel& model : models) seconds += model.seconds;
  return seconds;
}

std::string toJson(const Measurement& measurement) {
  ExactJson json = {{"batch", measurement.batch},
                                 {"loader_bytes", measurement.loader.value},
                                 {"peak_bytes", measurement.peak.value},
                                 {"loader_seconds_per_sample", measurement.loaderSecondsPerSample},
                                 {"measured", ExactJson::array()}};
  for (const MeasuredModel& model : measurement.models) {
    json["measured"].push_back({{"model", model.model},
                                {"weight_bytes", model.weights.value},
                                {"learning_bytes", model.learning.value},
                                {"turn_bytes", model.turn.value},
                                {"step_seconds", model.seconds}});
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Measurement> measurementFromJson(std::string_view text) {
  const auto json = ExactJson::parse(text, nullptr, false);
  try {
    Measurement measurement;
    measurement.batch = json.at("batch");
    measurement.loader = {json.at("loader_bytes").get<std::uint64_t>()};
    measurement.peak = {json.at("peak_bytes").get<std::uint64_t>()};
    measurement.loaderSecondsPerSample = json.at("loader_seconds_per_sample");
    for (const auto& model : json.at("measured")) {
      measurement.models.push_back({.model = model.at("model"),
                                    .weights = {model.at("weight_bytes").get<std::uint64_t>()},
                                    .learning = {model.at("learning_bytes").get<std::uint64_t>()},
                                    .turn = {model.at("turn_bytes").get<std::uint64_t>()},
                                    .seconds = model.at("step_seconds")});
    }
    return measurement;
  } catch (const nlohmann::json::exception&) {
    return fail(Errc::format,
                MASU_TEXT("core", "The training worker measured in a way this version of Masu does not know."));
  }
}

}  // namespace masu::estimate
