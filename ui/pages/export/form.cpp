// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/export/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/pages/export/formats.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seed_field.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

using shards::Format;

store::Split splitShown(int shown) {
  return static_cast<store::Split>(shown == 3 ? 0 : shown + 1);
}

QSpinBox* makeCount(int min, int max, int value, const QString& name) {
  auto* field = new QSpinBox;
  field->setRange(min, max);
  field->setValue(value);
  field->setGroupSeparatorShown(true);
  field->setFixedWidth(112);
  field->setAccessibleName(name);
  return field;
}

}  // namespace

ExportForm::ExportForm(QWidget* parent)
    : QWidget(parent),
      m_formats(new ExportFormats),
      m_rows(new QGridLayout),
      m_manifest(new QComboBox),
      m_shardRule(new Segments({tr("Samples"), tr("Size"), tr("Readers")})),
      m_order(new QComboBox),
      m_seed(new SeedField),
      m_values(new QComboBox),
      m_type(new QComboBox),
      m_formatNote(makeLabel({}, "caption")) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kLeft, 16, size::kLeft, 16);
  column->setSpacing(8);
  column->addWidget(makeLabel(tr("Format"), "heading"));
  column->addWidget(m_formats);
  m_formatNote->setWordWrap(true);
  column->addWidget(m_formatNote);
  column->addSpacing(12);
  column->addWidget(makeLabel(tr("Contents"), "heading"));
  column->addSpacing(4);
  column->addLayout(m_rows);
  m_rows->setHorizontalSpacing(12);
  m_rows->setVerticalSpacing(14);
  m_rows->setColumnMinimumWidth(0, 112);
  m_rows->setColumnStretch(1, 1);
  addRow(tr("Split"), buildSplits());
  m_shardNote = addRow(tr("Shard by"), buildShardRule());
  m_shardNote->setWordWrap(true);
  addRow(tr("Order"), buildOrder());
  buildValues();
  column->addStretch();
  connect(m_formats, &ExportFormats::formatChanged, this, &ExportForm::ruleChanged);
  connect(m_manifest, &QComboBox::currentIndexChanged, this, &ExportForm::edited);
  connect(m_shardRule, &Segments::currentChanged, this, &ExportForm::ruleChanged);
  connect(m_seed, &SeedField::valueChanged, this, &ExportForm::edited);
  connect(m_order, &QComboBox::currentIndexChanged, this, &ExportForm::ruleChanged);
  connect(m_values, &QComboBox::currentIndexChanged, this, &ExportForm::ruleChanged);
  connect(m_type, &QComboBox::currentIndexChanged, this, &ExportForm::edited);
  ruleChanged();
}

QLabel* ExportForm::addRow(const QString& name, QWidget* field) {
  const int row = m_rows->rowCount();
  auto* note = makeLabel({}, "label");
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  line->addWidget(field);
  line->addWidget(note);
  line->addStretch();
  m_rows->addWidget(makeLabel(name, "secondary"), row, 0);
  m_rows->addLayout(line, row, 1);
  return note;
}

QWidget* ExportForm::buildSplits() {
  auto* field = new QWidget;
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(10);
  m_manifest->setFixedWidth(112);
  m_manifest->setAccessibleName(tr("Manifest"));
  row->addWidget(m_manifest);
  for (int split = 0; split < 4; ++split) {
    auto* box = new QCheckBox(splitTitle(split));
    box->setIcon(splitIcon(split));
    box->setIconSize({14, 8});
    box->setChecked(split < 3);
    row->addWidget(box);
    m_splits[static_cast<std::size_t>(split)] = box;
    connect(box, &QCheckBox::toggled, this, &ExportForm::edited);
  }
  row->addStretch();
  return field;
}

