// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/split_counts.h"
#include "core/tasks/split/check_task.h"

namespace masu::cli {

namespace {

struct CheckArguments {
  tasks::CheckRequest request;
  bool strict = false;
  std::string remedy;
  std::string name;
};

std::string remedyText(const manifest::Remedy& remedy) {
  if (!remedy.setAside.empty()) return "sets " + countedText(remedy.setAside.size(), "sample") + " aside";
  if (!remedy.redraw) return "none";
  std::string text = "draws the split again";
  if (remedy.redraw->stratify) text += ", stratified";
  if (!remedy.redraw->order.empty()) {
    text += ", in order of " + remedy.redraw->order + " with a gap of " + countText(remedy.redraw->gap);
  }
  if (remedy.redraw->keepEqual) text += ", equal samples together";
  if (!remedy.redraw->groupBy.empty()) text += ", by " + remedy.redraw->groupBy;
  return remedy.redraw->another ? text + ", with another seed" : text;
}

Report reportOf(const tasks::CheckOutcome& outcome, bool strict) {
  Report report;
  report.json["checks"] = nlohmann::ordered_json::array();
  for (const manifest::Check& check : outcome.checks) {
    nlohmann::ordered_json entry = {{"name", check.name},
                                    {"passed", check.passed},
                                    {"compared", check.compared},
                                    {"severity", manifest::name(check.severity)},
                                    {"detail", check.detail.english()}};
    if (!check.passed) {
      entry["fix"] = check.fix.english();
      entry["remedy"] = remedyText(check.remedy);
      if (!check.remedy.setAside.empty()) entry["set_aside"] = check.remedy.setAside.size();
    }
    report.json["checks"].push_back(std::move(entry));
    report.text += (!check.compared                                 ? "not compared "
                    : check.passed                                  ? "pass         "
                    : check.severity == manifest::Severity::serious ? "SERIOUS      "
                                                                    : "warning      ") +
                   check.name + ": " + check.detail.english() + "\n";
    if (check.passed) continue;
    report.text += "             " + check.fix.english() + "\n";
    if (check.remedy.any()) {
      report.text += "             --remedy " + check.name + ": " + remedyText(check.remedy) + "\n";
    }
  }
  report.json["passed"] = outcome.passed;
  report.exitCode = strict && !outcome.passed ? 1 : 0;
  return report;
}

Result<Report> applied(const CheckArguments& arguments, const JobContext& job) {
  MASU_TRY(const tasks::RemedyOutcome outcome,
           tasks::applyRemedy({arguments.request.file, arguments.request.manifest, arguments.remedy, arguments.name,
                               arguments.request.options},
                              job));
  const tasks::ManifestFacts& facts = outcome.facts;
  Report report;
  report.json = {{"check", outcome.found.name},
                 {"set_aside", outcome.setAside},
                 {"redrawn", outcome.redrawn},
                 {"manifest", facts.name},
                 {"hash", facts.hash}};
  report.json.update(countsJson(facts.counts));
  report.text =
      (outcome.redrawn ? "Drew the split again" : "Set " + countedText(outcome.setAside, "sample") + " aside") +
      " in " + facts.name + ": " + splitCountsText(facts.counts) + "\n";
  return report;
}

}  // namespace

void addCheck(const Registration& to) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = to.app.add_subcommand("check", "Check a split for leaks and imbalance");
  command->add_option("FILE", arguments->request.file, "The dataset")->required();
  command->add_option("--manifest,--name", arguments->request.manifest, "Name of the manifest");
  command->add_flag("--strict", arguments->strict, "Exit with 1 if a check does not pass");
  command->add_option("--remedy", arguments->remedy, "Check whose remedy is applied, e.g. duplicates (default: none)");
  command->add_option("--save-as", arguments->name,
                      "With --remedy: name of the manifest to write, e.g. clean (default: the same)");
  command
      ->add_option("--scratch", arguments->request.options.scratch,
                   "Existing folder for temporary files (default: TMPDIR, else /var/tmp)")
      ->check(CLI::ExistingDirectory);
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    arguments->request.options.resources = common.resources;
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      if (!arguments->remedy.empty()) return applied(*arguments, job);
      MASU_TRY(const tasks::CheckOutcome outcome, tasks::check(arguments->request, job));
      return reportOf(outcome, arguments->strict);
    });
  });
}

}  // namespace masu::cli
