// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <utility>

#include "ui/pages/common/cluster_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

Page::Page(QString help, const QString& title, const QString& purpose, Session& session, JobRunner& runner,
           QWidget* parent)
    : QWidget(parent), m_help(std::move(help)), m_session(session), m_runner(runner) {
  setProperty("pane", "surface");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(title);
  setFocusPolicy(Qt::ClickFocus);  // So that nothing on the page has a ring before a key asks for one.
  m_column = new QVBoxLayout(this);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(0);

  auto* header = new QWidget;
  header->setProperty("pane", "header");
  header->setAttribute(Qt::WA_StyledBackground);
  header->setFixedHeight(size::kHeader);
  m_header = new QHBoxLayout(header);
  m_header->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  m_header->setSpacing(12);
  auto* heading = new QLabel(title);
  heading->setProperty("role", "title");
  heading->setFont(uiFont(Type::title, QFont::DemiBold));
  m_header->addWidget(heading);
  m_purpose = new ElidedLabel(purpose, "purpose");
  m_purpose->setContentsMargins(0, 3, 0, 0);
  m_purpose->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_purpose->setMinimumWidth(0);
  m_header->addWidget(m_purpose, 1);
  m_column->addWidget(header);

  m_middle = new QHBoxLayout;
  m_middle->setContentsMargins(0, 0, 0, 0);
  m_middle->setSpacing(0);
  m_column->addLayout(m_middle, 1);
  m_busyBar = new BusyBar(this);
  m_busyBar->hide();
}

void Page::setPurpose(const QString& purpose) {
  m_purpose->setText(purpose);
}

void Page::addHeaderAction(QWidget* action) {
  m_header->addWidget(action);
}

QWidget* Page::addNextStep(const QString& name, Step next) {
  auto* button = makeButton(tr("Next: %1").arg(name), "arrow-right", ButtonKind::next);
  button->setLayoutDirection(layoutDirection() == Qt::LeftToRight ? Qt::RightToLeft : Qt::LeftToRight);
  connect(button, &QPushButton::clicked, this, [this, next] { Q_EMIT stepRequested(next); });
  addHeaderAction(button);
  return button;
}

QWidget* Page::addCopyCommand() {
  auto* button = makeIconButton("code", tr("Copy as command"));
  button->setObjectName("copyCommand");
  connect(button, &QToolButton::clicked, this, &Page::copyCommand);
  addHeaderAction(button);
  return button;
}

QWidget* Page::addCluster() {
  auto* button = makeIconButton("chip", tr("On a cluster…"));
  button->setObjectName("cluster");
  connect(button, &QToolButton::clicked, this, &Page::showCluster);
  addHeaderAction(button);
  return button;
}

void Page::showCluster() {
  if (auto request = clusterRequest()) {
    ClusterDialog(*std::move(request), this).exec();
    return;
  }
  QToolTip::showText(mapToGlobal(QPoint(width() / 2, size::kHeader)), tr("There is nothing to run yet."), this);
}

void Page::copyCommand() {
  const QString command = commandLine();
  if (!command.isEmpty()) QGuiApplication::clipboard()->setText(command);
  const QString said = command.isEmpty() ? tr("There is nothing to run yet.") : tr("Copied: %1").arg(command);
  QToolTip::showText(mapToGlobal(QPoint(width() / 2, size::kHeader)), said, this);
}

QHBoxLayout* Page::addToolBar() {
  auto* bar = new QWidget;
  bar->setProperty("pane", "toolbar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setFixedHeight(size::kToolBar);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  layout->setSpacing(8);
  m_column->insertWidget(m_afterHeader++, bar);
  return layout;
}

QHBoxLayout* Page::addActionBar() {
  auto* bar = new QWidget;
  bar->setProperty("pane", "actions");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setFixedHeight(size::kActionBar);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  layout->setSpacing(8);
  m_column->addWidget(bar);
  return layout;
}

void Page::setBody(QWidget* body) {
  m_middle->insertWidget(0, body, 1);
}

QVBoxLayout* Page::addSidePanel(int width) {
  auto* frame = new QWidget;
  frame->setProperty("pane", "side");
  frame->setAttribute(Qt::WA_StyledBackground);
  frame->setFixedWidth(width);
  auto* around = new QVBoxLayout(frame);
  around->setContentsMargins(1, 0, 0, 0);
  auto* content = new QWidget;
  content->setProperty("pane", "sunken");
  content->setAttribute(Qt::WA_StyledBackground);
  auto* sections = new QVBoxLayout(content);
  sections->setContentsMargins(0, 0, 0, 0);
  sections->setSpacing(0);
  content->setMaximumWidth(width - 1);
  around->addWidget(makeColumnScroll(content));
  m_middle->addWidget(frame);
  m_side = frame;

  auto* button = makeIconButton("panel", tr("Show the side panel"));
  button->setCheckable(true);
  connect(button, &QToolButton::toggled, this, [this](bool open) {
    m_sideOpen = open;
    foldSide();
  });
  m_sideButton = button;
  m_header->addWidget(button);
  foldSide();
  return sections;
}

void Page::openSide() {
  m_sideButton->setChecked(true);
}

void Page::setSideShown(bool shown) {
  m_sideShown = shown;
  foldSide();
}

void Page::setBusy(bool busy) {
  m_busyBar->setVisible(busy);
  m_busyBar->raise();
}

void Page::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_busyBar->setGeometry(0, size::kHeader - 1, width(), 2);
  foldSide();
}

void Page::foldSide() {
  if (m_side == nullptr) return;
  const bool narrow = window()->width() < size::kFoldWidth;
  m_sideButton->setVisible(narrow && m_sideShown);
  m_side->setVisible(m_sideShown && (!narrow || m_sideOpen));
}

}  // namespace masu::ui
