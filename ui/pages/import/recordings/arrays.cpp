// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/arrays.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kFieldWidth = 320;

QString shapeOf(const ingest::SourceArray& array) {
  QStringList sizes;
  for (const std::uint64_t size : array.shape) sizes << formatCount(size);
  return sizes.isEmpty() ? QStringLiteral("1") : sizes.join(QStringLiteral(" × "));
}

/// Its path, and what it holds.
QString lineOf(const ingest::SourceArray& array) {
  return QStringLiteral("%1   %2   %3").arg(shownText(array.name), shapeOf(array), toQt(array.type));
}

QComboBox* makeField(const QString& name) {
  auto* combo = new QComboBox;
  combo->setProperty("scale", "small");
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setFixedWidth(kFieldWidth);
  combo->setAccessibleName(name);
  return combo;
}

}  // namespace

ImportArrays::ImportArrays(QWidget* parent)
    : QWidget(parent),
      m_features(makeField(tr("Features"))),
      m_labels(makeField(tr("Labels"))),
      m_statusLabel(makeLabel({}, "label")) {
  setProperty("pane", "section");
  setAttribute(Qt::WA_StyledBackground);
  m_features->setObjectName("features");
  m_labels->setObjectName("labels");
  m_statusLabel->setWordWrap(true);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(size::kLeft, 14, size::kRight, 15);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(10);
  grid->setColumnStretch(2, 1);
  int row = 0;
  for (QComboBox* field : {m_features, m_labels}) {
    auto* title = makeLabel(field->accessibleName(), "strong");
    title->setFont(uiFont(Type::table, QFont::Medium));
    title->setBuddy(field);
    grid->addWidget(title, row, 0);
    grid->addWidget(field, row++, 1);
    connect(field, &QComboBox::activated, this, &ImportArrays::choose);
  }
  grid->addWidget(m_statusLabel, 0, 2, 2, 1);
  hide();
}

void ImportArrays::setArrays(std::vector<ingest::SourceArray> arrays) {
  m_arrays = std::move(arrays);
  setVisible(hasArrays());
}

void ImportArrays::showOptions(const ingest::RecordingOptions& options) {
  m_options = options;
  m_choice = ingest::arraysOf(options);
  fill();
}

const ingest::SourceArray* ImportArrays::features() const {
  const auto found = std::ranges::find(m_arrays, m_choice.features, &ingest::SourceArray::name);
  return found == m_arrays.end() ? nullptr : &*found;
}

void ImportArrays::fill() {
  for (QComboBox* field : {m_features, m_labels}) field->clear();
  m_features->addItem(tr("The longest that go together"), QString());
  m_labels->addItem(tr("None"), QString());
  const ingest::SourceArray* chosen = features();
  for (const ingest::SourceArray& array : m_arrays) {
    if (array.type.empty()) continue;
    m_features->addItem(lineOf(array), toQt(array.name));
    if (chosen != nullptr && ingest::canLabel(array, *chosen)) m_labels->addItem(lineOf(array), toQt(array.name));
  }
  m_features->setCurrentIndex(std::max(0, m_features->findData(toQt(m_choice.features))));
  m_labels->setCurrentIndex(std::max(0, m_labels->findData(toQt(m_choice.labels))));
  m_labels->setEnabled(m_labels->count() > 1);
  announce();
}

void ImportArrays::announce() {
  const ingest::SourceArray* chosen = features();
  const bool rows = chosen != nullptr && chosen->shape.size() <= 2;
  if (m_labels->currentIndex() > 0) {
    m_statusLabel->setText(
        rows ? tr("Each row of %1 is a sample, as in a table.").arg(shownText(chosen->name))
             : tr("Each entry of the first dimension of %1 is a sample.").arg(shownText(chosen->name)));
  } else if (m_labels->count() > 1) {
    m_statusLabel->setText(tr("Choose which dataset holds one label for each sample."));
  } else {
    m_statusLabel->setText(tr("No dataset in this file holds one number for each sample."));
  }
}

void ImportArrays::choose() {
  const QString features = m_features->currentData().toString();
  const bool other = fromQt(features) != m_choice.features;
  m_choice.features = fromQt(features);
  // Labels belong to what they label.
  m_choice.labels = fromQt(m_labels->currentData().toString());
  const ingest::SourceArray* chosen = this->features();
  const auto labels = std::ranges::find(m_arrays, m_choice.labels, &ingest::SourceArray::name);
  if (other && (chosen == nullptr || labels == m_arrays.end() || !ingest::canLabel(*labels, *chosen)))
    m_choice.labels.clear();
  ingest::setArrays(m_options, m_choice);
  fill();
  Q_EMIT edited(m_options);
}

}  // namespace masu::ui
