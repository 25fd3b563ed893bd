// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/tasks/train/predict_task.h"
#include "ui/jobs/job_slot.h"
#include "ui/session/session.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;

namespace masu::ui {

class Banner;
class ClassFiguresModel;
class ConfusionMatrix;
class CsvRecordsModel;
class PredictForm;
class Segments;

/// Predictions of a trained run on the Train page, for the open dataset or for files: what they are asked for, and what
/// came of it: the first records that were written and, where the truth is known, how good they are. They go on while
/// the page or another dataset is looked at. What was made is kept until the next ones are, and shown only while the
/// dataset that was open then is.
/// Threads: the GUI thread; predictions, and reading a run, are jobs. Lifetime: borrows session and runner.
class PredictView : public QWidget {
  Q_OBJECT

 public:
  PredictView(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~PredictView() override;

  /// Leads here from the page, which offers it where a run can predict.
  QAction* action() const { return m_action; }
  /// Another dataset is open, or none.
  void takeDataset();
  /// The run that predicts from now on; empty: none.
  void setRun(const std::filesystem::path& run, const QString& title);
  /// It comes to the front.
  void activate();
  /// Asks before a file is replaced.
  void predict();
  void stop() { m_predict.stop(); }
  bool predicting() const { return m_predict.busy(); }
  /// Of the predictions that would be made; empty where a field is empty or wrong.
  QString commandLine() const;
  PredictForm& form() const { return *m_form; }
  const CsvRecordsModel& records() const { return *m_records; }
  QString headline() const;
  QString complaint() const;

 Q_SIGNALS:
  void closed();                      ///< the way back to the runs was taken
  void sampleOpened(quint64 sample);  ///< to be shown in Browse

 private:
  /// What was predicted.
  struct Made {
    std::string dataset;  ///< UUID of the one that was open
    tasks::PredictRequest request;
    metrics::PredictSummary summary;
    std::vector<std::vector<std::string>> records;  ///< the first ones of the file, below its header
  };

  QWidget* buildBar();
  QWidget* buildResults();
  void listModels();
  void run(const tasks::PredictRequest& request);
  bool isReplacementConfirmed(tasks::PredictRequest& request);
  void ended(const std::string& dataset, Result<std::shared_ptr<const Made>> made);
  bool isOpen(const std::string& dataset) const;
  bool hasResults() const;
  bool isOfDataset() const;
  void showLive();
  void showMade();
  void showTab(int tab);
  void showModel();
  void openRecord(int row);
  static QString remarksOf(const Made& made);

  Session& m_session;
  JobSlot m_predict;
  JobSlot m_modelsJob;
  QAction* m_action;
  std::filesystem::path m_run;
  QString m_title;      ///< of the run
  std::string m_asked;  ///< UUID of the dataset that was open when live predictions were asked for
  QString m_askedName;  ///< of that dataset
  std::shared_ptr<const Made> m_made;
  PredictForm* m_form;
  CsvRecordsModel* m_records;
  ClassFiguresModel* m_figures;
  QTableView* m_table = nullptr;
  QTableView* m_classes = nullptr;
  ConfusionMatrix* m_confusion = nullptr;
  Segments* m_view = nullptr;
  QComboBox* m_model = nullptr;  ///< whose figures are shown, where there are several
  QStackedWidget* m_views = nullptr;
  QStackedWidget* m_pages = nullptr;
  Banner* m_banner = nullptr;
  QLabel* m_headline = nullptr;
  QLabel* m_scores = nullptr;
  QLabel* m_remarks = nullptr;
  QLabel* m_foot = nullptr;
};

}  // namespace masu::ui
