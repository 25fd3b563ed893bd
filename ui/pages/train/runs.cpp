// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/runs.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/figure/confusion_matrix.h"
#include "ui/charts/figure/residual_plot.h"
#include "ui/models/run_filter.h"
#include "ui/models/worst_predictions_model.h"
#include "ui/pages/common/separator.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/train/baselines.h"
#include "ui/pages/train/class_view.h"
#include "ui/pages/train/repeats.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segments.h"

namespace masu::ui {
namespace {

/// Of the pane beside the table: a third, so that names of classes have room where there is some.
constexpr int kLeastPane = 264;
constexpr int kMostPane = 420;
constexpr int kLeastFilter = 96;
constexpr int kMostFilter = 220;
/// Of all columns but that of the runs' names, which gets what is left.
constexpr std::pair<RunTableModel::Column, int> kWidths[] = {
    {RunTableModel::kEpoch, 68},          {RunTableModel::kTrainLoss, 70},
    {RunTableModel::kValidationLoss, 70}, {RunTableModel::kValidationAccuracy, 70},
    {RunTableModel::kTestAccuracy, 82},   {RunTableModel::kTime, 104}};
/// Which of them go first where room is short: the chart and the pane show these figures, too.
constexpr RunTableModel::Column kDispensable[] = {RunTableModel::kTrainLoss, RunTableModel::kTestAccuracy,
                                                  RunTableModel::kValidationLoss};
constexpr int kMostRun = 240;    ///< a name of a run that is longer is cut
constexpr int kRunMargins = 12;  ///< of the page, beside what a cell has, and for names that are drawn strong

/// The views of the pane, as its segments name them.
enum View { kConfusion, kWorst, kClassFigures };

/// The button does what the action does, and can be pressed while that can be chosen.
void follow(QAbstractButton* button, QAction* action) {
  QObject::connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
  const auto update = [button, action] { button->setEnabled(action->isEnabled()); };
  QObject::connect(action, &QAction::changed, button, update);
  update();
}

}  // namespace

TrainRuns::TrainRuns(RunTableModel& runs, QWidget* parent)
    : QWidget(parent),
      m_runs(runs),
      m_filter(new RunFilter(runs, this)),
      m_table(makeTable(m_filter)),
      m_text(new QLineEdit),
      m_confusion(new ConfusionMatrix),
      m_residuals(new ResidualPlot),
      m_worst(new WorstPredictionsModel(this)),
      m_worstTable(makeTable(m_worst)),
      m_classView(new ClassView),
      m_views(new QStackedWidget),
      m_view(new Segments({tr("Confusion"), tr("Worst"), tr("Classes")}, ButtonSize::small)),
      m_repeats(new ElidedLabel({}, "caption")),
      m_receipt(makeButton(tr("Receipt…"), {}, ButtonKind::ghost, ButtonSize::small)),
      m_report(makeIconButton(QStringLiteral("file"), {}, ButtonSize::small, ButtonKind::ghost)),
      m_predict(makeButton({}, QStringLiteral("play"), ButtonKind::normal, ButtonSize::small)),
      m_wrongLabels(makeButton({}, QStringLiteral("search"), ButtonKind::ghost, ButtonSize::small)),
      m_name(makeButton(tr("Name…"), {}, ButtonKind::ghost, ButtonSize::small)),
      m_delete(makeButton(tr("Delete"), QStringLiteral("trash"), ButtonKind::ghost, ButtonSize::small)),
      m_caption(makeLabel({}, "caption")),
      m_foot(makeLabel({}, "caption")) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(buildTable(), 1);
  row->addWidget(new Separator(Qt::Vertical));
  row->addWidget(buildPane());
  const auto* selection = m_table->selectionModel();
  // Which row is current is known only after what is selected.
  connect(selection, &QItemSelectionModel::currentRowChanged, this, [this] {
    if (m_filter->isRemoving()) return;
    refresh();
    Q_EMIT chosenChanged();
  });
  connect(selection, &QItemSelectionModel::selectionChanged, this, [this] {
    if (!m_filter->isRemoving()) Q_EMIT chosenChanged();
  });
  // A row goes, too, when what it shows has changed and is no longer what the text names.
  connect(m_filter, &QAbstractItemModel::rowsRemoved, this,
          [this] { QTimer::singleShot(0, this, &TrainRuns::settle); });
  connect(m_receipt, &QPushButton::clicked, this, &TrainRuns::receiptWanted);
  connect(m_name, &QPushButton::clicked, this, &TrainRuns::nameWanted);
  connect(m_delete, &QPushButton::clicked, this, &TrainRuns::deleteWanted);
  auto* key = new QShortcut(QKeySequence::Delete, m_table, nullptr, nullptr, Qt::WidgetShortcut);
  connect(key, &QShortcut::activated, m_delete, &QPushButton::click);
  auto* naming = new QShortcut(QKeySequence(Qt::Key_F2), m_table, nullptr, nullptr, Qt::WidgetShortcut);
  connect(naming, &QShortcut::activated, m_name, &QPushButton::click);
  connect(m_worstTable, &QTableView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT sampleOpened(m_worst->sampleAt(index.row())); });
  connect(m_view, &Segments::currentChanged, this, [this](int view) {
    m_cell.reset();
    m_views->setCurrentIndex(view);
    refresh();
  });
  connect(m_confusion, &ConfusionMatrix::cellActivated, this, &TrainRuns::showCell);
}

