// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/tasks/split/check_task.h"
#include "ui/jobs/job_slot.h"

class QPushButton;
class QVBoxLayout;

namespace masu::ui {

class Section;
class SplitEditor;

/// What speaks for and against a split, as a list: what was found, how bad it is, and a button where the program can
/// mend it. Small datasets are checked again after every edit, large ones when asked.
class SplitChecks : public QWidget {
  Q_OBJECT

 public:
  SplitChecks(SplitEditor& editor, JobRunner& runner, QWidget* parent = nullptr);

  void setFrozen(bool frozen);
  void run();
  const std::vector<manifest::Check>& checks() const { return m_checks; }
  bool busy() const { return m_job.busy() || m_later.isActive(); }

 Q_SIGNALS:
  void fixRequested(const masu::manifest::Remedy& remedy);
  void failed(const masu::Error& error);

 private:
  void changed();
  void show(std::vector<manifest::Check> checks);
  QWidget* makeRow(const manifest::Check& check);
  QPushButton* makeFix(const manifest::Check& check);
  void announce();

  SplitEditor& m_editor;
  JobSlot m_job;
  QTimer m_later;
  std::vector<manifest::Check> m_checks;
  Section* m_section;
  QVBoxLayout* m_rows;
  QPushButton* m_again;
  bool m_old = true;  ///< edited since, or never checked
  bool m_frozen = false;
};

}  // namespace masu::ui
