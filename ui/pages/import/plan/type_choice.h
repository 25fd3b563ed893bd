// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/tasks/data/inspect_task.h"

class QButtonGroup;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace masu::ui {

/// At which type the numbers of a table are stored: each type with its size and largest loss, the narrowest of them by
/// itself, and how much may be lost.
class ImportTypeChoice : public QWidget {
  Q_OBJECT

 public:
  explicit ImportTypeChoice(QWidget* parent = nullptr);
  void showInspection(const tasks::Inspection& inspection);

 Q_SIGNALS:
  void typeChosen(masu::table::DType type);
  void narrowestChosen();
  /// Nothing: any loss for a type that was chosen, none for the narrowest.
  void toleranceChosen(std::optional<double> tolerance);
  void pastToleranceChosen(masu::ingest::OnToleranceExceeded past);

 private:
  void addNarrowest(bool chosen);
  void addType(const tasks::Forecast::AtType& at, bool chosen);
  void addRow(const QString& name, int id, bool chosen, const QString& size, QLabel* loss);
  void readTolerance();

  QGridLayout* m_grid;
  int m_rows = 0;  ///< shown; a grid never becomes shorter by itself
  QButtonGroup* m_buttons;
  QLabel* m_advice;
  QLineEdit* m_tolerance;
  QComboBox* m_past;
};

}  // namespace masu::ui
