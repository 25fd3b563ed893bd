// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form.h"

#include <QGridLayout>

#include "ui/theme/tokens.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

Form::Form(int labelWidth, QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  setMaximumWidth(size::kForm);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(8);
  m_grid->setColumnMinimumWidth(0, labelWidth);
  m_grid->setColumnStretch(2, 1);
}

QLabel* Form::addRow(const QString& label, QWidget* field, const QString& note) {
  const auto row = static_cast<int>(m_rows.size()) * 2;
  QLabel* name = makeLabel(label, "secondary");
  name->setBuddy(field);
  if (field->accessibleName().isEmpty()) field->setAccessibleName(label);
  QLabel* behind = makeLabel(note, "label");
  QLabel* problem = makeLabel({}, "bad");
  problem->hide();
  m_grid->addWidget(name, row, 0);
  m_grid->addWidget(field, row, 1);
  m_grid->addWidget(behind, row, 2);
  m_grid->addWidget(problem, row + 1, 1, 1, 2);
  m_rows.push_back({field, problem});
  return behind;
}

void Form::setProblem(QWidget* field, const QString& sentence) {
  for (const Row& row : m_rows) {
    if (row.field != field) continue;
    setStyleProperty(field, "invalid", !sentence.isEmpty());
    row.problem->setText(sentence);
    row.problem->setVisible(!sentence.isEmpty());
  }
}

}  // namespace masu::ui
