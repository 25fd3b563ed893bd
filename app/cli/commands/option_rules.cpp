// SPDX-License-Identifier: GPL-3.0-or-later
// Which options of each command go together. A new option is put into a set here, and a new set is paired with all
// others: tests/cli/cli_options_test walks them.
#include "app/cli/option_rules.h"

#include <algorithm>
#include <array>

#include "app/cli/commands/commands.h"

namespace masu::cli {

namespace {

constexpr std::string_view kRecipe =
    "a recipe holds all options of an import; change it there, or leave the option out";
constexpr std::string_view kExport =
    "an export is restored as the dataset it was made from; give --as table to import its files as tables";
constexpr std::string_view kOfTables = "it applies to tables, and these are recordings";
constexpr std::string_view kOfText = "it applies to text, and none of these files is text";
constexpr std::string_view kOfRecordings = "it applies to recordings, and these are tables";
constexpr std::string_view kRulesAlone = "--rule alone assigns whole sources and draws nothing";
constexpr std::string_view kTogether = {};

/// Every two of these sets go together.
void addTogether(std::vector<SetPair>& pairs, const std::vector<std::string_view>& sets) {
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t k = i + 1; k < sets.size(); ++k) pairs.push_back({sets[i], sets[k], kTogether});
  }
}

/// One set excludes each of these.
void addApart(std::vector<SetPair>& pairs, std::string_view set, const std::vector<std::string_view>& others,
              std::string_view because) {
  for (const std::string_view other : others) pairs.push_back({set, other, because});
}

/// Options of every command.
OptionSet common() {
  return {"common", {"--json", "--threads", "--memory"}};
}

/// What `inspect` and `import` share: the plan.
CommandRules planning(std::string_view command) {
  CommandRules rules{
      command,
      {common(),
       {"kind", {"--as"}},
       {"plan", {"--label", "--target", "--dtype", "--tolerance", "--compression", "--on-error"}},
       {"order", {"--shuffle"}},
       {"recipe", {"--recipe"}},
       {"scratch", {"--scratch"}},
       {"spelling",
        {"--delimiter", "--quote", "--escape", "--decimal", "--thousands", "--encoding", "--header", "--no-header",
         "--comment", "--skip", "--na", "--longest-record"},
        {{"--header", "--no-header"}}},
       {"tables",
        {"--weight", "--missing", "--date-order", "--type", "--where", "--keep", "--text", "--class-map",
         "--past-tolerance", "--ragged"}},
       {"recordings",
        {"--window", "--hop", "--rest", "--store", "--rate", "--channels", "--time", "--raw", "--frames"}},
       {"lists", {"--label-from", "--group-from"}},
       {"recipe to write", {"--save-recipe"}},
       {"replacing", {"--overwrite"}}},
      {},
      {{{"--target"}, {"--label", "--label-from"}, false, "it sets the kind of the label, and no label is given"},
       {{"--past-tolerance"}, {"--tolerance", "--dtype=auto"}, false, "without a tolerance nothing is beyond it"},
       {{"--shuffle"}, {"--store=windows"}, true, "whole recordings are stored in the order of their frames"}}};
  const std::vector<std::string_view> choices = {"kind", "plan", "spelling", "tables", "recordings"};
  addTogether(rules.pairs, {"common", "kind", "plan", "order", "scratch", "spelling", "lists", "recipe to write",
                            "replacing", "recordings"});
  addTogether(rules.pairs,
              {"tables", "common", "kind", "plan", "order", "scratch", "spelling", "recipe to write", "replacing"});
  addTogether(rules.pairs, {"recipe", "common", "order", "scratch", "recipe to write", "replacing", "lists"});
  addApart(rules.pairs, "recipe", choices, kRecipe);
  addApart(rules.pairs, "tables", {"recordings", "lists"}, "one applies to tables, the other to recordings");
  // What the sources turned out to be.
  addApart(rules.pairs, "an export",
           {"plan", "order", "spelling", "tables", "recordings", "lists", "recipe to write", "scratch"}, kExport);
  addApart(rules.pairs, "recordings as sources", {"tables"}, kOfTables);
  addApart(rules.pairs, "recordings that are not text", {"spelling"}, kOfText);
  addApart(rules.pairs, "tables as sources", {"recordings", "lists"}, kOfRecordings);
  return rules;
}

