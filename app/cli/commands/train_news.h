// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"

namespace masu::cli {

/// The name of a model among those of a run: with the rate where runs of one model differ in it, and the number of the
/// repeat where there are several.
std::string modelName(const metrics::RunSummary& run, const std::vector<metrics::RunSummary>& all);

/// The option that a recipe chose a value of, as "--batch".
std::string optionOf(const metrics::RecipeChoice& choice);

/// A line for each choice, with its reason; empty without a recipe.
std::string recipeText(const std::vector<metrics::RecipeChoice>& recipe);

/// Prints what a recipe chose, then epochs as they end, each once. Lifetime: borrows the log. Threads: one at a time.
class EpochNews {
 public:
  explicit EpochNews(const metrics::RunLog& log, bool printsChoices = true)
      : m_log(log), m_choicesPrinted(!printsChoices) {}

  /// The lines that are new.
  std::string operator()();

 private:
  std::string choices();

  const metrics::RunLog& m_log;
  bool m_choicesPrinted;
  std::vector<std::size_t> m_printed;
};

/// The same of the folds of a cross-validation, each below a line with its number. Threads: all members.
class FoldNews {
 public:
  void begins(unsigned fold, unsigned folds, std::shared_ptr<const metrics::RunLog> log);
  /// The lines that are new.
  std::string lines();

 private:
  struct Fold {
    std::string heading;
    std::shared_ptr<const metrics::RunLog> log;
    EpochNews news;
  };

  std::mutex m_mutex;
  std::deque<Fold> m_folds;
};

}  // namespace masu::cli
