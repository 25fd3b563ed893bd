// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/job.h"

#include <QThreadPool>
#include <QtConcurrent>
#include <algorithm>

#include "ui/text/message.h"

namespace masu::ui {

namespace {
constexpr int kPollMilliseconds = 100;
constexpr double kSettledSeconds = 0.5;  // A rate shown earlier would jump about.
}  // namespace

Job::Job(QString title, QString icon, Kind kind, Stopped stopped, QObject* parent)
    : QObject(parent), m_kind(kind), m_stopped(stopped), m_icon(std::move(icon)) {
  m_state.title = std::move(title);
  m_timer.setInterval(kPollMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &Job::poll);
  connect(&m_watcher, &QFutureWatcher<void>::finished, this, [this] {
    m_timer.stop();
    poll();
    Q_EMIT finished();
  });
}

Job::~Job() {
  m_watcher.disconnect(this);
  m_stop.request_stop();
  m_watcher.waitForFinished();
}

void Job::start(QThreadPool& pool, Work work) {
  m_clock.start();
  m_timer.start();
  m_watcher.setFuture(QtConcurrent::run(&pool, [work = std::move(work), stop = m_stop.get_token(), this] {
    work(JobContext{stop, m_progress});
  }));
}

void Job::cancel() {
  m_stop.request_stop();
  poll();
}

void Job::setPaused(bool paused) {
  if (paused == m_state.paused) return;
  const double now = static_cast<double>(m_clock.elapsed()) / 1000;
  if (paused)
    m_pausedAt = now;
  else
    m_pausedFor += now - m_pausedAt;
  m_state.paused = paused;
  poll();
}

/// Seconds without those of pauses.
double Job::worked() const {
  const double now = m_state.paused ? m_pausedAt : static_cast<double>(m_clock.elapsed()) / 1000;
  return now - m_pausedFor;
}

void Job::poll() {
  m_state.elapsed = worked();
  const std::string stage(m_progress.stage());
  if (stage != m_lastStage) {
    m_lastStage = stage;
    m_stageStart = m_state.elapsed;
    m_state.stage = translated(std::string_view(stage));
  }
  m_state.unit = m_progress.unit();
  m_state.done = m_progress.done();
  m_state.total = m_progress.total();
  m_state.samples = m_progress.samples();
  m_state.rejected = m_progress.rejected();
  const double inStage = m_state.elapsed - m_stageStart;
  const auto done = static_cast<double>(m_state.done);
  const auto total = static_cast<double>(m_state.total);
  m_state.share = m_state.total > 0 ? std::min(1.0, done / total) : 0;
  m_state.unitsPerSecond = inStage > kSettledSeconds ? done / inStage : 0;
  m_state.secondsLeft =
      m_state.unitsPerSecond > 0 && m_state.total > 0 ? std::max(0.0, total - done) / m_state.unitsPerSecond : -1;
  m_state.stopping = m_stop.stop_requested();
  Q_EMIT progressed();
}

}  // namespace masu::ui
