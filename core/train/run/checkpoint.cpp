// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/checkpoint.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "core/base/exact_json.h"
#include "core/loader/order/sequence.h"
#include "core/metrics/data_note.h"
#include "core/metrics/figures/chosen_threshold.h"
#include "core/metrics/figures/temperature.h"

namespace masu::train {

namespace {

using Json = ExactJson;

Json encode(const std::vector<InputColumn>& columns) {
  Json json = Json::array();
  for (const InputColumn& column : columns) {
    Json entry = {{"name", column.name}, {"kind", std::string(table::name(column.kind))}};
    if (column.kind == table::Kind::time) entry["origin"] = column.origin;
    if (!column.unit.empty()) entry["unit"] = column.unit;
    json.push_back(std::move(entry));
  }
  return json;
}

std::vector<InputColumn> columnsFrom(const Json& json) {
  std::vector<InputColumn> columns;
  for (const Json& entry : json) {
    const auto kind = table::kindFrom(entry.at("kind").get<std::string>());
    columns.push_back({entry.at("name"), kind.value_or(table::Kind::decimal), entry.value("origin", 0.0),
                       entry.value("unit", std::string())});
  }
  return columns;
}

/// What earlier checkpoints do not have: they go with the dataset they learned from, not matched by name.
void readInputs(const Json& note, DatasetSummary& summary) {
  summary.storedShape = summary.sampleShape;
  summary.manifest = note.value("manifest", std::string());
  summary.splitHash = note.value("split_hash", std::string());
  if (!note.contains("inputs")) return;
  note.at("stored_shape").get_to(summary.storedShape);
  summary.stored = note.at("stored");
  summary.rate = note.at("rate");
  summary.inputs = columnsFrom(note.at("inputs"));
  note.at("category_columns").get_to(summary.categoryColumns);
  summary.targets = columnsFrom(note.at("targets"));
}

std::int64_t productOf(const std::vector<std::int64_t>& shape) {
  std::int64_t product = shape.empty() ? 0 : 1;
  for (const std::int64_t extent : shape) {
    if (extent < 1 || __builtin_mul_overflow(product, extent, &product)) return -1;
  }
  return product;
}

/// Whatever reads samples by these summary counts on their sizes to go together.
bool isSound(const DatasetSummary& summary) {
  const std::size_t channels = summary.storedShape.empty() ? 0 : static_cast<std::size_t>(summary.storedShape.front());
  const bool names = summary.inputs.empty() && summary.categoryColumns.empty();
  return summary.outputs > 0 &&
         (summary.classes.empty() || summary.classes.size() == static_cast<std::size_t>(summary.outputs)) &&
         productOf(summary.storedShape) >= 0 && productOf(summary.storedShape) == productOf(summary.sampleShape) &&
         summary.featureMean.size() == channels && summary.featureDeviation.size() == channels &&
         summary.cardinalities.size() == summary.dictionaries.size() &&
         (names || summary.categoryColumns.size() == summary.dictionaries.size());
}

Error unusableNote(const std::string& file) {
  return {Errc::format,
          MASU_TEXT("core", "{0} does not say what it takes: choose a checkpoint of a training run of Masu."),
          {file},
          {file, 0, 0}};
}

/// The same metadata with one more number.
Result<std::string> noteWith(const std::string& text, const char* name, double value, const std::string& file) {
  Json note = Json::parse(text, nullptr, false);
  if (!note.is_object()) return fail(unusableNote(file));
  note[name] = value;
  return note.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// A number of the metadata, unset where it has none. `refusal`: the sentence for one that is not good, of the file and
/// of what is there.
Result<std::optional<double>> notedNumber(const std::string& text, const char* name, bool (*isGood)(double),
                                          const char* refusal, const std::string& file) {
  const Json note = Json::parse(text, nullptr, false);
  if (!note.is_object()) return fail(unusableNote(file));
  if (!note.contains(name)) return std::optional<double>();
  const Json& number = note[name];
  if (number.is_number() && isGood(number.get<double>())) return std::optional(number.get<double>());
  const std::string found = number.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return fail(Errc::damaged, refusal, {file, found}, {file, 0, 0});
}

}  // namespace

std::string checkpointMetadata(const metrics::RunSpec& spec, const metrics::PlannedRun& plan, int epoch,
                               const DatasetSummary& summary) {
  Json note;
  note["version"] = 1;
  note["model"] = plan.model;
  note["epoch"] = epoch;
  note["dataset"] = spec.dataset.filename().string();
  note["dataset_uuid"] = summary.uuid;
  note["manifest"] = spec.manifest;
  note["seed"] = plan.seed;
  note["split_hash"] = summary.splitHash;
  note["sample_shape"] = summary.sampleShape;
  note["stored_shape"] = summary.storedShape;
  note["stored"] = summary.stored;
  note["rate"] = summary.rate;
  note["inputs"] = encode(summary.inputs);
  note["category_columns"] = summary.categoryColumns;
  note["category_codes"] = summary.cardinalities;
  note["categories"] = summary.dictionaries;
  note["classes"] = summary.classes;
  note["targets"] = encode(summary.targets);
  note["table"] = summary.table;
  note["outputs"] = summary.outputs;
  // What a program that feeds the model has to do first: (value - mean) / deviation, 0 where that deviation is 0.
  note["normalisation"] = {{"of", summary.table ? "column" : "channel"},
                           {"mean", summary.featureMean},
                           {"deviation", summary.featureDeviation}};
  return note.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<DatasetSummary> factsFromNote(const std::string& text, const std::string& file) {
  try {
    const auto note = Json::parse(text);
    DatasetSummary summary;
    summary.uuid = note.at("dataset_uuid");
    note.at("sample_shape").get_to(summary.sampleShape);
    note.at("category_codes").get_to(summary.cardinalities);
    note.at("categories").get_to(summary.dictionaries);
    note.at("classes").get_to(summary.classes);
    summary.table = note.at("table");
    summary.outputs = note.at("outputs");
    note.at("normalisation").at("mean").get_to(summary.featureMean);
    note.at("normalisation").at("deviation").get_to(summary.featureDeviation);
    readInputs(note, summary);
    if (!isSound(summary)) return fail(unusableNote(file));
    return summary;
  } catch (const nlohmann::json::exception&) {
    return fail(unusableNote(file));
  }
}

Result<std::string> noteWithTemperature(const std::string& text, double temperature, const std::string& file) {
  return noteWith(text, "temperature", temperature, file);
}

Result<double> temperatureFromNote(const std::string& text, const std::string& file) {
  MASU_TRY(const std::optional<double> temperature,
           notedNumber(text, "temperature", metrics::isTemperature,
                       MASU_TEXT("core",
                                 "{0} is damaged: its outputs cannot be divided by a temperature of {1}, which is a "
                                 "number from 0.01 to 100."),
                       file));
  return temperature.value_or(1);
}

Result<std::string> noteWithThreshold(const std::string& text, double threshold, const std::string& file) {
  return noteWith(text, "threshold", threshold, file);
}

Result<std::optional<double>> thresholdFromNote(const std::string& text, const std::string& file) {
  return notedNumber(
      text, "threshold", metrics::isThreshold,
      MASU_TEXT("core",
                "{0} is damaged: no class can be predicted from the probability {1} on, which is a number "
                "from 0 to 1."),
      file);
}

int epochFromNote(const std::string& text) {
  try {
    return Json::parse(text).at("epoch").get<int>();
  } catch (const nlohmann::json::exception&) {
    return 0;
  }
}

std::string dataNote(const metrics::RunSpec& spec, const store::Dataset& dataset, const DatasetSummary& summary) {
  metrics::DataNote note;
  note.dataset = spec.dataset.filename().string();
  note.uuid = summary.uuid;
  note.edition = summary.edition.number;
  note.labels = summary.edition.hash;
  note.samples = dataset.samples();
  note.classes = summary.classes;
  note.manifest = spec.manifest;
  note.splitHash = summary.splitHash;
  note.order = loader::Sequence::version();
  note.train = summary.samplesOf(store::Split::train);
  note.validation = summary.samplesOf(store::Split::validation);
  note.test = summary.samplesOf(store::Split::test);
  return metrics::toJson(note);
}

namespace {

/// The better of the checkpoints in a folder; empty where there is none.
std::string checkpointIn(const std::filesystem::path& folder) {
  std::error_code failure;
  for (const char* name : {"best.pt", "last.pt"}) {
    if (std::filesystem::exists(folder / name, failure)) return (folder / name).string();
  }
  return {};
}

/// 2-cnn1d comes before 10-mlp.
bool comesBefore(const RunCheckpoint& a, const RunCheckpoint& b) {
  const long left = std::strtol(a.model.c_str(), nullptr, 10);
  const long right = std::strtol(b.model.c_str(), nullptr, 10);
  return left != right ? left < right : a.model < b.model;
}

}  // namespace

Result<std::vector<RunCheckpoint>> checkpointsOf(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::is_directory(path, failure)) return std::vector<RunCheckpoint>{{{}, path.string()}};
  if (std::string file = checkpointIn(path); !file.empty()) return std::vector<RunCheckpoint>{{{}, std::move(file)}};
  std::vector<RunCheckpoint> found;
  for (const auto& entry : std::filesystem::directory_iterator(path, failure)) {
    if (!entry.is_directory(failure)) continue;
    if (std::string file = checkpointIn(entry.path()); !file.empty())
      found.push_back({entry.path().filename().string(), std::move(file)});
  }
  if (found.empty()) {
    return fail(
        Errc::notFound,
        MASU_TEXT("core", "There is no checkpoint in {0}: name the folder of a training run, or of one model in it."),
        {path.string()}, {path.string(), 0, 0});
  }
  std::ranges::sort(found, comesBefore);
  if (found.size() == 1) found.front().model.clear();
  return found;
}

}  // namespace masu::train
