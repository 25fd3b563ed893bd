// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <filesystem>

#include "core/tasks/report/report_task.h"
#include "ui/jobs/job_slot.h"

namespace masu::ui {

/// An action of a page that writes the report of a dataset or a training run, in the language of the application, to a
/// file that people choose, as a job. It cannot be chosen while there is nothing to report.
/// Threads: the GUI thread. Lifetime: the page's, which is its parent; borrows the runner.
class SaveReport : public QAction {
  Q_OBJECT

 public:
  SaveReport(const QString& text, JobRunner& runner, QWidget* page);

  /// What the report is of: a dataset, or the folder of a run; an empty path: nothing.
  void setSubject(const std::filesystem::path& subject);
  /// Writes it without a question; a file that is there is replaced.
  void save(const QString& file);

 Q_SIGNALS:
  /// Where it is, as a sentence for a banner.
  void saved(const QString& sentence);
  void failed(const masu::Error& error);

 private:
  void ask();

  QWidget* m_page;
  std::filesystem::path m_subject;
  JobSlot m_job;
};

}  // namespace masu::ui