QWidget* TrainRuns::buildTable() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_table->setAccessibleName(tr("Runs"));
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  for (const auto& [figure, pixels] : kWidths) m_table->setColumnWidth(figure, pixels);
  QHeaderView* header = m_table->horizontalHeader();
  header->setSectionsClickable(true);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);  // as they are: live ones first, then the latest
  m_table->setSortingEnabled(true);
  m_table->setToolTip(tr("Choose several to compare them."));
  column->addWidget(m_table, 1);
  m_repeats->setContentsMargins(size::kLeft, 4, size::kRight, 0);
  column->addWidget(m_repeats);
  column->addWidget(buildFoot());
  return side;
}

QWidget* TrainRuns::buildFoot() {
  auto* foot = new QWidget;
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(size::kLeft, 4, size::kRight, 6);
  m_text->setClearButtonEnabled(true);
  m_text->addAction(themeIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  m_text->setPlaceholderText(tr("Filter runs"));
  m_text->setAccessibleName(tr("Filter runs"));
  m_text->setToolTip(tr("Words that the line of a run shows, such as a model, a folder or “stopped” (Ctrl+F)"));
  m_text->setMinimumWidth(kLeastFilter);
  m_text->setMaximumWidth(kMostFilter);
  row->addWidget(m_text, 1);
  row->addWidget(buildSorts());
  row->addWidget(m_name);
  row->addWidget(m_receipt);
  row->addWidget(m_report);
  row->addWidget(m_predict);
  row->addWidget(m_delete);
  m_name->setToolTip(tr("Name the run and note something of it (F2)"));
  connect(m_text, &QLineEdit::textChanged, this, &TrainRuns::narrow);
  return foot;
}

void TrainRuns::narrow(const QString& text) {
  m_filter->setText(text);
  settle();
}

/// A row that goes is still there when another one becomes current in its place: which is chosen is settled afterwards.
void TrainRuns::settle() {
  refresh();
  const QModelIndex current = m_table->currentIndex();
  if (current.isValid() && chosen().empty()) m_table->selectRow(current.row());
  Q_EMIT chosenChanged();
}

/// What a click on a column's name does, for who has no mouse.
QToolButton* TrainRuns::buildSorts() {
  auto* button = makeIconButton(QStringLiteral("updown"), tr("Sort"), ButtonSize::small, ButtonKind::ghost);
  auto* menu = new QMenu(button);
  const QIcon icon = themeIcon(QStringLiteral("updown"));
  for (int column = 0; column < RunTableModel::kColumns; ++column)
    m_sorts << menu->addAction(icon, QString(), this, [this, column] { sortBy(column); });
  m_sorts << menu->addAction(icon, tr("Sort runs by: date"), this, [this] { sortBy(-1); });
  nameColumns();
  connect(&m_runs, &QAbstractItemModel::headerDataChanged, this, &TrainRuns::nameColumns);
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  return button;
}

void TrainRuns::nameColumns() {
  m_view->button(kConfusion)->setText(m_runs.predictsValues() ? tr("Errors") : tr("Confusion"));
  for (int column = 0; column < RunTableModel::kColumns; ++column) {
    const QString name = m_runs.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    m_sorts[column]->setText(tr("Sort runs by: %1").arg(name));
  }
}

/// Or the other way round, where the order is by it already.
void TrainRuns::sortBy(int column) {
  const QHeaderView* header = m_table->horizontalHeader();
  const auto first = static_cast<Qt::SortOrder>(
      m_runs.headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt());
  const auto other = first == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
  const bool turns = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == first;
  m_table->sortByColumn(column, turns && column >= 0 ? other : first);
}

QWidget* TrainRuns::buildPane() {
  m_pane = new QWidget;
  m_pane->setFixedWidth(kLeastPane);
  auto* column = new QVBoxLayout(m_pane);
  column->setContentsMargins(0, 6, 0, 8);
  column->setSpacing(4);
  const auto indent = [](QLayout* part) { part->setContentsMargins(size::kLeft, 0, size::kRight, 0); };
  auto* head = new QHBoxLayout;
  head->addWidget(m_view);
  head->addStretch();
  indent(head);
  column->addLayout(head);
  auto* captionRow = new QHBoxLayout;
  captionRow->addWidget(m_caption);
  indent(captionRow);
  column->addLayout(captionRow);
  auto* matrix = new QWidget;
  auto* inner = new QVBoxLayout(matrix);
  indent(inner);
  inner->addWidget(m_confusion, 1);
  inner->addWidget(m_residuals, 1);
  inner->addStretch();
  m_views->addWidget(matrix);
  m_worstTable->setAccessibleName(tr("Worst predictions"));
  m_worstTable->horizontalHeader()->setSectionResizeMode(WorstPredictionsModel::kSample, QHeaderView::Interactive);
  m_worstTable->horizontalHeader()->setSectionResizeMode(WorstPredictionsModel::kTruth, QHeaderView::Stretch);
  m_worstTable->horizontalHeader()->setSectionResizeMode(WorstPredictionsModel::kPrediction, QHeaderView::Stretch);
  m_worstTable->setColumnWidth(WorstPredictionsModel::kSample, 76);
  m_worstTable->setColumnWidth(WorstPredictionsModel::kLoss, 58);
  auto* worst = new QWidget;
  auto* below = new QVBoxLayout(worst);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(4);
  below->addWidget(m_worstTable, 1);
  auto* wayOn = new QHBoxLayout;
  wayOn->addWidget(m_wrongLabels, 0, Qt::AlignLeft);
  indent(wayOn);
  below->addLayout(wayOn);
  m_views->addWidget(worst);
  m_views->addWidget(m_classView);
  // What they would like to have is not taken from the charts above.
  constexpr int kLeastView = 150;
  m_views->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  m_views->setMinimumHeight(kLeastView);
  column->addWidget(m_views, 1);
  auto* foot = new QHBoxLayout;
  m_foot->setWordWrap(true);
  foot->addWidget(m_foot);
  indent(foot);
  column->addLayout(foot);
  return m_pane;
}

void TrainRuns::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_pane->setFixedWidth(std::clamp(width() / 3, kLeastPane, kMostPane));
  fitColumns();
}

