// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/split_counts.h"
#include "core/tasks/split/split_task.h"

namespace masu::cli {

namespace {

struct SplitArguments {
  std::string file;
  std::vector<double> ratios;
  std::vector<std::string> rules;
  bool stratify = false;
  std::string group;
  bool noGroup = false;
  bool keepEqual = false;
  std::string exclude;
  bool byHash = false;
  std::string order;
  std::uint64_t gap = 0;
  double subset = 1;
  unsigned folds = 0;
  std::uint64_t seed = 0;
  std::string name = "default";
  std::string readFrom;
  std::string writeTo;
  bool overwrite = false;
  std::string form = "csv";
};

Result<manifest::SplitRule> ruleFrom(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string split = text.substr(0, equals);
  manifest::SplitRule rule;
  if (const auto known = store::splitNamed(split); known && equals != std::string::npos) {
    rule.split = *known;
    rule.expression = text.substr(equals + 1);
    return rule;
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "--rule takes SPLIT=EXPRESSION with train, validation, test or unused, not '{0}'."),
              {text});
}

/// Three shares that add up to more than 1, such as percentages, divided by their sum; empty for others.
std::string sharesOfOne(const std::vector<double>& ratios) {
  constexpr int kDigits = 9;
  const double sum = std::accumulate(ratios.begin(), ratios.end(), 0.0);
  const bool shares = ratios.size() == 3 && std::ranges::all_of(ratios, [](double share) { return share >= 0; });
  if (!shares || !(sum > 1) || !std::isfinite(sum)) return {};
  std::string text;
  for (const double share : ratios) text += (text.empty() ? "" : ",") + figureText(share / sum, kDigits);
  return text;
}

Result<manifest::SplitPlan> planFrom(const SplitArguments& arguments) {
  manifest::SplitPlan plan;
  for (const std::string& text : arguments.rules) {
    MASU_TRY(manifest::SplitRule rule, ruleFrom(text));
    plan.rules.push_back(std::move(rule));
  }
  const bool shares = std::ranges::all_of(arguments.ratios, [](double share) { return share >= 0 && share <= 1; }) &&
                      std::ranges::any_of(arguments.ratios, [](double share) { return share > 0; });
  if (!arguments.ratios.empty() && (!shares || arguments.ratios.size() != plan.ratios.size())) {
    const std::string meant = sharesOfOne(arguments.ratios);
    if (!meant.empty()) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The shares of --ratios must add up to 1: write {0} instead."), {meant});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--ratios takes three shares from 0 to 1 for train, validation and test, which add up to 1, "
                          "e.g. 0.8,0.1,0.1."));
  }
  std::copy(arguments.ratios.begin(), arguments.ratios.end(), plan.ratios.begin());
  plan.stratify = arguments.stratify;
  plan.byGroup = !arguments.group.empty();
  if (plan.byGroup) plan.groupBy = arguments.group;
  plan.keepEqual = arguments.keepEqual;
  plan.exclude = arguments.exclude;
  plan.byHash = arguments.byHash;
  plan.order = arguments.order;
  plan.gap = arguments.gap;
  plan.subset = arguments.subset;
  plan.seed = arguments.seed;
  return plan;
}

manifest::TextForm formOf(const std::string& name) {
  if (name == "names") return manifest::TextForm::fileNames;
  return name == "jsonl" ? manifest::TextForm::jsonl : manifest::TextForm::csv;
}

Result<tasks::SplitOutcome> splitWith(const SplitArguments& arguments, const Resources& resources,
                                      const JobContext& job) {
  if (!arguments.readFrom.empty())
    return tasks::readManifest(arguments.file, arguments.name, arguments.readFrom, resources);
  if (!arguments.writeTo.empty()) {
    return tasks::writeManifest(arguments.file, arguments.name, arguments.writeTo, arguments.overwrite,
                                formOf(arguments.form), resources);
  }
  if (arguments.ratios.empty() && arguments.rules.empty() && arguments.folds == 0) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "Say how to split: --ratios 0.8,0.1,0.1, --folds K, --rule SPLIT=EXPRESSION or --read FOLDER."));
  }
  tasks::SplitRequest request;
  request.file = arguments.file;
  request.manifest = arguments.name;
  request.folds = arguments.folds;
  request.usualGroups = !arguments.noGroup;
  request.overwrite = arguments.overwrite;
  request.resources = resources;
  MASU_TRY(request.plan, planFrom(arguments));
  return tasks::split(request, job);
}

