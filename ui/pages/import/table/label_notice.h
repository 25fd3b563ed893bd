// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ingest/plan/import_plan.h"
#include "ui/widgets/banner.h"

namespace masu::ui {

/// Says on the import page what is the label where that was guessed, and what it means that there is none; its button
/// takes the guess, or takes it back. Silent where people have chosen a label.
class ImportLabelNotice : public Banner {
  Q_OBJECT

 public:
  explicit ImportLabelNotice(QWidget* parent = nullptr);

  /// `guessed`: the column that was made the label of these sources because of its name; empty: none was.
  void showPlan(const ingest::ImportPlan& plan, const std::string& guessed);
  /// Other sources were chosen: a notice that was dismissed for those before is shown again.
  void forget();

 Q_SIGNALS:
  void labelChosen(const QString& column);
  void labelRefused(const QString& column);

 private:
  void offer(const QString& text, const QString& column, bool taken);

  QPushButton* m_action;
  QString m_column;      ///< that the button is about
  bool m_taken = false;  ///< it is the label already
  bool m_dismissed = false;
};

}  // namespace masu::ui
