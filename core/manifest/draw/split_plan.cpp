// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/split_plan.h"

#include <algorithm>

#include "core/base/exact_json.h"
#include "core/manifest/samples/dataset_rows.h"

namespace masu::manifest {

namespace {

using Json = ExactJson;

Json jsonOf(const SplitPlan& plan) {
  Json json;
  json["rules"] = Json::array();
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
  if (plan.keepEqual) json["keep_equal"] = true;
  json["seed"] = plan.seed;
  return json;
}

std::string textOf(const Json& json) {
  // An expression comes from the command line and need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

SplitCounts countsOf(const store::Assignment& assignment) {
  std::array<std::uint64_t, 256> counts{};
  for (const store::Split split : assignment) ++counts[static_cast<std::uint8_t>(split)];
  const auto of = [&](store::Split split) { return counts[static_cast<std::uint8_t>(split)]; };
  return {of(store::Split::train), of(store::Split::validation), of(store::Split::test), of(store::Split::unused)};
}

std::string describe(const SplitPlan& plan) {
  return textOf(jsonOf(plan));
}

std::string describeFold(const SplitPlan& plan, unsigned fold, unsigned folds) {
  Json json = jsonOf(plan);
  json["fold"] = fold;
  json["folds"] = folds;
  return textOf(json);
}

namespace {

/// The plan that a manifest, or all folds of it, were drawn by.
std::optional<SplitPlan> planFrom(const Json& json) {
  if (!json.is_object() || !json.contains("ratios")) return std::nullopt;
  // Text that another program wrote may hold anything under these names.
  try {
    SplitPlan plan;
    for (const Json& rule : json.value("rules", Json::array())) {
      const auto split = store::splitNamed(rule.at("split").get<std::string>());
      if (!split) return std::nullopt;
      plan.rules.push_back({*split, rule.at("expression").get<std::string>()});
    }
    plan.ratios = json.at("ratios").get<std::array<double, 3>>();
    plan.stratify = json.value("stratify", false);
    plan.byGroup = json.value("by_group", false);
    plan.groupBy = json.value("group", plan.groupBy);
    plan.exclude = json.value("exclude", "");
    plan.byHash = json.value("by_hash", false);
    plan.order = json.value("order", "");
    plan.gap = json.value("gap", std::uint64_t{0});
    plan.subset = json.value("subset", 1.0);
    plan.keepEqual = json.value("keep_equal", false);
    plan.seed = json.value("seed", std::uint64_t{0});
    return plan;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<SplitPlan> planOf(const std::string& origin) {
  const Json json = Json::parse(origin, nullptr, false);
  return json.is_object() && !json.contains("fold") ? planFrom(json) : std::nullopt;
}

std::string groupsKept(const std::string& origin) {
  const auto plan = planFrom(Json::parse(origin, nullptr, false));
  return plan && plan->byGroup ? plan->groupBy : std::string();
}

std::array<bool, 3> splitsAskedFor(const std::string& origin) {
  const Json json = Json::parse(origin, nullptr, false);
  const auto plan = planFrom(json);
  if (!plan) return {true, true, true};
  const bool folds = json.contains("fold");
  std::array<bool, 3> asked = {folds, folds, false};
  for (std::size_t s = 0; s < asked.size(); ++s) asked[s] = asked[s] || plan->ratios[s] > 0;
  for (const SplitRule& rule : plan->rules)
    if (rule.split != store::Split::unused) asked[static_cast<std::size_t>(rule.split) - 1] = true;
  return asked;
}

Error beyondMemory(const store::Dataset& dataset, const char* what, std::uint64_t bytes, std::uint64_t allowed) {
  const auto megabytes = [](std::uint64_t count) { return std::to_string((count + 999'999) / 1'000'000); };
  return {Errc::outOfMemory,
          MASU_TEXT("core",
                    "The splits of {0} need at least {1} MB of memory for {2}, but only {3} MB are left for that. "
                    "Allow more by --memory."),
          {dataset.path().string(), megabytes(bytes), Message::marked(what), std::to_string(allowed / 1'000'000)},
          {dataset.path().string(), 0, 0}};
}

std::string nameInPlan(const std::string& column) {
  return sampleNameOf(column) ? "`" + column + "`" : column;
}

std::uint64_t editedSamples(const std::string& origin) {
  const Json json = Json::parse(origin, nullptr, false);
  const auto edited = json.is_object() ? json.find("edited") : json.end();
  return edited != json.end() && edited->is_number_unsigned() ? edited->get<std::uint64_t>() : 0;
}

std::string editedOrigin(const std::string& origin, std::uint64_t moved) {
  Json json = Json::parse(origin, nullptr, false);
  if (!json.is_object()) json = Json::object();
  moved += editedSamples(origin);
  if (moved > 0) json["edited"] = moved;
  return textOf(json);
}

std::string labelledOrigin(const std::string& origin, const store::LabelEdition& edition) {
  if (!edition.isEdited()) return origin;
  Json json = Json::parse(origin, nullptr, false);
  if (!json.is_object()) json = Json::object();
  json["labels"] = {{"edition", edition.number}, {"hash", edition.hash}};
  return textOf(json);
}

MadeBy madeBy(const std::string& origin) {
  const Json json = Json::parse(origin, nullptr, false);
  if (!json.is_object()) return MadeBy::hand;
  if (json.contains("edited")) return MadeBy::hand;
  if (json.contains("fold")) return MadeBy::folds;
  return planFrom(json) ? MadeBy::plan : MadeBy::lists;
}

}  // namespace masu::manifest
