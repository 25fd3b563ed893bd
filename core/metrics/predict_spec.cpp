#include "core/metrics/predict_spec.h"

#include "core/metrics/run_json.h"

namespace masu::metrics {

std::string toJson(const PredictSpec& spec) {
  const Json json = {{"checkpoint", pathToJson(spec.checkpoint)},
                     {"dataset", pathToJson(spec.dataset)},
                     {"manifest", spec.manifest},
                     {"split", spec.split},
                     {"out", pathToJson(spec.out)},
                     {"overwrite", spec.overwrite},
                     {"batch", spec.batch},
                     {"threads", spec.threads},
                     {"memory_bytes", spec.memoryBytes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<PredictSpec> predictSpecFromJson(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    return PredictSpec{
        pathFrom(json.at("checkpoint")), pathFrom(json.at("dataset")), json.at("manifest"), json.at("split"),
        pathFrom(json.at("out")),        json.at("overwrite"),         json.at("batch"),    json.at("threads"),
        json.at("memory_bytes")};
  } catch (const Json::exception& problem) {
    return fail(Errc::format, MASU_TEXT("core", "This does not say what to predict: {0}"), {problem.what()});
  }
}

std::string toJson(const PredictSummary& summary) {
  Json json = {{"event", "predicted"}, {"samples", summary.samples}};
  addFigures(json, "", summary.figures);
  return json.dump();
}

Result<PredictSummary> predictSummaryFromJson(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("event") == "predicted") return PredictSummary{json.at("samples"), figuresFrom(json, "")};
  } catch (const Json::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "The training worker did not tell what it predicted."));
}

}  // namespace masu::metrics
