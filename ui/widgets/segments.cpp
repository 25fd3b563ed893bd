#include "ui/widgets/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>

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
    const bool last = i + 1 == names.size();
    button->setProperty("segment", names.size() == 1 ? "only" : i == 0 ? "first" : last ? "last" : "middle");
    if (buttonSize == ButtonSize::small) button->setProperty("scale", "small");
    m_group->addButton(button, i);
    layout->addWidget(button);
  }
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

}  // namespace masu::ui
