// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/jobs/job_slot.h"
#include "ui/session/unfinished_work.h"

class QVBoxLayout;

namespace masu::ui {

/// Imports, trainings and exports that were interrupted and of which something is left to resume, a line each with what
/// can be done about it. Hidden while there is none. Threads: the GUI thread; the disk is looked at in a quiet job.
/// Lifetime: borrows the runner.
class StartInterrupted : public QWidget {
  Q_OBJECT

 public:
  explicit StartInterrupted(JobRunner& runner, QWidget* parent = nullptr);

  /// Looks again at what was noted.
  void refresh();

 Q_SIGNALS:
  void resumeWanted(const masu::ui::UnfinishedWork& work);

 private:
  void list(const std::vector<UnfinishedWork>& works);
  QWidget* makeRow(const UnfinishedWork& work);

  JobSlot m_look;
  QVBoxLayout* m_rows;
};

}  // namespace masu::ui
