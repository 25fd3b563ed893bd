// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/details.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/table/measured_loss.h"
#include "ui/charts/figure/column_histogram.h"
#include "ui/pages/browse/seen.h"
#include "ui/pages/browse/signals.h"
#include "ui/pages/browse/spectrum.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {
namespace {

QString roleText(table::Role role) {
  switch (role) {
    case table::Role::feature:
      return BrowseDetails::tr("feature");
    case table::Role::category:
      return BrowseDetails::tr("category");
    case table::Role::label:
      return BrowseDetails::tr("label");
    case table::Role::weight:
      return BrowseDetails::tr("weight");
    case table::Role::group:
      return BrowseDetails::tr("group");
    case table::Role::kept:
      return BrowseDetails::tr("kept");
    case table::Role::ignored:
      break;
  }
  return BrowseDetails::tr("ignored");
}

QString shapeText(const store::Dataset& dataset) {
  QStringList sides = {formatCount(dataset.samples())};
  for (const std::uint64_t side : dataset.sampleShape()) sides << formatCount(side);
  const store::ObjectInfo* features = dataset.find("features");
  return sides.join(QStringLiteral(" × ")) +
         (features == nullptr ? QString() : QLatin1Char(' ') + toQt(table::name(features->dtype)));
}

/// Decibels of full scale; what is silent has none.
QString decibels(double share) {
  return share > 0 ? BrowseDetails::tr("%1 dBFS").arg(formatNumber(std::round(200 * std::log10(share)) / 10, 4))
                   : QStringLiteral("–");
}

QVBoxLayout* columnOf(QWidget* page) {
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

}  // namespace

BrowseDetails::BrowseDetails(Session& session, JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_pages(new QStackedWidget),
      m_spectrum(new BrowseSpectrum(runner)),
      m_seen(new BrowseSeen(session, runner)) {
  auto* column = columnOf(this);
  auto* bar = new QWidget;
  bar->setFixedHeight(size::kToolBar);
  bar->setProperty("pane", "section");
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 0, 8, 0);
  row->setSpacing(4);
  auto* group = new QButtonGroup(this);
  const QStringList names = {tr("Column"), tr("Sample"), tr("Dataset")};
  for (int i = 0; i < names.size(); ++i) {
    auto* tab = new QToolButton;
    tab->setText(names[i]);
    tab->setCheckable(true);
    tab->setProperty("tab", true);
    group->addButton(tab, i);
    row->addWidget(tab);
    m_tabs.push_back(tab);
  }
  row->addStretch();
  column->addWidget(bar);
  m_pages->addWidget(buildColumn());
  m_pages->addWidget(buildSample());
  m_pages->addWidget(buildDataset());
  column->addWidget(m_pages, 1);
  connect(group, &QButtonGroup::idClicked, this, [this](int tab) { showTab(static_cast<Tab>(tab)); });
  showTab(kDataset);
}

void BrowseDetails::showTab(Tab tab) {
  m_tabs[static_cast<std::size_t>(tab)]->setChecked(true);
  m_pages->setCurrentIndex(tab);
}

QWidget* BrowseDetails::buildColumn() {
  auto* page = new QWidget;
  auto* column = columnOf(page);
  m_columnHead = new Section(tr("No column chosen"));
  m_histogram = new ColumnHistogram;
  m_histogram->hide();
  m_columnHead->content()->addWidget(m_histogram);
  column->addWidget(m_columnHead);
  auto* stats = new Section({});
  m_columnValues = new KeyValues;
  stats->content()->addWidget(m_columnValues);
  column->addWidget(stats);
  column->addStretch();
  return page;
}

QWidget* BrowseDetails::buildSample() {
  auto* page = new QWidget;
  auto* column = columnOf(page);
  m_sampleHead = new Section(tr("No sample chosen"));
  m_sampleValues = new KeyValues;
  m_sampleHead->content()->addWidget(m_sampleValues);
  column->addWidget(m_sampleHead);
  column->addWidget(m_seen);
  m_signalSection = new Section(tr("Signal"));
  m_signalValues = new KeyValues;
  m_signalSection->content()->addWidget(m_signalValues);
  m_signalSection->hide();
  column->addWidget(m_signalSection);
  column->addWidget(m_spectrum);
  m_cellsSection = new Section(tr("Values"));
  m_cells = new KeyValues;
  m_cellsSection->content()->addWidget(m_cells);
  m_cellsSection->hide();
  column->addWidget(m_cellsSection);
  column->addStretch();
  return page;
}

QWidget* BrowseDetails::buildDataset() {
  auto* page = new QWidget;
  auto* column = columnOf(page);
  m_datasetHead = new Section(tr("This dataset"));
  m_datasetValues = new KeyValues;
  m_datasetHead->content()->addWidget(m_datasetValues);
  column->addWidget(m_datasetHead);
  auto* sources = new Section(tr("Sources"));
  m_sourceValues = new KeyValues;
  sources->content()->addWidget(m_sourceValues);
  column->addWidget(sources);
  column->addStretch();
  return page;
}

void BrowseDetails::setDataset(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  const auto shape = dataset.sampleShape();
  m_rate = meta.sources.empty() ? 0 : meta.sources.front().rate;
  m_channels.clear();
  for (const table::Column& channel : meta.schema.columns) m_channels << shownText(channel.name);
  m_imageSize = shape.size() == 3 ? formatCount(shape[2]) + QStringLiteral(" × ") + formatCount(shape[1]) : QString();
  m_datasetValues->set(tr("Shape"), shapeText(dataset));
  const store::ObjectInfo* features = dataset.find("features");
  const store::Compression compression = features == nullptr ? store::Compression::none : features->compression;
  m_datasetValues->set(tr("On disk"), compression == store::Compression::none
                                          ? tr("%1, uncompressed").arg(formatBytes(dataset.fileBytes()))
                                          : QStringLiteral("%1, %2").arg(formatBytes(dataset.fileBytes()),
                                                                         toQt(store::name(compression))));
  m_datasetValues->set(tr("Chunk"), features == nullptr
                                        ? QString()
                                        : counted(tr("%n sample(s), %1", nullptr, pluralOf(features->chunkSamples)),
                                                  features->chunkSamples)
                                              .arg(formatBytes(features->chunkSamples * features->sampleBytes())));
  m_datasetValues->set(tr("Classes"), meta.classes.empty() ? QString() : formatCount(meta.classes.size()));
  m_datasetValues->set(tr("Records"), formatCount(meta.records));
  m_datasetValues->set(tr("Rejected"), formatCount(meta.rejected));
  m_datasetValues->set(tr("Dropped"), meta.dropped == 0 ? QString() : formatCount(meta.dropped));
  m_sourceValues->clear();
  constexpr std::size_t kSourcesShown = 8;
  for (std::size_t i = 0; i < std::min(kSourcesShown, meta.sources.size()); ++i) {
    m_sourceValues->set(shownText(meta.sources[i].path), formatBytes(meta.sources[i].bytes));
  }
  if (meta.sources.size() > kSourcesShown) {
    m_sourceValues->set(tr("and %1 more").arg(formatCount(meta.sources.size() - kSourcesShown)), QStringLiteral(" "));
  }
  clearColumn();
  clearSample();
}

void BrowseDetails::clearColumn() {
  m_columnHead->setHeading(tr("No column chosen"));
  m_columnHead->setCaption({});
  m_histogram->setBins({}, {}, {}, std::nullopt);
  m_columnValues->clear();
}

void BrowseDetails::setColumn(const table::Column& column, const std::vector<double>& bins, std::uint64_t samples) {
  m_columnHead->setHeading(shownText(column.name));
  QStringList facts = {roleText(column.role)};
  if (column.role == table::Role::feature || column.role == table::Role::category)
    facts << toQt(table::name(column.stored));
  m_columnHead->setCaption(facts.join(QStringLiteral(", ")));
  const bool numeric = column.dictionary.empty() && column.stats.count > 0 && column.role != table::Role::label;
  std::optional<ColumnHistogram::Mark> mean;
  if (numeric && column.stats.max > column.stats.min) {
    mean = ColumnHistogram::Mark{(column.stats.mean - column.stats.min) / (column.stats.max - column.stats.min),
                                 formatNumber(column.stats.mean, 4)};
  }
  m_histogram->setBins(
      bins,
      numeric ? formatNumber(column.stats.min) : shownText(column.dictionary.empty() ? "" : column.dictionary.front()),
      numeric ? formatNumber(column.stats.max) : QString(), mean);
  setStats(column, samples);
}

void BrowseDetails::setStats(const table::Column& column, std::uint64_t samples) {
  const table::ColumnStats& stats = column.stats;
  const bool numeric = column.dictionary.empty() && stats.count > 0 && stats.min <= stats.max;
  const auto set = [&](const QString& name, const QString& value) { m_columnValues->set(name, value); };
  set(tr("Mean"), numeric ? formatNumber(stats.mean, 4) : QString());
  set(tr("Deviation"), numeric ? formatNumber(stats.deviation(), 4) : QString());
  const auto exact = [](std::int64_t value) { return QString::number(value); };
  const QString min = stats.wholes ? exact(stats.wholes->min) : formatNumber(stats.min);
  const QString max = stats.wholes ? exact(stats.wholes->max) : formatNumber(stats.max);
  set(tr("Range"), numeric ? tr("%1 – %2").arg(min, max) : QString());
  const bool lossy = table::isLossy(column);
  const QString exactly = table::isExact(column) ? tr("exact") : QString();
  set(tr("Stored error"), lossy ? formatNumber(table::largestError(column), 3) : exactly);
  const table::StorageLoss* loss = lossy ? table::measuredLoss(column) : nullptr;
  set(tr("Typical error"), loss != nullptr ? formatNumber(loss->rootMeanSquare(stats), 3) : QString());
  set(tr("Signal to noise"),
      loss != nullptr ? tr("%1 dB").arg(formatNumber(loss->signalToNoise(stats), 3)) : QString());
  set(tr("Values"), column.dictionary.empty() ? QString() : formatCount(column.dictionary.size()));
  const double share = samples > 0 ? static_cast<double>(stats.missing) / static_cast<double>(samples) : 0;
  set(tr("Missing"),
      stats.missing == 0 ? QStringLiteral("0") : tr("%1, %2").arg(formatCount(stats.missing), formatPercent(share, 1)));
  const bool affine = column.scale != 1 || column.offset != 0;
  set(tr("Scale"), affine ? formatNumber(column.scale, 4) : QString());
  set(tr("Offset"), affine ? formatNumber(column.offset, 4) : QString());
}

void BrowseDetails::setSample(std::uint64_t sample, const SampleRow& row, const std::vector<SampleColumn>& columns,
                              int split) {
  m_sampleHead->setHeading(tr("Sample %1").arg(formatCount(sample)));
  m_sampleHead->setCaption(split < 0 ? QString() : splitTitle(split));
  m_sampleValues->set(tr("Label"), row.label);
  m_sampleValues->set(tr("Source"), row.source);
  m_sampleValues->set(tr("Position"), formatCount(row.position));
  m_seen->setSample(sample);
  m_signalSection->hide();
  m_spectrum->clear();
  const bool hasCells = !row.cells.isEmpty();
  m_cellsSection->setVisible(hasCells);
  for (qsizetype i = 0; i < row.cells.size() && i < static_cast<qsizetype>(columns.size()); ++i) {
    const QString& cell = row.cells[i];
    m_cells->set(columns[static_cast<std::size_t>(i)].name, cell.isEmpty() ? tr("missing") : cell);
  }
}

void BrowseDetails::setSignals(const SampleSignals& read) {
  m_cellsSection->hide();
  m_signalSection->setVisible(!read.channels.empty());
  if (read.channels.empty()) return;
  double peak = 0;
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (const auto& channel : read.channels) {
    const std::size_t frames = std::min(read.frames, channel->size());
    for (std::size_t i = 0; i < frames; ++i) {
      const auto value = static_cast<double>((*channel)[i]);
      if (!std::isfinite(value)) continue;
      peak = std::max(peak, std::abs(value));
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  const double rms = count > 0 ? std::sqrt(squares / count) : 0;
  const std::size_t all = read.channels.front()->size();
  const bool image = !m_imageSize.isEmpty();
  m_signalSection->setHeading(image ? tr("Image") : tr("Signal"));
  m_signalValues->set(tr("Size"), m_imageSize);
  m_signalValues->set(
      tr("Frames"), image ? QString() : tr("%1 of %2").arg(formatCount(std::min(read.frames, all)), formatCount(all)));
  m_signalValues->set(tr("Channels"), formatCount(read.channels.size()));
  // Beyond 1 the values are physical units or raw integers, where full scale means nothing.
  m_signalValues->set(tr("Peak"), peak <= 1 ? decibels(peak) : formatNumber(peak, 5));
  m_signalValues->set(tr("RMS"), peak <= 1 ? decibels(rms) : formatNumber(rms, 5));
  m_signalValues->set(tr("Mean"), formatNumber(count > 0 ? sum / count : 0, 2));
  if (image) {
    m_spectrum->clear();
  } else {
    m_spectrum->setSignals(read, m_rate, m_channels);
  }
}

void BrowseDetails::clearSample() {
  m_sampleHead->setHeading(tr("No sample chosen"));
  m_sampleHead->setCaption({});
  m_seen->setSample(std::nullopt);
  for (const QString& name : {tr("Label"), tr("Source"), tr("Position")}) m_sampleValues->set(name, {});
  m_cells->clear();
  m_cellsSection->hide();
  m_signalSection->hide();
  m_spectrum->clear();
}

void BrowseDetails::refreshSeen() {
  m_seen->refresh();
}

void BrowseDetails::setCursor(std::optional<double> frame) {
  m_spectrum->setCursor(frame);
}

void BrowseDetails::setChannel(int channel) {
  m_spectrum->setChannel(channel);
}

}  // namespace masu::ui
