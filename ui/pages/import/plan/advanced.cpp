// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/advanced.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kLabelWidth = 92;
constexpr int kLabelRow = 0;
constexpr int kCompressionRow = 1;

}  // namespace

ImportAdvanced::ImportAdvanced(QWidget* parent)
    : QWidget(parent),
      m_target(new QComboBox),
      m_targetLabel(makeLabel(tr("Label"), "label")),
      m_compression(new QComboBox) {
  m_target->addItem(tr("As found"), static_cast<int>(store::Target::none));
  m_target->addItem(tr("A class"), static_cast<int>(store::Target::classes));
  m_target->addItem(tr("A value"), static_cast<int>(store::Target::values));
  m_target->setToolTip(tr("Models learn to predict a class out of some, or a number."));
  m_target->setAccessibleName(tr("Label"));
  m_compression->addItem(tr("None"), static_cast<int>(store::Compression::none));
  m_compression->addItem(QStringLiteral("gzip"), static_cast<int>(store::Compression::gzip));
  m_compression->addItem(QStringLiteral("lz4"), static_cast<int>(store::Compression::lz4));
  m_compression->addItem(QStringLiteral("zstd"), static_cast<int>(store::Compression::zstd));
  m_compression->setToolTip(
      tr("A compressed file is smaller and is read more slowly. Other programs need a plug-in "
         "for lz4 and zstd."));
  m_compression->setAccessibleName(tr("Compression"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  grid->setColumnMinimumWidth(0, kLabelWidth);
  grid->setColumnStretch(1, 1);
  grid->addWidget(m_targetLabel, kLabelRow, 0);
  grid->addWidget(m_target, kLabelRow, 1);
  grid->addWidget(makeLabel(tr("Compression"), "label"), kCompressionRow, 0);
  grid->addWidget(m_compression, kCompressionRow, 1);
  for (QComboBox* combo : {m_target, m_compression}) {
    combo->setProperty("scale", "small");
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  connect(m_target, &QComboBox::activated, this,
          [this] { Q_EMIT targetChosen(static_cast<store::Target>(m_target->currentData().toInt())); });
  connect(m_compression, &QComboBox::activated, this,
          [this] { Q_EMIT compressionChosen(static_cast<store::Compression>(m_compression->currentData().toInt())); });
}

void ImportAdvanced::showPlan(const ingest::ImportPlan& plan) {
  const bool labelled = plan.target != store::Target::none;
  m_target->setVisible(labelled);
  m_targetLabel->setVisible(labelled);
  m_target->setCurrentIndex(m_target->findData(static_cast<int>(plan.options.target)));
  m_compression->setCurrentIndex(m_compression->findData(static_cast<int>(plan.options.compression)));
}

}  // namespace masu::ui
