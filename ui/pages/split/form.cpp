// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seed_field.h"

namespace masu::ui {

SplitForm::SplitForm(QWidget* parent)
    : QWidget(parent),
      m_splitMethod(new QComboBox),
      m_stratify(new QCheckBox(tr("Same class shares"))),
      m_byGroup(new QCheckBox(tr("Keep groups together"))),
      m_seed(new SeedField),
      m_draw(makeButton(tr("Draw"), QStringLiteral("dice"))),
      m_options(makeButton(tr("Options"), {}, ButtonKind::link)) {
  m_splitMethod->addItems({tr("Random"), tr("In order"), tr("By hash")});
  m_splitMethod->setItemData(kRandom, tr("Each sample or group by chance."), Qt::ToolTipRole);
  m_splitMethod->setItemData(kInOrder, tr("Oldest to train, newest to test, with a gap between."), Qt::ToolTipRole);
  m_splitMethod->setItemData(kByHash, tr("By a hash: existing assignments are kept when samples are added."),
                             Qt::ToolTipRole);
  m_splitMethod->setAccessibleName(tr("Split method"));
  m_stratify->setProperty("scale", "small");
  m_byGroup->setProperty("scale", "small");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(makeLabel(tr("Draw"), "label"));
  row->addWidget(m_splitMethod);
  row->addSpacing(4);
  row->addWidget(m_stratify);
  row->addSpacing(4);
  row->addWidget(m_byGroup);
  row->addSpacing(4);
  row->addWidget(makeLabel(tr("Seed"), "label"));
  m_seed->setAccessibleName(tr("Seed"));
  row->addWidget(m_seed);
  row->addWidget(m_draw);
  row->addWidget(m_options);
  row->addStretch();
  connect(m_splitMethod, &QComboBox::activated, this, [this] {
    announce();
    Q_EMIT edited();
  });
  connect(m_stratify, &QCheckBox::toggled, this, &SplitForm::edited);
  connect(m_byGroup, &QCheckBox::toggled, this, &SplitForm::edited);
  connect(m_seed, &SeedField::valueChanged, this, &SplitForm::edited);
  connect(m_draw, &QPushButton::clicked, this, &SplitForm::drawRequested);
  connect(m_options, &QPushButton::clicked, this, &SplitForm::optionsRequested);
}

void SplitForm::setPossible(bool classes, bool groups, bool order) {
  m_classes = classes;
  m_groups = groups;
  m_order = order;
  m_stratify->setToolTip(classes ? tr("Every split has each class's share.")
                                 : tr("This dataset has no classes to keep the shares of."));
  m_byGroup->setToolTip(groups ? tr("No recording, subject or session is on two sides.")
                               : tr("This dataset has no groups."));
  if (auto* items = qobject_cast<QStandardItemModel*>(m_splitMethod->model())) items->item(kInOrder)->setEnabled(order);
  announce();
}

void SplitForm::setPlan(const manifest::SplitPlan& plan) {
  const QSignalBlocker a(m_stratify);
  const QSignalBlocker b(m_byGroup);
  const QSignalBlocker c(m_seed);
  m_splitMethod->setCurrentIndex(!plan.order.empty() ? kInOrder : plan.byHash ? kByHash : kRandom);
  m_stratify->setChecked(plan.stratify);
  m_byGroup->setChecked(plan.byGroup);
  m_seed->setValue(plan.seed);
  announce();
}

/// Methods exclude each other: see manifest::draw().
void SplitForm::fill(manifest::SplitPlan& plan, const std::string& order) const {
  const int method = m_splitMethod->currentIndex();
  plan.order = method == kInOrder ? order : std::string();
  plan.byHash = method == kByHash;
  plan.stratify = m_stratify->isChecked() && m_classes && method == kRandom;
  plan.byGroup = m_byGroup->isChecked() && m_groups && method != kInOrder;
  plan.seed = m_seed->value();
}

void SplitForm::setState(bool stored, bool frozen) {
  m_frozen = frozen;
  m_draw->setText(stored ? tr("Draw again") : tr("Draw and keep"));
  setButtonKind(*m_draw, stored ? ButtonKind::normal : ButtonKind::primary, QStringLiteral("dice"));
  announce();
}

void SplitForm::announce() {
  const int method = m_splitMethod->currentIndex();
  m_splitMethod->setEnabled(!m_frozen);
  m_stratify->setEnabled(m_classes && !m_frozen && method == kRandom);
  m_byGroup->setEnabled(m_groups && !m_frozen && method != kInOrder);
  m_seed->setEnabled(!m_frozen && method != kInOrder);
  m_draw->setEnabled(!m_frozen);
}

}  // namespace masu::ui
