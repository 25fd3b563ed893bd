// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_rules.h"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>

namespace masu::cli {

namespace {

/// Null where the command has no such option, or it was not given.
const CLI::Option* givenOf(const CLI::App& command, std::string_view name) {
  const CLI::Option* option = command.get_option_no_throw(std::string(name));
  return option != nullptr && option->count() > 0 ? option : nullptr;
}

/// The first option of a set that was given.
std::optional<std::string> givenIn(const CLI::App& command, const OptionSet& set) {
  for (const std::string_view name : set.options) {
    if (givenOf(command, name) != nullptr) return std::string(name);
  }
  return std::nullopt;
}

std::string together(std::string_view first, std::string_view second, std::string_view because) {
  return std::string(first) + " and " + std::string(second) + " do not go together: " + std::string(because) + ".";
}

/// "--shuffle=queue" in its two halves; the second is empty of "--order".
std::pair<std::string_view, std::string_view> halves(std::string_view needed) {
  const std::size_t mark = needed.find('=');
  return {needed.substr(0, mark), mark == std::string_view::npos ? std::string_view() : needed.substr(mark + 1)};
}

bool isMet(const CLI::App& command, const Need& need) {
  const auto given = [&](std::string_view name) { return givenOf(command, name) != nullptr; };
  if (!need.where.empty() && std::ranges::none_of(need.where, given)) return true;
  bool stated = false;
  for (const std::string_view needed : need.needed) {
    const auto [name, value] = halves(needed);
    const CLI::Option* option = givenOf(command, name);
    if (option == nullptr) continue;
    stated = true;
    const auto& results = option->results();
    if (value.empty() || (!results.empty() && results.back() == value)) return true;
  }
  return !stated && need.byDefault;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : " or ") + std::string(word);
  std::ranges::replace(text, '=', ' ');
  return text;
}

/// The options of a need that were given where it is not met.
std::vector<std::string> unmet(const CLI::App& command, const Need& need) {
  std::vector<std::string> names;
  if (isMet(command, need)) return names;
  for (const std::string_view name : need.options) {
    if (givenOf(command, name) != nullptr) names.emplace_back(name);
  }
  return names;
}

/// Options whose empty value says something: that only empty cells are missing, or a class without a name.
constexpr std::array<std::string_view, 2> kMayBeEmpty = {"--na", "--class-map"};

/// What a command writes. Its results are files: a "-" would become one of that name.
constexpr std::array<std::string_view, 5> kWritten = {"--out", "--rejects", "--save-recipe", "--write", "--keep-runs"};

/// An empty value, as of a variable of the shell that is not set, would be taken for an option that was not given; a
/// "-" for a name; and a number below 0 for a very large one.
std::optional<std::string> unreadable(const CLI::Option& option) {
  const std::string name = "--" + option.get_lnames().front();
  const bool counts = option.get_type_name().starts_with("UINT");
  for (const std::string& value : option.results()) {
    if (value.empty() && std::ranges::find(kMayBeEmpty, name) == kMayBeEmpty.end())
      return name + " has an empty value: give it one, or leave the option out.";
    if (value == "-" && std::ranges::find(kWritten, name) != kWritten.end())
      return name + " cannot be standard output: name what to write, or ./- for one that is called so.";
    if (counts && value.starts_with('-')) return name + " takes a whole number from 0 up, not " + value + ".";
  }
  return std::nullopt;
}

}  // namespace

const OptionSet* setOf(const CommandRules& rules, std::string_view option) {
  for (const OptionSet& set : rules.sets) {
    if (std::ranges::find(set.options, option) != set.options.end()) return &set;
  }
  return nullptr;
}

const SetPair* pairOf(const CommandRules& rules, std::string_view first, std::string_view second) {
  const auto found = std::ranges::find_if(rules.pairs, [&](const SetPair& pair) {
    return (pair.first == first && pair.second == second) || (pair.first == second && pair.second == first);
  });
  return found == rules.pairs.end() ? nullptr : &*found;
}

std::optional<std::string> conflictOf(const CLI::App& command) {
  const CommandRules* rules = rulesOf(command.get_name());
  if (rules == nullptr) return std::nullopt;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    if (auto sentence = unreadable(*option)) return sentence;
  }
  for (const SetPair& pair : rules->pairs) {
    if (pair.because.empty()) continue;
    const auto named = [&](std::string_view set) { return std::ranges::find(rules->sets, set, &OptionSet::name); };
    const auto first = named(pair.first);
    const auto second = named(pair.second);
    if (first == rules->sets.end() || second == rules->sets.end()) continue;
    const auto one = givenIn(command, *first);
    const auto other = givenIn(command, *second);
    if (one && other) return together(*one, *other, pair.because);
  }
  for (const Need& need : rules->needs) {
    const std::vector<std::string> names = unmet(command, need);
    if (names.empty() || need.onlyNoted) continue;
    return names.front() + " goes with " + joined(need.needed) + " only: " + std::string(need.because) + ".";
  }
  return std::nullopt;
}

std::vector<std::string> withoutEffect(const CLI::App& command) {
  std::vector<std::string> sentences;
  const CommandRules* rules = rulesOf(command.get_name());
  if (rules == nullptr) return sentences;
  for (const Need& need : rules->needs) {
    if (!need.onlyNoted) continue;
    for (const std::string& name : unmet(command, need))
      sentences.push_back(name + " has no effect here: " + std::string(need.because) + ".");
  }
  return sentences;
}

std::optional<std::string> conflictWith(const CLI::App& command, std::string_view set) {
  const CommandRules* rules = rulesOf(command.get_name());
  if (rules == nullptr) return std::nullopt;
  for (const OptionSet& each : rules->sets) {
    const SetPair* pair = pairOf(*rules, set, each.name);
    if (pair == nullptr || pair->because.empty()) continue;
    const auto given = givenIn(command, each);
    if (given) return together(*given, set, pair->because);
  }
  return std::nullopt;
}

}  // namespace masu::cli