CommandRules inspectRules() {
  CommandRules rules = planning("inspect");
  rules.needs.push_back({{"--overwrite"}, {"--save-recipe"}, false, "nothing else is written"});
  return rules;
}

CommandRules importRules() {
  CommandRules rules = planning("import");
  rules.sets.push_back({"dataset", {"--out", "--no-sync", "--part-size"}});
  rules.sets.push_back({"rejects", {"--rejects"}});
  rules.sets.push_back({"resuming", {"--resume", "--checkpoint-seconds"}});
  rules.sets.push_back({"part", {"--part"}});
  addApart(rules.pairs, "part", {"resuming"}, "a worker always resumes");
  addApart(rules.pairs, "part", {"replacing"}, "a worker that starts late would replace what the others made");
  addApart(rules.pairs, "part", {"recipe to write"}, "each worker would write it; masu inspect saves it");
  for (const std::string_view added : {"dataset", "rejects", "resuming", "part"}) {
    for (const OptionSet& set : rules.sets) {
      if (set.name == added || pairOf(rules, added, set.name) != nullptr) continue;
      rules.pairs.push_back({added, set.name, kTogether});
    }
  }
  addApart(rules.pairs, "an export", {"rejects", "resuming", "part"}, kExport);
  return rules;
}

CommandRules convertRules() {
  CommandRules rules{"convert",
                     {common(),
                      {"dataset",
                       {"--out", "--dtype", "--compression", "--apply-edits", "--without-splits", "--no-sync",
                        "--part-size"}},
                      {"replacing", {"--overwrite"}},
                      {"part", {"--part"}}},
                     {},
                     {}};
  addTogether(rules.pairs, {"common", "dataset", "replacing"});
  addTogether(rules.pairs, {"common", "dataset", "part"});
  addApart(rules.pairs, "part", {"replacing"}, "a worker that starts late would replace what the others made");
  return rules;
}

CommandRules appendRules() {
  CommandRules rules{"append",
                     {common(),
                      {"spelling", {"--longest-record"}},
                      {"lists", {"--label-from", "--group-from"}},
                      {"dataset", {"--no-sync"}}},
                     {},
                     {}};
  addTogether(rules.pairs, {"common", "spelling", "lists", "dataset"});
  addApart(rules.pairs, "recordings that are not text", {"spelling"}, kOfText);
  return rules;
}

CommandRules splitRules() {
  CommandRules rules{"split",
                     {common(),
                      {"manifest", {"--name"}},
                      {"drawing", {"--ratios", "--rule", "--exclude", "--subset", "--seed"}},
                      {"folds", {"--folds"}},
                      {"single samples", {"--no-group"}},
                      {"shares", {"--stratify"}},
                      {"groups", {"--group"}},
                      {"equals", {"--keep-equal"}},
                      {"hash", {"--by-hash"}},
                      {"order", {"--order", "--gap"}},
                      {"reading", {"--read"}},
                      {"replacing", {"--overwrite"}},
                      {"writing", {"--write", "--form"}}},
                     {},
                     {{{"--form"}, {"--write"}, false, "nothing else writes lists"},
                      {{"--gap"}, {"--order"}, false, "a random split has no order in which to leave a gap"},
                      {{"--stratify", "--group", "--no-group", "--keep-equal", "--by-hash", "--order", "--subset"},
                       {"--ratios", "--folds"},
                       false,
                       kRulesAlone},
                      {{"--seed"}, {"--ratios", "--folds"}, false, kRulesAlone, {"--rule"}, true},
                      {{"--seed"}, {"--subset"}, false, "--order draws nothing at random", {"--order"}, true}}};
  for (const std::string_view equalOnes : {"groups", "equals"})
    addTogether(rules.pairs, {"common", "manifest", "replacing", "drawing", "folds", "shares", equalOnes});
  addTogether(rules.pairs, {"common", "manifest", "replacing", "drawing", "folds", "shares", "single samples"});
  addTogether(rules.pairs, {"common", "manifest", "replacing", "drawing", "folds", "groups", "hash"});
  addTogether(rules.pairs, {"single samples", "hash"});
  addTogether(rules.pairs, {"common", "manifest", "replacing", "drawing", "order"});
  addTogether(rules.pairs, {"common", "manifest", "reading"});
  addTogether(rules.pairs, {"common", "manifest", "replacing", "writing"});
  addApart(rules.pairs, "replacing", {"reading"}, "lists that are read replace what is there");
  addApart(rules.pairs, "hash", {"shares"}, "a hash assigns each sample by itself, whatever its class");
  addApart(rules.pairs, "order", {"shares", "groups", "single samples", "hash"},
           "an ordered split assigns samples by their order alone");
  addApart(rules.pairs, "order", {"folds"}, "folds are drawn at random");
  addApart(rules.pairs, "equals", {"groups", "hash", "order"}, "samples are kept together by one rule only");
  addApart(rules.pairs, "single samples", {"groups", "equals"}, "the other keeps samples together");
  const std::vector<std::string_view> drawing = {"drawing", "folds",  "single samples", "shares",
                                                 "groups",  "equals", "hash",           "order"};
  addApart(rules.pairs, "reading", drawing, "the lists already assign every sample");
  addApart(rules.pairs, "writing", drawing, "lists are written from an existing split");
  addApart(rules.pairs, "reading", {"writing"}, "read the lists first, then write them");
  return rules;
}

