// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/predict/sources.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/text/message.h"
#include "ui/widgets/buttons.h"

namespace masu::ui {
namespace {

constexpr int kListHeight = 84;

}  // namespace

PredictSources::PredictSources(QWidget* parent) : QWidget(parent), m_list(new QListWidget) {
  setAcceptDrops(true);
  m_list->setAccessibleName(tr("Files to predict"));
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setProperty("framed", true);
  m_list->setFixedHeight(kListHeight);
  auto* files = makeButton(tr("Add files…"), QStringLiteral("file"), ButtonKind::normal, ButtonSize::small);
  auto* folder = makeButton(tr("Add a folder…"), QStringLiteral("folder-add"), ButtonKind::normal, ButtonSize::small);
  m_remove = makeIconButton(QStringLiteral("trash"), tr("Remove from the list"), ButtonSize::small, ButtonKind::ghost);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(m_list);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(files);
  row->addWidget(folder);
  row->addStretch();
  row->addWidget(m_remove);
  column->addLayout(row);
  m_remove->setEnabled(false);
  connect(files, &QPushButton::clicked, this, &PredictSources::askForFiles);
  connect(folder, &QPushButton::clicked, this, &PredictSources::askForFolder);
  connect(m_remove, &QAbstractButton::clicked, this, &PredictSources::removeChosen);
  connect(m_list, &QListWidget::itemSelectionChanged, this,
          [this] { m_remove->setEnabled(!m_list->selectedItems().isEmpty()); });
  auto* key = new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
  connect(key, &QShortcut::activated, this, &PredictSources::removeChosen);
}

QStringList PredictSources::paths() const {
  QStringList paths;
  for (int row = 0; row < m_list->count(); ++row) paths << m_list->item(row)->data(Qt::UserRole).toString();
  return paths;
}

void PredictSources::add(const QStringList& added) {
  QStringList known = paths();
  for (const QString& path : added) {
    if (path.isEmpty() || known.contains(path)) continue;
    known << path;
    auto* item = new QListWidgetItem(shownText(QFileInfo(path).fileName()), m_list);
    item->setData(Qt::UserRole, path);
    item->setToolTip(shownText(path));
  }
  Q_EMIT edited();
}

void PredictSources::clear() {
  m_list->clear();
  Q_EMIT edited();
}

void PredictSources::removeChosen() {
  qDeleteAll(m_list->selectedItems());
  Q_EMIT edited();
}

void PredictSources::askForFiles() {
  add(QFileDialog::getOpenFileNames(this, tr("Add files to predict")));
}

void PredictSources::askForFolder() {
  add({QFileDialog::getExistingDirectory(this, tr("Add a folder to predict"))});
}

void PredictSources::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void PredictSources::dropEvent(QDropEvent* event) {
  QStringList dropped;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) dropped << url.toLocalFile();
  if (dropped.isEmpty()) return;
  event->acceptProposedAction();
  add(dropped);
}

}  // namespace masu::ui
