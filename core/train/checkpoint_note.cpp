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
  note["classes"] = facts.classes;
  note["outputs"] = facts.outputs;
  return note.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace masu::train
