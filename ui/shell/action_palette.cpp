// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/action_palette.h"

#include <QAbstractButton>
#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kWidth = 480;
constexpr int kRows = 9;
constexpr int kEntryRole = Qt::UserRole;

/// Every word typed occurs in the name, in any order.
bool matches(const QString& name, const QString& typed) {
  const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

ActionPalette::ActionPalette(const QList<QAction*>& actions, const QWidget& page, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
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
  collect(actions, page);
  narrow({});
  if (parent != nullptr) {
    const QWidget* window = parent->window();
    move(window->mapToGlobal(QPoint((window->width() - kWidth) / 2, size::kHeader + 20)));
  }
  m_field->setFocus();
}

/// Those of the page come first, as they are what people are at.
void ActionPalette::collect(const QList<QAction*>& actions, const QWidget& page) {
  for (auto* button : page.findChildren<QAbstractButton*>()) {
    if (!button->isVisible() || !button->isEnabled() || button->isCheckable()) continue;
    const QString name = button->text().isEmpty() ? button->accessibleName() : button->text();
    // A button that clears or steps a field does nothing that people look for by its name.
    const bool ofField = qobject_cast<const QLineEdit*>(button->parentWidget()) != nullptr;
    if (!name.isEmpty() && !ofField) m_entries.push_back({name, button->icon(), {}, button});
  }
  for (QAction* action : actions) {
    if (!action->isEnabled() || action->text().isEmpty()) continue;
    m_entries.push_back(
        {action->text(), action->icon(), action->shortcut().toString(QKeySequence::NativeText), action});
  }
}

void ActionPalette::narrow(const QString& typed) {
  m_list->clear();
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const Entry& entry = m_entries[i];
    if (!matches(entry.name, typed)) continue;
    auto* item = new QListWidgetItem(entry.icon, {}, m_list);
    item->setSizeHint({0, 28});
    item->setData(kEntryRole, QVariant::fromValue(i));
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(32, 0, 8, 0);
    row->addWidget(makeLabel(entry.name, "value"), 1);
    row->addWidget(makeLabel(entry.keys, "hint"));
    m_list->setItemWidget(item, line);
  }
  if (m_list->count() == 0) {
    auto* none = new QListWidgetItem(tr("There is no such action"), m_list);
    none->setFlags(Qt::NoItemFlags);
  }
  m_list->setCurrentRow(0);
}

void ActionPalette::run() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr) return;
  const QVariant at = item->data(kEntryRole);
  QObject* run = at.isValid() ? m_entries[at.value<std::size_t>()].run.data() : nullptr;
  if (run == nullptr) return;
  close();
  // After the popup is gone, so that a dialog the action opens gets the keyboard.
  QTimer::singleShot(0, run, [run] {
    if (auto* action = qobject_cast<QAction*>(run)) return action->trigger();
    static_cast<QAbstractButton*>(run)->click();
  });
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
