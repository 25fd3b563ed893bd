// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start/widgets.h"

#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/charts/figure/split_bar.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kZoneHeight = 212;
constexpr int kPicture = 28;
constexpr QRect kThumbnail(0, 10, 56, 40);
constexpr int kNameLeft = 72;
constexpr int kSharesWidth = 72;
constexpr int kStateWidth = 104;
constexpr int kWhenWidth = 120;

void paintBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& line, int width = 1) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(line, width));
  painter.setBrush(fill);
  const qreal half = width / 2.0;
  painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), size::kRadius, size::kRadius);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

QString elided(const QPainter& painter, const QString& text, int width) {
  return painter.fontMetrics().elidedText(text, Qt::ElideRight, width);
}

}  // namespace

DropZone::DropZone(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kZoneHeight);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(4);
  column->addStretch();
  column->addSpacing(kPicture + 14);
  auto* heading = makeLabel(tr("Drop a table, a folder of recordings, or a dataset file"), "empty");
  heading->setAlignment(Qt::AlignCenter);
  column->addWidget(heading);
  auto* sentence =
      makeLabel(tr("You will see the types, the size and the time before anything is written."), "secondary");
  sentence->setAlignment(Qt::AlignCenter);
  column->addWidget(sentence);
  column->addSpacing(12);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  auto* files = makeButton(tr("Open files"), {}, ButtonKind::primary);
  auto* folder = makeButton(tr("Open folder"));
  row->addStretch();
  row->addWidget(files);
  row->addWidget(folder);
  row->addStretch();
  column->addLayout(row);
  column->addStretch();
  connect(files, &QPushButton::clicked, this, &DropZone::filesAsked);
  connect(folder, &QPushButton::clicked, this, &DropZone::folderAsked);
}

void DropZone::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QPen dashes(tokens().edge, 1);
  dashes.setDashPattern({3, 3});
  painter.setPen(dashes);
  painter.setBrush(tokens().sunken);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), size::kRadius, size::kRadius);
  const int top = layout()->itemAt(2)->geometry().top() - 14 - 4 - kPicture;
  int left = width() / 2 - kPicture / 2 - kPicture - 16;
  for (const char* name : {"table", "wave", "box"}) {
    painter.drawPixmap(left, top, iconPixmap(name, tokens().accent, kPicture, devicePixelRatioF()));
    left += kPicture + 16;
  }
}

RecentRow::RecentRow(RecentFile file, QWidget* parent) : QAbstractButton(parent), m_file(std::move(file)) {
  setFixedHeight(60);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setText(QFileInfo(m_file.path).completeBaseName());
  setAccessibleName(text());
  // What is painted at the right is heard, too.
  QStringList heard = {summaryOf(m_file), stateOf(m_file)};
  const auto part = [this](std::size_t split) { return static_cast<std::uint64_t>(m_file.shares[split] * 1e6); };
  if (part(0) + part(1) + part(2) > 0) heard << formatShares({part(0), part(1), part(2)});
  setAccessibleDescription(heard.join(QLatin1String(", ")));
  setToolTip(m_file.path);
}

void RecentRow::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void RecentRow::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void RecentRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete) return Q_EMIT forgotten();
  if (event->key() == Qt::Key_Return) return click();
  QAbstractButton::keyPressEvent(event);
}

void RecentRow::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(themeIcon("close"), tr("Forget"), this, &RecentRow::forgotten);
  menu.exec(event->globalPos());
}

void RecentRow::paintThumbnail(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.fillRect(kThumbnail, t.sunken);
  painter.setPen(t.line);
  painter.drawRect(kThumbnail.adjusted(0, 0, -1, -1));
  const auto count = static_cast<int>(m_file.thumbnail.size());
  if (count == 0) return;
  const QColor ink = m_file.signal ? t.ledgerShared[0] : t.ledgerShared[1];
  const QRect area = m_file.signal ? kThumbnail.adjusted(4, 4, -4, -4) : kThumbnail.adjusted(6, 6, -6, -6);
  const int step = std::max(1, area.width() / count);
  for (int i = 0; i < count && i * step < area.width(); ++i) {
    const int height = std::max(1, static_cast<int>(m_file.thumbnail[static_cast<std::size_t>(i)] * area.height()));
    const int x = area.left() + i * step;
    if (m_file.signal)
      painter.fillRect(x, area.center().y() - height / 2, 1, height, ink);
    else
      painter.fillRect(x, area.bottom() + 1 - height, std::max(1, step - 1), height, ink);
  }
}

