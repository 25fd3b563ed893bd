#pragma once

#include <span>
#include <string>

#include "core/loader/batch.h"
#include "core/train/data_facts.h"
#include "core/train/score.h"

namespace masu::train {

/// A model's answers as CSV (RFC 4180), and how good they are where the dataset knows better.
/// Lifetime: borrows both facts. Threads: one at a time.
class AnswerTable {
 public:
  /// `learned` is what the model answers; `here` the dataset it is asked about, whose classes may be others.
  AnswerTable(const DataFacts& learned, const DataFacts& here);

  std::string head() const;
  /// `answers` are [samples × outputs].
  std::string rows(const loader::Batch& batch, std::span<const float> answers);
  metrics::Figures figures() const { return m_known > 0 ? m_score.figures() : metrics::Figures(); }

 private:
  void appendClasses(std::string& text, const loader::Batch& batch, std::uint64_t sample, std::span<const float> of);
  void appendValues(std::string& text, const loader::Batch& batch, std::uint64_t sample, std::span<const float> of);

  const DataFacts& m_learned;
  const DataFacts& m_here;
  std::vector<std::int64_t> m_codeOfClass;  ///< of a class of the dataset, to the model; -1 where it knows none such
  Score m_score;
  std::uint64_t m_known = 0;  ///< samples that are labelled with what the model can answer
};

}  // namespace masu::train
