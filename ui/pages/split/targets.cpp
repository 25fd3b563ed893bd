// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/targets.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPainter>
#include <QStyleOptionButton>
#include <array>

#include "ui/models/split_tree_model.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kSwatch = 8;
constexpr int kKeyGap = 8;
constexpr int kHeight = 48;

}  // namespace

std::vector<SplitKey> splitKeys() {
  return {{store::Split::train, QKeySequence(Qt::Key_T), SplitTargets::tr("Move to Train")},
          {store::Split::validation, QKeySequence(Qt::Key_V), SplitTargets::tr("Move to Validation")},
          {store::Split::test, QKeySequence(Qt::Key_E), SplitTargets::tr("Move to Test")},
          {store::Split::unused, QKeySequence(Qt::Key_U), SplitTargets::tr("Move to Unused")}};
}

QIcon splitSwatch(store::Split split) {
  QPixmap pixmap(2 * size::kIcon, 2 * size::kIcon);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(splitColour(shownSplit(static_cast<int>(split))));
  constexpr int kInset = (size::kIcon - kSwatch) / 2;
  painter.drawRoundedRect(QRectF(kInset, kInset, kSwatch, kSwatch), 2, 2);
  return pixmap;
}

SplitTarget::SplitTarget(const SplitKey& key, QWidget* parent)
    : QPushButton(splitSwatch(key.split), splitTitle(shownSplit(static_cast<int>(key.split))), parent),
      m_key(key.key.toString(QKeySequence::NativeText)) {
  setProperty("scale", "small");
  setToolTip(tr("%1 (%2)").arg(key.action, m_key));
  setAccessibleName(key.action);
  setAcceptDrops(true);
  setFocusPolicy(Qt::TabFocus);
}

QSize SplitTarget::sizeHint() const {
  return QPushButton::sizeHint() + QSize(fontMetrics().horizontalAdvance(m_key) + kKeyGap, 0);
}

/// The style centres icon and text; the key then is in the room that sizeHint() added at the right.
void SplitTarget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  style()->drawControl(QStyle::CE_PushButtonBevel, &option, &painter, this);
  const int keyWidth = fontMetrics().horizontalAdvance(m_key);
  option.rect.adjust(0, 0, -keyWidth - kKeyGap, 0);
  style()->drawControl(QStyle::CE_PushButtonLabel, &option, &painter, this);
  painter.setPen(isEnabled() ? tokens().text3 : tokens().textOff);
  painter.drawText(rect().adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, m_key);
}

void SplitTarget::dragEnterEvent(QDragEnterEvent* event) {
  if (!isEnabled() || !event->mimeData()->hasFormat(QLatin1String(kSamplesMime))) return;
  setDown(true);
  event->acceptProposedAction();
}

void SplitTarget::dragLeaveEvent(QDragLeaveEvent*) {
  setDown(false);
}

void SplitTarget::dropEvent(QDropEvent* event) {
  setDown(false);
  event->acceptProposedAction();
  Q_EMIT clicked();
}

SplitDrops::SplitDrops(QWidget* on, std::function<int(QPoint)> splitAt) : QObject(on), m_splitAt(std::move(splitAt)) {
  on->setAcceptDrops(true);
  on->installEventFilter(this);
}

bool SplitDrops::eventFilter(QObject* watched, QEvent* event) {
  const bool moves = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
  if (!moves && event->type() != QEvent::Drop) return QObject::eventFilter(watched, event);
  auto* drop = static_cast<QDropEvent*>(event);
  const int split = m_splitAt(drop->position().toPoint());
  const bool samples = drop->mimeData()->hasFormat(QLatin1String(kSamplesMime));
  if (event->type() == QEvent::DragEnter) {
    drop->setAccepted(samples);
  } else {
    drop->setAccepted(samples && split >= 0);
  }
  if (event->type() == QEvent::Drop && drop->isAccepted())
    Q_EMIT dropped(static_cast<store::Split>(storedSplit(split)));
  return true;
}

SplitTargets::SplitTargets(QWidget* parent) : QWidget(parent), m_selected(new ElidedLabel({}, "label")) {
  setFixedHeight(kHeight);
  setProperty("pane", "actions");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  row->setSpacing(4);
  row->addWidget(m_selected, 1);
  for (const SplitKey& key : splitKeys()) {
    auto* button = new SplitTarget(key);
    m_buttons.push_back(button);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, to = key.split] { Q_EMIT moveRequested(to); });
  }
  setState({}, false);
}

void SplitTargets::setState(const QString& selected, bool ready) {
  m_selected->setText(selected);
  setStyleProperty(m_selected, "role", ready ? "accent" : "label");
  for (SplitTarget* button : m_buttons) button->setEnabled(ready);
}

QPushButton* SplitTargets::button(store::Split split) const {
  return m_buttons[static_cast<std::size_t>(shownSplit(static_cast<int>(split)))];
}

QString SplitTargets::sentence() const {
  return m_selected->fullText();
}

}  // namespace masu::ui
