// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/format.h"
#include "app/cli/number_value.h"
#include "core/estimate/comparison.h"
#include "core/estimate/epoch_time.h"
#include "core/estimate/storage.h"
#include "core/tasks/files/calibration_file.h"
#include "core/tasks/train/estimate_task.h"

namespace masu::cli {

namespace {

void addModels(Report& report, const estimate::LedgerInput& input) {
  report.json["models"] = nlohmann::ordered_json::array();
  for (const estimate::ModelFootprint& model : input.models) {
    report.json["models"].push_back({{"model", model.model},
                                     {"parameters", model.parameters},
                                     {"flops_per_sample", model.flopsPerSample},
                                     {"step_seconds", estimate::stepSecondsHere(input, model, input.batch)},
                                     {"confinement", model.confinement}});
  }
}

void addTypes(Report& report, const std::vector<tasks::StoredSize>& sizes) {
  report.json["stored_as"] = nlohmann::ordered_json::array();
  for (const tasks::StoredSize& size : sizes) {
    report.json["stored_as"].push_back(
        {{"dtype", std::string(table::name(size.type))}, {"bytes", size.bytes.value}, {"fits_memory", size.fits}});
  }
}

std::string typesText(const std::vector<tasks::StoredSize>& sizes) {
  std::string text;
  for (const tasks::StoredSize& size : sizes) {
    text += (text.empty() ? "All numeric features in memory: " : ", ") + std::string(table::name(size.type)) + " " +
            bytesText(static_cast<double>(size.bytes.value)) + (size.fits ? "" : " (does not fit)");
  }
  return text.empty() ? text : text + ".\n";
}

/// What was estimated beside what was measured, a row each.
void addMeasured(Report& report, const std::vector<estimate::Compared>& rows) {
  TextTable table({"Item", "Estimated", "Measured", "Off by"}, {1, 2, 3});
  auto& json = report.json["measured"] = nlohmann::ordered_json::object();
  for (const estimate::Compared& row : rows) {
    const auto text = [&](double amount) {
      return row.unit == estimate::Compared::Unit::bytes ? bytesText(amount) : durationText(amount);
    };
    json[row.key] = {{"predicted", row.estimated}, {"measured", row.measured}};
    const double off = row.measured > 0 ? 100 * (row.estimated / row.measured - 1) : 0;
    table.add({row.name, text(row.estimated), text(row.measured),
               row.measured > 0 ? (off > 0 ? "+" : "") + figureText(off, 3) + " %" : "–"});
  }
  report.text += "\n" + table.text();
}

void addItems(Report& report, const std::vector<estimate::LedgerItem>& ledger) {
  report.json["items"] = nlohmann::ordered_json::array();
  TextTable items({"Item", "For", "Where", "Counted as", "Bytes"}, {4});
  for (const estimate::LedgerItem& item : ledger) {
    report.json["items"].push_back({{"name", item.name},
                                    {"model", item.model},
                                    {"where", std::string(estimate::name(item.where))},
                                    {"bytes", item.bytes.value}});
    items.add({item.name, item.model.empty() ? "shared" : item.model, std::string(estimate::name(item.where)),
               item.counted, bytesText(static_cast<double>(item.bytes.value))});
  }
  report.text += items.text();
}

void addTotals(nlohmann::ordered_json& json, const tasks::EstimateOutcome& outcome) {
  const estimate::Ledger& ledger = outcome.ledger;
  const auto figureOrNull = [](double figure) {
    return figure > 0 ? nlohmann::ordered_json(figure) : nlohmann::ordered_json(nullptr);
  };
  json["memory_bytes"] = ledger.host.value;
  json["device_memory_bytes"] = ledger.device.value;
  json["disk_bytes"] = ledger.disk.value;
  json["fits"] = ledger.fits;
  json["max_batch"] = ledger.maxBatch;
  json["seconds_per_epoch"] = figureOrNull(outcome.secondsPerEpoch);
  json["cost"] = figureOrNull(outcome.pricePerEpoch);
  json["device"] = outcome.input.device ? outcome.input.device->name : "host";
  json["compute"] = std::string(estimate::name(outcome.input.compute));
  if (outcome.input.device) {
    auto& flops = json["device_flops"] = nlohmann::ordered_json::object();
    for (const estimate::Precision compute : estimate::kPrecisions) {
      const double figure = outcome.input.device->flopsIn(compute);
      if (figure > 0) flops[std::string(estimate::name(compute))] = figure;
    }
  }
  json["max_models"] = ledger.maxModels;
  json["batch"] = outcome.input.batch;
  json["most_epochs"] = nullptr;
  if (outcome.mostEpochs > 0) json["most_epochs"] = outcome.mostEpochs;
}

std::string fitText(const tasks::EstimateOutcome& outcome) {
  const estimate::Ledger& ledger = outcome.ledger;
  std::string text = "\nA batch has " + countText(outcome.input.batch) + " samples. Memory " +
                     bytesText(static_cast<double>(ledger.host.value)) + " of " +
                     bytesText(static_cast<double>(outcome.input.hostMemory.value)) + ", disk " +
                     bytesText(static_cast<double>(ledger.disk.value)) + ". ";
  if (const auto& device = outcome.input.device) {
    text += device->name + " " + bytesText(static_cast<double>(ledger.device.value)) + " of " +
            bytesText(static_cast<double>(device->memory.value)) + ". ";
  }
  text += ledger.fits ? "It fits" : "It does not fit";
  text += ledger.maxBatch > 0 ? "; the largest batch is " + countText(ledger.maxBatch) : std::string();
  text += ledger.maxModels > 1 ? ", and " + countText(ledger.maxModels) + " such models fit together.\n" : ".\n";
  return text;
}

/// Where an epoch takes that long, and how far that may be relied on.
std::string placeText(const estimate::LedgerInput& input) {
  if (!input.device) return " here";
  const std::string place = " on " + input.device->name + " in " + std::string(estimate::name(input.compute));
  return place + (estimate::epochTime(input).isMeasured
                      ? ", as measured on it"
                      : " if the card is used as well as this machine's processor; small models use a card far less");
}

std::string epochText(const tasks::EstimateOutcome& outcome) {
  if (outcome.secondsPerEpoch <= 0) return {};
  return "An epoch takes about " + durationText(outcome.secondsPerEpoch) + placeText(outcome.input) +
         (outcome.pricePerEpoch > 0 ? ", for " + figureText(outcome.pricePerEpoch, 3) + " US dollars" : "") +
         (outcome.mostEpochs > 0 ? "; train takes at most " + countedText(outcome.mostEpochs, "epoch") + ", " +
                                       durationText(static_cast<double>(outcome.mostEpochs) * outcome.secondsPerEpoch)
                                 : "") +
         ".\n";
}

void addCalibration(Report& report, bool corrected) {
  report.json["calibration"] = nullptr;
  if (!corrected) return;
  const std::string file = tasks::calibrationFile().string();
  report.json["calibration"] = file;
  report.text += "Corrected by what was measured on this machine, kept in " + file + "; --forget-measured clears it.\n";
}

Report reportOf(const tasks::EstimateOutcome& outcome) {
  Report report;
  addItems(report, outcome.ledger.items);
  addTotals(report.json, outcome);
  addModels(report, outcome.input);
  addTypes(report, outcome.storedAs);
  report.text += fitText(outcome) + epochText(outcome);
  for (const estimate::ModelFootprint& model : outcome.input.models)
    report.text += confinementText(model.model, model.confinement);
  report.text += typesText(outcome.storedAs);
  const std::uint64_t exported = outcome.input.exported.value;
  report.json["export_bytes"] = exported;
  if (exported > 0) report.text += "Exported as npy it takes " + bytesText(static_cast<double>(exported)) + ".\n";
  addCalibration(report, outcome.corrected);
  if (outcome.measurement) addMeasured(report, estimate::compare(outcome.uncorrected, *outcome.measurement));
  return report;
}

/// "100 Mbit/s".
std::string linkText(double bitsPerSecond) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e9, " Gbit/s"}, {1e6, " Mbit/s"}, {1e3, " kbit/s"}};
  for (const auto& [unit, name] : kUnits) {
    if (bitsPerSecond >= unit) return figureText(bitsPerSecond / unit, 4) + name;
  }
  return figureText(bitsPerSecond, 4) + " bit/s";
}

