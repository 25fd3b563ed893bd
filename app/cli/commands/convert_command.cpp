// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/loss_report.h"
#include "app/cli/commands/part_argument.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "app/cli/size_value.h"
#include "core/base/part_of.h"
#include "core/tasks/data/convert_task.h"

namespace masu::cli {

namespace {

Report convertReport(const tasks::ConvertOutcome& outcome) {
  Report report;
  report.json = {{"dataset", outcome.target.string()},
                 {"samples", outcome.samples},
                 {"seconds", outcome.seconds},
                 {"sync_seconds", outcome.syncSeconds},
                 {"bytes_read", outcome.bytesRead},
                 {"bytes_written", outcome.bytesWritten},
                 {"part", nullptr},
                 {"columns", nlohmann::ordered_json::array()}};
  for (const table::Column& column : outcome.schema.columns) {
    if (column.role != table::Role::feature) continue;
    nlohmann::ordered_json json = {{"name", column.name}, {"stored", std::string(table::name(column.stored))}};
    json.update(lossJson(column));
    report.json["columns"].push_back(std::move(json));
  }
  report.text = countedText(outcome.samples, "sample") + ", " + bytesText(static_cast<double>(outcome.bytesWritten)) +
                " instead of " + bytesText(static_cast<double>(outcome.bytesRead)) + ", in " + outcome.target.string() +
                "\n" + lossText(outcome.schema);
  if (!outcome.oldSplits.empty())
    report.text += "The splits file that was there before is kept as " + outcome.oldSplits.string() + ".\n";
  return report;
}

/// What one of several workers did, and what became of the conversion.
void addPart(Report& report, const tasks::ConvertOutcome& outcome, const PartOf& part) {
  const auto& done = *outcome.part;
  const bool joined = outcome.samples > 0;
  report.json["part"] = {{"number", part.number},
                         {"parts", part.count},
                         {"ranges", done.ranges},
                         {"converted", done.converted},
                         {"joined", joined},
                         {"bytes_converted_again", done.bytesConvertedAgain},
                         {"conversion", done.complete ? "complete" : "finishing"}};
  const std::string which = "worker " + std::to_string(part.number) + " of " + std::to_string(part.count) +
                            " converted " + countText(done.converted) + " of " + countedText(done.ranges, "range");
  const std::string dataset = outcome.target.string() + "\n";
  if (joined) {
    report.text = which + " and joined all\n" + report.text;
  } else if (done.complete) {
    report.text = which + "\nthe conversion is complete: the dataset is in " + dataset;
  } else {
    report.text = which + "\nall ranges are converted: another worker is joining them in " + dataset;
  }
}

template <class Value, std::size_t N>
std::map<std::string, Value> wordsOf(const std::array<Value, N>& values) {
  std::map<std::string, Value> words;
  for (const Value value : values) words.emplace(std::string(name(value)), value);
  return words;
}

}  // namespace

void addConvert(const Registration& to) {
  using table::DType;
  constexpr std::array kTypes = {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32,
                                 DType::i16, DType::u16, DType::i8,  DType::u8};
  constexpr std::array kCompressions = {store::Compression::none, store::Compression::gzip, store::Compression::lz4,
                                        store::Compression::zstd};
  struct Arguments {
    tasks::ConvertRequest request;
    DType dtype = DType::f32;
    store::Compression compression = store::Compression::none;
    bool noSync = false;
    PartArgument part;
  };
  auto arguments = std::make_shared<Arguments>();
  tasks::ConvertRequest& request = arguments->request;
  CLI::App* command =
      to.app.add_subcommand("convert", "Write a dataset again with another type, compression or size of parts");
  command->add_option("FILE", request.file, "The dataset")->required();
  command->add_option("--out", request.target, "The dataset to write")->required();
  const CLI::Option* dtype =
      command->add_option("--dtype", arguments->dtype, "Type of the features (default: unchanged)")
          ->transform(CLI::Transformer(wordsOf(kTypes)))
          ->option_text("f64|f32|f16|i32|u32|i16|u16|i8|u8");
  const CLI::Option* compression =
      command
          ->add_option("--compression", arguments->compression,
                       "Compression of chunks (default: unchanged); other programs need a plug-in for lz4 and zstd")
          ->transform(CLI::Transformer(wordsOf(kCompressions)))
          ->option_text("none|gzip|lz4|zstd");
  command->add_flag("--overwrite", request.overwrite, "Replace an existing dataset");
  command->add_flag("--apply-edits", request.applyEdits,
                    "Write the labels as they were edited (default: fail where they were)");
  command->add_flag("--without-splits", request.withoutSplits,
                    "Carry no split over (default: all of them, or the command fails)");
  command->add_flag("--no-sync", arguments->noSync, "Do not wait for the disk");
  command
      ->add_option("--part-size", request.partBytes,
                   "Max size of a part file, e.g. 8G; at least 64K (default: one file)")
      ->transform(sizeValue())
      ->check(wholeNumber(1));
  arguments->part.addTo(*command,
                        "Convert as worker I of N on a shared folder, e.g. 2/8; auto takes both numbers from srun, "
                        "mpirun or a job array; the last to finish completes the dataset (default: one worker)");
  command->callback([=, &common = to.common, &exitCode = to.exitCode] {
    const WorkerShare share = arguments->part.share(common.resources);
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      tasks::ConvertRequest asked = arguments->request;
      if (dtype->count() > 0) asked.dtype = arguments->dtype;
      if (compression->count() > 0) asked.compression = arguments->compression;
      asked.sync = !arguments->noSync;
      asked.resources = share.resources;
      asked.part = share.part;
      MASU_TRY(const tasks::ConvertOutcome outcome, tasks::convert(asked, job));
      Report report = convertReport(outcome);
      if (asked.part) addPart(report, outcome, *asked.part);
      return report;
    });
  });
}

}  // namespace masu::cli
