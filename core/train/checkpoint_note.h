#pragma once

#include <string>

#include "core/metrics/run_spec.h"
#include "core/train/data_facts.h"

namespace masu::train {

/// What a checkpoint says of itself (its extra file masu.json): model, epoch, the dataset it learned from, the shape it
/// takes and the classes it answers, in the order of its outputs.
std::string checkpointNote(const metrics::RunSpec& spec, const std::string& model, int epoch, const DataFacts& facts);

}  // namespace masu::train
