// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exact_json.h"
#include "core/estimate/model_footprint.h"

namespace masu::estimate {

namespace {

ExactJson cardJson(const CardSteps& card) {
  return {{"workspace_bytes_per_sample", card.workspaceBytesPerSample},
          {"step_seconds", card.stepSeconds},
          {"step_seconds_per_sample", card.stepSecondsPerSample}};
}

CardSteps cardFrom(const ExactJson& json) {
  return {json.at("workspace_bytes_per_sample"), json.at("step_seconds"), json.at("step_seconds_per_sample")};
}

}  // namespace

std::string toJson(const ModelFootprint& footprint) {
  ExactJson json = {
      {"model", footprint.model},
      {"parameters", footprint.parameters},
      {"parameter_bytes", footprint.parameterBytes},
      {"buffer_bytes", footprint.bufferBytes},
      {"activation_bytes_per_sample", footprint.activationBytesPerSample},
      {"workspace_bytes_per_sample", footprint.workspaceBytesPerSample},
      {"workspace_bytes", footprint.workspaceBytes},
      {"flops_per_sample", footprint.flopsPerSample},
      {"score_bytes", footprint.scoreBytes},
      {"saving_bytes", footprint.savingBytes},
      {"checkpoint_bytes", footprint.checkpointBytes},
      {"runtime_bytes", footprint.runtimeBytes},
      {"step_seconds", footprint.stepSeconds},
      {"step_seconds_per_sample", footprint.stepSecondsPerSample},
      {"on_card", footprint.onCard},
      {"machine_flops", footprint.machineFlops},
      {"machine_bytes_per_second", footprint.machineBytesPerSecond},
      {"confinement", footprint.confinement},
  };
  if (footprint.card) json["card"] = cardJson(*footprint.card);
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<ModelFootprint> footprintFromJson(std::string_view text) {
  const auto json = ExactJson::parse(text, nullptr, false);
  try {
    ModelFootprint footprint;
    footprint.model = json.at("model");
    footprint.parameters = json.at("parameters");
    footprint.parameterBytes = json.at("parameter_bytes");
    footprint.bufferBytes = json.at("buffer_bytes");
    footprint.activationBytesPerSample = json.at("activation_bytes_per_sample");
    footprint.workspaceBytesPerSample = json.at("workspace_bytes_per_sample");
    footprint.workspaceBytes = json.at("workspace_bytes");
    footprint.flopsPerSample = json.at("flops_per_sample");
    footprint.scoreBytes = json.at("score_bytes");
    footprint.savingBytes = json.at("saving_bytes");
    footprint.checkpointBytes = json.at("checkpoint_bytes");
    footprint.runtimeBytes = json.at("runtime_bytes");
    footprint.stepSeconds = json.at("step_seconds");
    footprint.stepSecondsPerSample = json.at("step_seconds_per_sample");
    footprint.onCard = json.at("on_card");
    if (json.contains("card")) footprint.card = cardFrom(json.at("card"));
    footprint.machineFlops = json.at("machine_flops");
    footprint.machineBytesPerSecond = json.at("machine_bytes_per_second");
    footprint.confinement = json.value("confinement", std::string());
    return footprint;
  } catch (const nlohmann::json::exception&) {
    return fail(
        Errc::format,
        MASU_TEXT("core", "The training worker described a model in a way this version of Masu does not know."));
  }
}

}  // namespace masu::estimate
