// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/label_notice.h"

#include <QPushButton>
#include <algorithm>

#include "core/ingest/labels/label_rules.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

/// Of a table as its columns say, which are edited before the rest of the plan follows.
bool hasLabel(const ingest::ImportPlan& plan) {
  if (plan.ofRecordings()) return plan.target != store::Target::none;
  return std::ranges::find(plan.columns, table::Role::label, &ingest::ColumnPlan::role) != plan.columns.end();
}

bool isLabel(const ingest::ImportPlan& plan, const std::string& name) {
  const auto column = std::ranges::find(plan.columns, name, &ingest::ColumnPlan::name);
  return column != plan.columns.end() && column->role == table::Role::label;
}

}  // namespace

ImportLabelNotice::ImportLabelNotice(QWidget* parent) : Banner(parent), m_action(addAction({})) {
  setFlat();
  m_action->setObjectName("labelAction");
  connect(this, &Banner::dismissed, this, [this] { m_dismissed = true; });
  connect(m_action, &QPushButton::clicked, this,
          [this] { m_taken ? Q_EMIT labelRefused(m_column) : Q_EMIT labelChosen(m_column); });
}

void ImportLabelNotice::forget() {
  m_dismissed = false;
  clear();
}

void ImportLabelNotice::offer(const QString& text, const QString& column, bool taken) {
  m_action->setText(text);
  m_action->setVisible(!column.isEmpty());
  m_column = column;
  m_taken = taken;
}

void ImportLabelNotice::showPlan(const ingest::ImportPlan& plan, const std::string& guessed) {
  const bool taken = !guessed.empty() && isLabel(plan, guessed);
  if (m_dismissed || (hasLabel(plan) && !taken)) return clear();
  if (taken) {
    offer(tr("No label"), toQt(guessed), true);
    return showSentence(Kind::warn,
                        tr("<b>%1</b> is taken for the label, which models learn to predict, because of its "
                           "name. Another column can be made the label below.")
                            .arg(shownText(guessed).toHtmlEscaped()));
  }
  if (plan.ofRecordings()) {
    offer({}, {}, false);
    return showSentence(Kind::warn, tr("There is no label. Without one the samples can be browsed, split and exported, "
                                       "but no model can be trained on them. Choose above where it comes from."));
  }
  const auto guess = ingest::guessLabel(plan);
  const QString column = guess ? toQt(guess->column) : QString();
  offer(tr("Make %1 the label").arg(column), column, false);
  showSentence(Kind::warn, tr("No column is the label. Without one the dataset can be browsed, split and exported, but "
                              "no model can be trained on it."));
}

}  // namespace masu::ui
