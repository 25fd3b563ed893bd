// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/question.h"

#include <QMessageBox>
#include <QPushButton>

namespace masu::ui {

bool confirmed(const Question& question, QWidget* parent) {
  QMessageBox box(QMessageBox::NoIcon, question.title, question.text, QMessageBox::NoButton, parent);
  box.setTextFormat(Qt::PlainText);
  const QAbstractButton* act = box.addButton(question.act, QMessageBox::DestructiveRole);
  QPushButton* keep = box.addButton(question.keep, QMessageBox::RejectRole);
  box.setDefaultButton(keep);
  box.setEscapeButton(keep);
  box.exec();
  return box.clickedButton() == act;
}

}  // namespace masu::ui
