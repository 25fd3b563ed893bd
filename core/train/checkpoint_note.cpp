#include "core/train/checkpoint_note.h"

#include <nlohmann/json.hpp>

namespace masu::train {

std::string checkpointNote(const metrics::RunSpec& spec, const std::string& model, int epoch, const DataFacts& facts) {
  nlohmann::ordered_json note;
  note["version"] = 1;
  note["model"] = model;
  note["epoch"] = epoch;
  note["dataset"] = spec.dataset.filename().string();
  note["dataset_uuid"] = facts.uuid;
  note["manifest"] = spec.manifest;
  note["seed"] = spec.seed;
  note["sample_shape"] = facts.sampleShape;
  note["category_codes"] = facts.cardinalities;
  note["categories"] = facts.dictionaries;
  note["classes"] = facts.classes;
  note["table"] = facts.table;
  note["outputs"] = facts.outputs;
  // What a program that feeds the model has to do first: (value - mean) / deviation, 0 where that deviation is 0.
  note["normalisation"] = {
      {"of", facts.table ? "column" : "channel"}, {"mean", facts.featureMean}, {"deviation", facts.featureDeviation}};
  return note.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<DataFacts> factsFromNote(const std::string& text, const std::string& file) {
  try {
    const auto note = nlohmann::ordered_json::parse(text);
    DataFacts facts;
    facts.uuid = note.at("dataset_uuid");
    note.at("sample_shape").get_to(facts.sampleShape);
    note.at("category_codes").get_to(facts.cardinalities);
    note.at("categories").get_to(facts.dictionaries);
    note.at("classes").get_to(facts.classes);
    facts.table = note.at("table");
    facts.outputs = note.at("outputs");
    note.at("normalisation").at("mean").get_to(facts.featureMean);
    note.at("normalisation").at("deviation").get_to(facts.featureDeviation);
    return facts;
  } catch (const nlohmann::json::exception&) {
    return fail(Errc::format,
                MASU_TEXT("core", "{0} does not say what it takes: choose a checkpoint of a training run of Masu."),
                {file}, {file, 0, 0});
  }
}

std::string dataNote(const metrics::RunSpec& spec, const store::Dataset& dataset, const DataFacts& facts) {
  nlohmann::ordered_json note;
  note["dataset"] = spec.dataset.filename().string();
  note["dataset_uuid"] = facts.uuid;
  note["samples"] = dataset.samples();
  note["classes"] = facts.classes;
  note["manifest"] = spec.manifest;
  note["split_hash"] = facts.splitHash;
  note["train"] = facts.samplesOf(store::Split::train);
  note["validation"] = facts.samplesOf(store::Split::validation);
  note["test"] = facts.samplesOf(store::Split::test);
  return note.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace masu::train
