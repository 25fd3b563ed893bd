// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include <QAccessibleWidget>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

/// A screen reader calls a segment one of several. Qt calls every tool button that can be checked a box to check.
class HeardSegment : public QAccessibleWidget {
 public:
  explicit HeardSegment(QToolButton* button) : QAccessibleWidget(button, QAccessible::RadioButton), m_button(button) {}

  QString text(QAccessible::Text kind) const override {
    const QString text = QAccessibleWidget::text(kind);
    return kind == QAccessible::Name && text.isEmpty() ? m_button->text() : text;
  }
  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    state.checkable = true;
    state.checked = m_button->isChecked();
    return state;
  }
  QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& action) override {
    if (action == pressAction()) m_button->click();
  }

 private:
  QToolButton* m_button;
};

QAccessibleInterface* heardSegment(const QString& className, QObject* object) {
  auto* button = className == u"QToolButton" ? qobject_cast<QToolButton*>(object) : nullptr;
  return button != nullptr && button->property("segment").isValid() ? new HeardSegment(button) : nullptr;
}

}  // namespace

Segments::Segments(const QStringList& names, ButtonSize buttonSize, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
  QAccessible::installFactory(heardSegment);  // once, however often
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (int i = 0; i < names.size(); ++i) {
    auto* button = new QToolButton;
    button->setProperty("segment", "middle");  // before its text, at which a screen reader asks what it is
    button->setText(names[i]);
    button->setCheckable(true);
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
