// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/job.h"
#include "ui/widgets/section.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace masu::ui {

/// The end of a form whose job runs for a while: the button that starts it and, while it runs, how far it is and the
/// button that cancels it.
class JobFoot : public Section {
  Q_OBJECT

 public:
  /// `start`: what the button says; `progress`: what the bar is called for those who cannot see it.
  JobFoot(const QString& start, const QString& icon, const QString& progress, QWidget* parent = nullptr);

  void setStartable(bool startable);
  /// A button that goes gives its focus to the one in its place; the start can be pressed until setStartable().
  void showLive(bool live);
  /// `part`: which of several parts it is, in words; empty where there is one.
  void showProgress(const JobState& state, const QString& part = {});

 Q_SIGNALS:
  void startWanted();
  void stopWanted();

 private:
  QLabel* m_stage;
  QProgressBar* m_bar;
  QPushButton* m_start;
  QPushButton* m_stop;
};

}  // namespace masu::ui
