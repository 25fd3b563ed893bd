#include "ui/pages/train_page_runs.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/charts/confusion_matrix.h"
#include "ui/pages/pane_line.h"
#include "ui/pages/table_setup.h"
#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace masu::ui {
namespace {

constexpr int kConfusionWidth = 264;
constexpr int kWithTestScore = 570;
constexpr int kWithTrainLoss = 500;

}  // namespace

TrainRuns::TrainRuns(RunTableModel& runs, QWidget* parent)
    : QWidget(parent),
      m_runs(runs),
      m_table(makeTable(&runs)),
      m_confusion(new ConfusionMatrix),
      m_caption(makeLabel({}, "caption")),
      m_foot(makeLabel({}, "caption")) {
  m_table->setAccessibleName(tr("Runs"));
  m_table->setColumnWidth(RunTableModel::kEpoch, 68);
  for (const int column : {RunTableModel::kTrainLoss, RunTableModel::kValidationLoss,
                           RunTableModel::kValidationAccuracy, RunTableModel::kTestAccuracy}) {
    m_table->setColumnWidth(column, 74);
  }
  m_table->setColumnWidth(RunTableModel::kTime, 104);

  auto* pane = new QWidget;
  pane->setFixedWidth(kConfusionWidth);
  auto* column = new QVBoxLayout(pane);
  column->setContentsMargins(size::kLeft, 6, size::kRight, 8);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->addWidget(makeLabel(tr("Confusion"), "heading"));
  head->addStretch();
  head->addWidget(m_caption);
  column->addLayout(head);
  column->addWidget(m_confusion, 1);
  column->addWidget(m_foot);
  column->addStretch();

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_table, 1);
  row->addWidget(new PaneLine(Qt::Vertical));
  row->addWidget(pane);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
    refresh();
    Q_EMIT runChosen(current.row());
  });
}

void TrainRuns::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // What a run is called comes before figures that stand elsewhere too.
  const int room = width() - kConfusionWidth;
  m_table->setColumnHidden(RunTableModel::kTestAccuracy, room < kWithTestScore);
  m_table->setColumnHidden(RunTableModel::kTrainLoss, room < kWithTrainLoss);
}

void TrainRuns::setClasses(const QStringList& classes) {
  m_classes = classes;
  m_confusion->clear();
  refresh();
}

void TrainRuns::refresh() {
  const QModelIndex current = m_table->currentIndex();
  if (!current.isValid() && m_runs.rowCount() > 0) {
    m_table->selectRow(0);
    return;
  }
  const auto at = static_cast<std::size_t>(std::max(0, current.row()));
  const bool told = at < m_runs.runs().size() && !m_runs.runs()[at].summary.confusion.empty();
  if (!told) {
    m_confusion->clear();
    m_caption->clear();
    m_foot->setText(m_runs.rowCount() == 0 ? QString() : tr("It is told when the run has been tested."));
    return;
  }
  const metrics::RunSummary& run = m_runs.runs()[at].summary;
  m_confusion->setMatrix(run.confusion, m_classes);
  m_caption->setText(tr("%1, %2 of %3 right")
                         .arg(toQt(run.model), formatCount(m_confusion->right()), formatCount(m_confusion->total())));
  m_foot->setText(tr("rows true, columns predicted"));
}

}  // namespace masu::ui
