// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/dataset_report.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/figure_text.h"
#include "core/table/time_text.h"
#include "core/tasks/report/html_page.h"
#include "core/tasks/report/report_parts.h"
#include "core/tasks/report/svg_chart.h"

namespace masu::tasks {

namespace {

constexpr std::array kSplits = {store::Split::train, store::Split::validation, store::Split::test,
                                store::Split::unused};

std::string shapeText(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " × ") + countText(extent);
  return text;
}

/// One dataset on its way to a page.
class DatasetPage {
 public:
  DatasetPage(const DatasetFacts& facts, const ReportWords& words)
      : m_facts(facts), m_dataset(*facts.info.dataset), m_meta(m_dataset.meta()), m_words(words) {}

  std::string page() const {
    const std::string name = m_dataset.path().filename().string();
    const Markup body =
        section(1, name, overview() + columns() + classes() + splits() + checks() + sources() + reading()) +
        writtenBy(m_words);
    return htmlPage(name, m_words.code(), body);
  }

 private:
  Markup overview() const;
  void addStorage(FactTable& table) const;
  void addOrigin(FactTable& table) const;
  Markup columns() const;
  Markup columnNotes() const;
  Markup classes() const;
  Markup splits() const;
  Markup split(std::size_t index) const;
  Markup checks() const;
  Markup sources() const;
  Markup reading() const;

