#include "core/metrics/run_spec.h"

#include <nlohmann/json.hpp>

namespace masu::metrics {

namespace {

using Json = nlohmann::ordered_json;

// A path is bytes, not always UTF-8; JSON text cannot hold such a one, so its bytes are listed.
Json pathToJson(const std::filesystem::path& path) {
  const std::string& bytes = path.native();
  try {
    (void)Json(bytes).dump();
    return bytes;
  } catch (const Json::type_error&) {
    return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  }
}

std::filesystem::path pathFrom(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto bytes = json.get<std::vector<std::uint8_t>>();
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

std::string toJson(const RunSpec& spec) {
  const Json json = {{"dataset", pathToJson(spec.dataset)},
                     {"manifest", spec.manifest},
                     {"models", spec.models},
                     {"shape", spec.shape},
                     {"epochs", spec.epochs},
                     {"batch", spec.batch},
                     {"learning_rate", spec.learningRate},
                     {"optimizer", spec.optimizer},
                     {"schedule", spec.schedule},
                     {"weight_decay", spec.weightDecay},
                     {"patience", spec.patience},
                     {"seed", spec.seed},
                     {"out", pathToJson(spec.out)},
                     {"threads", spec.threads},
                     {"memory_bytes", spec.memoryBytes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunSpec> specFromJson(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    RunSpec spec;
    spec.dataset = pathFrom(json.at("dataset"));
    json.at("models").get_to(spec.models);
    spec.out = pathFrom(json.at("out"));
    // What is left out keeps its default, so that a spec of an earlier version still runs.
    spec.manifest = json.value("manifest", spec.manifest);
    spec.shape = json.value("shape", spec.shape);
    spec.epochs = json.value("epochs", spec.epochs);
    spec.batch = json.value("batch", spec.batch);
    spec.learningRate = json.value("learning_rate", spec.learningRate);
    spec.optimizer = json.value("optimizer", spec.optimizer);
    spec.schedule = json.value("schedule", spec.schedule);
    spec.weightDecay = json.value("weight_decay", spec.weightDecay);
    spec.patience = json.value("patience", spec.patience);
    spec.seed = json.value("seed", spec.seed);
    spec.threads = json.value("threads", spec.threads);
    spec.memoryBytes = json.value("memory_bytes", spec.memoryBytes);
    return spec;
  } catch (const Json::exception& problem) {
    return fail(Errc::format, MASU_TEXT("core", "This is no description of a training run: {0}"), {problem.what()});
  }
}

}  // namespace masu::metrics
