// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/store/read/dataset.h"
#include "core/tasks/train/predict_task.h"
#include "ui/jobs/job_runner.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace masu::ui {

class JobFoot;
class PathPicker;
class PredictSources;
class Section;
class Segments;

/// What predictions are asked for: models of a run, what they predict, and what is written. Below are the way to start
/// and, while they are being made, how far that is.
class PredictForm : public QWidget {
  Q_OBJECT

 public:
  enum class Live { none, here, elsewhere };  ///< whether predictions are made: with the open dataset, or another one

  /// A run, or one of its models.
  struct Choice {
    std::filesystem::path folder;
    QString name;
  };

  explicit PredictForm(QWidget* parent = nullptr);

  /// The fields as nobody has changed them. Null: no dataset is open.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  /// Of the open dataset, for the splits; the one that was chosen stays while there is one of its name.
  void setManifests(const QStringList& names);
  /// What can predict, the first of which is chosen. `title`: what people call the run.
  void setChoices(const QString& title, const std::vector<Choice>& choices);
  /// As a click on the choice does.
  void setUsesFiles(bool uses);
  /// Nothing where a field is empty or wrong, or no dataset is open.
  std::optional<tasks::PredictRequest> asked() const;
  /// Fields are fixed while predictions are made.
  void showLive(Live live);
  void showProgress(const JobState& state);
  void focusFirst();
  PredictSources& sources() const { return *m_sources; }

 Q_SIGNALS:
  void predictWanted();
  void stopWanted();

 private:
  void makeFields();
  QWidget* buildFields();
  QWidget* buildSamples();
  void addRow(QGridLayout& grid, const QString& name, QWidget* field);
  bool usesFiles() const;
  bool usesRunThreshold() const;
  bool usesNoThreshold() const;
  std::optional<double> threshold() const;
  bool isThresholdGood() const;
  void updateFields();

  std::shared_ptr<const store::Dataset> m_dataset;
  Live m_live = Live::none;
  QWidget* m_fields = nullptr;
  QLabel* m_run = nullptr;
  QComboBox* m_model = nullptr;
  QWidget* m_modelRow = nullptr;
  Segments* m_source = nullptr;
  QWidget* m_splits = nullptr;
  QComboBox* m_split = nullptr;
  QComboBox* m_manifest = nullptr;
  PredictSources* m_sources = nullptr;
  QPlainTextEdit* m_keep = nullptr;
  QCheckBox* m_probabilities = nullptr;
  QLabel* m_thresholdName = nullptr;
  QComboBox* m_threshold = nullptr;  ///< editable: one of its entries, or a probability
  QSpinBox* m_batch = nullptr;
  PathPicker* m_out = nullptr;
  JobFoot* m_foot = nullptr;
};

/// The command of masu that predicts as a request does: in a shell it writes the same.
QString predictCommand(const tasks::PredictRequest& request);

}  // namespace masu::ui
