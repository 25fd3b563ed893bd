// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/inspect_command.h"

#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/import_arguments.h"
#include "app/cli/commands/load_report.h"
#include "app/cli/commands/loss_report.h"
#include "app/cli/format.h"
#include "core/base/name_list.h"
#include "core/base/shell_word.h"
#include "core/flow/machine.h"
#include "core/ingest/labels/label_rules.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/piped_sources.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

/// Empty where there is none.
std::string characterText(char c) {
  return c == '\0' ? std::string() : std::string(1, c);
}

double confidenceOf(const csv::Dialect& dialect) {
  return std::round(100 * dialect.headerConfidence) / 100;
}

/// Null where the header was not guessed.
ordered_json headerReason(const ingest::TablePlan& table) {
  return table.headerReason.text.empty() ? ordered_json(nullptr) : ordered_json(table.headerReason.english());
}

ordered_json dialectJson(const ingest::TablePlan& table) {
  const csv::Dialect& dialect = table.dialect;
  return {{"delimiter", characterText(dialect.delimiter)},
          {"aligned", dialect.aligned},
          {"json_lines", dialect.jsonLines},
          {"format", table.tagged.empty() ? ordered_json(nullptr) : ordered_json(table.tagged)},
          {"sheet", table.sheet.empty() ? ordered_json(nullptr) : ordered_json(table.sheet)},
          {"quote", characterText(dialect.quote)},
          {"escape", characterText(dialect.escape)},
          {"header", dialect.header},
          {"header_confidence", confidenceOf(dialect)},
          {"header_reason", headerReason(table)},
          {"encoding", dialect.encoding},
          {"decimal", characterText(dialect.decimal)},
          {"thousands", characterText(dialect.thousands)},
          {"comment", characterText(dialect.comment)},
          {"skip", dialect.preambleLines},
          {"delimiter_declared", dialect.declared.value_or(false)},
          {"longest_record", dialect.longestRecord},
          {"missing", dialect.missingMarkers}};
}

/// A character as people call it.
std::string characterName(char c) {
  return c == '\0' ? "none" : c == '\t' ? "tab" : c == ' ' ? "blank" : std::string(1, c);
}

/// Of a guess that may be wrong.
std::string confidenceText(double confidence) {
  const long percent = std::lround(100 * confidence);
  return percent >= 100 ? std::string() : " (" + std::to_string(percent) + " % sure)";
}

std::string spellingText(const ingest::TablePlan& table) {
  const csv::Dialect& dialect = table.dialect;
  const std::string header = (dialect.header ? ", header" : ", no header") + confidenceText(dialect.headerConfidence);
  if (dialect.jsonLines) return "JSON Lines, " + dialect.encoding;
  if (!table.tagged.empty()) return table.tagged + ", " + dialect.encoding;
  return "delimiter " + (dialect.aligned ? "blanks" : characterName(dialect.delimiter)) + ", quote " +
         characterName(dialect.quote) + ", escape " +
         (dialect.escape == '\0' ? std::string("by doubling") : characterName(dialect.escape)) + ", decimal " +
         characterName(dialect.decimal) + ", " + dialect.encoding + header;
}

/// Of sheets, which have no dialect.
std::string sheetsText(const ingest::TablePlan& table) {
  const csv::Dialect& dialect = table.dialect;
  return (table.sheetsRead.size() == 1 ? "Sheet    " : "Sheets   ") +
         shownText(namesListed(table.sheetsRead), LineEnds::shown) + (dialect.header ? ", header" : ", no header") +
         confidenceText(dialect.headerConfidence);
}

}  // namespace

std::string dialectText(const ingest::TablePlan& table) {
  const csv::Dialect& dialect = table.dialect;
  std::string text = table.sheetsRead.empty() ? "Dialect  " + spellingText(table) : sheetsText(table);
  if (dialect.thousands != '\0') text += ", thousands separated by " + characterName(dialect.thousands);
  if (const std::uint64_t lines = dialect.skippedLines(); lines > 0)
    text += ", " + countedText(lines, "line") + " skipped";
  if (dialect.comment != '\0') text += ", comments after " + characterName(dialect.comment);
  if (!table.headerReason.text.empty())
    text += "\nHeader   " + shownText(table.headerReason.english(), LineEnds::shown);
  text += "\nMissing ";
  for (const std::string& marker : dialect.missingMarkers) text += " " + (marker.empty() ? "(empty)" : marker);
  return text + "\n\n";
}

