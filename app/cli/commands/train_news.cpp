// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/train_news.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/format.h"

namespace masu::cli {

namespace {

std::string splitText(const char* name, const metrics::Figures& figures) {
  if (std::isnan(figures.loss)) return {};
  const bool values = std::isnan(figures.accuracy);
  return std::string("  ") + name + " loss " + figureText(figures.loss, 4) +
         (values ? ", R² " + figureText(figures.r2, 4) : ", accuracy " + figureText(figures.accuracy, 4));
}

std::string epochText(const metrics::RunSummary& run, std::size_t index) {
  const metrics::EpochDone& epoch = run.epochs[index];
  return "  epoch " + std::to_string(epoch.epoch) + " of " + std::to_string(run.epochsPlanned) +
         splitText("train", epoch.train) + splitText("validation", epoch.validation) + "  " +
         durationText(epoch.seconds) + "\n";
}

}  // namespace

std::string modelName(const metrics::RunSummary& run, const std::vector<metrics::RunSummary>& all) {
  const auto isTwin = [&](const metrics::RunSummary& other) { return other.isTwinOf(run); };
  std::string name = run.model;
  if (std::ranges::any_of(all, isTwin)) name += " at " + figureText(run.learningRate, 3);
  return name + repeatText(run.repeat);
}

std::string optionOf(const metrics::RecipeChoice& choice) {
  std::string name = choice.name;
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

std::string recipeText(const std::vector<metrics::RecipeChoice>& recipe) {
  if (recipe.empty()) return {};
  std::string text = "Chosen by the data; give an option to choose it yourself:\n";
  for (const metrics::RecipeChoice& choice : recipe)
    text += "  " + optionOf(choice) + " " + choice.value + "  " + choice.reason.english() + "\n";
  return text;
}

std::string EpochNews::operator()() {
  std::string lines = choices();
  const std::vector<metrics::RunSummary> runs = m_log.runs();
  m_printed.resize(std::max(m_printed.size(), runs.size()));
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (; m_printed[run] < runs[run].epochs.size(); ++m_printed[run])
      lines += modelName(runs[run], runs) + epochText(runs[run], m_printed[run]);
  }
  return lines;
}

std::string EpochNews::choices() {
  if (m_choicesPrinted) return {};
  const auto spec = m_log.spec();
  m_choicesPrinted = spec.has_value();
  return spec ? recipeText(spec->recipe) : std::string();
}

void FoldNews::begins(unsigned fold, unsigned folds, std::shared_ptr<const metrics::RunLog> log) {
  const std::scoped_lock lock(m_mutex);
  const metrics::RunLog& read = *log;
  // What was chosen for the first fold holds for all.
  m_folds.push_back({"fold " + std::to_string(fold) + " of " + std::to_string(folds) + "\n", std::move(log),
                     EpochNews(read, fold == 1)});
}

std::string FoldNews::lines() {
  const std::scoped_lock lock(m_mutex);
  std::string lines;
  for (Fold& fold : m_folds) lines += std::exchange(fold.heading, {}) + fold.news();
  // What a fold that has a successor reports is complete.
  while (m_folds.size() > 1) m_folds.pop_front();
  return lines;
}

}  // namespace masu::cli
