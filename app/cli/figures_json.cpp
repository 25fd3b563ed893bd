// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures_json.h"

#include "app/cli/report.h"

namespace masu::cli {

using nlohmann::ordered_json;

void addFigures(ordered_json& json, const std::string& prefix, const metrics::Figures& figures) {
  for (const metrics::NamedFigure& figure : metrics::kFigures)
    json[prefix + figure.name] = numberOrNull(figures.*figure.value);
}

nlohmann::ordered_json repeatJson(std::uint64_t repeat) {
  return repeat > 0 ? nlohmann::ordered_json(repeat) : nlohmann::ordered_json();
}

void addClassFigures(ordered_json& json, const std::string& prefix, std::span<const std::uint64_t> confusion) {
  if (confusion.empty()) return;
  for (const char* name : {"precision", "recall", "f1", "support"}) json[prefix + name] = ordered_json::array();
  for (const metrics::ClassFigures& one : metrics::perClass(confusion)) {
    json[prefix + "precision"].push_back(one.precision);
    json[prefix + "recall"].push_back(one.recall);
    json[prefix + "f1"].push_back(one.f1);
    json[prefix + "support"].push_back(one.samples);
  }
}

}  // namespace masu::cli
