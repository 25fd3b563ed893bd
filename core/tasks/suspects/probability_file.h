// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/io/file.h"
#include "core/tasks/suspects/confident_learning.h"

namespace masu::tasks {

/// Labels and class probabilities of many samples, in a file without a name: 12 bytes a sample and 4 a class of it.
/// Memory: a block of about a megabyte. Threads: one at a time. Lifetime: the file goes with the object.
class ProbabilityFile {
 public:
  /// Errors: the folder cannot be written.
  static Result<ProbabilityFile> create(const std::filesystem::path& folder, std::size_t classes);

  /// Requires: a probability for each class, and a sample that was not added before. Errors: a full disk.
  Result<void> add(std::uint64_t sample, std::uint32_t label, std::span<const float> probabilities);
  std::size_t classes() const { return m_classes; }
  std::uint64_t samples() const { return m_samples; }

  /// Hands over what was added, in that order; may be called again and again. Errors: the first of `take`; the file
  /// cannot be read; cancelled.
  Result<void> eachBlock(const TakeProbabilities& take, const std::stop_token& stop) const;

 private:
  ProbabilityFile(io::File file, std::size_t classes);
  Result<void> write();
  std::uint64_t blockBytes() const { return m_rows * (12 + 4 * m_classes); }

  io::File m_file;
  std::size_t m_classes;
  std::size_t m_rows;  ///< of a block; the last block of the file has room for as many
  std::uint64_t m_samples = 0;
  // What was added and is not written yet: less than a block.
  std::vector<std::uint64_t> m_numbers;
  std::vector<std::uint32_t> m_labels;
  std::vector<float> m_probabilities;
};

/// Reads what tasks::predict() wrote for a dataset with the probabilities of one model, and calls `take` with each
/// sample that has a prediction. Errors: the first of `take`; a file that is something else; cancelled.
Result<void> readPredictions(
    const std::filesystem::path& csv, std::size_t classes,
    const std::function<Result<void>(std::uint64_t sample, std::span<const float> probabilities)>& take,
    const std::stop_token& stop);

}  // namespace masu::tasks
