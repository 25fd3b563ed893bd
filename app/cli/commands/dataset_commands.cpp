// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/loss_report.h"
#include "app/cli/format.h"
#include "app/cli/split_counts.h"
#include "core/table/time_text.h"
#include "core/tasks/data/dataset_task.h"

namespace masu::cli {

using nlohmann::ordered_json;

namespace {

/// An extreme of a column; of i64 with all its digits.
ordered_json extremeJson(const table::ColumnStats& stats, double value, std::int64_t table::WholeRange::*whole) {
  return stats.wholes ? ordered_json((*stats.wholes).*whole) : numberOrNull(value);
}

/// Minima and maxima are of all values, means and deviations of the finite ones. Empty where all are finite.
std::string infiniteText(const table::ColumnStats& stats) {
  if (!stats.hasInfinite()) return {};
  const std::string values =
      stats.isInfiniteCounted() ? countedText(stats.infinite, "infinite value") : std::string("infinite values");
  return " holds " + values + ", which Mean and Std leave out.\n";
}

ordered_json columnJson(const table::Column& column) {
  const table::ColumnStats& stats = column.stats;
  const bool numbers = stats.count > 0 && stats.min <= stats.max;
  ordered_json json = {{"name", column.name},
                       {"role", std::string(table::name(column.role))},
                       {"type", std::string(table::name(column.kind))},
                       {"stored", std::string(table::name(column.stored))}};
  json["min"] = numbers ? extremeJson(stats, stats.min, &table::WholeRange::min) : ordered_json(nullptr);
  json["max"] = numbers ? extremeJson(stats, stats.max, &table::WholeRange::max) : ordered_json(nullptr);
  json["mean"] = numbers ? numberOrNull(stats.mean) : ordered_json(nullptr);
  json["std"] = numbers ? numberOrNull(stats.deviation()) : ordered_json(nullptr);
  json["missing"] = stats.missing;
  json["infinite"] = stats.isInfiniteCounted() ? ordered_json(stats.infinite) : ordered_json(nullptr);
  if (column.kind == table::Kind::time) json["origin"] = column.origin;
  if (!column.unit.empty()) json["unit"] = column.unit;
  json.update(lossJson(column));
  if (column.scale != 1 || column.offset != 0) {
    json["scale"] = column.scale;
    json["offset"] = column.offset;
  }
  return json;
}

std::string partsText(const store::Dataset& dataset) {
  const std::size_t parts = dataset.partFiles().size();
  std::string text = parts == 0 ? "" : " in " + countText(parts) + (parts == 1 ? " part" : " parts");
  if (const auto seed = dataset.meta().shuffleSeed)
    text += "\nStored in random order (seed " + std::to_string(*seed) + ")";
  if (const store::LabelEdition edition = dataset.edition(); edition.isEdited())
    text += "\nLabels edited: edition " + countText(edition.number) + " (masu label --list)";
  if (!dataset.meta().parent.empty()) text += "\nAppended to the dataset " + dataset.meta().parent;
  return text;
}

/// How many recordings the samples were cut from, and their rate.
std::string recordingsText(const store::DatasetMeta& meta) {
  const auto timed = std::ranges::count_if(meta.sources, [](const auto& source) { return source.rate > 0; });
  if (timed == 0) return {};
  const auto first = std::ranges::find_if(meta.sources, [](const auto& source) { return source.rate > 0; });
  return "From " + countedText(static_cast<std::uint64_t>(timed), "recording") + " at " + figureText(first->rate) +
         " Hz\n";
}

std::string classesText(const store::DatasetMeta& meta) {
  constexpr std::size_t kMostShown = 20;
  if (meta.classes.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(meta.classes.size(), kMostShown); ++i)
    names += (i == 0 ? "" : ", ") + shownText(meta.classes[i], LineEnds::shown);
  if (meta.classes.size() > kMostShown) names += " …";
  const char* what = meta.classes.size() == 1 ? " class:" : " classes:";
  return TextTable({countText(meta.classes.size()) + what, names}).text();
}

ordered_json storageJson(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  const store::ObjectInfo* features = dataset.find("features");
  ordered_json json = {
      {"bytes", dataset.fileBytes()},
      {"chunk_samples", features != nullptr ? features->chunkSamples : 0},
      {"compression", std::string(name(features != nullptr ? features->compression : store::Compression::none))}};
  json["parts"] = ordered_json::array();
  for (const auto& part : dataset.partFiles()) json["parts"].push_back(part.string());
  json["sizes"] = ordered_json::array();
  for (const tasks::SizeAtType& size : tasks::sizesAtTypes(dataset)) {
    ordered_json entry = {{"type", std::string(table::name(size.type))}, {"feature_bytes", size.featureBytes}};
    entry["bytes"] = size.fileBytes ? ordered_json(*size.fileBytes) : ordered_json(nullptr);
    json["sizes"].push_back(std::move(entry));
  }
  json["shuffle_seed"] = meta.shuffleSeed ? ordered_json(*meta.shuffleSeed) : ordered_json();
  return json;
}

ordered_json infoJson(const tasks::DatasetInfo& info) {
  const store::Dataset& dataset = *info.dataset;
  const store::DatasetMeta& meta = dataset.meta();
  const store::ObjectInfo* features = dataset.find("features");
  ordered_json json = {{"samples", dataset.samples()}, {"sample_shape", dataset.sampleShape()}};
  json["dtype"] = features != nullptr ? ordered_json(std::string(table::name(features->dtype))) : ordered_json();
  json["uuid"] = dataset.uuid();
  const store::LabelEdition edition = dataset.edition();
  json["edition"] = edition.number == 0 ? ordered_json() : ordered_json(edition.number);
  json["labels_hash"] = edition.isEdited() ? ordered_json(edition.hash) : ordered_json();
  json["columns"] = ordered_json::array();
  for (const table::Column& column : meta.schema.columns) json["columns"].push_back(columnJson(column));
  json["classes"] = meta.classes;
  json["splits"] = ordered_json::object();
  for (const tasks::ManifestFacts& manifest : info.manifests) {
    json["splits"][manifest.name] = countsJson(manifest.counts);
  }
  json["splits_problem"] = info.splitsProblem ? ordered_json(info.splitsProblem->message.english()) : ordered_json();
  json["storage"] = storageJson(dataset);
  json["parent"] = meta.parent.empty() ? ordered_json() : ordered_json(meta.parent);
  json["records"] = meta.records;
  json["rejected"] = meta.rejected;
  json["dropped"] = meta.dropped;
  json["padded_windows"] = meta.paddedWindows ? ordered_json(*meta.paddedWindows) : ordered_json();
  return json;
}

/// What the figures of the table mean where that is not plain.
std::string figuresText(const table::Schema& schema) {
  std::string text;
  for (const table::Column& column : schema.columns) {
    const std::string name = shownText(column.name, LineEnds::shown);
    if (column.kind == table::Kind::time && column.role != table::Role::ignored)
      text += "Times of " + name + " are seconds after " + table::timeText(column.origin) + " UTC.\n";
    if (const std::string infinite = infiniteText(column.stats); !infinite.empty()) text += name + infinite;
  }
  return text;
}

std::string columnsText(const table::Schema& schema) {
  TextTable columns({"Column", "Role", "Min", "Max", "Mean", "Std", "Missing"}, {2, 3, 4, 5, 6});
  for (const table::Column& column : schema.columns) {
    const table::ColumnStats& stats = column.stats;
    const bool numbers = stats.count > 0 && stats.min <= stats.max;
    const auto shown = [&](const std::string& figure) { return numbers ? figure : std::string("–"); };
    const std::string unit = column.unit.empty() ? "" : " [" + column.unit + "]";
    columns.add({column.name + unit, std::string(table::name(column.role)), shown(stats.minText()),
                 shown(stats.maxText()), shown(figureText(stats.mean)), shown(figureText(stats.deviation())),
                 countText(stats.missing)});
  }
  return columns.text() + figuresText(schema);
}

/// True where no window can have been padded: by the recipe the rest of a recording was dropped, no label divides
/// recordings, and none is shorter than a window. Sounds have no gaps; of another recording all segments between gaps
/// may be shorter.
bool nothingPadded(const store::DatasetMeta& meta, std::uint64_t window) {
  const auto recipe = ordered_json::parse(meta.recipe, nullptr, false);
  if (!recipe.is_object() || !recipe.contains("recordings") || !recipe["recordings"].is_object()) return false;
  const auto field = [&options = recipe["recordings"]](const char* name) {
    return options.contains(name) && options[name].is_string() ? options[name].get<std::string>() : std::string();
  };
  const std::string label = field("label_from");
  const bool divided = label.starts_with("annotation") || label.starts_with("column");
  return field("rest") == "drop" && !divided && std::ranges::all_of(meta.sources, [&](const store::SourceFile& source) {
           return source.records == 0 || (source.records >= window && tasks::isSoundFile(source));
         });
}

/// In files of earlier versions it is not stored how many windows were padded: of these this says what holds whether
/// some were or not.
std::string paddingText(const store::Dataset& dataset) {
  const bool windows = dataset.meta().kind == store::SampleKind::waveform && dataset.meta().window == 0;
  if (const auto padded = dataset.meta().paddedWindows; windows && padded) {
    if (*padded == 0) return "";
    return "Windows that are padded: " + countText(*padded) + " of " + countText(dataset.samples()) +
           ". Figures are of all stored values, the padding included.\n";
  }
  if (!windows || nothingPadded(dataset.meta(), dataset.sampleShape().back())) return "";
  return "Figures are of all stored values, the padding included where a window was padded.\n";
}

std::string infoText(const tasks::DatasetInfo& info) {
  const store::Dataset& dataset = *info.dataset;
  const store::DatasetMeta& meta = dataset.meta();
  const store::ObjectInfo* features = dataset.find("features");
  std::string text = countedText(dataset.samples(), "sample") + " of " + shapeText(dataset.sampleShape()) +
                     (features != nullptr ? " " + std::string(table::name(features->dtype)) : "") + ", " +
                     bytesText(static_cast<double>(dataset.fileBytes())) + partsText(dataset) + "\n" +
                     recordingsText(meta) + classesText(meta) + "\n";
  text += columnsText(meta.schema) + paddingText(dataset) + lossText(meta.schema);
  for (const tasks::ManifestFacts& manifest : info.manifests) {
    text += "\nSplit " + manifest.name + ": " + countText(manifest.counts.train) + " train, " +
            countText(manifest.counts.validation) + " validation, " + countText(manifest.counts.test) + " test, " +
            countText(manifest.counts.unused) + " unused\n";
  }
  if (info.splitsProblem) text += "\n" + info.splitsProblem->message.english() + "\n";
  return text;
}

Report infoReport(const tasks::DatasetInfo& info) {
  return {.json = infoJson(info), .text = infoText(info)};
}

Report headReport(const tasks::HeadOutcome& outcome) {
  Report report;
  report.json["rows"] = ordered_json::array();
  std::vector<std::string> header = {"Sample", "Label"};
  header.insert(header.end(), outcome.columns.begin(), outcome.columns.end());
  TextTable text(header, {0});
  for (const tasks::HeadRow& row : outcome.rows) {
    ordered_json values = ordered_json::object();
    for (std::size_t i = 0; i < row.cells.size(); ++i) values[outcome.columns[i]] = row.cells[i];
    report.json["rows"].push_back({{"sample", row.sample},
                                   {"label", row.label},
                                   {"source", row.source},
                                   {"position", row.position},
                                   {"values", std::move(values)}});
    std::vector<std::string> cells = {countText(row.sample), row.label};
    cells.insert(cells.end(), row.cells.begin(), row.cells.end());
    text.add(std::move(cells));
  }
  report.text = text.text();
  return report;
}

Report verifyReport(const tasks::VerifyOutcome& outcome) {
  Report report;
  report.json = {{"ok", outcome.intact()},
                 {"chunks", outcome.chunks},
                 {"damaged", ordered_json::array()},
                 {"problems", ordered_json::array()},
                 {"uncovered", ordered_json::array()}};
  for (const tasks::Damage& damage : outcome.damaged) {
    const bool none = damage.samples == 0;
    const std::uint64_t last = none ? damage.firstSample : damage.firstSample + damage.samples - 1;
    const ordered_json samples = none ? ordered_json::array() : ordered_json{damage.firstSample, last};
    report.json["damaged"].push_back({{"object", damage.object}, {"chunk", damage.chunk}, {"samples", samples}});
    const std::string which =
        none ? "no sample, but it differs from its"
             : "samples " + countText(damage.firstSample) + " to " + countText(last) + " differ from their";
    report.text += damage.object + ", chunk " + countText(damage.chunk) + ": " + which + " checksum\n";
  }
  report.problems = report.text;
  for (const Error& error : outcome.problems) {
    report.json["problems"].push_back(errorJson(error)["error"]);
    report.problems += "masu: " + errorText(error) + "\n";
  }
  report.exitCode = outcome.intact() ? 0 : 1;
  const std::string intact = outcome.chunks == 1
                                 ? "The only chunk is as it was written.\n"
                                 : "All " + countText(outcome.chunks) + " chunks are as they were written.\n";
  report.text += outcome.damaged.empty()
                     ? intact
                     : "Damaged chunks: " + countText(outcome.damaged.size()) + " of " + countText(outcome.chunks) +
                           ". Import the data again, or restore the file from a copy.\n";
  for (const std::string& name : outcome.uncovered) {
    report.json["uncovered"].push_back(name);
    report.text += "No checksum covers " + name + ": an earlier Masu, or another program, wrote it.\n";
  }
  return report;
}

}  // namespace

void addInfo(const Registration& to) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = to.app.add_subcommand("info", "Show the description of a dataset");
  command->add_option("FILE", *file, "The dataset")->required();
  command->callback([file, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::DatasetInfo info, tasks::info(*file, job.stop));
      return infoReport(info);
    });
  });
}

void addHead(const Registration& to) {
  auto request = std::make_shared<tasks::HeadRequest>();
  CLI::App* command = to.app.add_subcommand("head", "Show some samples");
  command->add_option("FILE", request->file, "The dataset")->required();
  command->add_option("--at", request->first, "First sample to show, counted from 0");
  command->add_option("--count", request->count, "Number of samples");
  command->add_option("--values", request->valuesPerSample,
                      "Max values of a recording to show; 0 for all (default: 8)");
  command->callback([request, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common, Ending::prompt).run([&](const JobContext&) -> Result<Report> {
      MASU_TRY(const tasks::HeadOutcome outcome, tasks::head(*request));
      return headReport(outcome);
    });
  });
}

void addVerify(const Registration& to) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = to.app.add_subcommand("verify", "Compare a dataset and its splits with their checksums");
  command->add_option("FILE", *file, "The dataset")->required();
  command->callback([file, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common, Ending::prompt).run([&](const JobContext& job) -> Result<Report> {
      MASU_TRY(const tasks::VerifyOutcome outcome, tasks::verify(*file, common.resources, job));
      return verifyReport(outcome);
    });
  });
}

}  // namespace masu::cli
