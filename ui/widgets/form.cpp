// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form.h"

#include <QGridLayout>
#include <QLabel>

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
  const int row = m_grid->rowCount();
  QLabel* name = makeLabel(label, "secondary");
  name->setBuddy(field);
  if (field->accessibleName().isEmpty()) field->setAccessibleName(label);
  QLabel* after = makeLabel(note, "label");
  m_grid->addWidget(name, row, 0);
  m_grid->addWidget(field, row, 1);
  m_grid->addWidget(after, row, 2);
  return after;
}

}  // namespace masu::ui
