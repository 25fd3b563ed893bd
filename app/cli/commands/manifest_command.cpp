// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/split_counts.h"
#include "core/tasks/split/manifest_task.h"

namespace masu::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ManifestArguments {
  std::string file;
  std::string action;
  std::string name;
  std::string other;
};

Json jsonOf(const tasks::ManifestFacts& facts) {
  const Json origin = Json::parse(facts.origin, nullptr, false);
  Json json = {{"name", facts.name}, {"frozen", facts.frozen}, {"hash", facts.hash}};
  json.update(countsJson(facts.counts));
  json["origin"] = origin.is_discarded() ? Json(facts.origin) : origin;
  return json;
}

Report listed(const std::vector<tasks::ManifestFacts>& manifests) {
  Report report;
  report.json["manifests"] = Json::array();
  TextTable table({"manifest", "train", "validation", "test", "unused", "hash", ""}, {1, 2, 3, 4});
  for (const tasks::ManifestFacts& facts : manifests) {
    report.json["manifests"].push_back(jsonOf(facts));
    table.add({facts.name, countText(facts.counts.train), countText(facts.counts.validation),
               countText(facts.counts.test), countText(facts.counts.unused), facts.hash, facts.frozen ? "frozen" : ""});
  }
  report.text = manifests.empty() ? "No manifest yet. Split the dataset first.\n" : table.text();
  return report;
}

Report changed(const tasks::ManifestFacts& facts) {
  Report report = listed({facts});
  report.json = jsonOf(facts);
  return report;
}

Report compared(const ManifestArguments& arguments, const tasks::ManifestDiff& diff) {
  Report report;
  report.json = {{"from", arguments.name}, {"to", arguments.other}, {"moved", diff.moved}, {"moves", Json::array()}};
  TextTable table({"from", "to", "samples", "class"}, {2});
  for (const tasks::ManifestMove& move : diff.moves) {
    const std::string from(store::name(move.from));
    const std::string to(store::name(move.to));
    Json classes = Json::object();
    table.add({from, to, countText(move.samples), ""});
    for (std::size_t code = 0; code < move.perClass.size(); ++code) {
      if (move.perClass[code] == 0) continue;
      classes[diff.classes[code]] = move.perClass[code];
      table.add({"", "", countText(move.perClass[code]), diff.classes[code]});
    }
    report.json["moves"].push_back({{"from", from}, {"to", to}, {"samples", move.samples}, {"classes", classes}});
  }
  report.text = diff.moved == 0 ? arguments.name + " and " + arguments.other + " are identical.\n"
                                : table.text() + countedText(diff.moved, "sample") +
                                      (diff.moved == 1 ? " is" : " are") + " in another split.\n";
  return report;
}

/// How many names an action takes.
std::size_t namesOf(const std::string& action) {
  if (action == "list") return 0;
  return action == "delete" || action == "freeze" ? 1 : 2;
}

Result<Report> run(const ManifestArguments& arguments, const Resources& resources) {
  const std::string& action = arguments.action;
  if (action == "list") {
    MASU_TRY(const auto manifests, tasks::listManifests(arguments.file, resources));
    return listed(manifests);
  }
  if (action == "delete") {
    MASU_CHECK(tasks::deleteManifest(arguments.file, arguments.name, resources));
    Report report;
    report.json = {{"deleted", arguments.name}};
    report.text = "Deleted " + arguments.name + ".\n";
    return report;
  }
  if (action == "diff") {
    MASU_TRY(const auto diff, tasks::diffManifests(arguments.file, arguments.name, arguments.other, resources));
    return compared(arguments, diff);
  }
  if (action == "freeze") {
    MASU_TRY(const auto facts, tasks::freezeManifest(arguments.file, arguments.name, resources));
    return changed(facts);
  }
  MASU_TRY(const auto facts, action == "copy"
                                 ? tasks::copyManifest(arguments.file, arguments.name, arguments.other, resources)
                                 : tasks::renameManifest(arguments.file, arguments.name, arguments.other, resources));
  return changed(facts);
}

}  // namespace

void addManifest(const Registration& to) {
  auto arguments = std::make_shared<ManifestArguments>();
  CLI::App* command = to.app.add_subcommand("manifest", "List, copy, rename, delete, freeze or compare manifests");
  command->add_option("FILE", arguments->file, "The dataset")->required();
  command->add_option("ACTION", arguments->action, "Action")
      ->required()
      ->check(CLI::IsMember({"list", "copy", "rename", "delete", "freeze", "diff"}));
  CLI::Option* name = command->add_option("NAME", arguments->name, "Name of the manifest");
  CLI::Option* other = command->add_option("NAME2", arguments->other, "New name, or the manifest to compare with");
  command->final_callback([arguments, name, other, &common = to.common, &exitCode = to.exitCode] {
    const std::size_t names = (name->count() > 0 ? 1U : 0U) + (other->count() > 0 ? 1U : 0U);
    if (names != namesOf(arguments->action)) {
      throw CLI::ArgumentMismatch(arguments->action + " takes " + std::to_string(namesOf(arguments->action)) +
                                  " names of manifests, not " + std::to_string(names));
    }
    exitCode =
        Console(common, Ending::prompt).run([&](const JobContext&) { return run(*arguments, common.resources); });
  });
}

}  // namespace masu::cli