void RecentRow::paintShares(QPainter& painter, int left) const {
  SplitCounts counts = {};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::uint64_t>(m_file.shares[i] * 1e6);
  const bool split = counts[0] + counts[1] + counts[2] > 0;
  if (split) return paintSplitBar(painter, QRectF(left, height() / 2 - 3, kSharesWidth, 6), counts);
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().text2);
  painter.drawText(QRect(left, 0, kSharesWidth, height()), Qt::AlignVCenter, tr("not split"));
}

void RecentRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  if (underMouse()) painter.fillRect(rect(), t.sunken);
  painter.fillRect(0, height() - 1, width(), 1, t.lineSoft);
  paintThumbnail(painter);

  // The right columns are hidden where there is no room for them.
  const bool wide = width() > 560;
  const int whenLeft = width() - kWhenWidth;
  const int stateLeft = whenLeft - kStateWidth;
  const int sharesLeft = (wide ? stateLeft : whenLeft) - kSharesWidth - 32;
  const int nameWidth = sharesLeft - kNameLeft - 16;
  painter.setPen(t.text);
  painter.setFont(uiFont(Type::body, QFont::DemiBold));
  painter.drawText(QRect(kNameLeft, 10, nameWidth, 20), Qt::AlignVCenter, elided(painter, text(), nameWidth));
  painter.setPen(t.text2);
  painter.setFont(uiFont(Type::table));
  painter.drawText(QRect(kNameLeft, 30, nameWidth, 18), Qt::AlignVCenter,
                   elided(painter, summaryOf(m_file), nameWidth));
  paintShares(painter, sharesLeft);
  painter.setFont(uiFont(Type::table));
  if (wide) {
    painter.setPen(t.text);
    painter.drawText(QRect(stateLeft, 0, kStateWidth - 8, height()), Qt::AlignVCenter,
                     elided(painter, stateOf(m_file), kStateWidth - 8));
  }
  painter.setPen(t.text2);
  painter.drawText(QRect(whenLeft, 0, kWhenWidth, height()), Qt::AlignVCenter | Qt::AlignRight,
                   formatWhen(m_file.when, QDateTime::currentDateTime()));
  if (hasFocus()) paintBox(painter, rect(), Qt::transparent, t.accent, 2);
}

SampleCard::SampleCard(const QString& iconName, const QString& name, const QString& detail, QWidget* parent)
    : QAbstractButton(parent), m_icon(iconName), m_detail(detail) {
  setText(name);
  setAccessibleName(name);
  setAccessibleDescription(detail);
  setFixedHeight(62);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
}

void SampleCard::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void SampleCard::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void SampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  const QColor fill = isDown() ? t.tint2 : underMouse() ? t.hover : t.surface;
  paintBox(painter, rect(), fill, hasFocus() ? t.accent : t.line2, hasFocus() ? 2 : 1);
  painter.drawPixmap(14, (height() - 20) / 2, iconPixmap(m_icon, t.accent, 20, devicePixelRatioF()));
  painter.setPen(t.text);
  painter.setFont(uiFont(Type::body, QFont::DemiBold));
  painter.drawText(QRect(48, 11, width() - 62, 20), Qt::AlignVCenter, text());
  painter.setPen(t.text2);
  painter.setFont(uiFont(Type::table));
  painter.drawText(QRect(48, 31, width() - 62, 18), Qt::AlignVCenter, elided(painter, m_detail, width() - 62));
}

}  // namespace masu::ui
