// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "core/tasks/train/train_task.h"
#include "ui/models/run_table_model.h"
#include "ui/pages/common/dataset_page.h"

class QAction;
class QPushButton;

namespace masu::ui {

class PredictView;
class RunHistory;
class SaveReport;
class SuspectsView;
class TrainCharts;
class TrainForm;
class TrainRuns;

/// Watch the runs, and stop what does not help. The configuration is a form until a run starts and fixed while it is
/// live; curves refresh four times a second from the run's log. Earlier runs are listed below, and those that other
/// processes train: one that is chosen is shown as it was, with all its models; several are drawn over each other.
class TrainPage : public DatasetPage {
  Q_OBJECT

 public:
  enum class View { runs, suspects, predictions };

  TrainPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~TrainPage() override;

  QString stepState() const override;
  void triggerPrimary() override;
  void focusFilter() override;
  QString commandLine() const override;
  std::optional<tasks::ClusterRequest> clusterRequest() const override;

  void start();
  void stop();
  /// Pauses the live run after its current step, or resumes it.
  void setPaused(bool paused);
  void resume();  ///< the run that is current in the table, where it was interrupted
  /// Makes the first row of the run in this folder current, once it is listed.
  void showRun(const std::filesystem::path& folder);
  void nameCurrent();    ///< asks for the name of the run that is current in the table
  void showReceipt();    ///< of the run that is current in the table
  void deleteCurrent();  ///< removes the current run from the disk, without a question
  void findRates();
  void showView(View view);  ///< in the place of the others
  View view() const;
  SuspectsView& suspects() { return *m_suspects; }
  PredictView& predictions() { return *m_predictions; }
  bool live() const { return m_job.busy(); }
  bool liveHere() const;  ///< and learns from the dataset that is open, not from one that was open before
  const RunTableModel& runs() const { return *m_runs; }
  TrainForm& form() { return *m_form; }
  TrainRuns& table() { return *m_table; }
  const TrainCharts& charts() const { return *m_charts; }

 Q_SIGNALS:
  void sampleOpened(quint64 sample);  ///< to be shown in Browse

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  void buildHeader();
  void buildRunActions();
  void buildViews();
  void connectForm();
  metrics::RunSpec asked() const;
  metrics::RunSpec copied() const;
  bool canStart() const;
  void launch(const metrics::RunSpec& spec, const std::vector<std::string>& stated);
  void refresh();
  void ended(Result<tasks::TrainOutcome> outcome);
  void takeEstimate();
  void showRunElsewhere();
  void updateForecast();
  void forecastRun(const metrics::RunSpec& spec);
  void showChosen();
  void estimateMemory(const metrics::RunSpec& spec);
  std::optional<std::uint64_t> knownMemory(const metrics::RunSpec& spec) const;
  void showEstimated(std::optional<std::uint64_t> bytes);
  void showLive(bool live);
  void showFields();
  void offerStart();
  void offerActions(bool live);
  void labelPause();
  // page_compare.cpp
  void connectHistory();
  void takeListed();
  void takeLatest();
  using RowKey = std::pair<std::filesystem::path, std::ptrdiff_t>;  ///< a run, and how many of its rows are before
  RowKey keyOf(int row) const;
  void chooseAgain(const RowKey& current, const std::vector<RowKey>& chosen);
  void takeRun();
  void chooseWanted();
  void updateRuns();
  void updateBest();
  void chosenChanged();
  std::vector<int> chartedRows() const;
  void draw();
  const RunTableModel::Run* currentRun() const;
  void shareCurrent();
  void confirmDelete();
  std::filesystem::path runsFolder() const;

  RunTableModel* m_runs;
  JobSlot m_job;
  QPointer<Job> m_training;  ///< what m_job runs
  JobSlot m_recipeJob;
  JobSlot m_forecastJob;
  JobSlot m_memoryJob;
  JobSlot m_ratesJob;
  RunHistory* m_history;
  QTimer m_timer;
  QTimer m_quiet;  ///< until the stream's settings have not been edited for a while
  std::shared_ptr<metrics::RunLog> m_log;
  std::vector<RunTableModel::Run> m_latest;

  std::filesystem::path m_wanted;  ///< the run to become current; empty: none
  std::filesystem::path m_formOf;  ///< the dataset that the fields were filled for
  metrics::RunSpec m_shown;  ///< of the run that is live, else that the form shows as fixed
  std::shared_ptr<std::atomic<bool>> m_paused = std::make_shared<std::atomic<bool>>(false);
  std::optional<std::uint64_t> m_estimated;        ///< memory of what the form asks for
  std::optional<std::uint64_t> m_latestEstimated;  ///< of m_latest
  QAction* m_receipt = nullptr;
  SaveReport* m_report = nullptr;
  QPushButton* m_resume = nullptr;
  QPushButton* m_pause = nullptr;
  QPushButton* m_start = nullptr;
  QPushButton* m_stop = nullptr;
  TrainForm* m_form = nullptr;
  TrainCharts* m_charts = nullptr;
  TrainRuns* m_table = nullptr;
  QWidget* m_runsBody = nullptr;  ///< View::runs: all of the above
  SuspectsView* m_suspects = nullptr;
  PredictView* m_predictions = nullptr;
};

}  // namespace masu::ui
