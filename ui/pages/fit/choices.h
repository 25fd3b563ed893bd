// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "core/estimate/ledger.h"
#include "core/tasks/train/stored_sizes.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace masu::ui {

class BatchField;
class Segments;

/// What Fit estimates for, as fields of two tool bars: models and batch; what they are stored as, optimizer and device.
class FitChoices : public QObject {
  Q_OBJECT

 public:
  FitChoices(QHBoxLayout* models, QHBoxLayout* machine, QObject* parent);

  /// The models that a dataset allows; the first is chosen. Emits nothing.
  void setModels(const std::vector<std::string>& models);
  std::vector<std::string> models() const;
  /// How many of each learn together, such as at several learning rates.
  QSpinBox* copiesField() const { return m_copies; }
  std::uint64_t batch() const;
  estimate::Optimizer optimizer() const;
  /// Nothing for what this machine computes on.
  std::optional<estimate::Device> device() const;
  /// The precision of that device: f32 until another of its types is chosen, and where there is no choice.
  estimate::Precision compute() const;
  void setDevices(std::vector<estimate::Device> devices);
  /// Nothing is known of these models yet.
  void forgetLimit();
  /// Parameters beside each model's name, and the largest batch at the slider.
  void setTraced(const estimate::LedgerInput& input, std::uint64_t maxBatch);
  /// The type that features have: the one chosen. None where there are none.
  void setStored(std::optional<table::DType> own);
  /// What they could be stored as instead, widest first, as soon as it is known.
  void offerTypes(const std::vector<tasks::StoredSize>& sizes);
  /// Of these, the one chosen.
  std::optional<std::size_t> stored() const;

 Q_SIGNALS:
  void modelsChanged();
  /// Batch, stored type, optimizer, device, what it computes in, or how many of each model.
  void figuresChanged();

 private:
  void tint();
  void offerComputes();

  QHBoxLayout* m_chips;
  std::vector<QToolButton*> m_models;
  QSpinBox* m_copies;
  BatchField* m_batch;
  QLabel* m_limit;
  Segments* m_types;
  QLabel* m_stored;
  std::optional<table::DType> m_own;
  bool m_typesKnown = false;
  QComboBox* m_optimizer;
  QComboBox* m_device;
  QComboBox* m_compute;
  std::vector<estimate::Device> m_devices;  ///< beside the entries after the first
};

}  // namespace masu::ui
