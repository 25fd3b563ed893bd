// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/load_report.h"

#include "app/cli/commands/loss_report.h"
#include "app/cli/format.h"

namespace masu::cli {

nlohmann::ordered_json framesJson(const waveform::FrameUse& use) {
  if (use.frames == 0) return nullptr;
  return {{"in_segments", use.frames},
          {"padded_windows", use.paddedWindows},
          {"padding", use.padding},
          {"dropped", use.rest},
          {"skipped", use.between},
          {"unlabelled", use.unlabelled}};
}

namespace {

nlohmann::ordered_json repairsJson(const std::vector<ingest::RepairCount>& repairs) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ingest::RepairCount& repair : repairs) {
    nlohmann::ordered_json examples = nlohmann::ordered_json::array();
    for (const ingest::RepairExample& example : repair.examples)
      examples.push_back({{"text", example.text}, {"source", example.file}, {"line", example.line}});
    json.push_back(
        {{"column", repair.column.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(repair.column)},
         {"reason", repair.reason},
         {"records", repair.count},
         {"examples", std::move(examples)}});
  }
  return json;
}

}  // namespace

void addLoaded(Report& report, const ingest::ImportReport& loaded) {
  report.json["rejects"] = loaded.rejectsFile.empty() ? nlohmann::ordered_json(nullptr)
                                                      : nlohmann::ordered_json(loaded.rejectsFile.string());
  report.json["repairs"] = repairsJson(loaded.repairs);
  report.json["frames"] = framesJson(loaded.frames);
  report.json["columns"] = nlohmann::ordered_json::array();
  for (const table::Column& column : loaded.schema.columns) {
    nlohmann::ordered_json json = {{"name", column.name}, {"stored", std::string(table::name(column.stored))}};
    json.update(lossJson(column));
    report.json["columns"].push_back(std::move(json));
  }
  if (loaded.rejected > 0) {
    report.text += countText(loaded.rejected) + " rejected, kept in " + loaded.rejectsFile.string() + ":\n";
    for (const ingest::RejectCount& reason : loaded.reasons) {
      report.text += "  " + countText(reason.count) + "  " + (reason.column.empty() ? "" : reason.column + ": ") +
                     reason.reason + "\n";
    }
  }
  if (loaded.filtered > 0) report.text += countText(loaded.filtered) + " left out by the filter\n";
  if (loaded.dropped > loaded.filtered)
    report.text += countText(loaded.dropped - loaded.filtered) + " dropped for missing values\n";
  report.text += lossText(loaded.schema);
}

}  // namespace masu::cli