Report reportOf(const tasks::SplitOutcome& outcome) {
  Report report;
  report.json = countsJson(outcome.counts);
  report.json["folds"] = nlohmann::ordered_json::array();
  for (const tasks::FoldOutcome& fold : outcome.folds) {
    nlohmann::ordered_json entry = {{"name", fold.manifest}};
    entry.update(countsJson(fold.counts));
    report.json["folds"].push_back(std::move(entry));
    report.text += fold.manifest + ": " + splitCountsText(fold.counts) + "\n";
  }
  if (outcome.folds.empty()) report.text = splitCountsText(outcome.counts) + "\n";
  report.json["residual"] = outcome.residual;
  report.json["notes"] = nlohmann::ordered_json::array();
  for (const Message& note : outcome.notes) {
    report.json["notes"].push_back(note.english());
    report.text += shownText(note.english(), LineEnds::shown) + "\n";
  }
  return report;
}

/// How the samples are divided.
void addDrawing(CLI::App& command, SplitArguments& arguments) {
  command
      .add_option("--ratios", arguments.ratios,
                  "Ratios of train, validation and test, e.g. 0.8,0.1,0.1 (default: none, where --rule or --folds "
                  "decides)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--rule", arguments.rules,
                  "SPLIT=RE: split of the samples whose source's path matches, e.g. test=^2024/; may be repeated, "
                  "the first match decides (default: none)")
      ->allow_extra_args(false);
  command.add_flag("--stratify", arguments.stratify, "Keep the class shares in every split");
  auto* group = command.add_option("--group", arguments.group,
                                   "Keep groups in one split: group, source or a column, in backticks if it has such a "
                                   "name (default: the dataset's groups, or the recordings of windows)");
  command.add_flag("--no-group", arguments.noGroup, "Draw each sample by itself")->excludes(group);
  auto* equal =
      command.add_flag("--keep-equal", arguments.keepEqual, "Keep samples of equal content together")->excludes(group);
  command.add_option("--exclude", arguments.exclude,
                     "Filter of samples to leave unused, e.g. 'age < 18' (default: none)");
  command
      .add_flag(
          "--by-hash", arguments.byHash,
          "Assign by a hash of the group, or of source and position: keeps existing assignments when data is added")
      ->excludes(equal);
  command
      .add_option("--order", arguments.order,
                  "Column to order by, e.g. date, or 'position' within each source: low values train, high ones "
                  "test (default: at random)")
      ->excludes(equal);
  command.add_option("--gap", arguments.gap, "With --order: number of samples to leave unused between splits");
  command
      .add_option("--folds", arguments.folds,
                  "Number of folds K, e.g. 5: write NAME-1 … NAME-K; fold k is validation in the k-th (default: "
                  "none)")
      ->check(wholeNumber(1));
  command.add_option("--subset", arguments.subset,
                     "Share of the samples to use, with the same class shares, e.g. 0.1 (default: 1)");
}

}  // namespace

void addSplit(const Registration& to) {
  auto arguments = std::make_shared<SplitArguments>();
  CLI::App* command = to.app.add_subcommand("split", "Split a dataset into train, validation and test");
  command->add_option("FILE", arguments->file, "The dataset")->required();
  addDrawing(*command, *arguments);
  command->add_option("--seed", arguments->seed, "Random seed");
  command->add_option("--name,--manifest", arguments->name, "Name of the manifest");
  command->add_option("--read", arguments->readFrom,
                      "Folder to read train, validation and test lists from, e.g. lists (default: none)");
  command->add_option("--write", arguments->writeTo, "Folder to write the lists to, e.g. lists (default: none)");
  command
      ->add_option("--form", arguments->form,
                   "With --write: format of the lists: csv, names (one file a line) or jsonl (as NeMo)")
      ->check(CLI::IsMember({"csv", "names", "jsonl"}));
  command->add_flag("--overwrite", arguments->overwrite,
                    "Replace a split that was edited, read from lists or is a fold; with --write: existing lists");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    if (const auto plan = planFrom(*arguments); !plan) throw Conflict(plan.error().message.english());
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::SplitOutcome outcome, splitWith(*arguments, common.resources, job));
      return reportOf(outcome);
    });
  });
}

}  // namespace masu::cli
