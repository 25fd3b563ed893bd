// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/tasks/data/append_task.h"
#include "ui/jobs/job_slot.h"

class QWidget;

namespace masu::ui {

class Session;

/// Adds further files to the samples of the open dataset, as a job, and opens the dataset again. Threads: the GUI
/// thread. Lifetime: borrows session and runner.
class BrowseAppend : public QObject {
  Q_OBJECT

 public:
  BrowseAppend(Session& session, JobRunner& runner, QObject* parent);

  /// Asks for the files; nothing happens where none is chosen, or while some are being appended.
  void ask(QWidget* window);
  void append(const QStringList& sources);

 Q_SIGNALS:
  /// What people should know, as a sentence.
  void appended(const QString& sentence);
  void failed(const masu::Error& error);

 private:
  struct Appended;
  void finish(const QString& path, Appended done);

  Session& m_session;
  JobSlot m_job;
};

}  // namespace masu::ui
