// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/base/job.h"
#include "core/base/result.h"

class QThreadPool;

namespace masu::ui {

/// How far a job is, read at 10 Hz; values for painting.
struct JobState {
  QString title;
  QString stage;  ///< translated
  Progress::Unit unit = Progress::Unit::steps;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  ///< 0: unknown
  std::uint64_t samples = 0;
  std::uint64_t rejected = 0;
  double share = 0;  ///< of the stage, 0 … 1
  double unitsPerSecond = 0;
  double secondsLeft = -1;  ///< −1: unknown
  double elapsed = 0;
  bool stopping = false;
  bool paused = false;  ///< rate and time left are those from before
};

/// One piece of work off the GUI thread: it owns the stop source and the progress counters, polls them at 10 Hz, and
/// watches a future for nothing but its end.
/// Threads: the GUI thread; only `work` runs elsewhere. Lifetime: made by JobRunner; the destructor asks the work to
/// stop and waits for it.
class Job : public QObject {
  Q_OBJECT

 public:
  /// Visible jobs appear in the job strip and make closing the window ask; quiet ones (previews) do neither.
  enum class Kind { visible, quiet };
  using Work = std::function<void(const JobContext&)>;

  /// What becomes of the work of a job that is stopped: nothing of it is left, or it can be resumed.
  enum class Stopped { discards, keeps };

  Job(QString title, QString icon, Kind kind, Stopped stopped, QObject* parent);
  ~Job() override;

  void start(QThreadPool& pool, Work work);
  /// Asks the work to stop; finished() follows when it has.
  void cancel();

  /// The work waits, or goes on: time that it waits is none that it takes. The work itself is paused by who began it.
  void setPaused(bool paused);

  Kind kind() const { return m_kind; }
  bool keepsWork() const { return m_stopped == Stopped::keeps; }
  const QString& icon() const { return m_icon; }
  bool stopping() const { return m_stop.stop_requested(); }
  const JobState& state() const { return m_state; }

  /// Set by the work's end, before finished(); absent when it went well. Cancelled is not a failure.
  const std::optional<Error>& error() const { return m_error; }
  void setError(std::optional<Error> error) { m_error = std::move(error); }

 Q_SIGNALS:
  void progressed();
  void finished();

 private:
  void poll();

  double worked() const;

  Kind m_kind;
  Stopped m_stopped;
  QString m_icon;
  JobState m_state;
  Progress m_progress;
  std::stop_source m_stop;
  QTimer m_timer;
  QElapsedTimer m_clock;
  QFutureWatcher<void> m_watcher;
  std::optional<Error> m_error;
  std::string m_lastStage;
  double m_stageStart = 0;  ///< in seconds of work
  double m_pausedAt = 0;    ///< in seconds since the start
  double m_pausedFor = 0;   ///< before the current pause
};

}  // namespace masu::ui