/// Of a dataset that is not there yet.
Report storageReport(std::uint64_t samples, const std::vector<std::int64_t>& shape, double link) {
  Report report;
  report.json["stored_as"] = nlohmann::ordered_json::array();
  TextTable table(link > 0 ? std::vector<std::string>{"Stored as", "Bytes", "Over " + linkText(link)}
                           : std::vector<std::string>{"Stored as", "Bytes"},
                  {1, 2});
  for (const estimate::StorageAtType& size : estimate::storageAtTypes(samples, shape)) {
    const std::string type(table::name(size.type));
    nlohmann::ordered_json json = {{"dtype", type}, {"bytes", size.bytes.value}};
    std::vector<std::string> row = {type, bytesText(static_cast<double>(size.bytes.value))};
    if (link > 0) {
      json["transfer_seconds"] = estimate::transferSeconds(size.bytes, link);
      row.push_back(durationText(estimate::transferSeconds(size.bytes, link)));
    }
    report.json["stored_as"].push_back(std::move(json));
    table.add(std::move(row));
  }
  if (link > 0) report.json["link_bits_per_second"] = link;
  report.text = table.text();
  return report;
}

struct EstimateArguments {
  tasks::EstimateRequest request;
  std::vector<std::string> models;
  std::string optimizer = "adamw";
  bool forget = false;
  std::uint64_t samples = 0;
  double link = 0;  ///< bits a second
};

