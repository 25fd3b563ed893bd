#pragma once

#include <QWidget>

#include "core/ingest/import_plan.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace masu::ui {

class FileChip;

/// The tool bar of a recordings import: the folder, window and hop in frames, what becomes of the rest, the rate.
class ImportRecordingsBar : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRecordingsBar(QWidget* parent = nullptr);
  void showPlan(const ingest::ImportPlan& plan);

 Q_SIGNALS:
  void removed();
  void edited(const masu::ingest::RecordingOptions& options);

 private:
  void changed();
  void tell();

  ingest::RecordingOptions m_options;
  double m_rate = 0;
  bool m_filling = false;
  FileChip* m_chip;
  QSpinBox* m_window;
  QLabel* m_seconds;
  QSpinBox* m_hop;
  QLabel* m_overlap;
  QComboBox* m_rest;
  QComboBox* m_rateField;
};

}  // namespace masu::ui
