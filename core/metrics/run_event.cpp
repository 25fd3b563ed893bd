// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_event.h"

#include <cmath>
#include <type_traits>
#include <utility>

#include "core/metrics/run_json.h"

namespace masu::metrics {

namespace {

Json errorToJson(const Error& error) {
  return {{"code", name(error.code)},
          {"text", error.message.text},
          {"arguments", toJson(error.message).at("arguments")},
          {"message", error.message.english()},
          {"file", error.source.file},
          {"line", error.source.line},
          {"column", error.source.column}};
}

Error errorFrom(const Json& json) {
  Error error;
  error.code = errcFrom(json.at("code").get<std::string>()).value_or(Errc::internal);
  error.message = messageFrom(json);
  json.at("file").get_to(error.source.file);
  json.at("line").get_to(error.source.line);
  json.at("column").get_to(error.source.column);
  return error;
}

Json encode(const RunStarted& event) {
  return {{"event", "started"},
          {"run", event.run},
          {"model", event.model},
          {"parameters", event.parameters},
          {"epochs", event.epochs},
          {"steps_per_epoch", event.stepsPerEpoch},
          {"learning_rate", numberToJson(event.learningRate)},
          {"confinement", event.confinement},
          {"devices", event.devices},
          {"repeat", event.repeat}};
}

Json encode(const StepDone& event) {
  return {{"event", "step"},
          {"run", event.run},
          {"epoch", event.epoch},
          {"step", event.step},
          {"loss", numberToJson(event.loss)},
          {"samples_per_second", numberToJson(event.samplesPerSecond)},
          {"starved_fraction", numberToJson(event.starvedFraction)},
          {"batches_ready", event.batchesReady},
          {"queue_capacity", event.queueCapacity},
          {"memory_bytes", event.memoryBytes},
          {"learning_rate", numberToJson(event.learningRate)}};
}

Json encode(const EpochDone& event) {
  Json json = {{"event", "epoch"}, {"run", event.run}, {"epoch", event.epoch}};
  addFigures(json, "train_", event.train);
  addFigures(json, "validation_", event.validation);
  json["seconds"] = numberToJson(event.seconds);
  if (!event.confusion.empty()) json["confusion"] = event.confusion;
  return json;
}

Json encode(const CheckpointWritten& event) {
  return {{"event", "checkpoint"}, {"run", event.run}, {"epoch", event.epoch}, {"path", event.path}};
}

Json encode(const Temperature& temperature) {
  return {{"value", numberToJson(temperature.value)},
          {"samples", temperature.samples},
          {"out_of", temperature.outOf},
          {"log_loss_before", numberToJson(temperature.before)},
          {"log_loss_after", numberToJson(temperature.after)}};
}

/// A value that is none is left out, as that of a model without a temperature.
Temperature temperatureFrom(const Json& json) {
  const double value = numberFrom(json.at("value"));
  return {isTemperature(value) ? value : kAbsent, json.at("samples").get<std::uint64_t>(),
          json.at("out_of").get<std::uint64_t>(), numberFrom(json.at("log_loss_before")),
          numberFrom(json.at("log_loss_after"))};
}

Json encode(const ChosenThreshold& threshold) {
  return {{"probability", numberToJson(threshold.probability)},
          {"f1", numberToJson(threshold.f1)},
          {"samples", threshold.samples},
          {"confusion", threshold.confusion}};
}

ChosenThreshold thresholdFrom(const Json& json) {
  ChosenThreshold threshold{numberFrom(json.at("probability")), numberFrom(json.at("f1")),
                            json.at("samples").get<std::uint64_t>(),
                            json.at("confusion").get<std::vector<std::uint64_t>>()};
  if (!isThreshold(threshold.probability) || threshold.confusion.size() != 4)
    throw Json::other_error::create(500, "not a threshold of two classes", &json);
  return threshold;
}

void addPresent(Json& json, const std::string& prefix, const Figures& figures) {
  for (const NamedFigure& figure : kFigures) {
    const double value = figures.*figure.value;
    if (!std::isnan(value)) json[prefix + figure.name] = numberToJson(value);
  }
}

Json encode(const RunTested& event) {
  Json json = {{"event", "tested"}, {"run", event.run}};
  addFigures(json, "test_", event.test);
  json["confusion"] = event.confusion;
  json["checkpoint"] = event.checkpoint;
  json["worst"] = Json::array();
  for (const WorstPrediction& one : event.worst) {
    json["worst"].push_back(
        {one.sample, numberToJson(one.loss), numberToJson(one.truth), numberToJson(one.prediction)});
  }
  json["seconds"] = numberToJson(event.seconds);
  addPresent(json, "baseline_", event.baseline);
  addPresent(json, "ridge_", event.ridge);
  addPresent(json, "nearest_", event.nearest);
  if (event.temperature) json["temperature"] = encode(*event.temperature);
  for (const ReliabilityBin& bin : event.reliability)
    json["reliability"].push_back({bin.samples, numberToJson(bin.probability), numberToJson(bin.accuracy)});
  for (const ThresholdPoint& point : event.thresholds)
    json["thresholds"].push_back({numberToJson(point.probability), point.truePositives, point.falsePositives});
  if (event.threshold) json["chosen_threshold"] = encode(*event.threshold);
  for (const ValuePoint& point : event.points)
    json["points"].push_back({numberToJson(point.truth), numberToJson(point.prediction)});
  return json;
}

Json encode(const Finished& event) {
  return {{"event", "finished"},
          {"starved_fraction", numberToJson(event.starvedFraction)},
          {"peak_memory_bytes", event.peakMemoryBytes},
          {"loader_seconds", numberToJson(event.loaderSeconds)},
          {"seconds", numberToJson(event.seconds)}};
}

Json encode(const Failed& event) {
  return {{"event", "failed"}, {"error", errorToJson(event.error)}};
}

RunStarted startedFrom(const Json& json) {
  return {json.at("run").get<int>(),
          json.at("model").get<std::string>(),
          json.at("parameters").get<std::uint64_t>(),
          json.at("epochs").get<int>(),
          json.at("steps_per_epoch").get<std::uint64_t>(),
          numberFrom(json.value("learning_rate", Json())),
          json.value("confinement", std::string()),
          json.value("devices", std::vector<std::string>()),
          json.value("repeat", 0)};
}

StepDone stepFrom(const Json& json) {
  return {json.at("run").get<int>(),
          json.at("epoch").get<int>(),
          json.at("step").get<std::uint64_t>(),
          numberFrom(json.at("loss")),
          numberFrom(json.at("samples_per_second")),
          numberFrom(json.at("starved_fraction")),
          json.at("batches_ready").get<std::uint64_t>(),
          json.at("queue_capacity").get<std::uint64_t>(),
          json.at("memory_bytes").get<std::uint64_t>(),
          numberFrom(json.value("learning_rate", Json()))};
}

EpochDone epochFrom(const Json& json) {
  return {json.at("run").get<int>(),      json.at("epoch").get<int>(),
          figuresFrom(json, "train_"),    figuresFrom(json, "validation_"),
          numberFrom(json.at("seconds")), json.value("confusion", std::vector<std::uint64_t>())};
}

RunTested testedFrom(const Json& json) {
  RunTested event{json.at("run").get<int>(),
                  figuresFrom(json, "test_"),
                  json.at("confusion").get<std::vector<std::uint64_t>>(),
                  json.at("checkpoint").get<std::string>(),
                  {},
                  numberFrom(json.value("seconds", Json(0))),
                  figuresFrom(json, "baseline_")};
  event.ridge = figuresFrom(json, "ridge_");
  event.nearest = figuresFrom(json, "nearest_");
  for (const Json& one : json.value("worst", Json::array())) {
    event.worst.push_back(
        {one.at(0).get<std::uint64_t>(), numberFrom(one.at(1)), numberFrom(one.at(2)), numberFrom(one.at(3))});
  }
  if (json.contains("temperature")) event.temperature = temperatureFrom(json.at("temperature"));
  for (const Json& bin : json.value("reliability", Json::array()))
    event.reliability.push_back({bin.at(0).get<std::uint64_t>(), numberFrom(bin.at(1)), numberFrom(bin.at(2))});
  for (const Json& point : json.value("thresholds", Json::array())) {
    event.thresholds.push_back(
        {numberFrom(point.at(0)), point.at(1).get<std::uint64_t>(), point.at(2).get<std::uint64_t>()});
  }
  if (!event.thresholds.empty() && !areCurve(event.thresholds))
    throw Json::other_error::create(500, "thresholds that are not a curve", &json);
  if (json.contains("chosen_threshold")) event.threshold = thresholdFrom(json.at("chosen_threshold"));
  for (const Json& point : json.value("points", Json::array())) {
    event.points.push_back({numberFrom(point.at(0)), numberFrom(point.at(1))});
    if (!std::isfinite(event.points.back().truth) || !std::isfinite(event.points.back().prediction))
      throw Json::other_error::create(500, "a point that is no pair of numbers", &json);
  }
  return event;
}

RunEvent decode(const Json& json) {
  const auto kind = json.at("event").get<std::string>();
  if (kind == "started") return startedFrom(json);
  if (kind == "step") return stepFrom(json);
  if (kind == "epoch") return epochFrom(json);
  if (kind == "checkpoint") {
    return CheckpointWritten{json.at("run").get<int>(), json.at("epoch").get<int>(),
                             json.at("path").get<std::string>()};
  }
  if (kind == "tested") return testedFrom(json);
  if (kind == "finished") {
    return Finished{numberFrom(json.at("starved_fraction")), json.at("peak_memory_bytes").get<std::uint64_t>(),
                    numberFrom(json.value("loader_seconds", Json(0))), numberFrom(json.value("seconds", Json(0)))};
  }
  if (kind == "failed") return Failed{errorFrom(json.at("error"))};
  throw Json::other_error::create(500, "unknown event " + kind, &json);
}

}  // namespace

std::string toJsonLine(const RunEvent& event) {
  const Json json = std::visit([](const auto& one) { return encode(one); }, event);
  // A path need not be UTF-8; what is shown of it then has a replacement character instead of stopping the run.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunEvent> eventFromJsonLine(std::string_view line) {
  try {
    return decode(Json::parse(line));
  } catch (const Json::exception&) {
    constexpr std::size_t kShown = 80;
    return fail(Errc::format, MASU_TEXT("core", "This line is not an event of a training run: {0}"),
                {std::string(line.substr(0, kShown))});
  }
}

}  // namespace masu::metrics
