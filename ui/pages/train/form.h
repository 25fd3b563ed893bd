// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/metrics/run_spec.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace masu::ui {

class KeyValues;
class SeedField;
class TrainForecast;
class TrainRates;

/// The configuration of a run: fields before it starts, fixed values while it is live and afterwards, until "New run
/// from this" opens them again.
class TrainForm : public QWidget {
  Q_OBJECT

 public:
  explicit TrainForm(QWidget* parent = nullptr);

  /// The models a dataset allows; `chosen` are ticked, or the first.
  void setModels(const std::vector<std::string>& models, const std::vector<std::string>& chosen);
  /// Of an estimate. The batch that its page begins with was not asked for: a recipe may choose another one, unless
  /// one was stated here before.
  void setBatch(std::uint64_t batch, const std::string& optimizer);
  void setManifest(const QString& name);
  /// Which losses there are to choose from: those for values, or weights of classes.
  void setPredictsValues(bool values);
  /// Models, batch and training; dataset, manifest and folder are the page's.
  void fill(metrics::RunSpec& spec) const;
  /// The fields as a run was asked for, as far as the dataset allows its models.
  void take(const metrics::RunSpec& spec);
  bool complete() const;

  /// Epochs, and what goes with them, are for a recipe to choose: see tasks::chooseRecipe().
  bool isAuto() const;
  /// What of it somebody has chosen, by the names in the spec's JSON.
  const std::vector<std::string>& stated() const { return m_stated; }
  /// Shows what a recipe chose in the fields that it chose, and in words why.
  void showRecipe(const metrics::RunSpec& chosen);
  void clearRecipe();

  void showFields();
  void showFixed(const metrics::RunSpec& spec, bool live);
  bool showsFixed() const;

  QSpinBox* epochsField() const { return m_epochs; }
  TrainForecast* forecast() const { return m_forecast; }
  TrainRates* rates() const { return m_rates; }
  /// A second search cannot start while one runs.
  void setSearching(bool searching);

 Q_SIGNALS:
  void edited();
  void streamEdited();  ///< what batches hold or how they are drawn
  void newRunRequested();
  void ratesWanted();  ///< a search for the learning rate

 private:
  QWidget* buildFields();
  QWidget* buildFixed();
  void makeFields();
  void addRecipe(QVBoxLayout& to);
  bool isStated(const char* name) const;
  void setUnstated(const metrics::RunSpec& spec);
  void buildRates();
  void tint();

  QStackedWidget* m_stack;
  QVBoxLayout* m_modelRows = nullptr;
  std::vector<QCheckBox*> m_models;
  std::vector<std::string> m_stated;
  bool m_wasAuto = true;
  QLabel* m_recipe = nullptr;
  QPushButton* m_chooseAll = nullptr;
  QSpinBox* m_epochs = nullptr;
  QSpinBox* m_batch = nullptr;
  QSpinBox* m_slices = nullptr;
  QSpinBox* m_repeats = nullptr;
  QComboBox* m_optimizer = nullptr;
  QComboBox* m_schedule = nullptr;
  QLineEdit* m_rate = nullptr;
  QPushButton* m_search = nullptr;
  QComboBox* m_loss = nullptr;
  QComboBox* m_classWeights = nullptr;
  QLabel* m_lossName = nullptr;
  QLabel* m_classWeightsName = nullptr;
  QDoubleSpinBox* m_decay = nullptr;
  QDoubleSpinBox* m_clip = nullptr;
  QSpinBox* m_patience = nullptr;
  QLineEdit* m_augment = nullptr;
  QCheckBox* m_balance = nullptr;
  QCheckBox* m_calibrate = nullptr;
  SeedField* m_seed = nullptr;
  KeyValues* m_data = nullptr;
  TrainForecast* m_forecast = nullptr;
  TrainRates* m_rates = nullptr;
  QVBoxLayout* m_fixedModels = nullptr;
  KeyValues* m_fixedData = nullptr;
  KeyValues* m_fixedTraining = nullptr;
  QLabel* m_fixedRecipe = nullptr;
  KeyValues* m_fixedWhere = nullptr;
  QPushButton* m_again = nullptr;
};

}  // namespace masu::ui