namespace {

/// Times as people read them, other numbers as they are.
std::string rangeEnd(const ingest::ColumnPlan& column, double value) {
  const bool time = column.kind == table::Kind::time;
  return time ? table::timeText(value) : figureText(value);
}

ordered_json columnJson(const ingest::ColumnPlan& column, const ingest::ImportPlan& plan) {
  ordered_json json = {{"name", column.name},
                       {"role", std::string(table::name(column.role))},
                       {"type", std::string(table::name(column.kind))}};
  const bool number = column.role == table::Role::feature || column.role == table::Role::weight;
  json["stored"] = number ? ordered_json(std::string(table::name(plan.dtype))) : ordered_json(nullptr);
  // Code 0 of a category is a missing cell; of classes it is the first. Of many words only the most frequent are kept.
  if (column.role == table::Role::category)
    json["stored"] = std::string(table::name(table::narrowestUnsigned(column.distinct)));
  if (column.role == table::Role::label && !plan.classes.empty())
    json["stored"] = std::string(table::name(table::narrowestUnsigned(plan.classes.size() - 1)));
  const bool ranged = column.stats.count > 0 && column.stats.min <= column.stats.max;
  json["min"] = ranged ? numberOrNull(column.stats.min) : ordered_json(nullptr);
  json["max"] = ranged ? numberOrNull(column.stats.max) : ordered_json(nullptr);
  if (column.kind == table::Kind::time) {
    json["origin"] = numberOrNull(column.origin);
    json["date_order"] = std::string(table::name(column.dateOrder));
  }
  json["missing"] = ingest::missingCells(column);
  json["distinct"] = ingest::distinctCells(column);
  if (column.steps) {
    json["scale"] = column.steps->scale;
    json["offset"] = column.steps->offset;
  }
  json["losses"] = sampledLossesJson(plan, column);
  return json;
}

/// False where only some places of the sources were looked at, so that what is said of columns is of those alone.
bool sawAll(const ingest::ImportPlan& plan) {
  return plan.surveyedBytes >= plan.sourceBytes;
}

std::string valuesText(const ingest::ImportPlan& plan, const ingest::ColumnPlan& column) {
  // Numbers with more values, and words that are too many for a category, are not counted further.
  constexpr std::uint64_t kCounted = 1000;
  const std::uint64_t values = ingest::distinctCells(column);
  const bool numbers = table::isNumeric(column.kind) || column.forms.mostly != table::Kind::empty;
  const bool least = !sawAll(plan) || values > (numbers ? kCounted : ingest::kMostCategories);
  return (least ? "at least " : "") + countedText(values, "value");
}

std::string surveyText(const ingest::ImportPlan& plan) {
  if (sawAll(plan)) return {};
  return "\nSurveyed " + countedText(plan.surveyedRecords, "record") + " (" +
         bytesText(static_cast<double>(plan.surveyedBytes)) + " of " +
         bytesText(static_cast<double>(plan.sourceBytes)) +
         "), from the beginning and many other places of the sources.\nTypes, ranges and counts are of those; the "
         "import measures every record.\n";
}

std::string columnsText(const ingest::ImportPlan& plan) {
  TextTable columns({"Column", "Role", "Found", "Range or values", "Missing"}, {4});
  for (const ingest::ColumnPlan& column : plan.columns) {
    std::string range;
    if (column.kind == table::Kind::integer || column.kind == table::Kind::decimal ||
        column.kind == table::Kind::time) {
      if (column.stats.count > 0)
        range = rangeEnd(column, column.stats.min) + " – " + rangeEnd(column, column.stats.max);
    } else {
      range = valuesText(plan, column);
    }
    columns.add({column.name, std::string(table::name(column.role)), std::string(table::name(column.kind)), range,
                 countText(ingest::missingCells(column))});
  }
  return columns.text() + surveyText(plan);
}

/// What the recordings are; what is set aside, by its first reasons; how many samples the others give.
std::string recordingsText(const ingest::ImportPlan& plan) {
  constexpr std::size_t kMostShown = 5;
  std::string text =
      countedText(plan.recordings().files.size(), plan.recordings().sampleShape.empty() ? "recording" : "file");
  if (plan.recordings().sampleShape.empty()) {
    text += " of " + countedText(plan.recordings().channelNames.size(), "channel") + ", cut into windows of " +
            countedText(plan.recordings().window, "frame");
    if (plan.recordings().rate > 0) text += " at " + figureText(plan.recordings().rate) + " Hz";
  } else {
    text += " of samples, " + shapeText(plan.recordings().sampleShape) + " each";
  }
  text += "\n";
  std::size_t refused = 0;
  for (const ingest::RecordingPlan& recording : plan.recordings().files) {
    if (recording.problem.empty() || ++refused > kMostShown) continue;
    text += "set aside: " + recording.problem + "\n";
  }
  if (refused > kMostShown) text += "and " + countText(refused - kMostShown) + " more are set aside\n";
  return text;
}

ordered_json recordingsJson(const ingest::ImportPlan& plan) {
  ordered_json list = ordered_json::array();
  for (const ingest::RecordingPlan& recording : plan.recordings().files) {
    const bool good = recording.problem.empty();
    ordered_json entry = {{"path", recording.path},
                          {"frames", recording.frames},
                          {"rate", recording.rate},
                          {"channels", recording.channels},
                          {"time_columns", recording.timeColumns},
                          {"samples", good ? ingest::samplesOf(recording, plan) : 0}};
    if (recording.labels.empty()) entry["label"] = recording.label;
    entry["group"] = recording.group;
    entry["problem"] = good ? ordered_json(nullptr) : ordered_json(recording.problem);
    list.push_back(std::move(entry));
  }
  return list;
}

std::string inspectionText(const tasks::Inspection& inspection) {
  const ingest::ImportPlan& plan = inspection.plan;
  std::string text = plan.ofRecordings() ? recordingsText(plan) : dialectText(plan.table()) + columnsText(plan);
  if (!plan.classes.empty()) {
    text += sawAll(plan) || plan.ofRecordings() ? "\nClasses:" : "\nClasses found so far:";
    for (std::size_t i = 0; i < plan.classes.size() && i < 12; ++i)
      text += (i > 0 ? ", " : " ") + shownText(plan.classes[i], LineEnds::shown);
    text += plan.classes.size() > 12 ? " …\n" : "\n";
  }
  const tasks::Forecast& forecast = inspection.forecast;
  text += "\nForecast  " + countedText(plan.samples, "sample") + ", " + bytesText(static_cast<double>(forecast.bytes)) +
          " as " + std::string(table::name(plan.dtype)) + ", " +
          // Starting and closing files take a part of a second, which no pace of parsing includes.
          (forecast.seconds < 1 ? "less than a second" : "about " + durationText(forecast.seconds)) + ", peak memory " +
          bytesText(static_cast<double>(forecast.peakMemoryBytes)) + "\n";
  TextTable types({"Stored as", "Size", "Largest error", "In column"}, {1, 2});
  for (const tasks::Forecast::AtType& type : forecast.types) {
    const std::string loss = type.overflows           ? "overflows"
                             : type.missing           ? "no value for missing"
                             : type.largestError == 0 ? (sawAll(plan) ? "exact" : "exact in the sample")
                                                      : "± " + figureText(type.largestError, 3);
    types.add(
        {std::string(table::name(type.type)), bytesText(static_cast<double>(type.bytes)), loss, type.worstColumn});
  }
  if (!forecast.types.empty()) text += types.text();
  text += notesText(plan.reasons);
  if (!forecast.fitsDisk) {
    text += "The import takes " + bytesText(static_cast<double>(forecast.bytes + forecast.scratchBytes)) +
            " of disk, temporary files included, which has only " +
            bytesText(static_cast<double>(forecast.diskFreeBytes)) + " left: it does not fit.\n";
  }
  if (!plan.notes.empty()) text += "\n" + notesText(plan.notes);
  if (const std::string hint = labelHint(plan); !hint.empty()) text += "\n" + hint + "\n";
  return text;
}

/// The option that would make the label of what was found, and its value; nothing where there is a label or no guess.
struct LabelOption {
  std::string option;
  std::string value;
  bool byName = false;
};

std::optional<LabelOption> guessedLabel(const ingest::ImportPlan& plan) {
  if (plan.target != store::Target::none) return std::nullopt;
  if (plan.ofRecordings()) {
    const std::string rule = ingest::proposedLabelRule(plan);
    return rule.empty() ? std::nullopt : std::optional(LabelOption{"--label-from", rule, true});
  }
  const auto guess = ingest::guessLabel(plan);
  if (!guess) return std::nullopt;
  return LabelOption{"--label", guess->column, guess->by == ingest::LabelGuess::By::name};
}

/// What is learned of the label, of which people may have meant the other.
std::string labelText(const ingest::ImportPlan& plan) {
  const std::vector<std::string>& labels = plan.options.labels;
  if (plan.ofRecordings() || labels.empty()) return {};
  if (plan.target == store::Target::classes) return "Label: " + labels.front() + ", a class.";
  const std::string names = namesListed(labels);
  return labels.size() == 1 ? "Label: " + names + ", a value." : "Labels: " + names + ", which are values.";
}

/// The sentences of a failure, and one more.
Error withAdvice(Error error, const std::string& advice) {
  error.message = {"{0} {1}", {error.message.english(), advice}};
  return error;
}

}  // namespace

