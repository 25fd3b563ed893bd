// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <algorithm>

namespace masu::cli {

namespace {

/// Before a value that begins with a bracket, so that CLI11 does not see that first; and before one with a mark.
constexpr char kMark = '\x02';

/// Where the value of a word begins: all of it, or what is after --name=.
std::size_t valueOf(const std::string& word) {
  const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
  return equals == std::string::npos ? 0 : equals + 1;
}

std::string marked(std::string word) {
  const std::size_t value = valueOf(word);
  if (value < word.size() && (word[value] == '[' || word[value] == kMark)) word.insert(value, 1, kMark);
  return word;
}

std::string unmarked(std::string word) {
  const std::size_t value = valueOf(word);
  if (value < word.size() && word[value] == kMark) word.erase(value, 1);
  return word;
}

void unmarkValues(CLI::App& app) {
  const CLI::Validator unmark(
      [](std::string& word) {
        if (word.starts_with(kMark)) word.erase(0, 1);
        return std::string();
      },
      "");
  for (CLI::Option* option : app.get_options()) option->transform(unmark);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) unmarkValues(*command);
}

}  // namespace

std::vector<std::string> withHelp(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  if (words.empty() || words.front().starts_with('-')) return {"--help"};
  const auto isNamed = [&](const CLI::App* command) { return command->get_name() == words.front(); };
  const bool isCommand = !app.get_subcommands(isNamed).empty();
  return isCommand ? std::vector<std::string>{words.front(), "--help"} : std::vector<std::string>{words.front()};
}

void parse(CLI::App& app, std::span<const std::string> words) {
  unmarkValues(app);
  std::vector<std::string> ordered(words.rbegin(), words.rend());  // in the order in which CLI11 takes them
  for (std::string& word : ordered) word = marked(std::move(word));
  app.parse(std::move(ordered));
}

std::string withoutMarks(std::string sentence) {
  std::erase(sentence, kMark);
  return sentence;
}

std::vector<std::string> remainingWords(const CLI::App& command) {
  std::vector<std::string> words = command.remaining();
  for (std::string& word : words) word = unmarked(std::move(word));
  return words;
}

}  // namespace masu::cli
