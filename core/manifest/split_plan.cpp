#include "core/manifest/split_plan.h"

#include <nlohmann/json.hpp>

namespace masu::manifest {

SplitCounts countsOf(const store::Assignment& assignment) {
  std::array<std::uint64_t, 256> counts{};
  for (const store::Split split : assignment) ++counts[static_cast<std::uint8_t>(split)];
  const auto of = [&](store::Split split) { return counts[static_cast<std::uint8_t>(split)]; };
  return {of(store::Split::train), of(store::Split::validation), of(store::Split::test), of(store::Split::unused)};
}

std::string describe(const SplitPlan& plan) {
  nlohmann::ordered_json json;
  json["rules"] = nlohmann::ordered_json::array();
  for (const SplitRule& rule : plan.rules) {
    json["rules"].push_back({{"split", store::name(rule.split)}, {"expression", rule.expression}});
  }
  json["ratios"] = plan.ratios;
  json["stratify"] = plan.stratify;
  json["by_group"] = plan.byGroup;
  if (plan.byGroup && plan.groupBy != "group") json["group"] = plan.groupBy;
  if (!plan.exclude.empty()) json["exclude"] = plan.exclude;
  if (plan.byHash) json["by_hash"] = true;
  if (!plan.order.empty()) {
    json["order"] = plan.order;
    json["gap"] = plan.gap;
  }
  if (plan.subset < 1) json["subset"] = plan.subset;
  json["seed"] = plan.seed;
  // An expression comes from the command line and need not be UTF-8.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string editedOrigin(const std::string& origin, std::uint64_t moved) {
  auto json = nlohmann::ordered_json::parse(origin, nullptr, false);
  if (!json.is_object()) json = nlohmann::ordered_json::object();
  const auto before = json.find("edited");
  const bool counted = before != json.end() && before->is_number_unsigned();
  moved += counted ? before->get<std::uint64_t>() : 0;
  if (moved > 0) json["edited"] = moved;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace masu::manifest
