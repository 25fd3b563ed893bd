// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/run_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "core/base/exact_json.h"
#include "core/base/figure_text.h"
#include "core/metrics/repeats.h"
#include "core/metrics/spec_options.h"
#include "core/tasks/report/html_page.h"
#include "core/tasks/report/model_report.h"
#include "core/tasks/report/report_parts.h"

namespace masu::tasks {

namespace {

/// Where things are and how the command began, which says nothing of what was learned; models have tables of their own.
constexpr std::array<std::string_view, 6> kNotShown = {"dataset", "models", "out", "resume", "overwrite", "recipe"};

/// A setting as a command line would write it.
std::string settingText(const ExactJson& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const ExactJson& one : value) text += (text.empty() ? "" : ", ") + settingText(one);
  return text;
}

/// One run on its way to a page.
class RunPage {
 public:
  RunPage(const ReportedRun& run, const ReportWords& words) : m_run(run), m_words(words) {}

  std::string page() const;

 private:
  std::string title() const;
  Markup data() const;
  Markup models() const;
  Markup repeats() const;
  Markup settings() const;
  Markup receipt() const;
  Markup sessions() const;

  const ReportedRun& m_run;
  const ReportWords& m_words;
};

std::string RunPage::title() const {
  return m_run.title.name.empty() ? m_run.spec.out.filename().string() : m_run.title.name;
}

Markup RunPage::data() const {
  FactTable table(m_words(MASU_TEXT("core", "What the run learned from")));
  table.add(m_words(MASU_TEXT("core", "Dataset")), m_run.spec.dataset.filename().string());
  if (const auto& receipt = m_run.receipt)
    table.add(m_words(MASU_TEXT("core", "Content hash (SHA-256)")), code(receipt->content));
  if (const auto& data = m_run.data) {
    table.add("UUID", code(data->uuid));
    if (!data->labels.empty()) {
      table.add(m_words(MASU_TEXT("core", "Edition of the labels")), countText(data->edition));
      table.add(m_words(MASU_TEXT("core", "Hash of the labels")), code(data->labels));
    }
    table.add(m_words(MASU_TEXT("core", "Samples")), countText(data->samples));
    table.add(m_words(MASU_TEXT("core", "Manifest")), data->manifest);
    table.add(m_words(MASU_TEXT("core", "Hash of the split")), code(data->splitHash));
    table.add(m_words(MASU_TEXT("core", "Train samples")), countText(data->train));
    table.add(m_words(MASU_TEXT("core", "Validation samples")), countText(data->validation));
    table.add(m_words(MASU_TEXT("core", "Test samples")), countText(data->test));
  } else {
    table.add(m_words(MASU_TEXT("core", "Manifest")), m_run.spec.manifest);
  }
  return section(2, m_words(MASU_TEXT("core", "Data")), table.markup());
}

Markup RunPage::models() const {
  if (m_run.models.empty()) return paragraph(m_words(MASU_TEXT("core", "No model has begun to train yet.")));
  const std::string unit = m_run.unit();
  HtmlTable table(m_words(MASU_TEXT("core", "Models of the run")),
                  {{m_words(MASU_TEXT("core", "Model"))},
                   {m_words(MASU_TEXT("core", "Parameters")), true},
                   {m_words(MASU_TEXT("core", "Epochs")), true},
                   {m_words(MASU_TEXT("core", "Best epoch")), true},
                   {m_words(MASU_TEXT("core", "Validation loss")), true},
                   {m_words(MASU_TEXT("core", "Test accuracy")), true},
                   {m_words(MASU_TEXT("core", "Test RMSE")) + (unit.empty() ? "" : " [" + unit + "]"), true}});
  for (const metrics::RunSummary& model : m_run.models) {
    const metrics::EpochDone* best = model.bestEpoch();
    table.add({modelTitle(model, m_run, m_words), countText(model.parameters), countText(model.epochs.size()),
               best != nullptr ? Markup(std::to_string(best->epoch)) : Markup("–"),
               valueText(best != nullptr ? best->validation.loss : metrics::kAbsent), valueText(model.test.accuracy),
               valueText(model.test.rmse)});
  }
  return section(2, m_words(MASU_TEXT("core", "Models")), table.markup() + repeats());
}

/// Mean and deviation of each model that was trained several times.
Markup RunPage::repeats() const {
  const std::vector<metrics::RepeatedModel> models = metrics::repeatedModels(m_run.models);
  if (models.empty()) return {};
  const std::string unit = m_run.unit();
  HtmlTable table(m_words(MASU_TEXT("core", "Mean ± standard deviation of the repeats of a model")),
                  {{m_words(MASU_TEXT("core", "Model"))},
                   {m_words(MASU_TEXT("core", "Repeats")), true},
                   {m_words(MASU_TEXT("core", "Validation loss")), true},
                   {m_words(MASU_TEXT("core", "Test accuracy")), true},
                   {m_words(MASU_TEXT("core", "Test RMSE")) + (unit.empty() ? "" : " [" + unit + "]"), true}});
  const auto text = [](const metrics::Spread& spread, double metrics::Figures::*figure) {
    const double mean = spread.mean.*figure;
    return std::isnan(mean) ? valueText(mean) : valueText(mean) + " ± " + figureText(spread.deviation.*figure, 2);
  };
  for (const metrics::RepeatedModel& one : models) {
    const std::string rate = std::isnan(one.learningRate) ? "" : figureText(one.learningRate, 3);
    const std::string name = std::filesystem::path(one.model).filename().string();
    table.add({one.isOneOfSeveral ? m_words(MASU_TEXT("core", "{0} at {1}"), {name, rate}) : name,
               countText(one.repeats), text(one.validation, &metrics::Figures::loss),
               text(one.test, &metrics::Figures::accuracy), text(one.test, &metrics::Figures::rmse)});
  }
  return table.markup();
}

Markup RunPage::settings() const {
  HtmlTable table(m_words(MASU_TEXT("core", "Settings as recorded in the run; an empty one is the default")),
                  {{m_words(MASU_TEXT("core", "Option"))},
                   {m_words(MASU_TEXT("core", "Value"))},
                   {m_words(MASU_TEXT("core", "Chosen by the data, as"))}});
  const auto spec = ExactJson::parse(metrics::toJson(m_run.spec));
  for (const auto& [name, value] : spec.items()) {
    if (std::ranges::find(kNotShown, name) != kNotShown.end()) continue;
    const auto choice = std::ranges::find(m_run.spec.recipe, name, &metrics::RecipeChoice::name);
    const bool isChosen = choice != m_run.spec.recipe.end();
    // What is recorded is the opposite of that option.
    const std::string_view option = name == "verify" ? std::string_view(name) : metrics::optionOf(name);
    table.add({code(option), settingText(value),
               isChosen ? Markup(m_words(choice->reason)) : Markup()});
  }
  return section(2, m_words(MASU_TEXT("core", "Settings")), table.markup());
}

Markup RunPage::receipt() const {
  if (!m_run.receipt) return {};
  const metrics::RunReceipt& receipt = *m_run.receipt;
  FactTable table(m_words(MASU_TEXT("core", "What the receipt of the run says; masu receipt check compares it")));
  table.add(m_words(MASU_TEXT("core", "State")), receipt.ended ? m_words(MASU_TEXT("core", "ended"))
                                                               : m_words(MASU_TEXT("core", "not ended")));
  const std::uint64_t planned = static_cast<std::uint64_t>(receipt.epochsPlanned) * receipt.stepsPerEpoch;
  table.add(m_words(MASU_TEXT("core", "Steps")),
            m_words(MASU_TEXT("core", "{0} of {1}"), {countText(receipt.steps), countText(planned)}));
  table.add(m_words(MASU_TEXT("core", "Epochs")),
            m_words(MASU_TEXT("core", "{0} of {1}"),
                    {countText(receipt.epochs.size()), countText(static_cast<std::uint64_t>(receipt.epochsPlanned))}));
  table.add(m_words(MASU_TEXT("core", "Hash of the settings")), code(receipt.spec));
  table.add(m_words(MASU_TEXT("core", "Hash of the split")), code(receipt.splitHash));
  table.add(m_words(MASU_TEXT("core", "Order of samples")), code(receipt.order));
  table.add(m_words(MASU_TEXT("core", "Random seed")), std::to_string(receipt.seed));
  return section(2, m_words(MASU_TEXT("core", "Receipt")), table.markup() + sessions());
}

Markup RunPage::sessions() const {
  HtmlTable table(m_words(MASU_TEXT("core", "What the run computed with")),
                  {{m_words(MASU_TEXT("core", "From step")), true},
                   {"Masu"},
                   {"LibTorch"},
                   {m_words(MASU_TEXT("core", "Kernels"))},
                   {m_words(MASU_TEXT("core", "Device"))},
                   {m_words(MASU_TEXT("core", "Threads")), true},
                   {m_words(MASU_TEXT("core", "Processor"))}});
  for (const metrics::ReceiptSession& session : m_run.receipt->sessions) {
    table.add({countText(session.firstStep), session.masu, session.libtorch, session.kernels, session.device,
               countText(session.threads), session.processor});
  }
  return table.isEmpty() ? Markup() : table.markup();
}

std::string RunPage::page() const {
  Markup content;
  if (!m_run.title.note.empty()) content += paragraph(m_run.title.note);
  content += models() + data() + settings();
  for (std::size_t i = 0; i < m_run.models.size(); ++i) content += modelReport(m_run, i, m_words);
  content += receipt();
  return htmlPage(title(), m_words.code(), section(1, title(), content) + writtenBy(m_words));
}

}  // namespace

std::string runReport(const ReportedRun& run, const ReportWords& words) {
  return RunPage(run, words).page();
}

}  // namespace masu::tasks