/// Of the rows on screen.
int TrainRuns::widestRun() const {
  const int below = m_table->rowAt(m_table->viewport()->height() - 1);
  const int last = below < 0 ? m_filter->rowCount() - 1 : below;
  int widest = 0;
  for (int row = std::max(0, m_table->rowAt(0)); row <= last; ++row)
    widest = std::max(widest, m_table->sizeHintForIndex(m_filter->index(row, RunTableModel::kRun)).width());
  return widest;
}

/// The name of a run comes before figures that are shown elsewhere, too: these go, one by one, where it would be cut.
void TrainRuns::fitColumns() {
  const int wanted = std::min(widestRun() + kRunMargins, kMostRun);
  int room = width() - m_pane->width();
  for (const auto& [figure, pixels] : kWidths) room -= pixels;
  for (const RunTableModel::Column column : kDispensable) {
    const bool goes = room < wanted;
    if (goes) room += std::ranges::find(kWidths, column, [](const auto& one) { return one.first; })->second;
    if (m_table->isColumnHidden(column) != goes) m_table->setColumnHidden(column, goes);
  }
}

void TrainRuns::setClasses(const QStringList& classes) {
  m_classes = classes;
  m_cell.reset();
  m_confusion->clear();
  refresh();
}

std::vector<int> TrainRuns::chosen() const {
  std::vector<int> rows;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) rows.push_back(rowOf(index));
  std::sort(rows.begin(), rows.end());
  return rows;
}