CommandRules checkRules() {
  CommandRules rules{"check",
                     {common(),
                      {"checking", {"--manifest", "--scratch"}},
                      {"verdict", {"--strict"}},
                      {"remedy", {"--remedy", "--save-as"}}},
                     {},
                     {{{"--save-as"}, {"--remedy"}, false, "a check alone changes no manifest"}}};
  addTogether(rules.pairs, {"common", "checking", "verdict"});
  addTogether(rules.pairs, {"common", "checking", "remedy"});
  addApart(rules.pairs, "remedy", {"verdict"}, "a remedy is applied whatever the other checks say");
  return rules;
}

CommandRules estimateRules() {
  CommandRules rules{
      "estimate",
      {common(),
       {"shape", {"--shape", "--link"}},
       {"samples", {"--samples"}},
       {"run",
        {"--manifest", "--model", "--batch", "--keep", "--stored-as", "--device", "--compute", "--forget-measured"}},
       {"learning", {"--optimizer", "--slices", "--measure"}},
       {"inference", {"--inference"}}},
      {},
      {}};
  addTogether(rules.pairs, {"common", "shape", "run", "learning"});
  addTogether(rules.pairs, {"common", "shape", "run", "inference"});
  addTogether(rules.pairs, {"common", "shape", "samples"});
  addApart(rules.pairs, "samples", {"run", "learning", "inference"},
           "without a dataset only sizes are estimated, not a run");
  addApart(rules.pairs, "inference", {"learning"}, "inference takes no steps");
  return rules;
}

CommandRules streamRules() {
  constexpr std::string_view kOther = "each belongs to a different shuffle";
  CommandRules rules{
      "stream",
      {common(),
       {"stream",
        {"--manifest", "--split", "--batch", "--shuffle", "--queue", "--no-verify", "--epochs", "--steps", "--seed",
         "--last", "--augment", "--one-hot", "--consumers", "--own-pace", "--resume", "--simulate-batch-cost"}},
       {"ranks", {"--rank", "--world"}},
       {"blocks", {"--blocks"}},
       {"buffer", {"--capacity", "--min-left"}}},
      {},
      {{{"--blocks"}, {"--shuffle=blocks"}, true, "no other shuffle uses blocks"},
       {{"--capacity", "--min-left"}, {"--shuffle=queue"}, false, "no other shuffle has a buffer"},
       {{"--own-pace"}, {"--consumers"}, false, "a single consumer never waits for others"},
       {{"--seed"},
        {"--shuffle=blocks", "--shuffle=exact", "--shuffle=queue", "--shuffle=balanced", "--augment"},
        true,
        "without a shuffle or an augmentation nothing is random",
        {},
        true},
       {{"--rank"}, {"--world"}, false, "a rank needs the number of ranks"},
       {{"--world"}, {"--rank"}, false, "each process reads one rank, and has to know which"},
       {{"--manifest"},
        {"--split=train", "--split=validation", "--split=test"},
        true,
        "'all' reads every sample, whatever the manifest"}}};
  addTogether(rules.pairs, {"common", "stream", "ranks", "blocks"});
  addTogether(rules.pairs, {"common", "stream", "ranks", "buffer"});
  addApart(rules.pairs, "blocks", {"buffer"}, kOther);
  return rules;
}

