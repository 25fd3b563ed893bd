// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/title_dialog.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/form.h"

namespace masu::ui {

namespace {

constexpr int kWidth = 320;
constexpr int kNoteHeight = 96;
constexpr int kLongestName = 120;

}  // namespace

TrainTitleDialog::TrainTitleDialog(const metrics::RunTitle& title, QWidget* parent)
    : QDialog(parent), m_name(new QLineEdit), m_note(new QPlainTextEdit) {
  setWindowTitle(tr("Name of the run"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 20, 20, 16);
  column->setSpacing(20);
  m_name->setText(toQt(title.name));
  m_name->setMaxLength(kLongestName);
  m_name->setFixedWidth(kWidth);
  m_note->setPlainText(toQt(title.note));
  m_note->setTabChangesFocus(true);
  m_note->setFixedSize(kWidth, kNoteHeight);
  auto* form = new Form(64);
  form->addRow(tr("Name"), m_name);
  form->addRow(tr("Note"), m_note);
  column->addWidget(form);
  auto* buttons = new QHBoxLayout;
  auto* cancel = makeButton(tr("Cancel"));
  auto* save = makeButton(tr("Save"), {}, ButtonKind::primary);
  save->setDefault(true);
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  column->addLayout(buttons);
  connect(save, &QPushButton::clicked, this, &QDialog::accept);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  m_name->setFocus();
  m_name->selectAll();
}

metrics::RunTitle TrainTitleDialog::title() const {
  return {fromQt(m_name->text().simplified()), fromQt(m_note->toPlainText().trimmed())};
}

}  // namespace masu::ui
