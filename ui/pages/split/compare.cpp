// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/compare.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/models/roles.h"
#include "ui/pages/common/table_setup.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/split_colours.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

QString titleOf(store::Split split) {
  return splitTitle(shownSplit(static_cast<int>(split)));
}

QStandardItem* figure(std::uint64_t count, bool total) {
  auto* item = new QStandardItem(formatCount(count));
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setData(QVariant::fromValue(count), ValueRole);
  item->setData(total, TotalRole);
  return item;
}

}  // namespace

SplitCompare::SplitCompare(const std::filesystem::path& file, const QStringList& names, const QString& current,
                           JobRunner& runner, QWidget* parent)
    : QDialog(parent),
      m_file(file),
      m_job(runner),
      m_from(new QComboBox),
      m_to(new QComboBox),
      m_headline(makeLabel({}, "heading")),
      m_table(new QStandardItemModel(this)) {
  setWindowTitle(tr("Compare manifests"));
  setProperty("pane", "surface");
  resize(640, 440);
  m_from->addItems(names);
  m_to->addItems(names);
  m_to->setCurrentText(current);
  m_from->setCurrentIndex(m_to->currentIndex() == 0 && names.size() > 1 ? 1 : 0);
  m_from->setAccessibleName(tr("From"));
  m_to->setAccessibleName(tr("To"));
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(makeLabel(tr("From"), "label"));
  row->addWidget(m_from, 1);
  row->addWidget(makeLabel(tr("to"), "label"));
  row->addWidget(m_to, 1);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 16, 0, 0);
  column->setSpacing(12);
  auto* head = new QVBoxLayout;
  head->setContentsMargins(size::kLeft, 0, size::kRight, 0);
  head->setSpacing(12);
  head->addLayout(row);
  m_headline->setWordWrap(true);
  head->addWidget(m_headline);
  column->addLayout(head);
  column->addWidget(makeLine(Qt::Horizontal));
  m_table->setColumnCount(1);  // makeTable() stretches the first
  QTableView* view = makeTable(m_table);
  view->setAccessibleName(tr("Samples that moved"));
  column->addWidget(view, 1);
  for (QComboBox* box : {m_from, m_to}) connect(box, &QComboBox::currentIndexChanged, this, &SplitCompare::compare);
  connect(m_table, &QStandardItemModel::modelReset, view,
          [view] { view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents); });
  compare();
}

void SplitCompare::compare() {
  m_job.run<tasks::ManifestDiff>(
      {.title = tr("Compare manifests"), .icon = QStringLiteral("compare"), .kind = Job::Kind::quiet},
      [file = m_file, from = fromQt(m_from->currentText()), to = fromQt(m_to->currentText()),
       resources = chosenResources()](const JobContext&) { return tasks::diffManifests(file, from, to, resources); },
      [this](Result<tasks::ManifestDiff> diff) {
        if (diff) return show(*diff);
        m_table->clear();
        m_headline->setText(translated(diff.error()));
      });
}

void SplitCompare::show(const tasks::ManifestDiff& diff) {
  m_table->clear();
  m_headline->setText(diff.moved == 0   ? tr("Both splits are identical.")
                      : diff.moved == 1 ? tr("1 sample is in another split.")
                                        : tr("%1 samples are in another split.").arg(formatCount(diff.moved)));
  if (diff.moved == 0) return;
  QStringList titles = {tr("Class")};
  QList<QStandardItem*> all = {new QStandardItem(tr("All"))};
  all.front()->setData(true, TotalRole);
  for (const tasks::ManifestMove& move : diff.moves) {
    titles << tr("%1 → %2").arg(titleOf(move.from), titleOf(move.to));
    all << figure(move.samples, true);
  }
  m_table->setHorizontalHeaderLabels(titles);
  m_table->appendRow(all);
  for (std::size_t i = 0; i < diff.classes.size(); ++i) {
    QList<QStandardItem*> row = {new QStandardItem(shownText(diff.classes[i]))};
    std::uint64_t moved = 0;
    for (const tasks::ManifestMove& move : diff.moves) {
      const std::uint64_t count = i < move.perClass.size() ? move.perClass[i] : 0;
      moved += count;
      row << figure(count, false);
    }
    if (moved > 0) {
      m_table->appendRow(row);
    } else {
      qDeleteAll(row);
    }
  }
  for (int section = 1; section < m_table->columnCount(); ++section) {
    m_table->setHeaderData(section, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
  }
}

}  // namespace masu::ui
