// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/predict_spec.h"

#include "core/metrics/run_json.h"

namespace masu::metrics {

namespace {

Json encode(const std::optional<BestThreshold>& best) {
  return best ? Json{numberToJson(best->probability), numberToJson(best->f1)} : Json();
}

Json encode(const std::optional<double>& threshold) {
  return threshold ? Json(*threshold) : Json();
}

std::optional<double> numberOrNone(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

std::optional<BestThreshold> bestFrom(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return BestThreshold{numberFrom(json.at(0)), numberFrom(json.at(1))};
}

Json encode(const ModelFigures& model) {
  Json json = {{"model", model.model}, {"scored", model.scored}, {"recordings_scored", model.scoredRecordings}};
  addFigures(json, "", model.figures);
  addFigures(json, "recordings_", model.ofRecordings);
  json["confusion"] = model.confusion;
  json["recordings_confusion"] = model.confusionOfRecordings;
  json["temperature"] = model.temperature;
  json["best"] = encode(model.best);
  json["recordings_best"] = encode(model.bestOfRecordings);
  json["threshold"] = encode(model.threshold);
  return json;
}

PredictSummary decode(const Json& json) {
  PredictSummary summary;
  summary.records = json.at("records");
  summary.samples = json.at("samples");
  summary.values = json.at("values");
  json.at("classes").get_to(summary.classes);
  for (const Json& model : json.at("models"))
    summary.models.push_back({model.at("model"), figuresFrom(model, ""), model.at("scored"), model.at("confusion"),
                              figuresFrom(model, "recordings_"), model.at("recordings_scored"),
                              model.at("recordings_confusion"), model.at("temperature"), bestFrom(model.at("best")),
                              bestFrom(model.at("recordings_best")), numberOrNone(model.at("threshold"))});
  summary.recordings = json.at("recordings");
  summary.recordingsPredicted = json.at("recordings_predicted");
  summary.recordingsFile = pathFrom(json.at("recordings_file"));
  for (const Json& note : json.at("notes")) summary.notes.push_back(messageFrom(note));
  return summary;
}

}  // namespace

std::filesystem::path recordingsFileOf(const std::filesystem::path& out) {
  std::filesystem::path file = out;
  const std::string ending = file.extension().string();
  return file.replace_extension(".recordings" + (ending.empty() ? std::string(".csv") : ending));
}

std::string toJson(const PredictSpec& spec) {
  const Json json = {{"checkpoint", pathToJson(spec.checkpoint)},
                     {"dataset", pathToJson(spec.dataset)},
                     {"records", pathToJson(spec.records)},
                     {"needed", spec.needed},
                     {"manifest", spec.manifest},
                     {"split", spec.split},
                     {"keep", spec.keep},
                     {"probabilities", spec.probabilities},
                     {"threshold", encode(spec.threshold)},
                     {"run_threshold", spec.runThreshold},
                     {"out", pathToJson(spec.out)},
                     {"overwrite", spec.overwrite},
                     {"same_scale", spec.sameScale},
                     {"batch", spec.batch},
                     {"threads", spec.threads},
                     {"memory_bytes", spec.memoryBytes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<PredictSpec> predictSpecFromJson(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    PredictSpec spec;
    spec.checkpoint = pathFrom(json.at("checkpoint"));
    spec.dataset = pathFrom(json.at("dataset"));
    spec.records = pathFrom(json.at("records"));
    json.at("needed").get_to(spec.needed);
    spec.manifest = json.at("manifest");
    spec.split = json.at("split");
    json.at("keep").get_to(spec.keep);
    spec.probabilities = json.at("probabilities");
    spec.threshold = numberOrNone(json.at("threshold"));
    spec.runThreshold = json.value("run_threshold", false);
    spec.out = pathFrom(json.at("out"));
    spec.overwrite = json.at("overwrite");
    spec.sameScale = json.at("same_scale");
    spec.batch = json.at("batch");
    spec.threads = json.at("threads");
    spec.memoryBytes = json.at("memory_bytes");
    return spec;
  } catch (const Json::exception&) {
    return fail(Errc::format, MASU_TEXT("core",
                                        "The description of the prediction is damaged, or of another version of Masu. "
                                        "Start the prediction again."));
  }
}

std::string toJson(const PredictSummary& summary) {
  Json json = {{"event", "predicted"},
               {"records", summary.records},
               {"samples", summary.samples},
               {"values", summary.values},
               {"classes", summary.classes},
               {"models", Json::array()},
               {"recordings", summary.recordings},
               {"recordings_predicted", summary.recordingsPredicted},
               {"recordings_file", pathToJson(summary.recordingsFile)},
               {"notes", Json::array()}};
  for (const ModelFigures& model : summary.models) json["models"].push_back(encode(model));
  for (const Message& note : summary.notes) json["notes"].push_back(toJson(note));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<PredictSummary> predictSummaryFromJson(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("event") == "predicted") return decode(json);
  } catch (const Json::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "The training worker did not report what it predicted."));
}

}  // namespace masu::metrics
