// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage_sentence.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/cli/usage.h"
#include "core/base/edit_distance.h"

namespace masu::cli {

namespace {

using Names = std::vector<std::string>;

Names commandsOf(const CLI::App& app) {
  Names names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

Names optionsOf(const CLI::App& command) {
  Names names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Those that are spelled most like a word, or begin with it; none where all are far from it.
Names nearest(const Names& names, const std::string& word) {
  constexpr std::size_t kFarthest = 2;
  std::size_t least = std::min(kFarthest, word.size() / 2);
  Names near;
  for (const std::string& name : names) {
    const std::size_t far = name.starts_with(word) && word.size() > 1 ? 0 : editDistance(word, name);
    if (far > least) continue;
    if (far < least) near.clear();
    least = far;
    near.push_back(name);
  }
  return near;
}

/// "a, b or c"
std::string alternatives(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string thereIsNo(const std::string& what, const Names& near, const char* otherwise) {
  return "There is no " + what + (near.empty() ? otherwise : ". Did you mean " + alternatives(near) + "?");
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

std::string withDashedFile(std::string sentence, std::span<const std::string> words) {
  const std::string file = dashedFile(words);
  return file.empty() ? sentence : sentence + " Write ./" + file + " to name the file that begins with a dash.";
}

/// What a sentence of CLI11's says before and after some words; nothing where it does not have them.
struct Around {
  std::string before;
  std::string after;
};
std::optional<Around> around(const std::string& sentence, std::string_view words) {
  const std::size_t at = sentence.find(words);
  if (at == std::string::npos) return std::nullopt;
  return Around{sentence.substr(0, at), sentence.substr(at + words.size())};
}

/// "--queue = 1,5"
std::optional<std::string> notConverted(const std::string& sentence) {
  constexpr std::string_view kUnconverted = "Could not convert: ";
  if (!sentence.starts_with(kUnconverted)) return std::nullopt;
  const auto value = around(sentence.substr(kUnconverted.size()), " = ");
  return value ? value->before + " does not take " + value->after + "." : std::optional<std::string>();
}

/// "--form: x not in {csv,names}", "--batch: It must be …"
std::optional<std::string> notValid(const std::string& sentence) {
  if (const auto must = around(sentence, ": It must be ")) return must->before + " must be " + must->after;
  if (const auto folder = around(sentence, ": Directory does not exist: "))
    return "There is no folder " + folder->after + ", which " + folder->before + " names.";
  const auto said = around(sentence, " not in {");
  const auto option = said ? around(said->before, ": ") : std::nullopt;
  if (!option || !said->after.ends_with('}')) return std::nullopt;
  Names choices = CLI::detail::split(said->after.substr(0, said->after.size() - 1), ',');
  return option->before + " takes " + alternatives(choices) + ", not " + option->after + ".";
}

std::string valuesOf(const std::string& count) {
  return count == "1" ? "one value" : count + " values";
}

/// "--seed: At Most 1 required but received 2", "--seed: 1 required UINT missing"
std::optional<std::string> otherCount(const std::string& sentence) {
  const auto option = around(sentence, ": ");
  if (!option) return std::nullopt;
  const auto counts = around(option->after, " required but received ");
  constexpr std::string_view kMost = "At Most ";
  constexpr std::string_view kLeast = "At least ";
  if (counts && counts->before.starts_with(kMost))
    return option->before + " takes " + valuesOf(counts->before.substr(kMost.size())) + ", and was given " +
           counts->after + ".";
  if (counts && counts->before.starts_with(kLeast))
    return option->before + " takes at least " + valuesOf(counts->before.substr(kLeast.size())) + ", and was given " +
           counts->after + ".";
  if (const auto missing = around(option->after, " required "))
    return option->before + " needs " + valuesOf(missing->before) + ".";
  return std::nullopt;
}

std::optional<std::string> excluded(const std::string& sentence) {
  const auto options = around(sentence, " excludes ");
  if (!options) return std::nullopt;
  return options->before + " and " + options->after + " exclude each other: leave one of them out.";
}

std::optional<std::string> lacksAnother(const std::string& sentence) {
  const auto options = around(sentence, " requires ");
  return options ? options->before + " needs " + options->after + ", too." : std::optional<std::string>();
}

/// The first option that there is not, else the first word that nothing takes.
std::string notExpected(const CLI::App& app, std::span<const std::string> words) {
  const Names ofAll = remainingWords(app);
  const CLI::App& taker = !ofAll.empty() || app.get_subcommands().empty() ? app : *app.get_subcommands().front();
  Names extra = remainingWords(taker);
  std::erase(extra, "--");
  if (extra.empty()) return "There are more words than are expected.";
  const auto option = std::ranges::find_if(extra, [](const auto& word) { return word.starts_with('-'); });
  if (option == extra.end()) return "The argument " + extra.front() + " is not expected.";
  const std::string name = option->substr(0, option->find('='));
  return withDashedFile(thereIsNo("option " + name, nearest(optionsOf(taker), name), "."), words);
}

std::string missing(const CLI::App& app, const std::string& sentence, std::span<const std::string> words) {
  const auto isWord = [](const std::string& word) { return !word.starts_with('-'); };
  if (app.get_subcommands().empty()) {
    const auto word = std::ranges::find_if(words, isWord);
    if (word == words.end()) return "Name a command: masu --help lists them.";
    return thereIsNo("command " + *word, nearest(commandsOf(app), *word), ": masu --help lists them.");
  }
  const auto what = around(sentence, " is required");
  return withDashedFile(what ? what->before + " is missing." : sentence, words);
}

}  // namespace

std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> words) {
  using Rule = std::optional<std::string> (*)(const std::string&);
  struct OfKind {
    std::string_view kind;
    Rule rule;
  };
  constexpr std::array<OfKind, 5> kRules = {{{"ConversionError", notConverted},
                                             {"ValidationError", notValid},
                                             {"ArgumentMismatch", otherCount},
                                             {"ExcludesError", excluded},
                                             {"RequiresError", lacksAnother}}};
  const std::string kind = error.get_name();
  std::string sentence = withoutMarks(error.what());
  if (kind == "RequiredError") return missing(app, sentence, words);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) return notExpected(app, words);
  const auto found = std::ranges::find(kRules, kind, &OfKind::kind);
  if (found == kRules.end()) return sentence;
  return found->rule(sentence).value_or(sentence);
}

}  // namespace masu::cli
