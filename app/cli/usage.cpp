// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/base/edit_distance.h"

namespace masu::cli {

namespace {

std::vector<std::string> commandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// The commands that are spelled most like a word, or begin with it; none where all are far from it.
std::vector<std::string> nearestCommands(const CLI::App& app, const std::string& word) {
  constexpr std::size_t kFarthest = 2;
  std::size_t least = std::min(kFarthest, word.size() / 2);
  std::vector<std::string> nearest;
  for (const std::string& name : commandsOf(app)) {
    const std::size_t far = name.starts_with(word) && word.size() > 1 ? 0 : editDistance(word, name);
    if (far > least) continue;
    if (far < least) nearest.clear();
    least = far;
    nearest.push_back(name);
  }
  return nearest;
}

std::string noCommand(const CLI::App& app, const std::string& word) {
  std::string names;
  for (const std::string& name : nearestCommands(app, word)) names += (names.empty() ? "" : " or ") + name;
  const std::string hint = names.empty() ? ": masu --help lists them." : ". Did you mean " + names + "?";
  return "There is no command " + word + hint;
}

/// A file that is named with a dash first, which reads as an option; empty where there is none.
std::string dashedFile(std::span<const std::string> words) {
  std::error_code ignored;
  const auto isFile = [&](const std::string& word) {
    return word.starts_with('-') && word.size() > 1 && std::filesystem::exists(word, ignored);
  };
  const auto found = std::ranges::find_if(words, isFile);
  return found == words.end() ? std::string() : *found;
}

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

/// A sentence of CLI11's, which may quote values.
std::string withoutMarks(std::string sentence) {
  std::erase(sentence, kMark);
  return sentence;
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
  const std::vector<std::string> commands = commandsOf(app);
  const bool isCommand = std::ranges::find(commands, words.front()) != commands.end();
  return isCommand ? std::vector<std::string>{words.front(), "--help"} : std::vector<std::string>{words.front()};
}

void parse(CLI::App& app, std::span<const std::string> words) {
  unmarkValues(app);
  std::vector<std::string> ordered(words.rbegin(), words.rend());  // in the order in which CLI11 takes them
  for (std::string& word : ordered) word = marked(std::move(word));
  app.parse(std::move(ordered));
}

std::vector<std::string> remainingWords(const CLI::App& command) {
  std::vector<std::string> words = command.remaining();
  for (std::string& word : words) word = unmarked(std::move(word));
  return words;
}

std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> words) {
  const std::string kind = error.get_name();
  std::string sentence = withoutMarks(error.what());
  constexpr std::string_view kUnconverted = "Could not convert: ";
  if (kind == "ConversionError" && sentence.starts_with(kUnconverted)) {
    const std::size_t equals = sentence.find(" = ");
    const std::string name = sentence.substr(kUnconverted.size(), equals - kUnconverted.size());
    return name + (equals == std::string::npos ? "" : " does not take " + sentence.substr(equals + 3)) + ".";
  }
  if (kind != "RequiredError") return sentence;
  const auto isWord = [](const std::string& word) { return !word.starts_with('-'); };
  if (app.get_subcommands().empty()) {
    const auto word = std::ranges::find_if(words, isWord);
    return word == words.end() ? "Name a command: masu --help lists them." : noCommand(app, *word);
  }
  if (const std::string file = dashedFile(words); !file.empty())
    sentence += ". Write ./" + file + " to name the file that begins with a dash.";
  return sentence;
}

}  // namespace masu::cli
