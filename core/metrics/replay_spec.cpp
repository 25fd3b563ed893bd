// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/replay_spec.h"

#include <array>

#include "core/base/named_value.h"
#include "core/metrics/run_json.h"

namespace masu::metrics {

namespace {

constexpr std::array<std::string_view, 10> kNames = {"dataset", "content", "split", "spec", "log",
                                                     "values",  "weights", "order", "loss", "files"};

Json encode(const Difference& difference) {
  return {{"what", name(difference.what)},  {"model", difference.model}, {"epoch", difference.epoch},
          {"step", difference.step},        {"found", difference.found}, {"message", toJson(difference.message)},
          {"expected", difference.expected}};
}

Difference differenceFrom(const Json& json) {
  Difference difference;
  if (const auto what = valueNamed<Compared>(kNames, json.at("what").get<std::string>())) difference.what = *what;
  difference.model = json.at("model");
  difference.epoch = json.at("epoch");
  difference.step = json.at("step");
  difference.expected = json.at("expected");
  difference.found = json.at("found");
  difference.message = messageFrom(json.at("message"));
  return difference;
}

std::string lineOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string_view name(Compared what) {
  return kNames[static_cast<std::size_t>(what)];
}

std::string toJson(const ReplaySpec& spec) {
  return lineOf({{"run", pathToJson(spec.run)},
                 {"dataset", pathToJson(spec.dataset)},
                 {"manifest", spec.manifest},
                 {"steps", spec.steps},
                 {"memory_bytes", spec.memoryBytes}});
}

Result<ReplaySpec> replaySpecFromJson(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    ReplaySpec spec;
    spec.run = pathFrom(json.at("run"));
    spec.dataset = pathFrom(json.at("dataset"));
    spec.manifest = json.at("manifest");
    json.at("steps").get_to(spec.steps);
    spec.memoryBytes = json.at("memory_bytes");
    return spec;
  } catch (const Json::exception&) {
    return fail(Errc::format, MASU_TEXT("core", "The replay request is damaged. Check the receipt again."));
  }
}

std::string toJson(const ReplayProgress& progress) {
  return lineOf({{"event", "replaying"}, {"done", progress.done}, {"total", progress.total}});
}

std::string toJson(const ReplaySummary& summary) {
  Json json = {{"event", "replayed"},    {"steps", summary.steps}, {"weights", summary.weights},
               {"files", summary.files}, {"difference", nullptr},  {"notes", Json::array()}};
  if (summary.difference) json["difference"] = encode(*summary.difference);
  for (const Message& note : summary.notes) json["notes"].push_back(toJson(note));
  return lineOf(json);
}

Result<ReplayProgress> replayProgressFromJson(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("event") == "replaying") return ReplayProgress{json.at("done"), json.at("total")};
  } catch (const Json::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "The training worker did not report how far it is."));
}

Result<ReplaySummary> replaySummaryFromJson(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("event") == "replayed") {
      ReplaySummary summary;
      summary.steps = json.at("steps");
      summary.weights = json.at("weights");
      summary.files = json.at("files");
      if (!json.at("difference").is_null()) summary.difference = differenceFrom(json.at("difference"));
      for (const Json& note : json.at("notes")) summary.notes.push_back(messageFrom(note));
      return summary;
    }
  } catch (const Json::exception&) {
  }
  return fail(Errc::format, MASU_TEXT("core", "The training worker did not report what it compared."));
}

}  // namespace masu::metrics
