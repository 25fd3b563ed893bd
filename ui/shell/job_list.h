// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/jobs/job_runner.h"

class QVBoxLayout;

namespace masu::ui {

/// All running jobs, in a popup that opens upwards from the strip. Deletes itself when closed.
class JobList : public QFrame {
  Q_OBJECT

 public:
  JobList(JobRunner& runner, QWidget* parent);
  void openAbove(QWidget* anchor);

 private:
  void fill();

  JobRunner& m_runner;
  QVBoxLayout* m_column;
};

}  // namespace masu::ui
