// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/metrics/run_title.h"

class QLineEdit;
class QPlainTextEdit;

namespace masu::ui {

/// Asks for the name of a run and what to note of it.
class TrainTitleDialog : public QDialog {
  Q_OBJECT

 public:
  TrainTitleDialog(const metrics::RunTitle& title, QWidget* parent);

  metrics::RunTitle title() const;

 private:
  QLineEdit* m_name;
  QPlainTextEdit* m_note;
};

}  // namespace masu::ui
