// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/train/data/dataset_summary.h"
#include "core/train/learning/score.h"

namespace masu::train {

/// What a sample is, where that is known.
struct Truth {
  std::vector<std::string> texts;    ///< one, or one a target; empty: unknown
  std::optional<std::int64_t> code;  ///< of the model's classes
  std::vector<double> values;        ///< as the model counts them, one a target; NaN: unknown
  std::string noValue = {};          ///< of a target that a source has as something else than a value
};

/// The header of a CSV, with its newline.
std::string headerOf(const std::vector<std::string>& columns);

/// Whether a model outputs NaN: then these shares, or values, are not a prediction.
bool isUndefined(std::span<const double> shares);

/// How a model's predictions are made of its outputs, and what is written of them.
struct PredictionForm {
  bool probabilities = false;            ///< of each class, a column each
  double temperature = 1;                ///< by which outputs for classes are divided before the softmax
  std::optional<double> threshold = {};  ///< probability of the second of two classes from which on it is predicted
};

/// The cells of one model's predictions, and how good these are where the truth is known.
/// Lifetime: borrows the summary. Threads: one at a time.
class PredictionCsv {
 public:
  /// `model`: written before the names of its columns; empty where there is one model.
  PredictionCsv(const DatasetSummary& learned, std::string model, const PredictionForm& form);

  std::vector<std::string> columns() const;
  /// Of shares of classes that add up to 1, or of values. Empty cells where one of them is NaN: the model gives no
  /// prediction then.
  void appendShares(std::string& row, std::span<const double> shares) const;
  /// As many empty cells.
  void appendNothing(std::string& row) const;
  /// Counts the sample for figures() where it has a prediction and its truth is known.
  void score(const Truth& truth, std::span<const double> shares);

  /// Shares of classes that add up to 1, or the values themselves.
  std::vector<double> sharesOf(std::span<const float> outputs) const;

  const std::string& model() const { return m_model; }
  const PredictionForm& form() const { return m_form; }
  /// Samples without a prediction.
  std::uint64_t undefined() const { return m_undefined; }
  /// Samples that figures() are over.
  std::uint64_t scored() const { return m_known; }
  /// Samples with a prediction whose class the model does not know, so that figures() leave them out; one such class.
  std::uint64_t unknownClasses() const { return m_unknown; }
  const std::string& unknownClass() const { return m_unknownClass; }
  /// Samples with a prediction whose truth is there and not a value, so that figures() leave them out; one such truth.
  std::uint64_t noValues() const { return m_noValues; }
  const std::string& noValue() const { return m_noValue; }
  /// Of the samples that figures() are over; empty where there is none.
  std::vector<std::uint64_t> confusion() const {
    return m_known > 0 ? m_score.confusion() : std::vector<std::uint64_t>();
  }
  /// Of two classes, over the same samples.
  std::optional<metrics::BestThreshold> bestThreshold() const { return m_score.bestThreshold(); }
  metrics::Figures figures() const { return m_known > 0 ? m_score.figures() : metrics::Figures(); }

 private:
  std::string valueText(std::size_t target, double value) const;
  std::size_t classOf(std::span<const double> shares) const;

  const DatasetSummary& m_learned;
  std::string m_model;
  PredictionForm m_form;
  Score m_score;
  std::uint64_t m_known = 0;
  std::uint64_t m_undefined = 0;
  std::uint64_t m_unknown = 0;
  std::string m_unknownClass;
  std::uint64_t m_noValues = 0;
  std::string m_noValue;
};

/// The cells of the truth, for all models of a run alike.
class TruthCells {
 public:
  explicit TruthCells(const DatasetSummary& learned);

  std::vector<std::string> columns() const;
  /// With a comma before each cell.
  void append(std::string& row, const Truth& truth) const;

  /// From the cells of a source, in the order of `labels`. What is missing, or no value, stays unknown.
  Truth fromCells(std::span<const std::string> cells, const std::vector<std::string>& labels) const;
  /// From what a dataset stores.
  Truth fromClass(std::int64_t code, const DatasetSummary& here) const;
  /// `texts`: beside `values` where a double has not all digits; else empty.
  Truth fromValues(std::span<const double> values, const DatasetSummary& here, table::DType type,
                   std::span<const std::string> texts) const;

 private:
  Truth ofClass(const std::string& name) const;
  Truth unknown() const;
  void setValue(Truth& truth, std::size_t target, double value, std::string text) const;

  const DatasetSummary& m_learned;
  std::map<std::string, std::int64_t, std::less<>> m_codes;  ///< of the model's classes
};

}  // namespace masu::train
