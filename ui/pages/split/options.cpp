// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/options.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <limits>

#include "core/table/filter_expression.h"
#include "ui/pages/split/rules.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"

namespace masu::ui {
namespace {

void choose(QComboBox& box, const std::string& value) {
  const int at = box.findData(toQt(value));
  if (at >= 0) box.setCurrentIndex(at);
}

}  // namespace

SplitOptions::SplitOptions(QWidget* parent)
    : QWidget(parent),
      m_column(new QVBoxLayout(this)),
      m_group(new QComboBox),
      m_order(new QComboBox),
      m_gap(new QSpinBox),
      m_keepEqual(new QCheckBox(tr("Keep equal samples together"))),
      m_exclude(new QLineEdit),
      m_subset(new QDoubleSpinBox),
      m_rules(new SplitRules),
      m_folds(new QSpinBox),
      m_makeFolds(makeButton(tr("Make folds"), QStringLiteral("split"), ButtonKind::normal, ButtonSize::small)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(0);
  auto* drawn = new Section(tr("Drawn by"));
  m_column->addWidget(drawn);
  const auto add = [](Section* section, const QString& name, QWidget* field, const QString& hint) {
    section->content()->addWidget(makeLabel(name, "label"));
    section->content()->addWidget(field);
    field->setAccessibleName(name);
    if (!hint.isEmpty()) field->setToolTip(hint);
  };
  add(drawn, tr("Groups that stay whole"), m_group, tr("No group is on two sides."));
  add(drawn, tr("Order, lowest first to train"), m_order, tr("For drawing in order, such as by time."));
  add(drawn, tr("Gap between splits, in samples"), m_gap, tr("Left unused between neighbouring splits of an order."));

  m_keepEqual->setToolTip(tr("Samples with the same values are in one split. For drawing at random, without groups."));
  drawn->content()->addWidget(m_keepEqual);

  auto* fewer = new Section(tr("Left out"));
  m_column->addWidget(fewer);
  m_exclude->setProperty("mono", true);
  m_exclude->setPlaceholderText(QStringLiteral("age < 18"));
  add(fewer, tr("Samples where"), m_exclude, tr("These stay unused; the reason is kept with the manifest."));
  m_subset->setRange(0.1, 100);
  m_subset->setDecimals(1);
  m_subset->setSuffix(QStringLiteral(" %"));
  m_subset->setValue(100);
  add(fewer, tr("Share of the rest that is used"), m_subset, tr("A small trial set; class shares stay."));
  m_column->addWidget(m_rules);

  auto* folds = new Section(tr("Folds"));
  m_column->addWidget(folds);
  auto* row = new QHBoxLayout;
  m_folds->setRange(2, static_cast<int>(manifest::Folds::kMost));
  m_folds->setValue(5);
  m_folds->setAccessibleName(tr("Number of folds"));
  row->addWidget(m_folds);
  row->addWidget(m_makeFolds);
  row->addStretch();
  folds->content()->addLayout(row);
  auto* note = makeLabel(tr("One manifest a fold, in which that fold is validation and the others are train."), "hint");
  note->setWordWrap(true);
  folds->content()->addWidget(note);
  m_column->addStretch();

  m_gap->setRange(0, std::numeric_limits<int>::max());
  m_gap->setGroupSeparatorShown(true);
  for (QAbstractSpinBox* box : {static_cast<QAbstractSpinBox*>(m_gap), static_cast<QAbstractSpinBox*>(m_subset)}) {
    box->setKeyboardTracking(false);
  }
  connectFields();
}

void SplitOptions::connectFields() {
  connect(m_group, &QComboBox::activated, this, &SplitOptions::edited);
  connect(m_order, &QComboBox::activated, this, &SplitOptions::edited);
  connect(m_keepEqual, &QCheckBox::clicked, this, &SplitOptions::edited);
  connect(m_gap, &QSpinBox::valueChanged, this, &SplitOptions::edited);
  connect(m_subset, &QDoubleSpinBox::valueChanged, this, &SplitOptions::edited);
  connect(m_rules, &SplitRules::edited, this, &SplitOptions::edited);
  connect(m_exclude, &QLineEdit::textChanged, this, [this](const QString& text) {
    const auto parsed = table::parseFilter(fromQt(text));
    const bool bad = !text.isEmpty() && !parsed;
    setStyleProperty(m_exclude, "invalid", bad);
    m_exclude->setToolTip(bad ? translated(parsed.error())
                              : tr("These stay unused; the reason is kept with the manifest."));
  });
  connect(m_exclude, &QLineEdit::editingFinished, this, &SplitOptions::edited);
  connect(m_makeFolds, &QPushButton::clicked, this,
          [this] { Q_EMIT foldsRequested(static_cast<unsigned>(m_folds->value())); });
}

void SplitOptions::setDataset(const store::Dataset& dataset) {
  m_group->clear();
  m_order->clear();
  const auto add = [](QComboBox* box, const QString& title, const std::string& value) {
    box->addItem(title, toQt(value));
  };
  if (dataset.find("group") != nullptr) add(m_group, tr("stored groups"), "group");
  if (dataset.find("origin") != nullptr) {
    add(m_group, tr("sources"), "source");
    add(m_order, tr("position in the source"), "position");
  }
  for (const table::Column& column : dataset.meta().schema.columns) {
    const bool stored =
        column.role == table::Role::feature || column.role == table::Role::category || column.role == table::Role::kept;
    if (!stored || dataset.meta().kind != store::SampleKind::table) continue;
    add(m_group, shownText(column.name), manifest::nameInPlan(column.name));
    if (table::isNumeric(column.kind)) add(m_order, shownText(column.name), manifest::nameInPlan(column.name));
  }
  m_rules->setSources(dataset.meta().sources);
}

void SplitOptions::setPlan(const manifest::SplitPlan& plan) {
  const QSignalBlocker quiet(this);
  choose(*m_group, plan.groupBy);
  choose(*m_order, plan.order);
  m_gap->setValue(static_cast<int>(std::min<std::uint64_t>(plan.gap, std::numeric_limits<int>::max())));
  m_keepEqual->setChecked(plan.keepEqual);
  m_exclude->setText(toQt(plan.exclude));
  m_subset->setValue(plan.subset * 100);
  m_rules->setRules(plan.rules);
}

void SplitOptions::fill(manifest::SplitPlan& plan) const {
  if (plan.byGroup) plan.groupBy = fromQt(m_group->currentData().toString());
  if (!plan.order.empty()) {
    plan.order = fromQt(m_order->currentData().toString());
    plan.gap = static_cast<std::uint64_t>(m_gap->value());
  }
  if (table::parseFilter(fromQt(m_exclude->text()))) plan.exclude = fromQt(m_exclude->text());
  plan.keepEqual = m_keepEqual->isChecked() && !plan.byGroup && !plan.byHash && plan.order.empty();
  plan.subset = m_subset->value() / 100;
  plan.rules = m_rules->rules();
}

void SplitOptions::setFrozen(bool frozen) {
  for (QWidget* field :
       {static_cast<QWidget*>(m_group), static_cast<QWidget*>(m_order), static_cast<QWidget*>(m_gap),
        static_cast<QWidget*>(m_keepEqual), static_cast<QWidget*>(m_exclude), static_cast<QWidget*>(m_subset)}) {
    field->setEnabled(!frozen);
  }
  m_rules->setFrozen(frozen);
}

QString SplitOptions::orderChosen() const {
  return m_order->currentData().toString();
}

bool SplitOptions::hasGroups() const {
  return m_group->count() > 0;
}

bool SplitOptions::plain() const {
  return m_rules->rules().empty() && m_exclude->text().isEmpty() && m_subset->value() >= 100;
}

}  // namespace masu::ui