void addDevice(CLI::App& command, tasks::EstimateRequest& request) {
  command.add_option("--device", request.device,
                     "Device: auto (the CUDA card of this machine, else its processor), or the name of a card or an "
                     "instance, e.g. L4");
  command
      .add_option_function<std::string>(
          "--compute",
          [&request](const std::string& type) {
            request.compute = estimate::precisionFrom(type).value_or(estimate::Precision::f32);
          },
          "Number type in which --device computes, for the time of an epoch there (default: f32, as here)")
      ->check(CLI::IsMember({"f32", "tf32", "f16", "bf16", "i8"}));
}

void addOptions(CLI::App& command, EstimateArguments& arguments) {
  tasks::EstimateRequest& request = arguments.request;
  auto* file = command.add_option("FILE", request.file, "The dataset");
  auto* samples =
      command
          .add_option("--samples", arguments.samples,
                      "Without a dataset: number of samples of --shape whose size at each type is shown, e.g. 60000 "
                      "(default: none)")
          ->check(wholeNumber(1))
          ->excludes(file);
  command
      .add_option_function<std::string>(
          "--manifest",
          [&request](const std::string& manifest) {
            request.manifest = manifest;
            request.manifestStated = true;
          },
          "Name of the manifest (default: default; all samples where it is missing)")
      ->type_name("TEXT");
  command
      .add_option("--model", arguments.models,
                  "Model: linear, mlp, cnn1d, resnet1d, cnn2d, rocket or FILE.pt; may be repeated (default: mlp)")
      ->allow_extra_args(false);
  command.add_option("--shape", request.shape, "Shape of a sample for the model, e.g. 1x28x28 (default: as stored)")
      ->delimiter('x')
      ->allow_extra_args(false)
      ->check(wholeNumber(1));
  command.parse_complete_callback([file, samples, shape = command.get_option("--shape")] {
    if (samples->count() > 0 && shape->count() == 0) throw CLI::RequiredError(shape->get_name());
    if (samples->count() == 0 && file->count() == 0) throw CLI::RequiredError(file->get_name());
  });
  command
      .add_option("--batch", request.batch,
                  "Number of samples in a batch (default: the one that train chooses with --epochs auto, or 64 with "
                  "--inference)")
      ->check(wholeNumber(1));
  command.add_option("--slices", request.slices, "Number of slices that a batch is learned in")->check(wholeNumber(1));
  command.add_option("--optimizer", arguments.optimizer, "Optimizer")->check(CLI::IsMember({"sgd", "adam", "adamw"}));
  addDevice(command, request);
  command
      .add_option("--link", arguments.link,
                  "Speed of a link over which to move the dataset, in bit/s: e.g. 100Mbit or 1Gbit; 100 is 100 "
                  "bit/s (default: none)")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}}))
      ->check(positiveNumber());
  command.add_flag("--measure", request.measure,
                   "Start the run on real data, compare, and keep the correction for later estimates");
  command.add_flag("--forget-measured", arguments.forget, "Clear the corrections of this machine first");
  command
      .add_option("--keep", request.epochCheckpoints, "Number of checkpoints of single epochs to keep (default: none)")
      ->check(wholeNumber(1));
  command
      .add_option_function<std::string>(
          "--stored-as", [&request](const std::string& type) { request.storedAs = table::dtypeFrom(type); },
          "Type of the features to estimate with (default: as stored)")
      ->check(CLI::IsMember({"f64", "f32", "f16", "i16", "u16", "i8", "u8"}));
  command.add_flag("--inference", request.inference,
                   "Estimate prediction: no gradients, optimizer and stored activations");
}

}  // namespace

void addEstimate(const Registration& to) {
  auto arguments = std::make_shared<EstimateArguments>();
  CLI::App* command = to.app.add_subcommand("estimate", "Estimate the memory, disk and time a run needs");
  addOptions(*command, *arguments);
  command->callback([arguments, command, &common = to.common, &exitCode = to.exitCode] {
    exitCode = Console(common).run([&](const JobContext& job) -> Result<Report> {
      if (arguments->samples > 0) return storageReport(arguments->samples, arguments->request.shape, arguments->link);
      tasks::EstimateRequest asked = arguments->request;
      if (!arguments->models.empty()) asked.models = arguments->models;
      MASU_TRY(asked.optimizer, estimate::optimizerFrom(arguments->optimizer));
      asked.resources = common.resources;
      asked.countLauncher = true;
      asked.autoBatch = command->count("--batch") == 0;
      if (arguments->forget) MASU_CHECK(tasks::clearCalibration());
      MASU_TRY(const tasks::EstimateOutcome outcome, tasks::estimate(asked, job));
      Report report = reportOf(outcome);
      if (arguments->link > 0) {
        const double seconds = estimate::transferSeconds({outcome.input.datasetBytes}, arguments->link);
        report.json["link_bits_per_second"] = arguments->link;
        report.json["transfer_seconds"] = seconds;
        report.text +=
            "The dataset takes " + durationText(seconds) + " over the link of " + linkText(arguments->link) + ".\n";
      }
      return report;
    });
  });
}

}  // namespace masu::cli
