// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>

#include "ui/widgets/labels.h"

namespace masu::ui {

Segments::Segments(const QStringList& names, ButtonSize buttonSize, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (int i = 0; i < names.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(names[i]);
    button->setCheckable(true);
    button->setAutoExclusive(true);  // so that a screen reader calls it one of several, not a box to check
    if (buttonSize == ButtonSize::small) button->setProperty("scale", "small");
    m_group->addButton(button, i);
    layout->addWidget(button);
  }
  frame();
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setCurrent(0);
  connect(m_group, &QButtonGroup::idClicked, this, &Segments::currentChanged);
}

int Segments::current() const {
  return m_group->checkedId();
}

void Segments::setCurrent(int index) {
  if (QAbstractButton* found = m_group->button(index)) found->setChecked(true);
}

QAbstractButton* Segments::button(int index) const {
  return m_group->button(index);
}

void Segments::setOffered(int index, bool offered) {
  if (offered)
    m_leftOut.remove(index);
  else
    m_leftOut.insert(index);
  m_group->button(index)->setVisible(offered);
  frame();
}

void Segments::frame() {
  QList<QAbstractButton*> offered;
  for (int index = 0; index < m_group->buttons().size(); ++index) {
    if (!m_leftOut.contains(index)) offered.append(m_group->button(index));
  }
  for (QAbstractButton* button : offered) {
    const bool first = button == offered.first();
    const bool last = button == offered.last();
    setStyleProperty(button, "segment", first && last ? "only" : first ? "first" : last ? "last" : "middle");
  }
}

}  // namespace masu::ui
