// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/comparison.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/error.h"
#include "core/estimate/epoch_time.h"

namespace masu::estimate {

namespace {

/// Models ran here, whatever device the estimate is for, and without a launcher.
LedgerInput inTheWorker(const LedgerInput& input) {
  LedgerInput worker = input;
  worker.device.reset();
  worker.launcher = {};
  return worker;
}

Bytes itemsNamed(const Ledger& ledger, std::initializer_list<std::string_view> names) {
  Bytes bytes;
  for (const LedgerItem& item : ledger.items) {
    const bool counts = item.where == Where::host && std::ranges::count(names, item.name) > 0;
    if (counts) bytes += item.bytes;
  }
  return bytes;
}

Compared memory(const char* key, const char* name, Bytes estimated, Bytes measured) {
  return {key, name, Compared::Unit::bytes, static_cast<double>(estimated.value), static_cast<double>(measured.value)};
}

}  // namespace

Bytes workerMemory(const LedgerInput& input) {
  return ledgerFor(inTheWorker(input)).host;
}

std::vector<Compared> compare(const LedgerInput& input, const Measurement& measurement) {
  const Ledger ledger = ledgerFor(inTheWorker(input));
  const auto batch = static_cast<double>(measurement.batch);
  Bytes weights;
  Bytes learning;
  for (const MeasuredModel& model : measurement.models) {
    weights += model.weights;
    learning += model.learning;
  }
  double step = 0;
  for (const ModelFootprint& model : input.models) step += stepSecondsHere(input, model, measurement.batch);
  std::vector<Compared> rows;
  rows.push_back(memory("weights", MASU_TEXT("core", "Weights"), itemsNamed(ledger, {"Weights"}), weights));
  rows.push_back(memory("learning", MASU_TEXT("core", "Gradients and optimizer"),
                        itemsNamed(ledger, {"Gradients", "Momentum", "Adam state", "AdamW state"}), learning));
  rows.push_back(memory("activations", MASU_TEXT("core", "Activations and workspace"),
                        itemsNamed(ledger, {"Activations", "Workspace", "Sums of slices"}), measurement.turn()));
  rows.push_back(memory("loader", MASU_TEXT("core", "Loader"),
                        itemsNamed(ledger, {"Batches in flight", "Loader buffers", "Loader threads", "Sample order"}),
                        measurement.loader));
  rows.push_back(memory("rest", MASU_TEXT("core", "Runtime and the rest"),
                        itemsNamed(ledger, {"Scores", "Runtime and libraries", "Writing checkpoints"}),
                        measurement.rest()));
  rows.push_back(
      memory("peak_memory", MASU_TEXT("core", "The worker at its peak"), workerMemory(input), measurement.peak));
  rows.push_back(
      {"step_seconds", MASU_TEXT("core", "A step"), Compared::Unit::seconds, step, measurement.stepSeconds()});
  rows.push_back({"loader_seconds", MASU_TEXT("core", "Loading a batch"), Compared::Unit::seconds,
                  input.loaderSecondsPerSample * batch, measurement.loaderSecondsPerSample * batch});
  return rows;
}

}  // namespace masu::estimate
