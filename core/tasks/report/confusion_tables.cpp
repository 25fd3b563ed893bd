// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/confusion_tables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/figure_text.h"
#include "core/metrics/figures/figures.h"
#include "core/tasks/report/html_page.h"
#include "core/tasks/report/report_parts.h"

namespace masu::tasks {

namespace {

constexpr std::size_t kMostPairs = 30;
/// How dark a cell gets: text stays readable on it on any screen.
constexpr double kDarkest = 0.45;

std::uint64_t rowSum(const Confusion& confusion, std::size_t truth) {
  std::uint64_t sum = 0;
  for (std::size_t predicted = 0; predicted < confusion.size(); ++predicted) sum += confusion.at(truth, predicted);
  return sum;
}

/// Shaded by its share of the row.
Markup cell(std::uint64_t count, std::uint64_t row) {
  std::vector<Attribute> attributes = {{"class", "figure"}};
  if (count > 0) {
    const double share = static_cast<double>(count) / static_cast<double>(row);
    attributes.push_back({"style", "background: rgba(var(--cell), " + figureText(kDarkest * share, 2) + ")"});
  }
  const Markup share = element("span", percentText(count, row), {{"class", "soft"}});
  return element("td", Markup(countText(count)) + emptyElement("br", {}) + share, attributes);
}

Markup matrix(const Confusion& confusion, const ReportWords& words) {
  Markup head = element("th", words(MASU_TEXT("core", "True class")), {{"scope", "col"}});
  for (const std::string& name : confusion.classes)
    head += element("th", name, {{"scope", "col"}, {"class", "figure"}});
  Markup rows;
  for (std::size_t truth = 0; truth < confusion.size(); ++truth) {
    const std::uint64_t sum = rowSum(confusion, truth);
    Markup row = element("th", confusion.classes[truth], {{"scope", "row"}});
    for (std::size_t predicted = 0; predicted < confusion.size(); ++predicted)
      row += cell(confusion.at(truth, predicted), sum);
    rows += element("tr", row) + Markup::trusted("\n");
  }
  const std::string caption =
      words(MASU_TEXT("core",
                      "Confusion matrix, {0}: rows are the true class, columns the predicted one; shares are of the "
                      "row"),
            {confusion.split});
  const Markup table = element("caption", caption) + element("thead", element("tr", head)) + element("tbody", rows);
  return element("div", element("table", table), {{"class", "wide"}, {"tabindex", "0"}}) + Markup::trusted("\n");
}

Markup pairs(const Confusion& confusion, const ReportWords& words) {
  std::vector<std::pair<std::size_t, std::size_t>> confused;
  for (std::size_t truth = 0; truth < confusion.size(); ++truth) {
    for (std::size_t predicted = 0; predicted < confusion.size(); ++predicted) {
      if (truth != predicted && confusion.at(truth, predicted) > 0) confused.emplace_back(truth, predicted);
    }
  }
  const std::size_t all = confused.size();
  if (all == 0) return paragraph(words(MASU_TEXT("core", "No class is confused with another.")));
  std::ranges::stable_sort(confused, std::ranges::greater(),
                           [&](const auto& pair) { return confusion.at(pair.first, pair.second); });
  confused.resize(std::min(all, kMostPairs));
  HtmlTable table(words(MASU_TEXT("core", "Most confused classes, {0}"), {confusion.split}),
                  {{words(MASU_TEXT("core", "True class"))},
                   {words(MASU_TEXT("core", "Predicted class"))},
                   {words(MASU_TEXT("core", "Samples")), true},
                   {words(MASU_TEXT("core", "Share of the true class")), true}});
  for (const auto& [truth, predicted] : confused) {
    const std::uint64_t count = confusion.at(truth, predicted);
    table.add({confusion.classes[truth], confusion.classes[predicted], countText(count),
               percentText(count, rowSum(confusion, truth))});
  }
  return table.markup() + leftOut(all, kMostPairs, words);
}

}  // namespace

Confusion Confusion::of(std::span<const std::uint64_t> counts, const std::vector<std::string>& names,
                        std::string split) {
  const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(counts.size())));
  Confusion confusion;
  confusion.split = std::move(split);
  if (size * size != counts.size()) return confusion;
  confusion.counts = counts;
  for (std::size_t code = 0; code < size; ++code)
    confusion.classes.push_back(names.size() == size ? names[code] : std::to_string(code));
  return confusion;
}

Markup classTable(const Confusion& confusion, const ReportWords& words) {
  if (confusion.size() == 0) return {};
  HtmlTable table(words(MASU_TEXT("core", "Figures of each class, {0}"), {confusion.split}),
                  {{words(MASU_TEXT("core", "Class"))},
                   {words(MASU_TEXT("core", "Precision")), true},
                   {words(MASU_TEXT("core", "Recall")), true},
                   {"F1", true},
                   {words(MASU_TEXT("core", "Support")), true}});
  const std::vector<metrics::ClassFigures> figures = metrics::perClass(confusion.counts);
  for (std::size_t code = 0; code < std::min(figures.size(), kMostReportRows); ++code) {
    const metrics::ClassFigures& one = figures[code];
    table.add({confusion.classes[code], figureText(one.precision), figureText(one.recall), figureText(one.f1),
               countText(one.samples)});
  }
  return table.markup() + leftOut(figures.size(), kMostReportRows, words);
}

Markup confusionTable(const Confusion& confusion, const ReportWords& words) {
  if (confusion.size() == 0) return {};
  return confusion.size() <= kMostMatrixClasses ? matrix(confusion, words) : pairs(confusion, words);
}

}  // namespace masu::tasks
