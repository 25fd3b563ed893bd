// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/tasks/runs/run_history.h"
#include "ui/jobs/job_slot.h"
#include "ui/models/run_table_model.h"

namespace masu::ui {

/// The runs that are on the disk in one folder, as rows of the table of runs. They are read once and then followed
/// every two seconds while the page is seen, since other processes train, name and delete runs, too.
/// Threads: the GUI thread; the disk is read by jobs. Lifetime: a child of its page.
class RunHistory : public QObject {
  Q_OBJECT

 public:
  RunHistory(JobRunner& runner, QWidget* page);

  /// Forgets what was listed and reads the runs of another folder, or of the same again.
  void read(const std::filesystem::path& folder);
  /// Reads what has changed since, now. Nothing without a folder.
  void refresh();
  /// Nothing is listed and nothing followed until the next read().
  void forget();
  /// A row for each model of each run, the latest run first.
  std::vector<RunTableModel::Run> rows() const;
  /// What people call the run in this folder; empty where it is not listed.
  metrics::RunTitle titleOf(const std::filesystem::path& run) const;
  /// Runs whose logs cannot be read, of which there are no rows.
  std::vector<tasks::StoredRun> unreadable() const;

  void setTitle(const std::filesystem::path& run, const metrics::RunTitle& title);
  /// Removes a run from the disk, without a question; removed() follows, or failed().
  void remove(const std::filesystem::path& run);

 Q_SIGNALS:
  void wasRead();  ///< after read(), once
  void changed();  ///< rows() or titles are others than before
  void removed(const std::filesystem::path& run);
  void failed(const Error& error);

 private:
  void follow();
  void take(std::vector<tasks::StoredRun> runs);

  QWidget* m_page;
  JobSlot m_readJob;
  JobSlot m_titleJob;
  JobSlot m_deleteJob;
  QTimer m_timer;
  std::filesystem::path m_folder;  ///< empty: none
  std::shared_ptr<const std::vector<tasks::StoredRun>> m_listed;  ///< shared with the job that lists again
  bool m_isRead = false;  ///< m_listed is what the folder had
};

}  // namespace masu::ui
