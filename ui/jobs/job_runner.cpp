// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/job_runner.h"

#include <algorithm>

namespace masu::ui {

namespace {
constexpr int kJobsAtOnce = 8;  // Jobs mostly wait for threads of their own; the strip lists them all.
}

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
  m_pool.setMaxThreadCount(kJobsAtOnce);
}

JobRunner::~JobRunner() {
  for (Job* job : m_jobs) job->cancel();
  for (Job* job : std::exchange(m_jobs, {})) delete job;
}

Job* JobRunner::make(const Options& options) {
  return new Job(options.title, options.icon, options.kind, options.stopped, this);
}

void JobRunner::launch(Job* job, Job::Work work) {
  m_jobs.push_back(job);
  connect(job, &Job::progressed, this, [this, job] {
    if (job->kind() == Job::Kind::visible) Q_EMIT progressed();
  });
  job->start(m_pool, std::move(work));
  Q_EMIT changed();
}

void JobRunner::retire(Job* job) {
  std::erase(m_jobs, job);
  Q_EMIT ended(job);
  Q_EMIT changed();
  job->deleteLater();
}

std::vector<Job*> JobRunner::jobs() const {
  return m_jobs;
}

std::vector<Job*> JobRunner::visibleJobs() const {
  std::vector<Job*> visible;
  std::copy_if(m_jobs.begin(), m_jobs.end(), std::back_inserter(visible),
               [](const Job* job) { return job->kind() == Job::Kind::visible; });
  return visible;
}

void JobRunner::cancelAll() {
  for (Job* job : m_jobs) job->cancel();
}

}  // namespace masu::ui
