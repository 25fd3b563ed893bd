// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/dataset_page.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/text/message.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"

namespace masu::ui {

DatasetPage::DatasetPage(const QString& help, const QString& title, const QString& purpose, Session& session,
                         JobRunner& runner, QWidget* parent)
    : Page(help, title, purpose, session, runner, parent) {
  connect(&session, &Session::datasetChanged, this, [this] {
    m_datasetStale = m_manifestStale = true;
    if (isVisible()) refresh();
  });
  connect(&session, &Session::manifestChanged, this, [this] {
    m_manifestStale = true;
    if (isVisible()) refresh();
  });
}

void DatasetPage::setContent(QWidget* content, const QString& icon, const QString& sentence) {
  auto* empty = new EmptyState(icon, tr("Import a dataset first"), sentence);
  connect(empty->addAction(tr("Go to Import")), &QPushButton::clicked, this,
          [this] { Q_EMIT stepRequested(Step::import); });

  auto* framed = new QWidget;
  auto* column = new QVBoxLayout(framed);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_banner = new Banner;
  m_banner->clear();
  column->addWidget(m_banner);
  m_splitsProblem = new Banner;
  m_splitsProblem->setObjectName("splitsProblem");
  m_splitsProblem->setFlat();
  column->addWidget(m_splitsProblem);
  m_splitNotice = new Banner;
  m_splitNotice->setObjectName("splitNotice");
  m_splitNotice->setFlat();
  connect(m_splitNotice->addAction(tr("Draw and keep a split")), &QPushButton::clicked, this,
          &DatasetPage::splitRequested);
  column->addWidget(m_splitNotice);
  column->addWidget(content, 1);

  m_stack = new QStackedWidget;
  m_stack->addWidget(empty);
  m_stack->addWidget(framed);
  setBody(m_stack);
}

void DatasetPage::showSplitNotice(const QString& sentence) {
  m_splitNotice->showSentence(Banner::Kind::warn, sentence);
}

void DatasetPage::hideSplitNotice() {
  m_splitNotice->clear();
}

void DatasetPage::showWithDataset(QWidget* part) {
  m_parts.push_back(part);
  part->setVisible(false);
}

void DatasetPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  refresh();
}

void DatasetPage::refresh() {
  if (m_datasetStale) {
    m_datasetStale = false;
    const bool open = session().dataset() != nullptr;
    m_stack->setCurrentIndex(open ? 1 : 0);
    for (QWidget* part : m_parts) part->setVisible(open);
    setSideShown(open);
    m_banner->clear();
    m_splitNotice->clear();
    datasetChanged();
  }
  if (m_manifestStale) {
    m_manifestStale = false;
    m_splitsProblem->clear();
    if (const auto& info = session().info(); info && info->splitsProblem) {
      m_splitsProblem->showError(*info->splitsProblem);
    } else if (info && info->settled) {
      m_splitsProblem->showSentence(Banner::Kind::warn, translated(*info->settled).toHtmlEscaped());
    }
    manifestChanged();
  }
}

}  // namespace masu::ui
