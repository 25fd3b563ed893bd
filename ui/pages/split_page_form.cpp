#include "ui/pages/split_page_form.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <limits>

#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

SplitForm::SplitForm(QWidget* parent)
    : QWidget(parent),
      m_stratify(new QCheckBox(tr("Same class shares"))),
      m_byGroup(new QCheckBox(tr("Keep groups together"))),
      m_seed(new QSpinBox),
      m_draw(makeButton(tr("Draw"), QStringLiteral("dice"))),
      m_note(makeLabel({}, "label")) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(m_stratify);
  row->addSpacing(4);
  row->addWidget(m_byGroup);
  row->addSpacing(12);
  row->addWidget(makeLabel(tr("Seed"), "label"));
  m_seed->setRange(0, std::numeric_limits<int>::max());
  m_seed->setFixedWidth(84);
  m_seed->setKeyboardTracking(false);
  m_seed->setAccessibleName(tr("Seed"));
  row->addWidget(m_seed);
  row->addWidget(m_draw);
  row->addStretch();
  row->addWidget(m_note);
  connect(m_stratify, &QCheckBox::toggled, this, &SplitForm::edited);
  connect(m_byGroup, &QCheckBox::toggled, this, &SplitForm::edited);
  connect(m_seed, &QSpinBox::valueChanged, this, &SplitForm::edited);
  connect(m_draw, &QPushButton::clicked, this, &SplitForm::drawRequested);
}

void SplitForm::setPossible(bool classes, bool groups) {
  m_classes = classes;
  m_groups = groups;
  m_stratify->setToolTip(classes ? QString() : tr("This dataset has no classes to keep the shares of."));
  m_byGroup->setToolTip(groups ? tr("No recording, subject or session is on two sides.")
                               : tr("This dataset has no groups."));
}

void SplitForm::setPlan(const manifest::SplitPlan& plan) {
  const QSignalBlocker a(m_stratify);
  const QSignalBlocker b(m_byGroup);
  const QSignalBlocker c(m_seed);
  m_stratify->setChecked(plan.stratify);
  m_byGroup->setChecked(plan.byGroup);
  m_seed->setValue(static_cast<int>(std::min<std::uint64_t>(plan.seed, std::numeric_limits<int>::max())));
}

void SplitForm::fill(manifest::SplitPlan& plan) const {
  plan.stratify = m_stratify->isChecked() && m_classes;
  plan.byGroup = m_byGroup->isChecked() && m_groups;
  plan.seed = static_cast<std::uint64_t>(m_seed->value());
}

void SplitForm::setState(bool stored, bool frozen, const QString& note) {
  m_stratify->setEnabled(m_classes && !frozen);
  m_byGroup->setEnabled(m_groups && !frozen);
  m_seed->setEnabled(!frozen);
  m_draw->setEnabled(!frozen);
  m_draw->setText(stored ? tr("Draw again") : tr("Draw and keep"));
  m_note->setText(note);
}

}  // namespace masu::ui
