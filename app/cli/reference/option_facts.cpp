// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/option_facts.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <CLI/CLI.hpp>

namespace masu::cli {

namespace {

/// The words between braces of CLI11's "TEXT:{auto,table}", or those of a text of our own, "none|gzip".
std::vector<std::string> choicesIn(std::string_view type, const std::string& ownText) {
  if (!ownText.empty()) return CLI::detail::split(ownText, '|');
  const std::size_t open = type.find(":{");
  const std::size_t close = type.find('}', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return CLI::detail::split(std::string(type.substr(open + 2, close - open - 2)), ',');
}

/// Suggested values of options that accept others, too.
std::vector<std::string> suggestionsFor(std::string_view name) {
  struct Suggestions {
    std::string_view option;
    std::string_view words;
  };
  constexpr Suggestions kSuggestions[] = {
      {"model", "linear mlp cnn1d resnet1d cnn2d rocket"},
      {"class-weights", "none balanced"},
      {"comment", "none"},
      {"device", "auto"},
      {"hop", "none"},
      {"label-from", "folder annotation"},
      {"group-from", "folder"},
      {"missing", "nan zero mean drop"},
      {"text", "all"},
  };
  const auto* const found = std::ranges::find(kSuggestions, name, &Suggestions::option);
  return found == std::end(kSuggestions) ? std::vector<std::string>()
                                         : CLI::detail::split(std::string(found->words), ' ');
}

template <typename Group, typename Item>
void addUnder(std::vector<Group>& groups, const std::string& heading, std::vector<Item> Group::*items, Item item) {
  const auto found = std::ranges::find(groups, heading, &Group::heading);
  Group& group = found == groups.end() ? groups.emplace_back(Group{heading, {}}) : *found;
  (group.*items).push_back(std::move(item));
}

}  // namespace

OptionFacts factsOf(const CLI::Option& option) {
  OptionFacts facts;
  facts.positional = !option.nonpositional();
  if (facts.positional) {
    facts.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  }
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() > 0) facts.value = type.substr(0, type.find_first_of(": "));
  facts.choices = choicesIn(type, option.get_option_text());
  if (!facts.positional && facts.choices.empty() && !option.get_lnames().empty())
    facts.suggestions = suggestionsFor(option.get_lnames().front());
  facts.description = option.get_description();
  facts.defaultValue = option.get_default_str();
  facts.required = option.get_required();
  facts.repeats = option.get_expected_max() > 1;
  return facts;
}

std::vector<OptionGroup> optionGroups(const CLI::App& command) {
  std::vector<OptionGroup> groups;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    OptionFacts facts = factsOf(*option);
    const std::string heading = facts.positional ? "Arguments" : option->get_group();
    addUnder(groups, heading, &OptionGroup::options, std::move(facts));
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const OptionGroup& group) { return group.heading == "Arguments"; });
  return groups;
}

std::vector<CommandGroup> commandGroups(const CLI::App& app) {
  std::vector<CommandGroup> groups;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) addUnder(groups, command->get_group(), &CommandGroup::commands, command);
  }
  return groups;
}

}  // namespace masu::cli
