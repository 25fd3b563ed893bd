#pragma once

#include <QWidget>

#include "ui/models/run_table_model.h"

class QLabel;
class QTableView;

namespace masu::ui {

class ConfusionMatrix;

/// The table of runs, and what the selected one took for what.
class TrainRuns : public QWidget {
  Q_OBJECT

 public:
  explicit TrainRuns(RunTableModel& runs, QWidget* parent = nullptr);

  void setClasses(const QStringList& classes);
  /// After the model's rows changed.
  void refresh();
  const ConfusionMatrix& confusion() const { return *m_confusion; }

 Q_SIGNALS:
  void runChosen(int row);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  RunTableModel& m_runs;
  QStringList m_classes;
  QTableView* m_table;
  ConfusionMatrix* m_confusion;
  QLabel* m_caption;
  QLabel* m_foot;
};

}  // namespace masu::ui
