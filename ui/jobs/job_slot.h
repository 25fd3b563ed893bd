// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>

#include "ui/jobs/job_runner.h"

namespace masu::ui {

/// The place of one kind of job on a page: starting another supersedes the one before, whose result is dropped by its
/// generation even when it was already on its way.
/// Threads: the GUI thread. Lifetime: a member of the page; its destructor cancels.
class JobSlot : public QObject {
  Q_OBJECT

 public:
  explicit JobSlot(JobRunner& runner, QObject* parent = nullptr);
  ~JobSlot() override;

  template <class T>
  Job* run(const JobRunner::Options& options, std::function<Result<T>(const JobContext&)> work,
           std::function<void(Result<T>)> done) {
    cancel();
    const std::uint64_t generation = ++m_generation;
    m_job =
        m_runner.start<T>(options, std::move(work), this, [this, generation, done = std::move(done)](Result<T> result) {
          if (generation != m_generation) return;
          m_job = nullptr;
          Q_EMIT busyChanged(false);
          done(std::move(result));
        });
    Q_EMIT busyChanged(true);
    return m_job;
  }

  /// Stops the job, if one runs, and drops its result.
  void drop();
  /// Stops the job; its result (cancelled) is still delivered.
  void stop();
  bool busy() const { return m_job != nullptr; }

 Q_SIGNALS:
  void busyChanged(bool busy);

 private:
  void cancel();

  JobRunner& m_runner;
  QPointer<Job> m_job;
  std::uint64_t m_generation = 0;
};

}  // namespace masu::ui
