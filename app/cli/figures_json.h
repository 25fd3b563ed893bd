// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "core/metrics/figures/figures.h"

namespace masu::cli {

/// Each figure by its name after `prefix`, such as "test_accuracy"; null where it is absent.
void addFigures(nlohmann::ordered_json& json, const std::string& prefix, const metrics::Figures& figures);

/// The number of a repeat; null where a model is trained once.
nlohmann::ordered_json repeatJson(std::uint64_t repeat);

/// Precision, recall, F1 and support of each class after `prefix`, in the order of the classes. `confusion`: as for
/// metrics::perClass(); nothing is added where it is empty.
void addClassFigures(nlohmann::ordered_json& json, const std::string& prefix, std::span<const std::uint64_t> confusion);

}  // namespace masu::cli
