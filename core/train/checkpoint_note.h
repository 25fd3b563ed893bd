#pragma once

#include <string>

#include "core/metrics/run_spec.h"
#include "core/train/data_facts.h"

namespace masu::train {

/// What a checkpoint says of itself (its extra file masu.json): model, epoch, the dataset it learned from, the shape it
/// takes and the classes it answers, in the order of its outputs.
std::string checkpointNote(const metrics::RunSpec& spec, const std::string& model, int epoch, const DataFacts& facts);

/// What a checkpoint's note tells of the data it takes. Errors: a note of something else; `file` is named then.
Result<DataFacts> factsFromNote(const std::string& note, const std::string& file);

/// What the run as a whole learns from: the dataset and the split with its hash.
std::string dataNote(const metrics::RunSpec& spec, const store::Dataset& dataset, const DataFacts& facts);

}  // namespace masu::train
