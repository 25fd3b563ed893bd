// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/tasks/train/seen_task.h"
#include "ui/jobs/job_slot.h"
#include "ui/session/session.h"

class QLabel;

namespace masu::ui {

class Section;

/// In which steps the run that is open on Train learned from the selected sample, or that it never did. Hidden without
/// such a run or a sample. Invariant: what is shown is of the run, the dataset and the sample that are chosen now;
/// another choice clears it at once.
/// Threads: the GUI thread; what is found out is a quiet job, begun when a sample has been chosen for a moment.
class BrowseSeen : public QWidget {
  Q_OBJECT

 public:
  BrowseSeen(Session& session, JobRunner& runner, QWidget* parent = nullptr);

  /// A sample of the dataset that is open now.
  void setSample(std::optional<std::uint64_t> sample);
  /// The run may have taken more steps, or be another one in the same folder.
  void refresh();
  bool busy() const { return m_job.busy() || m_soon.isActive(); }
  /// What is shown; empty while it is not known.
  QString text() const;

 private:
  /// There is a sample of the open dataset, and a run.
  bool isChosen() const;
  void clear();
  void askSoon();
  void ask();
  void showSeen(const Result<tasks::SeenOutcome>& seen);

  Session& m_session;
  JobSlot m_job;
  QTimer m_soon;
  std::optional<std::uint64_t> m_sample;
  std::weak_ptr<const store::Dataset> m_dataset;  ///< of the sample
  Section* m_section;
  QLabel* m_sentence;
  QLabel* m_steps;
  QLabel* m_progress;
};

/// The same in words.
struct SeenText {
  QString sentence;
  QString steps;     ///< a line for each, as far as there is room
  QString progress;  ///< how far the run was
};

/// Requires: one sample.
SeenText seenText(const tasks::SeenOutcome& seen);

}  // namespace masu::ui
