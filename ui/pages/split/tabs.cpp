// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/tabs.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/buttons.h"

namespace masu::ui {
namespace {

constexpr int kGap = 4;
/// A longer name is elided; the tool tip shows it whole.
constexpr int kWidest = 180;

}  // namespace

SplitTabs::SplitTabs(QWidget* parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_more(new QToolButton),
      m_new(makeButton(tr("New"), QStringLiteral("plus"), ButtonKind::ghost)) {
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(kGap);
  m_more->setProperty("tab", true);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(new QMenu(m_more));
  m_row->addWidget(m_more);
  m_row->addWidget(m_new);
  m_row->addStretch();
  connect(static_cast<QPushButton*>(m_new), &QPushButton::clicked, this, &SplitTabs::newRequested);
}

void SplitTabs::addTab(const QString& name, bool frozen, bool current) {
  auto* tab = new QToolButton;
  tab->setText(tab->fontMetrics().elidedText(shownText(name), Qt::ElideMiddle, kWidest));
  tab->setCheckable(true);
  tab->setChecked(current);
  tab->setProperty("tab", true);
  tab->setObjectName(name);
  tab->setAccessibleName(name);
  tab->setToolTip(shownText(name));
  if (frozen) {
    tab->setIcon(themeIcon(QStringLiteral("lock")));
    tab->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tab->setToolTip(tr("%1. Frozen: it can be copied, but not changed.").arg(shownText(name)));
  }
  m_row->insertWidget(static_cast<int>(m_tabs.size()), tab);
  m_tabs.push_back(tab);
  connect(tab, &QToolButton::clicked, this, [this, tab, name] {
    tab->setChecked(true);  // until another is shown
    Q_EMIT chosen(name);
  });
}

void SplitTabs::setManifests(const std::vector<tasks::ManifestFacts>& manifests, const QString& current) {
  for (QToolButton* tab : m_tabs) {
    m_row->removeWidget(tab);
    tab->hide();
    tab->deleteLater();
  }
  m_tabs.clear();
  bool known = false;
  for (const tasks::ManifestFacts& manifest : manifests) {
    known = known || toQt(manifest.name) == current;
    addTab(toQt(manifest.name), manifest.frozen, toQt(manifest.name) == current);
  }
  if (!known) addTab(current, false, true);
  fit();
}

/// The chosen one always has room.
void SplitTabs::fit() {
  const auto wide = [](const QWidget* widget) { return widget->sizeHint().width() + kGap; };
  int all = wide(m_new);
  for (const QToolButton* tab : m_tabs) all += wide(tab);
  m_more->menu()->clear();
  m_more->setText(tr("%1 more").arg(m_tabs.size()));
  int room = width() - wide(m_new) - (all > width() ? wide(m_more) : 0);
  for (const QToolButton* tab : m_tabs) room -= tab->isChecked() ? wide(tab) : 0;
  int hidden = 0;
  for (QToolButton* tab : m_tabs) {
    const bool fits = tab->isChecked() || wide(tab) <= room;
    if (!tab->isChecked()) room -= wide(tab);
    tab->setVisible(fits);
    if (fits) continue;
    ++hidden;
    QAction* action = m_more->menu()->addAction(tab->icon(), shownText(tab->objectName()));
    connect(action, &QAction::triggered, this, [this, name = tab->objectName()] { Q_EMIT chosen(name); });
  }
  m_more->setText(tr("%1 more").arg(hidden));
  m_more->setVisible(hidden > 0);
}

void SplitTabs::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

QSize SplitTabs::minimumSizeHint() const {
  return {120, QWidget::minimumSizeHint().height()};
}

QStringList SplitTabs::names() const {
  QStringList found;
  for (const QToolButton* tab : m_tabs) found << tab->objectName();
  return found;
}

}  // namespace masu::ui