int TrainRuns::rowOf(const QModelIndex& shown) const {
  return m_filter->mapToSource(shown).row();
}

int TrainRuns::current() const {
  return m_table->currentIndex().isValid() ? rowOf(m_table->currentIndex()) : -1;
}

void TrainRuns::choose(const std::vector<int>& rows) {
  QItemSelection selection;
  for (const int row : rows) selection.select(m_runs.index(row, 0), m_runs.index(row, RunTableModel::kColumns - 1));
  m_table->selectionModel()->select(m_filter->mapSelectionFromSource(selection), QItemSelectionModel::ClearAndSelect);
}

bool TrainRuns::shows(int row) const {
  return m_filter->mapFromSource(m_runs.index(row, 0)).isValid();
}

void TrainRuns::makeCurrent(int row) {
  if (!shows(row)) m_text->clear();
  const QModelIndex shown = m_filter->mapFromSource(m_runs.index(row, 0));
  if (shown.isValid()) m_table->selectRow(shown.row());
}

void TrainRuns::focusFilter() {
  m_text->setFocus(Qt::ShortcutFocusReason);
  m_text->selectAll();
}

void TrainRuns::focusTable() {
  m_table->setFocus(Qt::OtherFocusReason);
}

void TrainRuns::setRunActions(QAction* receipt, QAction* report, QAction* predict) {
  m_table->addActions({receipt, report, predict});
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_report->setToolTip(report->text());
  m_report->setAccessibleName(report->text());
  follow(m_report, report);
  m_predict->setText(predict->text());
  follow(m_predict, predict);
}

void TrainRuns::setSuspectsAction(QAction* action) {
  m_wrongLabels->setText(action->text());
  follow(m_wrongLabels, action);
}

void TrainRuns::setDeletable(bool deletable) {
  m_delete->setEnabled(deletable);
}

void TrainRuns::setStored(bool stored) {
  m_receipt->setEnabled(stored);
  m_name->setEnabled(stored);
}

void TrainRuns::refresh() {
  if (current() < 0 && m_filter->rowCount() > 0) {
    m_table->selectRow(0);
    return;
  }
  const int at = current();
  const bool isThere = at >= 0 && at < m_runs.rowCount();
  const metrics::RunSummary* run = isThere ? &m_runs.runs()[static_cast<std::size_t>(at)].summary : nullptr;
  m_foot->clear();
  m_caption->clear();
  fitColumns();
  m_repeats->setText(repeatsText(m_runs.runs(), at));
  m_repeats->setHidden(m_repeats->fullText().isEmpty());
  if (run == nullptr && m_runs.rowCount() > 0) m_foot->setText(tr("No run shows these words."));
  updateConfusion(run);
  updateWorst(run);
  updateClasses(run);
}

