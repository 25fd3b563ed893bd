// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/recording_predictions.h"

#include <algorithm>
#include <iterator>

#include "core/csv/structure/field_text.h"

namespace masu::train {

Result<RecordingPredictions> RecordingPredictions::create(const std::filesystem::path& file, io::Overwrite overwrite,
                                                          const DatasetSummary& learned,
                                                          std::vector<PredictionCsv> models, bool inOrder) {
  MASU_TRY(io::AtomicFile target, io::AtomicFile::create(file, overwrite));
  RecordingPredictions predictions(std::move(target), learned, std::move(models), inOrder);
  std::vector<std::string> columns = {"source", "windows"};
  for (const PredictionCsv& model : predictions.m_models)
    std::ranges::copy(model.columns(), std::back_inserter(columns));
  std::ranges::copy(predictions.m_truth.columns(), std::back_inserter(columns));
  columns.emplace_back("reason");
  MASU_CHECK(predictions.m_file.append(headerOf(columns)));
  return predictions;
}

Result<void> RecordingPredictions::add(std::uint32_t number, const std::string& name,
                                       const std::vector<std::vector<double>>& shares, const Truth& truth) {
  if (m_inOrder && !m_gathered.empty() && m_gathered.begin()->first != number) MASU_CHECK(writeGathered());
  const auto [found, fresh] = m_gathered.try_emplace(number);
  Sums& sums = found->second;
  ++sums.windows;
  if (fresh) {
    sums.name = name;
    sums.shares = shares;
    sums.truth = truth;
    return {};
  }
  for (std::size_t model = 0; model < shares.size(); ++model) {
    for (std::size_t k = 0; k < shares[model].size(); ++k) sums.shares[model][k] += shares[model][k];
  }
  sums.sameTruth = sums.sameTruth && truth.texts == sums.truth.texts;
  return {};
}

Result<void> RecordingPredictions::addEmpty(const std::string& name, const std::string& reason) {
  if (m_inOrder) MASU_CHECK(writeGathered());
  std::string row;
  csv::appendField(row, name);
  row += ",0";
  for (const PredictionCsv& model : m_models) model.appendNothing(row);
  m_truth.append(row, {});
  row += ',';
  csv::appendField(row, reason);
  ++m_lines;
  return m_file.append(row + '\n');
}

Result<void> RecordingPredictions::writeGathered() {
  for (auto& [number, sums] : m_gathered) MASU_CHECK(write(sums));
  m_gathered.clear();
  return {};
}

Result<void> RecordingPredictions::write(Sums& sums) {
  // Windows under different labels leave a recording without one.
  if (!sums.sameTruth) sums.truth = {};
  std::string row;
  csv::appendField(row, sums.name);
  row += ',' + std::to_string(sums.windows);
  bool any = false;
  for (std::size_t model = 0; model < m_models.size(); ++model) {
    for (double& share : sums.shares[model]) share /= static_cast<double>(sums.windows);
    m_models[model].appendShares(row, sums.shares[model]);
    m_models[model].score(sums.truth, sums.shares[model]);
    any = any || !isUndefined(sums.shares[model]);
  }
  if (any) ++m_predicted;
  m_truth.append(row, sums.truth);
  ++m_lines;
  return m_file.append(row + ",\n");
}

Result<void> RecordingPredictions::commit() {
  MASU_CHECK(writeGathered());
  return m_file.commit();
}

}  // namespace masu::train
