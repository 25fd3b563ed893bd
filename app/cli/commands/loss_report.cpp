// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/loss_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/cli/format.h"
#include "app/cli/report.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/table/measured_loss.h"

namespace masu::cli {

namespace {

constexpr std::size_t kLossColumns = 9;

nlohmann::ordered_json figuresJson(const table::StorageLoss& loss, const table::ColumnStats& stats) {
  return {{"max_relative", numberOrNull(loss.maxRelative)},
          {"rms", numberOrNull(loss.rootMeanSquare(stats))},
          {"snr_db", numberOrNull(loss.signalToNoise(stats))},
          {"overflowed", loss.overflowed},
          {"flushed", loss.flushed},
          {"clipped", loss.clipped}};
}

/// Of many columns those whose values drown most in their error, in their order.
void keepWorst(std::vector<const table::Column*>& columns) {
  constexpr std::size_t kMost = 40;
  if (columns.size() <= kMost) return;
  std::ranges::stable_sort(columns, {}, [](const table::Column* column) {
    const table::StorageLoss* loss = table::measuredLoss(*column);
    const double ratio = loss != nullptr ? loss->signalToNoise(column->stats) : std::nan("");
    return std::isnan(ratio) ? -std::numeric_limits<double>::infinity() : ratio;
  });
  columns.resize(kMost);
  std::ranges::sort(columns);
}

}  // namespace

nlohmann::ordered_json lossJson(const table::Column& column) {
  const table::ColumnStats& stats = column.stats;
  if (stats.count == 0 || stats.min > stats.max) return {{"max_error", nullptr}, {"loss", nullptr}};
  const table::StorageLoss* loss = table::measuredLoss(column);
  return {{"max_error", numberOrNull(stats.maxError)},
          {"loss", loss != nullptr ? figuresJson(*loss, stats) : nlohmann::ordered_json(nullptr)}};
}

nlohmann::ordered_json sampledLossesJson(const ingest::ImportPlan& plan, const ingest::ColumnPlan& column) {
  using table::DType;
  if (column.role != table::Role::feature) return nullptr;
  auto json = nlohmann::ordered_json::array();
  for (const DType type :
       {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8}) {
    const ingest::SampledLoss loss = ingest::sampledLoss(plan, column, type);
    nlohmann::ordered_json entry = {
        {"type", std::string(table::name(type))}, {"holds", loss.holds}, {"step", numberOrNull(loss.step)}};
    entry["max_error"] = loss.holds || !table::isInteger(type) ? numberOrNull(loss.maxError) : nullptr;
    if (!entry["max_error"].is_null()) entry.update(figuresJson(loss.loss, loss.sample));
    json.push_back(std::move(entry));
  }
  return json;
}

std::string lossText(const table::Schema& schema) {
  std::vector<const table::Column*> numbers;
  std::vector<const table::Column*> lossy;
  for (const table::Column& column : schema.columns) {
    if (table::holdsNumbers(column)) numbers.push_back(&column);
    if (table::isLossy(column)) lossy.push_back(&column);
  }
  if (lossy.empty()) {
    // Nothing is compared of words.
    const bool exact = !numbers.empty() && std::ranges::all_of(numbers, [](const table::Column* column) {
      return table::isExact(*column);
    });
    return exact ? "\nEvery number reads back equal to what it was.\n" : std::string();
  }
  TextTable text(
      {"Column", "Stored", "Largest error", "Relative", "RMS", "SNR dB", "To infinity", "To zero", "Clipped"},
      {2, 3, 4, 5, 6, 7, 8});
  const std::size_t all = lossy.size();
  keepWorst(lossy);
  for (const table::Column* column : lossy) {
    std::vector<std::string> row = {column->name, std::string(table::name(column->stored)),
                                    figureText(column->stats.maxError)};
    if (const table::StorageLoss* loss = table::measuredLoss(*column)) {
      row.insert(row.end(), {figureText(loss->maxRelative), figureText(loss->rootMeanSquare(column->stats)),
                             figureText(loss->signalToNoise(column->stats), 3), countText(loss->overflowed),
                             countText(loss->flushed), countText(loss->clipped)});
    }
    row.resize(kLossColumns, "–");
    text.add(std::move(row));
  }
  const std::string rest =
      all == lossy.size() ? std::string() : "These lose most; --json shows all " + countText(all) + " columns.\n";
  // A dataset that was converted keeps what its earlier types lost.
  return "\nLoss of precision since the values were read, earlier types included:\n" + text.text() +
         "SNR: the power of the values over that of their errors, in decibels; higher is better.\n" + rest;
}

}  // namespace masu::cli