/// Replaces the confusion matrix where values are predicted.
void TrainRuns::updateErrors(const metrics::RunSummary* run) {
  m_confusion->clear();
  m_residuals->setPoints(run == nullptr ? std::vector<metrics::ValuePoint>() : run->points);
  if (m_view->current() != kConfusion || run == nullptr) return;
  if (!run->tested) return m_foot->setText(tr("It is shown when the run has been tested."));
  const metrics::Figures& test = run->test;
  m_caption->setText(
      tr("%1: R² %2, RMSE %3, MAE %4")
          .arg(shownText(run->model), formatNumber(test.r2, 3), formatNumber(test.rmse, 3), formatNumber(test.mae, 3)));
  const QString baselines = baselinesText(*run);
  m_foot->setText(baselines.isEmpty() ? tr("Values have no confusion matrix.") : baselines);
}

void TrainRuns::updateConfusion(const metrics::RunSummary* run) {
  m_confusion->setHidden(m_runs.predictsValues());
  m_residuals->setVisible(m_runs.predictsValues());
  if (m_runs.predictsValues()) return updateErrors(run);
  const bool shown = m_view->current() == kConfusion;
  if (run == nullptr || run->confusion.empty()) {
    m_confusion->clear();
    if (shown && run != nullptr) m_foot->setText(tr("It is shown when the run has been tested."));
    return;
  }
  m_confusion->setMatrix(run->confusion, m_classes);
  if (!shown) return;
  m_caption->setText(
      tr("%1, %2 of %3 right")
          .arg(shownText(run->model), formatCount(m_confusion->right()), formatCount(m_confusion->total())));
  const QString baselines = baselinesText(*run);
  m_foot->setText(baselines.isEmpty() ? tr("rows true, columns predicted")
                                      : tr("rows true, columns predicted; %1").arg(baselines));
}

/// From how many there are of a mistake to the samples, of which a run keeps those that it was furthest off at.
void TrainRuns::showCell(int truth, int predicted) {
  m_cell = {truth, predicted};
  m_view->setCurrent(kWorst);
  m_views->setCurrentIndex(kWorst);
  refresh();
}

void TrainRuns::updateWorst(const metrics::RunSummary* run) {
  std::vector<metrics::WorstPrediction> worst = run == nullptr ? std::vector<metrics::WorstPrediction>() : run->worst;
  if (m_cell) {
    std::erase_if(worst, [cell = *m_cell](const metrics::WorstPrediction& one) {
      return one.truth != cell.first || one.prediction != cell.second;
    });
  }
  m_worst->setPredictions(std::move(worst), m_classes);
  if (m_view->current() != kWorst || run == nullptr) return;
  if (m_cell && m_cell->first < m_classes.size() && m_cell->second < m_classes.size()) {
    m_caption->setText(tr("%1 predicted as %2").arg(m_classes[m_cell->first], m_classes[m_cell->second]));
    if (m_worst->rowCount() == 0) return m_foot->setText(tr("None of the worst predictions is among them."));
  } else {
    m_caption->setText(shownText(run->model));
  }
  m_foot->setText(run->worst.empty() ? tr("They are shown when the run has been tested.")
                                     : tr("A double click opens a sample in Browse."));
}

void TrainRuns::updateClasses(const metrics::RunSummary* run) {
  const bool hasClasses = run != nullptr && !m_runs.predictsValues();
  m_classView->showRun(hasClasses ? run : nullptr, m_classes);
  if (m_view->current() != kClassFigures || run == nullptr) return;
  if (!hasClasses) return m_foot->setText(tr("Values have no classes."));
  if (run->confusion.empty()) return m_foot->setText(tr("They are shown when the run has been tested."));
  m_caption->setText(ClassView::caption(*run));
  m_foot->setText(ClassView::foot(*run));
}

}  // namespace masu::ui
