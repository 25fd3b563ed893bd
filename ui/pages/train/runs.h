// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QModelIndex>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "ui/models/run_table_model.h"

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace masu::ui {

class ClassView;
class ConfusionMatrix;
class ElidedLabel;
class ResidualPlot;
class RunFilter;
class Segments;
class WorstPredictionsModel;

/// The table of runs, and of the current one its confusion matrix or its errors of values, its worst predictions, and
/// the figures of each class with how far the probabilities can be trusted. Several rows are chosen to be compared. A
/// click on a column's name sorts by it, a second one the other way round, a third one not at all; a text narrows the
/// rows down. Rows are counted as the model of runs has them.
class TrainRuns : public QWidget {
  Q_OBJECT

 public:
  explicit TrainRuns(RunTableModel& runs, QWidget* parent = nullptr);

  void setClasses(const QStringList& classes);
  /// After the model's rows changed.
  void refresh();
  /// In their order; none where nothing is chosen.
  std::vector<int> chosen() const;
  /// The row in question where one is asked for; -1 without one.
  int current() const;
  void choose(const std::vector<int>& rows);
  /// False where the text hides the row.
  bool shows(int row) const;
  /// Also where the text hides the row: the text goes then.
  void makeCurrent(int row);
  /// To type a text that narrows the rows down.
  void focusFilter();
  void focusTable();
  /// One for each column, for menus: sorts by it, or the other way round.
  const QList<QAction*>& sorts() const { return m_sorts; }
  /// What can be done with the current run, for the menu of the table; report and prediction have buttons, too.
  void setRunActions(QAction* receipt, QAction* report, QAction* predict);
  /// The way to the search for wrong labels, beside the worst predictions.
  void setSuspectsAction(QAction* action);
  void setDeletable(bool deletable);
  /// Whether the current row is of a run that is on the disk.
  void setStored(bool stored);
  WorstPredictionsModel& worst() const { return *m_worst; }

 Q_SIGNALS:
  void chosenChanged();
  void deleteWanted();
  void receiptWanted();
  void nameWanted();
  void sampleOpened(quint64 sample);  ///< to be looked at, by its number in the dataset

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widestRun() const;
  void fitColumns();
  QWidget* buildTable();
  QWidget* buildFoot();
  QToolButton* buildSorts();
  void narrow(const QString& text);
  void settle();
  void nameColumns();
  void sortBy(int column);
  int rowOf(const QModelIndex& shown) const;
  QWidget* buildPane();
  void updateErrors(const metrics::RunSummary* run);
  void updateConfusion(const metrics::RunSummary* run);
  void updateWorst(const metrics::RunSummary* run);
  void updateClasses(const metrics::RunSummary* run);
  void showCell(int truth, int predicted);

  RunTableModel& m_runs;
  QStringList m_classes;
  std::optional<std::pair<int, int>> m_cell;  ///< true and predicted class that the worst predictions are narrowed to
  RunFilter* m_filter;
  QTableView* m_table;
  QLineEdit* m_text;
  QList<QAction*> m_sorts;
  ConfusionMatrix* m_confusion;
  ResidualPlot* m_residuals;  ///< in its place, where values are predicted
  WorstPredictionsModel* m_worst;
  QTableView* m_worstTable;
  ClassView* m_classView;
  QWidget* m_pane = nullptr;
  QStackedWidget* m_views;
  Segments* m_view;
  ElidedLabel* m_repeats;  ///< of the current row's model, where there are several
  QPushButton* m_receipt;
  QToolButton* m_report;
  QPushButton* m_predict;
  QPushButton* m_wrongLabels;
  QPushButton* m_name;
  QPushButton* m_delete;
  QLabel* m_caption;
  QLabel* m_foot;
};

}  // namespace masu::ui
