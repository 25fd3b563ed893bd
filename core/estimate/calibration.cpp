// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/calibration.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "core/estimate/comparison.h"
#include "core/estimate/epoch_time.h"

namespace masu::estimate {

namespace {

/// 1 where either was not measured.
double ratio(double measured, double estimated) {
  return measured > 0 && estimated > 0 ? measured / estimated : 1;
}

double factor(const nlohmann::json& json, const char* key) {
  const double value = json.at(key).get<double>();
  if (!(value > 0) || !std::isfinite(value)) throw std::invalid_argument(std::string(key) + " is not positive");
  return value;
}

/// A minus sign or a fraction would otherwise turn into some other number.
Bytes bytesIn(const nlohmann::json& json, const char* key) {
  const auto& value = json.at(key);
  if (!value.is_number_unsigned()) throw std::invalid_argument(std::string(key) + " is no number of bytes");
  return {value.get<std::uint64_t>()};
}

}  // namespace

const std::map<std::string, Correction>* Calibration::of(const std::string& machine) const {
  const auto found = machines.find(machine);
  return found == machines.end() ? nullptr : &found->second;
}

std::map<std::string, Correction> correctionsFrom(const LedgerInput& input, const Measurement& measurement) {
  const Bytes estimated = workerMemory(input);
  const Bytes unmodelled = measurement.peak - std::min(measurement.peak, estimated);
  std::map<std::string, Correction> corrections;
  for (std::size_t i = 0; i < std::min(input.models.size(), measurement.models.size()); ++i) {
    const ModelFootprint& model = input.models[i];
    const double step = stepSecondsHere(input, model, measurement.batch);
    corrections[model.model] = {ratio(measurement.models[i].seconds, step),
                                ratio(measurement.loaderSecondsPerSample, input.loaderSecondsPerSample), unmodelled};
  }
  return corrections;
}

bool correct(LedgerInput& input, const std::map<std::string, Correction>& corrections) {
  bool any = false;
  for (ModelFootprint& model : input.models) {
    const auto found = corrections.find(model.model);
    if (found == corrections.end()) continue;
    const Correction& correction = found->second;
    model.stepSeconds *= correction.stepFactor;
    model.stepSecondsPerSample *= correction.stepFactor;
    // One stream feeds all models, so one of the corrections counts.
    if (!any) input.loaderSecondsPerSample *= correction.loaderFactor;
    input.unmodelled = std::max(input.unmodelled, correction.unmodelled);
    any = true;
  }
  return any;
}

std::string toJson(const Calibration& calibration) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [machine, corrections] : calibration.machines) {
    for (const auto& [model, correction] : corrections) {
      json[machine][model] = {{"step_factor", correction.stepFactor},
                              {"loader_factor", correction.loaderFactor},
                              {"beyond_bytes", correction.unmodelled.value}};
    }
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Calibration> calibrationFromJson(std::string_view text) {
  Calibration calibration;
  try {
    const auto machines = nlohmann::json::parse(text);
    for (const auto& [machine, corrections] : machines.items()) {
      for (const auto& [model, json] : corrections.items()) {
        calibration.machines[machine][model] = {factor(json, "step_factor"), factor(json, "loader_factor"),
                                                bytesIn(json, "beyond_bytes")};
      }
    }
  } catch (const std::exception&) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "What was measured earlier is damaged, or of another version of Masu. Clear it, and measure "
                          "again."));
  }
  return calibration;
}

}  // namespace masu::estimate