std::string headerText(const ingest::TablePlan& table) {
  if (table.headerReason.text.empty()) return {};
  const std::string found = table.dialect.header ? "the first record" : "none";
  return found + confidenceText(table.dialect.headerConfidence) + ". " +
         shownText(table.headerReason.english(), LineEnds::shown);
}

ordered_json headerJson(const ingest::ImportPlan& plan) {
  if (plan.ofRecordings()) return nullptr;
  const ingest::TablePlan& table = plan.table();
  return {{"first_record", table.dialect.header},
          {"confidence", confidenceOf(table.dialect)},
          {"reason", headerReason(table)}};
}

Error adviceOn(const ingest::NeedsWindow& lengths) {
  const std::uint64_t window = std::min<std::uint64_t>(lengths.longest, 4096);
  return withAdvice(errorOf(lengths), "--window " + std::to_string(window) + " would cut them, for example.");
}

Error adviceOn(const ingest::NeedsLayout& needed) {
  return withAdvice(errorOf(needed), "If its files are raw samples, state their layout, e.g. --raw i16,1.");
}

Error adviceOn(const ingest::NotOneTable& tables) {
  return withAdvice(errorOf(tables), "If each file is a recording of its own, use --as recordings.");
}

ordered_json labelGuessJson(const ingest::ImportPlan& plan) {
  const auto guess = guessedLabel(plan);
  if (!guess) return nullptr;
  return {{"option", guess->option}, {"value", guess->value}, {"by", guess->byName ? "name" : "place"}};
}

