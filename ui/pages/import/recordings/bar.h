// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/plan/window_length.h"

class QComboBox;
class QLabel;

namespace masu::ui {

class FileChip;
class ImportLengthField;
class ImportRateField;

/// The tool bar of a recordings import: the folder, window and hop in frames or as times, how the incomplete last
/// window is treated, the rate.
class ImportRecordingsBar : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRecordingsBar(QWidget* parent = nullptr);
  void showPlan(const ingest::ImportPlan& plan);
  /// What another part of the page asks for meanwhile.
  void setOptions(const ingest::RecordingOptions& options) { m_options = options; }

 Q_SIGNALS:
  void removed();
  void edited(const masu::ingest::RecordingOptions& options);
  /// The text is neither a length nor a rate.
  void refused(const masu::Error& error);

 private:
  void changed();
  void announce();
  double framesOf(const std::optional<ingest::WindowLength>& length) const;

  ingest::RecordingOptions m_options;
  double m_rate = 0;
  bool m_hopAsked = false;
  bool m_filling = false;
  FileChip* m_chip;
  QWidget* m_cutting;  ///< how windows are cut, where they are
  ImportLengthField* m_window;
  QLabel* m_seconds;
  ImportLengthField* m_hop;
  QLabel* m_overlap;
  QComboBox* m_rest;
  ImportRateField* m_rateField;
};

}  // namespace masu::ui