CommandRules trainRules() {
  CommandRules rules{
      "train",
      {{"common", {"--json"}},
       {"resources", {"--threads", "--memory", "--no-verify"}},
       {"run",
        {"--model", "--shape", "--batch", "--slices", "--manifest", "--optimizer", "--loss", "--class-weights",
         "--augment", "--weight-decay", "--clip", "--seed"}},
       {"blocks", {"--blocks"}},
       {"balanced", {"--balance"}},
       {"training", {"--epochs", "--lr", "--schedule", "--patience", "--calibrate", "--keep-every", "--keep"}},
       {"repeats", {"--repeats"}},
       {"processes", {"--timeout"}},
       {"folds", {"--cross-validate"}},
       {"out", {"--out"}},
       {"resuming", {"--resume"}},
       {"replacing", {"--overwrite"}},
       {"finding", {"--find-lr"}}},
      {},
      {{{"--keep"}, {"--keep-every", "--resume"}, false, "otherwise there are no checkpoints to keep or remove"}}};
  for (const char* order : {"blocks", "balanced"}) {
    addTogether(rules.pairs,
                {"common", "resources", "run", order, "training", "repeats", "processes", "out", "replacing"});
    addTogether(rules.pairs, {"resuming", "common", "run", order, "training", "repeats", "processes", "out"});
    addTogether(rules.pairs, {"folds", "common", "resources", "run", order, "training", "out", "replacing"});
    addTogether(rules.pairs, {"finding", "common", "resources", "run", order});
  }
  addApart(rules.pairs, "blocks", {"balanced"}, "classes are drawn from all samples, whatever their chunks");
  addApart(rules.pairs, "resuming", {"resources"}, "a resumed run keeps the settings that it began with");
  addApart(rules.pairs, "resuming", {"replacing"}, "the one resumes the run that the other would replace");
  addTogether(rules.pairs, {"folds", "resuming"});
  addApart(rules.pairs, "folds", {"repeats"}, "one varies the split, the other the seed");
  addApart(rules.pairs, "folds", {"processes"}, "the folds are trained by a single process");
  addApart(rules.pairs, "finding", {"training", "repeats", "processes", "folds", "out", "resuming", "replacing"},
           "the search for a learning rate tries many, trains no further and writes nothing");
  return rules;
}

CommandRules suspectsRules() {
  CommandRules rules{
      "suspects",
      {common(),
       {"report", {"--out", "--overwrite", "--limit"}},
       {"training",
        {"--model", "--folds", "--group", "--no-group", "--shape", "--epochs", "--batch", "--seed", "--keep-runs"},
        {{"--group", "--no-group"}}},
       {"runs", {"--runs"}}},
      {},
      {{{"--overwrite"}, {"--out"}, false, "nothing else is written over"}}};
  addTogether(rules.pairs, {"common", "report", "training"});
  addTogether(rules.pairs, {"common", "report", "runs"});
  addApart(rules.pairs, "runs", {"training"}, "runs are there already, and nothing is trained");
  return rules;
}

CommandRules labelRules() {
  CommandRules rules{"label",
                     {common(),
                      {"setting", {"--set", "--where"}},
                      {"list", {"--from"}},
                      {"renaming", {"--rename"}},
                      {"undoing", {"--undo"}},
                      {"history", {"--list"}},
                      {"comparing", {"--diff"}}},
                     {},
                     {{{"--where"}, {"--set"}, false, "it names the samples that get a class, and none is given"},
                      {{"--set"}, {"--where"}, false, "the samples that get the class are not named"}}};
  const std::vector<std::string_view> actions = {"setting", "list", "renaming", "undoing", "history", "comparing"};
  for (std::size_t i = 0; i < actions.size(); ++i) {
    addTogether(rules.pairs, {"common", actions[i]});
    addApart(rules.pairs, actions[i], {actions.begin() + static_cast<std::ptrdiff_t>(i) + 1, actions.end()},
             "a call makes one edit, or shows one thing");
  }
  return rules;
}