std::string labelHint(const ingest::ImportPlan& plan) {
  if (plan.target != store::Target::none) return labelText(plan);
  const std::string without = "No label is chosen, so no model can be trained on this.";
  const auto guess = guessedLabel(plan);
  if (!guess) return without;
  const std::string reason = plan.ofRecordings() ? " The files' names suggest "
                             : guess->byName     ? " A column's name suggests "
                                                 : " The last column would be ";
  return without + reason + guess->option + ' ' + shellQuoted(guess->value) + '.';
}

ordered_json notesJson(const std::vector<Message>& notes) {
  ordered_json json = ordered_json::array();
  for (const Message& note : notes) json.push_back(note.english());
  return json;
}

std::string notesText(const std::vector<Message>& notes) {
  std::string text;
  for (const Message& note : notes) text += shownText(note.english(), LineEnds::shown) + "\n";
  return text;
}

ordered_json inspectionJson(const tasks::Inspection& inspection) {
  const ingest::ImportPlan& plan = inspection.plan;
  const tasks::Forecast& forecast = inspection.forecast;
  ordered_json json;
  json["sources"] = ordered_json::array();
  for (const store::SourceFile& source : plan.sources) {
    json["sources"].push_back({{"path", source.path}, {"bytes", source.bytes}});
  }
  if (!plan.ofRecordings()) json["dialect"] = dialectJson(plan.table());
  if (plan.ofRecordings()) {
    json["sample_shape"] = ingest::featureShape(plan);
    json["window"] = plan.recordings().window;
    json["hop"] = plan.recordings().hop;
    json["rate"] = plan.recordings().rate;
    json["frames"] = framesJson(ingest::frameUseOf(plan));
    json["recordings"] = recordingsJson(plan);
  }
  json["surveyed"] = {{"records", plan.surveyedRecords}, {"bytes", plan.surveyedBytes}, {"all", sawAll(plan)}};
  json["columns"] = ordered_json::array();
  for (const ingest::ColumnPlan& column : plan.columns) json["columns"].push_back(columnJson(column, plan));
  json["target"] = std::string(store::name(plan.target));
  json["classes"] = plan.classes;
  json["label_guess"] = labelGuessJson(plan);
  json["samples"] = plan.samples;
  json["dtype"] = std::string(table::name(plan.dtype));
  json["forecast"] = {{"bytes", forecast.bytes},
                      {"scratch_bytes", forecast.scratchBytes},
                      {"seconds", numberOrNull(forecast.seconds)},
                      {"peak_memory_bytes", forecast.peakMemoryBytes},
                      {"fits_disk", forecast.fitsDisk}};
  json["reasons"] = notesJson(plan.reasons);
  json["notes"] = notesJson(plan.notes);
  return json;
}

