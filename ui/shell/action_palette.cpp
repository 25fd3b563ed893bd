// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/action_palette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kWidth = 480;
constexpr int kRows = 9;
constexpr int kActionRole = Qt::UserRole;

/// Every word typed occurs in the name, in any order.
bool matches(const QString& name, const QString& typed) {
  const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

ActionPalette::ActionPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_actions(actions),
      m_field(new QLineEdit),
      m_list(new QListWidget) {
  setProperty("pane", "popup");
  setAttribute(Qt::WA_StyledBackground);
  setAttribute(Qt::WA_DeleteOnClose);
  setFixedWidth(kWidth);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(8);
  m_field->setPlaceholderText(tr("Find an action"));
  m_field->setAccessibleName(tr("Find an action"));
  m_field->addAction(themeIcon("search", &Tokens::text3), QLineEdit::LeadingPosition);
  m_field->installEventFilter(this);
  m_list->setFixedHeight(kRows * 28);
  m_list->setFocusPolicy(Qt::NoFocus);
  column->addWidget(m_field);
  column->addWidget(m_list);
  connect(m_field, &QLineEdit::textChanged, this, &ActionPalette::narrow);
  connect(m_field, &QLineEdit::returnPressed, this, &ActionPalette::run);
  connect(m_list, &QListWidget::itemClicked, this, &ActionPalette::run);
  narrow({});
  if (parent != nullptr) {
    const QWidget* window = parent->window();
    move(window->mapToGlobal(QPoint((window->width() - kWidth) / 2, size::kHeader + 20)));
  }
  m_field->setFocus();
}

void ActionPalette::narrow(const QString& typed) {
  m_list->clear();
  for (QAction* action : m_actions) {
    if (!action->isEnabled() || action->text().isEmpty() || !matches(action->text(), typed)) continue;
    auto* item = new QListWidgetItem(action->icon(), {}, m_list);
    item->setSizeHint({0, 28});
    item->setData(kActionRole, QVariant::fromValue(action));
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(32, 0, 8, 0);
    row->addWidget(makeLabel(action->text(), "value"), 1);
    row->addWidget(makeLabel(action->shortcut().toString(QKeySequence::NativeText), "hint"));
    m_list->setItemWidget(item, line);
  }
  m_list->setCurrentRow(0);
}

void ActionPalette::run() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr) return;
  auto* action = item->data(kActionRole).value<QAction*>();
  close();
  // After the popup is gone, so that a dialog the action opens gets the keyboard.
  QTimer::singleShot(0, action, [action] { action->trigger(); });
}

bool ActionPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int row = m_list->currentRow();
    if (key == Qt::Key_Down) return m_list->setCurrentRow(std::min(row + 1, m_list->count() - 1)), true;
    if (key == Qt::Key_Up) return m_list->setCurrentRow(std::max(row - 1, 0)), true;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace masu::ui
