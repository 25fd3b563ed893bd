#pragma once

#include <QTimer>

#include "core/tasks/train_task.h"
#include "ui/models/run_table_model.h"
#include "ui/pages/dataset_page.h"

class QPushButton;

namespace masu::ui {

class TrainCharts;
class TrainForm;
class TrainRuns;

/// Watch the runs, and stop what does not help. The configuration is a form until a run starts and fixed while it is
/// live; curves refresh four times a second from the run's log.
class TrainPage : public DatasetPage {
  Q_OBJECT

 public:
  TrainPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~TrainPage() override;

  QString stepState() const override;
  void triggerPrimary() override;

  void start();
  void stop();
  /// Goes on with the run that is chosen in the table, where it was interrupted.
  void resume();
  bool live() const { return m_job.busy(); }
  const RunTableModel& runs() const { return *m_runs; }
  TrainForm& form() { return *m_form; }

 Q_SIGNALS:
  void liveChanged(bool live);

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  void buildHeader();
  void launch(const metrics::RunSpec& spec);
  void showResume();
  void refresh();
  void ended(Result<tasks::TrainOutcome> outcome);
  void readEarlierRuns();
  void takeEstimate();
  void lookAhead();
  void takeRun();
  void tellRuns();
  void tellBest();
  void chartChosen(int row);
  void showLive(bool live);
  std::filesystem::path runsFolder() const;

  RunTableModel* m_runs;
  JobSlot m_job;
  JobSlot m_historyJob;
  JobSlot m_outlookJob;
  QTimer m_timer;
  QTimer m_quiet;  ///< until nobody edits what the stream is like
  std::shared_ptr<metrics::RunLog> m_log;
  std::vector<RunTableModel::Run> m_earlier;
  std::vector<RunTableModel::Run> m_latest;

  int m_chosen = -1;  ///< row of the table
  QPushButton* m_resume = nullptr;
  QPushButton* m_start = nullptr;
  QPushButton* m_stop = nullptr;
  TrainForm* m_form = nullptr;
  TrainCharts* m_charts = nullptr;
  TrainRuns* m_table = nullptr;
};

}  // namespace masu::ui
