// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/jobs/job_runner.h"
#include "ui/widgets/labels.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace masu::ui {

/// The window's bottom edge: the job that runs (several fold into a count that opens a list upwards), then memory and
/// disk.
class JobStrip : public QWidget {
  Q_OBJECT

 public:
  explicit JobStrip(JobRunner& runner, QWidget* parent = nullptr);

  /// No longer says how the last job ended: it was of another dataset.
  void forgetEnd();
  /// The folder whose disk is shown.
  void setFolder(const QString& folder);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();
  void showJob(const Job& job, std::size_t running);
  void showIdle();
  void noteEnd(Job* job);
  void readMachine();
  void fitWidth();
  void openList();

  JobRunner& m_runner;
  QString m_folder;
  QString m_icon = "done";
  bool m_failed = false;
  ElidedLabel* m_title;
  QProgressBar* m_bar;
  QLabel* m_share;
  std::vector<std::pair<QWidget*, QLabel*>> m_facts;  ///< separator and text: amounts, rate, rejected, time left
  QPushButton* m_cancel;
  QPushButton* m_count;
  QPushButton* m_dismiss;
  QProgressBar* m_memoryBar;
  QLabel* m_memory;
  QLabel* m_disk;
  QString m_lastEnd;
  QTimer m_machineTimer;
};

/// The facts of a job as the strip and the list write them: amounts, rate, rejected, time left; empty where unknown.
QStringList jobFacts(const JobState& state);

}  // namespace masu::ui
