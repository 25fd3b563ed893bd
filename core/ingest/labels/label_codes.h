// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_options.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// Sorts names and drops repetitions: by value where all are whole numbers, else by their bytes.
std::vector<std::string> sortedNames(std::vector<std::string> names);

/// `names`, then those of `more` that are new: codes given out earlier stay.
std::vector<std::string> extended(std::vector<std::string> names, const std::vector<std::string>& more);

/// The place of each name, which is its code.
std::unordered_map<std::string, std::uint32_t> codesOf(const std::vector<std::string>& names);

/// What labels are: text and at most 1000 different whole numbers are classes, other numbers values, unless one was
/// asked for. Errors: values asked for, and a label is not a number.
Result<store::Target> targetOf(const std::vector<std::string>& labels, store::Target asked);

/// Requires: targetOf said values.
double labelValue(const std::string& label);
/// The same of labels that typeOfValues() finds to be i64, with all digits.
std::int64_t wholeLabel(const std::string& label);
/// What such labels are stored as: f32 where that keeps all of them, else f64, or i64 for whole numbers beyond 2^53.
table::DType typeOfValues(const std::vector<std::string>& labels);

}  // namespace masu::ingest