  const DatasetFacts& m_facts;
  const store::Dataset& m_dataset;
  const store::DatasetMeta& m_meta;
  const ReportWords& m_words;
};

Markup DatasetPage::overview() const {
  FactTable table(m_words(MASU_TEXT("core", "What the dataset holds")));
  const store::ObjectInfo* features = m_dataset.find("features");
  table.add(m_words(MASU_TEXT("core", "Samples")), countText(m_dataset.samples()));
  table.add(m_words(MASU_TEXT("core", "Shape of a sample")), shapeText(m_dataset.sampleShape()));
  if (features != nullptr) table.add(m_words(MASU_TEXT("core", "Stored as")), code(table::name(features->dtype)));
  if (!m_meta.classes.empty()) table.add(m_words(MASU_TEXT("core", "Classes")), countText(m_meta.classes.size()));
  if (m_meta.target == store::Target::values)
    table.add(m_words(MASU_TEXT("core", "Labels")), m_words(MASU_TEXT("core", "values")));
  addStorage(table);
  addOrigin(table);
  table.add("UUID", code(m_dataset.uuid()));
  if (const store::LabelEdition edition = m_dataset.edition(); edition.isEdited()) {
    table.add(m_words(MASU_TEXT("core", "Edition of the labels")), countText(edition.number));
    table.add(m_words(MASU_TEXT("core", "Hash of the labels")), code(edition.hash));
  }
  table.add(m_words(MASU_TEXT("core", "Content hash (SHA-256)")), code(m_facts.contentHash));
  return table.markup();
}

void DatasetPage::addStorage(FactTable& table) const {
  const store::ObjectInfo* features = m_dataset.find("features");
  table.add(m_words(MASU_TEXT("core", "Size")), bytesText(static_cast<double>(m_dataset.fileBytes())));
  if (const std::size_t parts = m_dataset.partFiles().size(); parts > 0)
    table.add(m_words(MASU_TEXT("core", "Parts")), countText(parts));
  if (features == nullptr) return;
  table.add(m_words(MASU_TEXT("core", "Samples in a chunk")), countText(features->chunkSamples));
  table.add(m_words(MASU_TEXT("core", "Compression")), code(store::name(features->compression)));
}

void DatasetPage::addOrigin(FactTable& table) const {
  table.add(m_words(MASU_TEXT("core", "Records read")), countText(m_meta.records));
  table.add(m_words(MASU_TEXT("core", "Records rejected")), countText(m_meta.rejected));
  table.add(m_words(MASU_TEXT("core", "Records dropped")), countText(m_meta.dropped));
  if (m_meta.paddedWindows)
    table.add(m_words(MASU_TEXT("core", "Padded windows")), countText(*m_meta.paddedWindows));
  if (m_meta.shuffleSeed) {
    table.add(m_words(MASU_TEXT("core", "Order")),
              m_words(MASU_TEXT("core", "random, by seed {0}"), {std::to_string(*m_meta.shuffleSeed)}));
  }
  if (!m_meta.parent.empty()) table.add(m_words(MASU_TEXT("core", "Appended to")), code(m_meta.parent));
}

Markup DatasetPage::columns() const {
  if (m_meta.schema.columns.empty()) return {};
  HtmlTable table(m_words(MASU_TEXT("core", "Columns in the order of the sources; figures are of all stored values")),
                  {{m_words(MASU_TEXT("core", "Column"))},
                   {m_words(MASU_TEXT("core", "Role"))},
                   {m_words(MASU_TEXT("core", "Type"))},
                   {m_words(MASU_TEXT("core", "Stored as"))},
                   {m_words(MASU_TEXT("core", "Min")), true},
                   {m_words(MASU_TEXT("core", "Max")), true},
                   {m_words(MASU_TEXT("core", "Mean")), true},
                   {m_words(MASU_TEXT("core", "Std")), true},
                   {m_words(MASU_TEXT("core", "Missing")), true}});
  const auto& all = m_meta.schema.columns;
  for (std::size_t i = 0; i < std::min(all.size(), kMostReportRows); ++i) {
    const table::Column& column = all[i];
    const table::ColumnStats& stats = column.stats;
    const bool isNumbers = stats.count > 0 && stats.min <= stats.max;
    const auto shown = [&](const std::string& text) { return isNumbers ? text : std::string("–"); };
    table.add({column.name + (column.unit.empty() ? "" : " [" + column.unit + "]"),
               m_words.word(table::name(column.role)), m_words.word(table::name(column.kind)),
               code(table::name(column.stored)), shown(stats.minText()), shown(stats.maxText()),
               shown(figureText(stats.mean)), shown(figureText(stats.deviation())), countText(stats.missing)});
  }
  return section(2, m_words(MASU_TEXT("core", "Columns")),
                 table.markup() + leftOut(all.size(), kMostReportRows, m_words) + columnNotes());
}

Markup DatasetPage::columnNotes() const {
  Markup notes;
  for (const table::Column& column : m_meta.schema.columns) {
    if (column.kind == table::Kind::time && column.role != table::Role::ignored) {
      notes += paragraph(m_words(MASU_TEXT("core", "Times of {0} are seconds after {1} UTC."),
                                 {column.name, table::timeText(column.origin)}));
    }
    if (column.stats.hasInfinite()) {
      notes += paragraph(
          m_words(MASU_TEXT("core", "{0} holds infinite values, which mean and std leave out."), {column.name}));
    }
  }
  return notes;
}

Markup DatasetPage::classes() const {
  if (m_facts.classes.empty()) return {};
  HtmlTable table(m_words(MASU_TEXT("core", "Samples of each class; bars are in proportion to the largest")),
                  {{m_words(MASU_TEXT("core", "Class"))},
                   {m_words(MASU_TEXT("core", "Samples")), true},
                   {m_words(MASU_TEXT("core", "Share")), true},
                   {m_words(MASU_TEXT("core", "Bar"))}});
  const auto largest = static_cast<double>(*std::ranges::max_element(m_facts.classes));
  for (std::size_t i = 0; i < std::min(m_facts.classes.size(), kMostReportRows); ++i) {
    const std::uint64_t samples = m_facts.classes[i];
    const Markup bar = largest > 0 ? shareBar(static_cast<double>(samples) / largest) : Markup();
    table.add({m_meta.classes[i], countText(samples), percentText(samples, m_dataset.samples()), bar});
  }
  return section(2, m_words(MASU_TEXT("core", "Classes")),
                 table.markup() + leftOut(m_facts.classes.size(), kMostReportRows, m_words));
}

Markup DatasetPage::splits() const {
  Markup content;
  for (std::size_t i = 0; i < m_facts.info.manifests.size(); ++i) content += split(i);
  if (content.isEmpty()) {
    // The sentence of the problem names folders.
    const bool isLost = m_facts.info.splitsProblem.has_value();
    content = paragraph(m_words(isLost ? MASU_TEXT("core", "The file of its splits is not there.")
                                       : MASU_TEXT("core", "The dataset is not split yet.")));
  }
  return section(2, m_words(MASU_TEXT("core", "Splits")), content);
}

Markup DatasetPage::split(std::size_t index) const {
  const ManifestFacts& manifest = m_facts.info.manifests[index];
  FactTable facts(m_words(MASU_TEXT("core", "The manifest")));
  facts.add(m_words(MASU_TEXT("core", "Hash")), code(manifest.hash));
  facts.add(m_words(MASU_TEXT("core", "Frozen")),
            manifest.frozen ? m_words(MASU_TEXT("core", "yes")) : m_words(MASU_TEXT("core", "no")));
  facts.add(m_words(MASU_TEXT("core", "Drawn by")), code(manifest.origin));
  std::vector<HtmlTable::Column> heads = {{m_words(MASU_TEXT("core", "Class"))}};
  for (const store::Split split : kSplits) heads.push_back({m_words.word(store::name(split)), true});
  HtmlTable table(m_words(MASU_TEXT("core", "Samples of each split")), std::move(heads));
  const manifest::SplitCounts& counts = manifest.counts;
  table.add({m_words(MASU_TEXT("core", "All samples")), countText(counts.train), countText(counts.validation),
             countText(counts.test), countText(counts.unused)});
  const std::size_t classes = index < m_facts.manifests.size() ? m_facts.manifests[index].size() : 0;
  for (std::size_t i = 0; i < std::min(classes, kMostReportRows); ++i) {
    std::vector<Markup> row = {m_meta.classes[i]};
    for (const store::Split split : kSplits)
      row.emplace_back(countText(m_facts.manifests[index][i][static_cast<std::size_t>(split)]));
    table.add(row);
  }
  return section(3, manifest.name, facts.markup() + table.markup() + leftOut(classes, kMostReportRows, m_words));
}

Markup DatasetPage::checks() const {
  if (!m_facts.checks) return {};
  HtmlTable table(m_words(MASU_TEXT("core", "Checks of the manifest {0}"), {m_facts.checked}),
                  {{m_words(MASU_TEXT("core", "Check"))},
                   {m_words(MASU_TEXT("core", "Result"))},
                   {m_words(MASU_TEXT("core", "What was found"))},
                   {m_words(MASU_TEXT("core", "What to do"))}});
  for (const manifest::Check& check : m_facts.checks->checks) {
    const bool isSerious = check.severity == manifest::Severity::serious;
    const char* text = !check.compared ? MASU_TEXT("core", "not compared")
                       : check.passed  ? MASU_TEXT("core", "passed")
                       : isSerious     ? MASU_TEXT("core", "serious")
                                       : MASU_TEXT("core", "warning");
    const char* style = !check.compared ? "soft" : check.passed ? "good" : isSerious ? "serious" : "warning";
    table.add({code(check.name), element("span", m_words(text), {{"class", style}}), m_words(check.detail),
               check.passed ? Markup() : Markup(m_words(check.fix))});
  }
  return section(2, m_words(MASU_TEXT("core", "Checks")), table.markup());
}

Markup DatasetPage::sources() const {
  if (m_meta.sources.empty()) return {};
  HtmlTable table(m_words(MASU_TEXT("core", "Files that were imported; records of tables, frames of recordings")),
                  {{m_words(MASU_TEXT("core", "File"))},
                   {m_words(MASU_TEXT("core", "Size")), true},
                   {m_words(MASU_TEXT("core", "Records")), true},
                   {m_words(MASU_TEXT("core", "Rate")), true},
                   {m_words(MASU_TEXT("core", "Hash (XXH3)"))}});
  for (std::size_t i = 0; i < std::min(m_meta.sources.size(), kMostReportRows); ++i) {
    const store::SourceFile& source = m_meta.sources[i];
    table.add({source.path, bytesText(static_cast<double>(source.bytes)), countText(source.records),
               source.rate > 0 ? Markup(figureText(source.rate) + " Hz") : Markup("–"), code(source.hash)});
  }
  return section(2, m_words(MASU_TEXT("core", "Sources")),
                 table.markup() + leftOut(m_meta.sources.size(), kMostReportRows, m_words));
}

Markup DatasetPage::reading() const {
  using nlohmann::json;
  // A literal of JSON is one of Python.
  const auto literal = [](const std::string& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  };
  const std::string manifest = m_facts.info.manifests.empty() ? "default" : m_facts.info.manifests.front().name;
  const std::vector<std::string> lines = {
      "import masu",
      "",
      "dataset = masu.open(" + literal(m_dataset.path().filename().string()) + ")",
      "print(len(dataset), dataset.shape, dataset.classes)",
      "train = masu.Loader(dataset, \"train\", manifest=" + literal(manifest) + ", batch=256, shuffle=\"exact\")",
      "for batch in train:",
      "    print(batch.features.shape)"};
  Markup text;
  for (const std::string& line : lines) text += Markup(line) + Markup::trusted("\n");
  return section(2, m_words(MASU_TEXT("core", "Read it from Python")), element("pre", code(text)));
}

}  // namespace

std::string datasetReport(const DatasetFacts& facts, const ReportWords& words) {
  return DatasetPage(facts, words).page();
}

}  // namespace masu::tasks
