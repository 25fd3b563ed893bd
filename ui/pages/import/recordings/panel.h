// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/tasks/data/inspect_task.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLayout;

namespace masu::ui {

class CountBars;
class ImportAdvanced;
class ImportNotes;
class ImportOrder;
class KeyValues;
class Section;

/// The side panel of a recordings import: windows, classes and groups it will give, and how they are stored.
class ImportRecordingsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRecordingsPanel(QWidget* parent = nullptr);
  void showInspection(const tasks::Inspection& inspection);
  /// Whether the import fits on the disk that is to be written to, when another place was chosen.
  void showDisk(const tasks::Forecast& forecast);

  ImportOrder& order() { return *m_order; }
  ImportAdvanced& advanced() { return *m_advanced; }

 Q_SIGNALS:
  void typeChosen(std::optional<masu::table::DType> type);
  void keepChosen(masu::ingest::StoreAs keep);
  void framesChosen(masu::waveform::FrameAxis frames);
  /// As ingest::RecordingOptions::time.
  void timeChosen(const std::optional<std::string>& time);

 private:
  QLayout* storeRow(const QString& name, QWidget* field) const;
  void fillSamples(const ingest::ImportPlan& plan);
  static QString spreadOf(const std::vector<std::uint64_t>& counts, bool samples);
  void fillClasses(const ingest::ImportPlan& plan);
  void fillGroups(const ingest::ImportPlan& plan);
  void fillTypes(const tasks::Inspection& inspection);
  void fillTimes(const ingest::ImportPlan& plan);

  QLabel* m_figure;
  QLabel* m_beside;
  Section* m_forecast;
  KeyValues* m_facts;
  Section* m_classes;
  CountBars* m_bars;
  Section* m_groups;
  QGridLayout* m_groupGrid;
  QComboBox* m_type;
  QComboBox* m_keep;
  QLabel* m_keepNote;
  ImportOrder* m_order;
  ImportAdvanced* m_advanced;
  QComboBox* m_frames;
  QWidget* m_framesRow;  ///< shown where recordings may be matrices
  QComboBox* m_time;
  QWidget* m_timeRow;  ///< shown where recordings may be tables
  ImportNotes* m_notes;
};

}  // namespace masu::ui
