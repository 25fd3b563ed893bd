// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/io/atomic_file.h"
#include "core/train/prediction/prediction_csv.h"

namespace masu::train {

/// Predictions for whole recordings, from those for their windows: the class whose probability is greatest on average,
/// or the mean of the values. A CSV with a line a recording. Threads: one at a time. Lifetime: borrows the summary.
class RecordingPredictions {
 public:
  /// `inOrder`: the windows of a recording follow each other, so that memory holds one at a time.
  static Result<RecordingPredictions> create(const std::filesystem::path& file, io::Overwrite overwrite,
                                             const DatasetSummary& learned, std::vector<PredictionCsv> models,
                                             bool inOrder);

  /// A window of recording `number`: the shares or values that each model gives it, and what it is.
  Result<void> add(std::uint32_t number, const std::string& name, const std::vector<std::vector<double>>& shares,
                   const Truth& truth);
  /// A recording without a window that a model could be asked about.
  Result<void> addEmpty(const std::string& name, const std::string& reason);
  Result<void> commit();

  std::uint64_t lines() const { return m_lines; }
  /// Lines that have a prediction of some model.
  std::uint64_t predicted() const { return m_predicted; }
  const std::vector<PredictionCsv>& models() const { return m_models; }

 private:
  struct Sums {
    std::string name;
    std::uint64_t windows = 0;
    std::vector<std::vector<double>> shares;
    Truth truth;
    bool sameTruth = true;  ///< of all windows so far
  };

  RecordingPredictions(io::AtomicFile file, const DatasetSummary& learned, std::vector<PredictionCsv> models,
                       bool inOrder)
      : m_file(std::move(file)), m_truth(learned), m_models(std::move(models)), m_inOrder(inOrder) {}
  Result<void> writeGathered();
  Result<void> write(Sums& sums);

  io::AtomicFile m_file;
  TruthCells m_truth;
  std::vector<PredictionCsv> m_models;
  bool m_inOrder;
  std::map<std::uint32_t, Sums> m_gathered;
  std::uint64_t m_lines = 0;
  std::uint64_t m_predicted = 0;
};

}  // namespace masu::train
