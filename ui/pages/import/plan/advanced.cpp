// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/advanced.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kLabelWidth = 92;
constexpr int kLabelRow = 0;
constexpr int kClassesRow = 1;
constexpr int kCompressionRow = 2;
constexpr int kPartsRow = 3;
constexpr quint64 kGigabyte = 1'000'000'000;

}  // namespace

ImportAdvanced::ImportAdvanced(QWidget* parent)
    : QWidget(parent),
      m_target(new QComboBox),
      m_targetLabel(makeLabel(tr("Label"), "label")),
      m_compression(new QComboBox),
      m_parts(new QComboBox),
      m_classes(makeButton(tr("Rename or merge classes …"), {}, ButtonKind::normal, ButtonSize::small)) {
  m_target->addItem(tr("Detected"), static_cast<int>(store::Target::none));
  m_target->addItem(tr("A class"), static_cast<int>(store::Target::classes));
  m_target->addItem(tr("A value"), static_cast<int>(store::Target::values));
  m_target->setToolTip(tr("Models learn to predict one of several classes, or a number."));
  m_target->setAccessibleName(tr("Label"));
  m_compression->addItem(tr("None"), static_cast<int>(store::Compression::none));
  m_compression->addItem(QStringLiteral("gzip"), static_cast<int>(store::Compression::gzip));
  m_compression->addItem(QStringLiteral("lz4"), static_cast<int>(store::Compression::lz4));
  m_compression->addItem(QStringLiteral("zstd"), static_cast<int>(store::Compression::zstd));
  m_compression->setToolTip(
      tr("A compressed file is smaller and is read more slowly. Other programs need a plug-in "
         "for lz4 and zstd."));
  m_compression->setAccessibleName(tr("Compression"));
  m_parts->addItem(tr("One file"), quint64{0});
  for (const quint64 size : {1, 2, 4, 8, 16, 32})
    m_parts->addItem(tr("Parts of up to %1 GB").arg(size), size * kGigabyte);
  m_parts->setToolTip(tr("Some disks and clouds take no file beyond a size. The parts stay together in one folder."));
  m_parts->setAccessibleName(tr("Parts"));
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
  grid->addWidget(m_classes, kClassesRow, 1);
  grid->addWidget(makeLabel(tr("Parts"), "label"), kPartsRow, 0);
  grid->addWidget(m_parts, kPartsRow, 1);
  for (QComboBox* combo : {m_target, m_compression, m_parts}) {
    combo->setProperty("scale", "small");
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  connect(m_target, &QComboBox::activated, this,
          [this] { Q_EMIT targetChosen(static_cast<store::Target>(m_target->currentData().toInt())); });
  connect(m_compression, &QComboBox::activated, this,
          [this] { Q_EMIT compressionChosen(static_cast<store::Compression>(m_compression->currentData().toInt())); });
  connect(m_parts, &QComboBox::activated, this,
          [this] { Q_EMIT partBytesChosen(m_parts->currentData().toULongLong()); });
  connect(m_classes, &QPushButton::clicked, this, &ImportAdvanced::chooseClassMap);
}

void ImportAdvanced::setPartBytes(std::uint64_t bytes) {
  m_parts->setCurrentIndex(std::max(0, m_parts->findData(static_cast<quint64>(bytes))));
}

void ImportAdvanced::chooseClassMap() {
  ImportClassMap dialog(m_plan, this);
  if (dialog.exec() == QDialog::Accepted) Q_EMIT classMapChosen(dialog.map());
}

void ImportAdvanced::showPlan(const ingest::ImportPlan& plan) {
  const bool labelled = plan.target != store::Target::none;
  m_target->setVisible(labelled);
  m_targetLabel->setVisible(labelled);
  m_classes->setVisible(!plan.ofRecordings() && plan.target == store::Target::classes);
  m_plan.classes = plan.classes;
  m_plan.options.table.classMap = plan.options.table.classMap;
  m_plan.columns.clear();
  std::ranges::copy_if(plan.columns, std::back_inserter(m_plan.columns),
                       [](const ingest::ColumnPlan& column) { return column.role == table::Role::label; });
  m_target->setCurrentIndex(m_target->findData(static_cast<int>(plan.options.target)));
  m_compression->setCurrentIndex(m_compression->findData(static_cast<int>(plan.options.compression)));
}

}  // namespace masu::ui
