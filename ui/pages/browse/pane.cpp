// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/pane.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/pages/browse/scroll.h"
#include "ui/theme/tokens.h"

namespace masu::ui {
namespace {

constexpr int kFootHeight = 32;

}  // namespace

BrowsePane::BrowsePane(QWidget* view, QWidget* parent) : QWidget(parent), m_bar(new PositionBar) {
  auto* foot = new QWidget;
  foot->setFixedHeight(kFootHeight);
  foot->setProperty("pane", "actions");
  foot->setAttribute(Qt::WA_StyledBackground);
  m_foot = new QHBoxLayout(foot);
  m_foot->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  m_foot->setSpacing(16);

  auto* middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(view, 1);
  middle->addWidget(m_bar);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(middle, 1);
  column->addWidget(foot);
}

}  // namespace masu::ui
