// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/tasks/data/inspect_task.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;

namespace masu::ui {

class ImportAdvanced;
class ImportNotes;
class ImportOrder;
class ImportTypeChoice;
class KeyValues;
class Section;

/// The side panel of a table import: what it will take and give, at which type numbers are stored, and how it proceeds.
class ImportForecastPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ImportForecastPanel(QWidget* parent = nullptr);
  void showInspection(const tasks::Inspection& inspection);
  /// Whether the import fits on the disk that is to be written to, when another place was chosen.
  void showDisk(const tasks::Forecast& forecast);

  ImportTypeChoice& types() { return *m_choice; }
  ImportOrder& order() { return *m_order; }
  ImportAdvanced& advanced() { return *m_advanced; }
  std::uint64_t memoryBytes() const;
  void setMemoryBytes(std::uint64_t bytes);

 Q_SIGNALS:
  void missingChosen(const masu::ingest::MissingRule& rule);
  void whereChosen(const QString& expression);
  void onErrorChosen(masu::ingest::OnError onError);
  void memoryChosen(quint64 bytes);

 private:
  void makeForecast();
  void makeProceeding();
  void chooseMissing(int index);

  Section* m_forecast;
  Section* m_types;
  ImportTypeChoice* m_choice;
  Section* m_proceeding;
  ImportNotes* m_notes;
  ImportOrder* m_order;
  ImportAdvanced* m_advanced;
  QLabel* m_figure;
  QLabel* m_beside;
  class ShareBars* m_bars;
  QLabel* m_share;
  KeyValues* m_facts;
  QSlider* m_memory;
  QLabel* m_memoryText;
  QComboBox* m_missing;
  ingest::MissingPolicy m_policy = ingest::MissingPolicy::nan;  ///< of the plan that is shown
  QComboBox* m_onError;
  QLineEdit* m_where;
};

}  // namespace masu::ui
