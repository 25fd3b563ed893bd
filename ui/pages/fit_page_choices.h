#pragma once

#include <QObject>
#include <optional>

#include "core/estimate/ledger.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace masu::ui {

class BatchField;

/// What Fit counts for: models, batch and optimizer, as the tool bar's fields.
class FitChoices : public QObject {
  Q_OBJECT

 public:
  /// Puts its fields into `bar`.
  FitChoices(QHBoxLayout* bar, QObject* parent);

  /// The models that a dataset allows; the first is chosen. Emits nothing.
  void setModels(const std::vector<std::string>& models);
  std::vector<std::string> models() const;
  /// How many of each learn together, such as at several learning rates.
  QSpinBox* copiesField() const { return m_copies; }
  std::uint64_t batch() const;
  estimate::Optimizer optimizer() const;
  /// Nothing for this machine.
  std::optional<estimate::Device> device() const;
  void setDevices(std::vector<estimate::Device> devices);
  /// Parameters beside each model's name, and the largest batch at the slider.
  void setTraced(const estimate::LedgerInput& input, std::uint64_t maxBatch);
  void setStored(const QString& dtype);
  BatchField* batchField() const { return m_batch; }
  QToolButton* modelButton(const QString& model) const;

 Q_SIGNALS:
  void modelsChanged();
  /// Batch, optimizer, device or how many of each model.
  void figuresChanged();

 private:
  void tint();

  QHBoxLayout* m_chips;
  std::vector<QToolButton*> m_models;
  QSpinBox* m_copies;
  BatchField* m_batch;
  QLabel* m_limit;
  QLabel* m_stored;
  QComboBox* m_optimizer;
  QComboBox* m_device;
  std::vector<estimate::Device> m_devices;  ///< beside the entries behind the first
};

}  // namespace masu::ui
