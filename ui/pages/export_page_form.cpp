#include "ui/pages/export_page_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/pages/browse_page_header.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

store::Split splitShown(int shown) {
  return static_cast<store::Split>(shown == 3 ? 0 : shown + 1);
}

}  // namespace

ExportForm::ExportForm(QWidget* parent)
    : QWidget(parent),
      m_rows(new QGridLayout),
      m_manifest(new QComboBox),
      m_shardSamples(new QSpinBox),
      m_encoded(new QCheckBox(tr("As the trainer sees it"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kLeft, 16, size::kLeft, 16);
  column->setSpacing(8);
  column->addWidget(makeLabel(tr("Format"), "heading"));
  column->addWidget(buildFormat());
  column->addSpacing(16);
  column->addWidget(makeLabel(tr("Contents"), "heading"));
  column->addSpacing(4);

  column->addLayout(m_rows);
  m_rows->setHorizontalSpacing(12);
  m_rows->setVerticalSpacing(14);
  m_rows->setColumnMinimumWidth(0, 112);
  m_rows->setColumnStretch(1, 1);
  addRow(tr("Split"), buildSplits());
  m_shardSamples->setRange(1, 1'000'000'000);
  m_shardSamples->setValue(10'000);
  m_shardSamples->setGroupSeparatorShown(true);
  m_shardSamples->setFixedWidth(128);
  m_shardSamples->setAccessibleName(tr("Samples a shard"));
  m_shardNote = addRow(tr("Samples a shard"), m_shardSamples);
  addRow(tr("Values"), m_encoded)->setText(tr("numbers as stored, categories as codes"));
  column->addStretch();
  connect(m_manifest, &QComboBox::currentIndexChanged, this, &ExportForm::edited);
  connect(m_shardSamples, &QSpinBox::valueChanged, this, &ExportForm::edited);
  connect(m_encoded, &QCheckBox::toggled, this, &ExportForm::edited);
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

QWidget* ExportForm::buildFormat() {
  auto* card = new QWidget;
  card->setProperty("pane", "card");
  card->setAttribute(Qt::WA_StyledBackground);
  card->setFixedSize(264, 62);
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(12, 10, 12, 10);
  column->setSpacing(2);
  auto* head = new QHBoxLayout;
  head->addWidget(makeLabel(tr("CSV"), "heading"));
  head->addStretch();
  auto* tick = new QLabel;
  tick->setPixmap(iconPixmap(QStringLiteral("check"), tokens().accent, size::kIcon, devicePixelRatioF()));
  head->addWidget(tick);
  column->addLayout(head);
  auto* foot = new QHBoxLayout;
  foot->addWidget(makeLabel(tr("pandas, Keras Sequence"), "caption"));
  foot->addStretch();
  m_size = makeLabel({}, "caption");
  foot->addWidget(m_size);
  column->addLayout(foot);
  return card;
}

QWidget* ExportForm::buildSplits() {
  auto* field = new QWidget;
  auto* row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  m_manifest->setFixedWidth(128);
  m_manifest->setAccessibleName(tr("Manifest"));
  row->addWidget(m_manifest);
  for (int split = 0; split < 4; ++split) {
    auto* box = new QCheckBox(splitTitle(split));
    box->setIcon(swatchIcon(split));
    box->setIconSize({14, 8});
    box->setChecked(split < 3);
    row->addWidget(box);
    m_splits[static_cast<std::size_t>(split)] = box;
    connect(box, &QCheckBox::toggled, this, &ExportForm::edited);
  }
  row->addStretch();
  return field;
}

void ExportForm::setManifests(const std::vector<tasks::ManifestInfo>& manifests, const QString& current) {
  const QSignalBlocker quiet(m_manifest);
  m_manifest->clear();
  for (const tasks::ManifestInfo& manifest : manifests) m_manifest->addItem(toQt(manifest.name));
  m_manifest->setCurrentText(current);
  m_manifest->setEnabled(!manifests.empty());
  if (manifests.empty()) m_manifest->addItem(tr("none"));
  for (QCheckBox* box : m_splits) box->setEnabled(!manifests.empty());
}

void ExportForm::fill(shards::ShardOptions& options) const {
  options.shardSamples = static_cast<std::uint64_t>(m_shardSamples->value());
  options.encoded = m_encoded->isChecked();
  if (!m_manifest->isEnabled()) return;
  options.manifest = fromQt(m_manifest->currentText());
  for (int split = 0; split < 4; ++split) {
    if (splitBox(split)->isChecked()) options.splits.push_back(splitShown(split));
  }
}

bool ExportForm::complete() const {
  return !m_manifest->isEnabled() ||
         std::any_of(m_splits.begin(), m_splits.end(), [](const QCheckBox* box) { return box->isChecked(); });
}

bool ExportForm::encoded() const {
  return m_encoded->isChecked();
}

void ExportForm::setShards(const std::vector<shards::ShardInfo>& shards) {
  std::uint64_t all = 0;
  std::uint64_t least = shards.empty() ? 0 : shards.front().bytes;
  std::uint64_t most = 0;
  for (const shards::ShardInfo& shard : shards) {
    all += shard.bytes;
    least = std::min(least, shard.bytes);
    most = std::max(most, shard.bytes);
  }
  m_size->setText(shards.empty() ? QString() : formatBytes(all));
  m_shardNote->setText(
      shards.empty() ? QString()
      : shards.size() == 1
          ? tr("1 shard of %1").arg(formatBytes(most))
          : tr("%1 shards, %2 to %3 each").arg(formatCount(shards.size()), formatBytes(least), formatBytes(most)));
}

}  // namespace masu::ui