CommandRules exportRules() {
  CommandRules rules{
      "export",
      {common(),
       {"export", {"--format", "--out", "--manifest", "--split", "--readers", "--shuffle", "--encoded", "--dtype"}},
       {"samples", {"--shard-samples"}},
       {"bytes", {"--shard-size"}},
       {"replacing", {"--overwrite"}},
       {"resuming", {"--resume"}},
       {"part", {"--part"}},
       {"forecast", {"--dry-run"}},
       {"program", {"--snippet"}}},
      {},
      {{{"--readers", "--shard-samples", "--shard-size", "--shuffle"},
        {},
        false,
        "the program loads shards of any number, size and order",
        {"--snippet"},
        true}}};
  for (const std::string_view size : {"samples", "bytes"}) {
    addTogether(rules.pairs, {"common", "export", size, "replacing", "resuming"});
    addTogether(rules.pairs, {"common", "export", size, "replacing", "part"});
    addTogether(rules.pairs, {"common", "export", size, "part", "forecast"});
    addTogether(rules.pairs, {"common", "export", size, "program"});
  }
  addApart(rules.pairs, "samples", {"bytes"}, "either says how large a shard is");
  addApart(rules.pairs, "part", {"resuming"}, "a part is always resumed");
  addApart(rules.pairs, "part", {"program"}, "the program loads all shards");
  for (const std::string_view writing : {"replacing", "resuming"}) {
    addApart(rules.pairs, writing, {"forecast", "program"}, "the other writes nothing");
  }
  addApart(rules.pairs, "forecast", {"program"}, "each prints something else and nothing beside");
  return rules;
}

CommandRules clusterRules() {
  CommandRules rules{"cluster",
                     {common(),
                      {"engine", {"--workers", "--gpus-per-task", "--time", "--partition"}},
                      {"script", {"--out", "--overwrite"}}},
                     {},
                     {{{"--overwrite"}, {"--out"}, false, "nothing else is written"}}};
  addTogether(rules.pairs, {"common", "engine", "script"});
  return rules;
}

CommandRules reportRules() {
  CommandRules rules{
      "report", {common(), {"writing", {"--out", "--overwrite"}}, {"dataset", {"--check", "--manifest"}}}, {}, {}};
  addTogether(rules.pairs, {"common", "writing", "dataset"});
  addApart(rules.pairs, "a training run", {"dataset"}, "a run is reported with the split that it learned from");
  return rules;
}

/// A command whose options all go together.
CommandRules plainRules(std::string_view command, std::vector<std::string_view> options) {
  CommandRules rules{command, {common()}, {}, {}};
  if (options.empty()) return rules;
  rules.sets.push_back({"its own", std::move(options)});
  rules.pairs.push_back({"common", "its own", kTogether});
  return rules;
}

}  // namespace

const CommandRules* rulesOf(std::string_view command) {
  static const std::array kRules = {
      inspectRules(),
      importRules(),
      splitRules(),
      checkRules(),
      estimateRules(),
      streamRules(),
      trainRules(),
      suspectsRules(),
      exportRules(),
      labelRules(),
      appendRules(),
      clusterRules(),
      reportRules(),
      plainRules("info", {}),
      plainRules("head", {"--at", "--count", "--values"}),
      plainRules("verify", {}),
      convertRules(),
      plainRules("manifest", {}),
      plainRules("predict", {"--out", "--keep", "--probabilities", "--threshold", "--split", "--manifest", "--batch",
                             "--overwrite"}),
      plainRules("runs", {}),
      plainRules("seen", {"--dataset"}),
      plainRules("receipt", {"--step", "--dataset"}),
      plainRules("sample", {"--out", "--rows", "--seed", "--overwrite"}),
  };
  const auto found = std::ranges::find(kRules, command, &CommandRules::command);
  return found == kRules.end() ? nullptr : &*found;
}

}  // namespace masu::cli