QWidget* ExportForm::buildShardRule() {
  auto* field = new QWidget;
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_shardRule);
  m_shardFields = {makeCount(1, 1'000'000'000, 10'000, tr("Samples a shard")),
                   makeCount(1, 1'000'000, 256, tr("Megabytes a shard")), makeCount(1, 100'000, 8, tr("Readers"))};
  m_shardFields[kSize]->setSuffix(tr(" MB"));
  for (QSpinBox* count : m_shardFields) {
    row->addWidget(count);
    connect(count, &QSpinBox::valueChanged, this, &ExportForm::edited);
  }
  return field;
}

QWidget* ExportForm::buildOrder() {
  auto* field = new QWidget;
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_order->addItems({tr("As stored"), tr("Shuffled across shards")});
  m_order->setFixedWidth(208);
  m_order->setAccessibleName(tr("Order"));
  row->addWidget(m_order);
  auto* seed = makeLabel(tr("Seed"), "label");
  seed->setBuddy(m_seed);
  m_seed->setAccessibleName(tr("Seed"));
  row->addWidget(seed);
  row->addWidget(m_seed);
  return field;
}

void ExportForm::buildValues() {
  m_values->addItems({tr("As in the source"), tr("As the trainer sees them")});
  m_values->setFixedWidth(208);
  m_values->setAccessibleName(tr("Values"));
  m_valuesNote = addRow(tr("Values"), m_values);
  m_type->addItem(tr("As stored"), -1);
  for (const table::DType type : {table::DType::f64, table::DType::f32, table::DType::f16}) {
    m_type->addItem(toQt(table::name(type)), static_cast<int>(type));
  }
  m_type->setFixedWidth(208);
  m_type->setAccessibleName(tr("Type"));
  addRow(tr("Type"), m_type);
}

/// What a choice shows or hides elsewhere.
void ExportForm::ruleChanged() {
  for (std::size_t i = 0; i < m_shardFields.size(); ++i) {
    m_shardFields[i]->setVisible(static_cast<int>(i) == m_shardRule->current());
  }
  m_seed->setEnabled(m_order->currentIndex() == 1);
  const bool encoded = m_values->currentIndex() == 1;
  const bool words = m_formats->format() == Format::csv || m_formats->format() == Format::webdataset;
  m_valuesNote->setText(m_kind != store::SampleKind::table
                            ? QString()
                        : encoded ? tr("floats and codes, without what was only kept")
                        : words ? tr("categories as words, kept columns with them")
                                : tr("categories as codes, kept columns with them"));
  switch (m_formats->format()) {
    case Format::webdataset:
      m_formatNote->setText(
          tr("Sizes are for the choices below. A sample is members with one key: .npy, .cls, .json."));
      break;
    case Format::zip:
      m_formatNote->setText(
          tr("Sizes are for the choices below. Tables go into the bundle as CSV, recordings as NPY."));
      break;
    default:
      m_formatNote->setText(tr("Sizes are for the choices below."));
  }
  Q_EMIT edited();
}

void ExportForm::setKind(store::SampleKind kind) {
  m_kind = kind;
  m_formats->setFormat(kind == store::SampleKind::table ? Format::csv : Format::npy);
  ruleChanged();
}

void ExportForm::setManifests(const std::vector<tasks::ManifestFacts>& manifests, const QString& current) {
  const QSignalBlocker quiet(m_manifest);
  m_manifest->clear();
  for (const tasks::ManifestFacts& manifest : manifests)
    m_manifest->addItem(shownText(manifest.name), toQt(manifest.name));
  m_manifest->setCurrentIndex(std::max(0, m_manifest->findData(current)));
  m_manifest->setEnabled(!manifests.empty());
  if (manifests.empty()) m_manifest->addItem(tr("none"));
  for (QCheckBox* box : m_splits) box->setEnabled(!manifests.empty());
}

void ExportForm::fill(shards::ShardOptions& options) const {
  options.format = m_formats->format();
  const auto count = [this](ShardRule rule) { return static_cast<std::uint64_t>(m_shardFields[rule]->value()); };
  switch (m_shardRule->current()) {
    case kSamples:
      options.shardSamples = count(kSamples);
      break;
    case kSize:
      options.shardBytes = count(kSize) * 1'000'000;
      break;
    default:
      options.readers = count(kReaders);
  }
  if (m_order->currentIndex() == 1) options.shuffle = m_seed->value();
  options.encoded = m_values->currentIndex() == 1;
  const int type = m_type->currentData().toInt();
  if (type >= 0) options.type = static_cast<table::DType>(type);
  if (!m_manifest->isEnabled()) return;
  options.manifest = fromQt(m_manifest->currentData().toString());
  for (int split = 0; split < 4; ++split) {
    if (m_splits[static_cast<std::size_t>(split)]->isChecked()) options.splits.push_back(splitShown(split));
  }
}

void ExportForm::take(const shards::ShardOptions& options) {
  const QSignalBlocker quiet(this);
  m_formats->setFormat(options.format);
  const ShardRule rule = options.shardSamples > 0 ? kSamples : options.shardBytes > 0 ? kSize : kReaders;
  const std::uint64_t count = rule == kSamples ? options.shardSamples
                              : rule == kSize  ? options.shardBytes / 1'000'000
                                               : options.readers;
  m_shardRule->setCurrent(rule);
  m_shardFields[rule]->setValue(static_cast<int>(count));
  m_order->setCurrentIndex(options.shuffle ? 1 : 0);
  if (options.shuffle) m_seed->setValue(*options.shuffle);
  m_values->setCurrentIndex(options.encoded ? 1 : 0);
  m_type->setCurrentIndex(std::max(0, m_type->findData(options.type ? static_cast<int>(*options.type) : -1)));
  if (m_manifest->isEnabled()) {
    m_manifest->setCurrentIndex(std::max(0, m_manifest->findData(toQt(options.manifest))));
    for (int split = 0; split < 4; ++split) {
      const bool chosen = std::ranges::find(options.splits, splitShown(split)) != options.splits.end();
      m_splits[static_cast<std::size_t>(split)]->setChecked(chosen);
    }
  }
  ruleChanged();
}

bool ExportForm::complete() const {
  return !m_manifest->isEnabled() ||
         std::any_of(m_splits.begin(), m_splits.end(), [](const QCheckBox* box) { return box->isChecked(); });
}

void ExportForm::setBytes(const std::map<Format, std::uint64_t>& bytes) {
  m_formats->setBytes(bytes);
}

void ExportForm::setShards(const std::vector<shards::ShardInfo>& shards) {
  std::uint64_t smallest = shards.empty() ? 0 : shards.front().bytes;
  std::uint64_t largest = 0;
  for (const shards::ShardInfo& shard : shards) {
    smallest = std::min(smallest, shard.bytes);
    largest = std::max(largest, shard.bytes);
  }
  m_shardNote->setText(shards.empty() ? QString()
                       : smallest == largest
                           ? counted(tr("%n shard(s) of %1", nullptr, pluralOf(shards.size())), shards.size())
                                 .arg(formatBytes(largest))
                           : tr("%1 shards, %2 to %3 each")
                                 .arg(formatCount(shards.size()), formatBytes(smallest), formatBytes(largest)));
}

}  // namespace masu::ui
