#include <charconv>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "core/tasks/split_task.h"

namespace masu::cli {

namespace {

struct Arguments {
  std::string file;
  std::vector<double> ratios;
  std::vector<std::string> rules;
  bool stratify = false;
  std::string group;
  std::uint64_t seed = 0;
  std::string name = "default";
  std::string readFrom;
  std::string writeTo;
  bool overwrite = false;
};

Result<manifest::SplitRule> ruleFrom(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string split = text.substr(0, equals);
  manifest::SplitRule rule;
  for (const store::Split candidate :
       {store::Split::train, store::Split::validation, store::Split::test, store::Split::unused}) {
    if (equals == std::string::npos || split != store::name(candidate)) continue;
    rule.split = candidate;
    rule.expression = text.substr(equals + 1);
    return rule;
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "--rule takes SPLIT=EXPRESSION with train, validation, test or unused, not '{0}'."),
              {text});
}

Result<manifest::SplitPlan> planFrom(const Arguments& arguments) {
  manifest::SplitPlan plan;
  for (const std::string& text : arguments.rules) {
    MASU_TRY(manifest::SplitRule rule, ruleFrom(text));
    plan.rules.push_back(std::move(rule));
  }
  if (!arguments.ratios.empty() && arguments.ratios.size() != plan.ratios.size()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "--ratios takes three shares, as 0.8,0.1,0.1 for train, validation and test."));
  }
  std::copy(arguments.ratios.begin(), arguments.ratios.end(), plan.ratios.begin());
  if (!arguments.group.empty() && arguments.group != "group") {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "--group takes 'group', the group stored with each sample, not '{0}'."),
                {arguments.group});
  }
  plan.stratify = arguments.stratify;
  plan.byGroup = !arguments.group.empty();
  plan.seed = arguments.seed;
  return plan;
}

Result<tasks::SplitOutcome> splitWith(const Arguments& arguments, const JobContext& job) {
  if (!arguments.readFrom.empty()) return tasks::readManifest(arguments.file, arguments.name, arguments.readFrom);
  if (!arguments.writeTo.empty()) {
    return tasks::writeManifest(arguments.file, arguments.name, arguments.writeTo, arguments.overwrite);
  }
  if (arguments.ratios.empty() && arguments.rules.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Say how to split: --ratios 0.8,0.1,0.1, --rule SPLIT=EXPRESSION or --read FOLDER."));
  }
  tasks::SplitRequest request;
  request.file = arguments.file;
  request.manifest = arguments.name;
  MASU_TRY(request.plan, planFrom(arguments));
  return tasks::split(request, job);
}

}  // namespace

void addSplit(const Registration& to) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = to.app.add_subcommand("split", "Divide a dataset into train, validation and test");
  command->add_option("FILE", arguments->file, "The dataset")->required();
  command->add_option("--ratios", arguments->ratios, "Shares of train, validation and test, as 0.8,0.1,0.1")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--rule", arguments->rules, "SPLIT=EXPRESSION on the source's path; the first match wins")
      ->allow_extra_args(false);
  command->add_flag("--stratify", arguments->stratify, "Keep the class shares in every split");
  command->add_option("--group", arguments->group, "Keep the samples of a group together ('group')");
  command->add_option("--seed", arguments->seed, "Which of the possible draws");
  command->add_option("--name,--manifest", arguments->name, "Name of the manifest");
  command->add_option("--read", arguments->readFrom, "Read train, validation and test lists from a folder");
  command->add_option("--write", arguments->writeTo, "Write them to a folder");
  command->add_flag("--overwrite", arguments->overwrite, "With --write: replace existing lists");
  command->callback([arguments, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::SplitOutcome outcome, splitWith(*arguments, job));
      const manifest::SplitCounts& counts = outcome.counts;
      Report report;
      report.json = {{"train", counts.train},
                     {"validation", counts.validation},
                     {"test", counts.test},
                     {"unused", counts.unused},
                     {"folds", nlohmann::ordered_json::array()}};
      report.text = countText(counts.train) + " train, " + countText(counts.validation) + " validation, " +
                    countText(counts.test) + " test, " + countText(counts.unused) + " unused\n";
      return report;
    });
  });
}

}  // namespace masu::cli
