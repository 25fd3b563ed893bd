// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/metrics/run_spec.h"

namespace masu::cli {

/// Options of every command that trains, for the same values of a spec. Lifetime: the spec outlives the parsing.
/// --shape.
void addShape(CLI::App& command, metrics::RunSpec& spec);
/// --epochs: a number, or auto, which the spec has to begin with.
void addEpochs(CLI::App& command, metrics::RunSpec& spec);
/// --batch.
void addBatch(CLI::App& command, metrics::RunSpec& spec);

/// Which options of a run were given, by their names in the spec's JSON. Options that the command does not have count
/// as not given.
std::vector<std::string> statedOptions(const CLI::App& command);

}  // namespace masu::cli
