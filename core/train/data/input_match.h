// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// Makes what a model learned to take of another dataset's samples: columns and channels are found by their names,
/// words get the codes that they had, times count from the origin that they had, numbers are normalised as they were.
/// Threads: one at a time. Lifetime: borrows `learned`.
class InputMatch {
 public:
  /// `here`: what the dataset `file` has; `learned`: what the checkpoint notes.
  /// Errors: a column or channel is missing or is of another kind, unit, rate or length; or the checkpoint does not
  /// name its columns, and the dataset is not the one it learned from.
  static Result<InputMatch> create(const DatasetSummary& here, const DatasetSummary& learned, const std::string& file);

  /// The batch as the model takes it. Lifetime: until the next call. Requires: missing numbers are NaN.
  loader::Batch operator()(const loader::Batch& batch);

  /// The first of these columns whose value in a sample of the last batch counts as missing though there is one: it is
  /// infinite, or a word that the model never met. Empty where there is none.
  std::string countedMissing(std::size_t sample, const std::vector<std::string>& columns) const;

  /// Notes a type that may mean another scale, for samples of the dataset `file` whose scale is not known.
  void noteTypes(const DatasetSummary& here, const std::string& file);

  /// What a person should know of the samples seen so far: words that the model never met, numbers that count as
  /// missing, columns and channels that hold nothing at all.
  std::vector<Message> notes() const;

 private:
  /// Where a column or channel of the model is found, and what makes its values those that the model knows.
  struct Input {
    std::size_t place = 0;
    double shift = 0;
    double mean = 0;
    double deviation = 0;
    std::uint64_t infinite = 0;  ///< values, as a source has them or as they became 32-bit floats
    bool isThere = false;        ///< some value is not missing
  };
  struct Words {
    std::size_t place = 0;
    std::vector<std::int64_t> codes;  ///< of the dataset's codes, the model's; unknown words are missing
    std::vector<bool> unknown;
    std::uint64_t unknownCells = 0;
    bool isThere = false;  ///< some cell is not missing
  };

  InputMatch(const DatasetSummary& here, const DatasetSummary& learned);
  Result<void> matchInputs(const DatasetSummary& here, const std::string& file);
  Result<void> matchWords(const DatasetSummary& here, const std::string& file);
  void prepareFeatures(const loader::Batch& batch);
  void prepareCodes(const loader::Batch& batch);
  std::string categoryName(std::size_t index) const;
  void noteInfinite(std::vector<Message>& notes) const;
  void noteMissing(std::vector<Message>& notes) const;

  const DatasetSummary* m_learned;
  bool m_same;  ///< the dataset that the model learned from: columns are where they were
  std::vector<Input> m_inputs;
  std::size_t m_width = 0;  ///< columns or channels of a sample in the dataset
  std::vector<Words> m_words;
  std::size_t m_wordsWidth = 0;
  bool m_hasSamples = false;
  std::vector<Message> m_notes;
  std::vector<std::pair<std::size_t, std::size_t>> m_infinite;  ///< sample of the batch, input
  std::vector<std::pair<std::size_t, std::size_t>> m_unknown;   ///< sample of the batch, column of words
  std::vector<float> m_features;
  std::vector<std::int64_t> m_codes;
};

}  // namespace masu::train
