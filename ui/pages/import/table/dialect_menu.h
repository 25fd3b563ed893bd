// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include "core/ingest/plan/import_plan.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace masu::ui {

/// The rarer parts of a dialect, in the menu of a button of the tool bar: decimal mark, separator of thousands, escape,
/// comments, lines before the table, the longest record, uneven records, and the order of dates. It shows what was
/// detected; changes become options.
class DialectMenu : public QMenu {
  Q_OBJECT

 public:
  explicit DialectMenu(QWidget* parent = nullptr);
  void showPlan(const ingest::ImportPlan& plan);

 Q_SIGNALS:
  void edited(const masu::ingest::TableOptions& options);

 private:
  void connectEdits();

  ingest::TableOptions m_options;
  QComboBox* m_decimal;
  QComboBox* m_thousands;
  QComboBox* m_escape;
  QLineEdit* m_comment;
  QSpinBox* m_skip;
  QSpinBox* m_longest;  ///< record, in MiB
  QComboBox* m_dates;
  QComboBox* m_ragged;  ///< in the order of ingest::Ragged
};

}  // namespace masu::ui
