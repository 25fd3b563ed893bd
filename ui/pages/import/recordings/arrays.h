// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/recordings/read/source_arrays.h"

class QComboBox;
class QLabel;

namespace masu::ui {

/// Which dataset of an HDF5 file made elsewhere holds the features, and which the labels.
class ImportArrays : public QWidget {
  Q_OBJECT

 public:
  explicit ImportArrays(QWidget* parent = nullptr);

  /// None: there is nothing to choose from, and the widget hides.
  void setArrays(std::vector<ingest::SourceArray> arrays);
  const std::vector<ingest::SourceArray>& arrays() const { return m_arrays; }
  bool hasArrays() const { return !m_arrays.empty(); }
  void showOptions(const ingest::RecordingOptions& options);

 Q_SIGNALS:
  void edited(const masu::ingest::RecordingOptions& options);

 private:
  void fill();
  void choose();
  void announce();
  const ingest::SourceArray* features() const;

  std::vector<ingest::SourceArray> m_arrays;
  ingest::RecordingOptions m_options;
  ingest::ArrayChoice m_choice;
  QComboBox* m_features;
  QComboBox* m_labels;
  QLabel* m_statusLabel;
};

}  // namespace masu::ui
