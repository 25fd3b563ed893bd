// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/store/read/dataset.h"
#include "core/tasks/suspects/suspects_task.h"
#include "ui/jobs/job_runner.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace masu::ui {

class JobFoot;
class PathPicker;
class Section;
class SeedField;
class Segments;
class SuspectsRuns;

/// What a search for wrong labels is asked for: a model to train on folds of the dataset, or runs that were trained on
/// it. Below are the way to start it and, while one is live, how far it is.
class SuspectsForm : public QWidget {
  Q_OBJECT

 public:
  enum class Search { none, here, elsewhere };  ///< whether one is live: on the dataset that is open, or on another

  explicit SuspectsForm(JobRunner& runner, QWidget* parent = nullptr);

  /// The fields as nobody has changed them. Null: no dataset is open.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  /// Lists the runs of the dataset as they are now.
  void listRuns();
  /// As a click on the choice does.
  void setUsesRuns(bool uses);
  /// Nothing where a field is empty or wrong, or no dataset is open.
  std::optional<tasks::SuspectsRequest> asked() const;
  /// Fields are fixed while a search is live.
  void showSearch(Search search);
  /// `run`: the number of the run that is trained, 0 for none.
  void showProgress(const JobState& state, unsigned run, unsigned runs);
  void focusFirst();
  SuspectsRuns& runs() const { return *m_runs; }

 Q_SIGNALS:
  void searchWanted();
  void stopWanted();

 private:
  QWidget* buildFields(JobRunner& runner);
  void makeFields();
  void buildTraining(QGridLayout& grid);
  void fillGroups();
  bool usesRuns() const;
  bool usesFile() const;
  void fillTraining(tasks::SuspectsRequest& request) const;
  void updateFields();

  std::shared_ptr<const store::Dataset> m_dataset;
  Search m_search = Search::none;
  QWidget* m_fields = nullptr;
  Segments* m_source = nullptr;
  Section* m_training = nullptr;
  Section* m_given = nullptr;
  SuspectsRuns* m_runs = nullptr;
  QComboBox* m_model = nullptr;
  PathPicker* m_file = nullptr;
  QSpinBox* m_folds = nullptr;
  QComboBox* m_groups = nullptr;
  QLineEdit* m_shape = nullptr;
  QSpinBox* m_epochs = nullptr;
  QSpinBox* m_batch = nullptr;
  SeedField* m_seed = nullptr;
  PathPicker* m_keep = nullptr;
  JobFoot* m_foot = nullptr;
};

/// The command of masu that looks for wrong labels as a request does: in a shell it finds the same.
QString suspectsCommand(const tasks::SuspectsRequest& request);

}  // namespace masu::ui
