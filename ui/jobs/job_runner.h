// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QThreadPool>
#include <exception>
#include <list>
#include <new>

#include "core/base/unexpected.h"
#include "ui/jobs/job.h"

namespace masu::ui {

/// Starts jobs on a pool of its own and keeps the list of those that run.
/// Threads: the GUI thread. Lifetime: the program's; its destructor stops every job and waits.
class JobRunner : public QObject {
  Q_OBJECT

 public:
  explicit JobRunner(QObject* parent = nullptr);
  ~JobRunner() override;

  struct Options {
    QString title;
    QString icon = "box";
    Job::Kind kind = Job::Kind::visible;
    Job::Stopped stopped = Job::Stopped::discards;
  };

  /// Runs `work` off the GUI thread and gives its result to `done` on it, unless `receiver` is gone by then.
  /// `work` must capture values only: it may outlive the page that asked. A stopped job delivers Errc::cancelled.
  template <class T>
  Job* start(const Options& options, std::function<Result<T>(const JobContext&)> work, QObject* receiver,
             std::function<void(Result<T>)> done) {
    auto result = std::make_shared<std::optional<Result<T>>>();
    Job* job = make(options);
    QPointer<QObject> alive(receiver);
    connect(job, &Job::finished, this, [this, job, result, alive, done = std::move(done)] {
      if (!result->has_value()) result->emplace(tl::unexpected(Error::cancelled()));
      if (!**result) job->setError((*result)->error());
      if (alive) done(std::move(**result));
      retire(job);
    });
    launch(job,
           [work = std::move(work), result](const JobContext& context) { result->emplace(guarded<T>(work, context)); });
    return job;
  }

  /// Running jobs, oldest first.
  std::vector<Job*> jobs() const;
  std::vector<Job*> visibleJobs() const;
  bool busy() const { return !visibleJobs().empty(); }
  void cancelAll();

 Q_SIGNALS:
  void changed();              ///< a job came or went
  void progressed();           ///< a visible job was polled
  void ended(masu::ui::Job*);  ///< still alive; error() says how

 private:
  /// The job boundary is one of the places where exceptions stop.
  template <class T>
  static Result<T> guarded(const std::function<Result<T>(const JobContext&)>& work, const JobContext& context) {
    try {
      return work(context);
    } catch (const std::bad_alloc&) {
      return fail(Errc::outOfMemory,
                  MASU_TEXT("core", "There is not enough memory for this; close other programs or lower the budget."));
    } catch (const std::exception& error) {
      return fail(unexpected(error.what()));
    }
  }

  Job* make(const Options& options);
  void launch(Job* job, Job::Work work);
  void retire(Job* job);

  QThreadPool m_pool;
  std::vector<Job*> m_jobs;
};

}  // namespace masu::ui
