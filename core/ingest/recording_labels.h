#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/import_options.h"

namespace masu::ingest {

/// Sorts names and drops repetitions: by value where all are whole numbers, else by their bytes.
std::vector<std::string> sortedNames(std::vector<std::string> names);

/// The place of each name in what sortedNames gave.
std::unordered_map<std::string, std::uint32_t> codesOf(const std::vector<std::string>& sorted);

/// What labels are: text and at most 1000 different whole numbers are classes, other numbers values, unless one was
/// asked for. Errors: values asked for, and a label is no number.
Result<store::Target> targetOf(const std::vector<std::string>& labels, store::Target asked);

/// Requires: targetOf said values.
float labelValue(const std::string& label);

}  // namespace masu::ingest