namespace {

/// What an import of an export would give: the dataset that it was.
Report exportReport(const shards::ExportedIndex& index) {
  const std::string format(shards::name(index.format));
  Report report;
  report.json = {{"export", format},
                 {"samples", index.samples()},
                 {"manifest", index.manifest.empty() ? ordered_json(nullptr) : ordered_json(index.manifest)},
                 {"classes", index.meta.classes},
                 {"objects", ordered_json::array()}};
  TextTable objects({"Object", "Stored", "Values a sample"}, {2});
  for (const store::ObjectInfo& object : index.objects) {
    const std::string type = object.isText() ? "text" : std::string(table::name(object.dtype));
    report.json["objects"].push_back({{"name", object.name}, {"stored", type}, {"shape", object.sampleShape}});
    objects.add({object.name, type, countText(object.valuesPerSample())});
  }
  report.text = "An export of Masu in " + format +
                ", restored as the dataset it was made from: " + countedText(index.samples(), "sample") +
                (index.manifest.empty() ? ".\n\n" : ", with the manifest " + index.manifest + ".\n\n") +
                objects.text() + "\nTo import its files as tables instead, give --as table.\n";
  return report;
}

/// Of memory, for a column that --json prints, beside the plan: as an object, and as text thrice.
constexpr std::uint64_t kBytesOfColumnAsJson = 14'000;

/// The text, or what --json prints: both would not fit into the memory that was allowed for a table of many columns.
Result<Report> inspectionReport(const tasks::Inspection& inspection, const CommonOptions& common) {
  if (!common.json && !common.caller) return Report{{}, inspectionText(inspection)};
  const std::uint64_t columns = inspection.plan.columns.size();
  const std::uint64_t needed = columns * kBytesOfColumnAsJson;
  if (needed > flow::resolve(common.resources).memoryBytes) {
    return fail(Errc::outOfMemory,
                "The {0} columns take about {1} MB of memory as JSON. Allow that by --memory, or leave out --json.",
                {std::to_string(columns), std::to_string(needed / 1'000'000 + 1)});
  }
  return Report{inspectionJson(inspection), {}};
}

}  // namespace

void addInspect(const Registration& to) {
  struct Arguments {
    ImportArguments import;
    std::string saveRecipe;
    bool overwrite = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = to.app.add_subcommand("inspect", "Show what an import would store, without writing anything");
  arguments->import.addTo(*command);
  command->add_option("--save-recipe", arguments->saveRecipe,
                      "File to write the plan to, as JSON, e.g. recipe.json (default: none)");
  command->add_flag("--overwrite", arguments->overwrite, "With --save-recipe: replace an existing recipe");
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    if (auto conflict = arguments->import.conflictWithSources(*command)) throw Conflict(*std::move(conflict));
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      tasks::InspectRequest request;
      MASU_TRY(request.options, arguments->import.options());
      MASU_TRY(request.recipe, arguments->import.recipe());
      MASU_TRY(const auto piped, tasks::PipedSources::take(request.options.sources, common.resources, job));
      const auto named = [&piped](Error error) { return piped.named(std::move(error)); };
      if (auto index = request.recipe.empty() ? tasks::exportAmong(request.options) : std::nullopt)
        return std::move(*index).map(exportReport);
      request.resources = common.resources;
      MASU_TRY(const tasks::Inspection inspection,
               foundIn<tasks::Inspection>(tasks::inspect(request, job)).map_error(named));
      MASU_CHECK(arguments->import.checkDates(inspection.plan));
      if (!arguments->saveRecipe.empty()) {
        MASU_CHECK(tasks::saveRecipe(
            {inspection.plan, arguments->saveRecipe, arguments->overwrite, arguments->import.recipeFile()}));
      }
      return inspectionReport(inspection, common);
    });
  });
}

}  // namespace masu::cli
