// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QUndoStack>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "core/manifest/edit/draft.h"
#include "core/tasks/split/edit_task.h"
#include "core/tasks/split/split_task.h"
#include "ui/jobs/job_slot.h"

namespace masu::ui {

/// A manifest that is being edited: a draft in memory that responds at once, its history, and its way to the file.
/// Edits are computed by quiet jobs, one after another, and applied on the GUI thread; a moment later the draft is
/// stored, unless it is only a preview. An undo is a change to the draft like any other.
/// Memory: the draft, and for each step of the history what it changed; while it is stored, one byte a sample more.
/// Threads: the GUI thread. Lifetime: borrows the runner; what is not stored yet is stored when it is destroyed.
class SplitEditor : public QObject {
  Q_OBJECT

 public:
  explicit SplitEditor(JobRunner& runner, QObject* parent = nullptr);
  ~SplitEditor() override;

  /// Opens a manifest, or an empty preview for one that does not exist yet. opened() or failed() follows.
  void open(std::shared_ptr<const store::Dataset> dataset, const QString& name);
  void close();

  /// Null until opened(). On this thread it may be read at any time; a worker gets a copy of what it needs.
  const manifest::Draft* draft() const { return m_draft.get(); }
  const QString& name() const { return m_name; }
  bool stored() const { return m_stored; }
  /// JSON: how the draft began (manifest::describe of a plan, or another tool's words).
  const std::string& origin() const { return m_origin; }
  /// Samples moved by hand since then.
  std::uint64_t movedByHand() const { return m_moved; }
  const QUndoStack& history() const { return m_history; }
  /// The memory that its steps take: for tests, to which nothing else shows that a step is small.
  std::uint64_t historyBytes() const;
  /// Waits for edits that are being computed, so that steps are in the order in which they were made.
  void undo();
  void redo();
  bool busy() const { return m_work.busy() || !m_waiting.empty() || m_open.busy(); }
  bool storing() const { return m_dirty || m_store.busy(); }

  /// Which samples an edit concerns; called in a worker, with groups() of the draft to look them up in.
  using Choose = std::function<Result<manifest::SampleSet>(const manifest::Draft&)>;
  /// Moves samples; a preview is stored with it.
  void move(Choose choose, store::Split to);

  /// A whole assignment: drawn, or read from lists.
  using Draw = std::function<Result<tasks::DrawnSplit>(const store::Dataset&, const JobContext&)>;
  /// Applies it as one step, or as the preview where the manifest is not stored yet.
  enum class Keep { no, yes };
  /// `keep`: a preview is stored with it.
  void replace(const QString& title, Draw draw, Keep keep = Keep::no);

  /// Counts groups of these levels from now on; grouped() follows.
  void groupBy(manifest::GroupLevels levels);

  /// Stores a preview, or what is still to be stored, now.
  void save();
  /// Calls `act` once the file holds what the draft does; not at all where storing fails.
  void afterStoring(std::function<void()> act);
  /// The same, but also after edits that are still being computed; gives the problem where storing fails.
  using Settled = std::function<void(const std::optional<Error>& problem)>;
  void settle(Settled act);
  bool unsettled() const { return m_work.busy() || !m_waiting.empty() || storing(); }
  /// Stores the draft under another name, which must be free, also where it cannot be stored under its own.
  void storeAs(const QString& name, std::function<void()> act);

 Q_SIGNALS:
  void opened();
  /// The draft is about to be destroyed: drop pointers to it.
  void closed();
  /// Samples moved: the assignment and its counts changed.
  void changed();
  void grouped();
  void saved(const masu::tasks::ManifestFacts& facts);
  void busyChanged();
  void failed(const masu::Error& error);
  /// After close(): the last edits of a manifest did not reach the file.
  void lost(const QString& name, const masu::Error& error);

 private:
  class Step;
  /// Computed in a worker over the unchanging draft; returns what to do on the GUI thread.
  using Act = std::function<void()>;
  struct Task {
    QString title;
    std::function<Result<Act>(const manifest::Draft&, const JobContext&)> work;
    bool draws = false;  ///< a later drawing replaces it
  };
  void enqueue(Task task);
  void next();
  void moved(manifest::Change change);
  void replaced(const QString& title, manifest::Change change, const std::string& origin, Keep keep);
  void apply(const manifest::Change& change, bool back, const std::string& origin, std::uint64_t moved);
  void store();
  static JobRunner::Options storeOptions();
  std::function<Result<tasks::ManifestFacts>(const JobContext&)> writer();
  bool isInFile() const;
  void storedAs(const Result<tasks::ManifestFacts>& facts);
  void trySettling();
  void settled(const std::optional<Error>& problem);

  /// Shared with workers, which may outlive the editor.
  struct Writing {
    std::mutex mutex;
    std::uint64_t last = 0;
    /// What the file holds as far as this editor knows; unset: something damaged, which may be replaced.
    std::optional<store::SeenManifest> seen = store::SeenManifest{};
  };

  JobRunner& m_runner;
  JobSlot m_open;
  JobSlot m_work;
  JobSlot m_store;
  QTimer m_later;
  QUndoStack m_history;
  std::shared_ptr<manifest::Draft> m_draft;
  std::deque<Task> m_waiting;
  std::vector<Act> m_afterStoring;
  std::vector<Settled> m_settling;
  std::shared_ptr<Writing> m_writing = std::make_shared<Writing>();
  std::uint64_t m_turn = 0;
  QString m_name;
  std::string m_origin;
  std::uint64_t m_moved = 0;
  bool m_stored = false;
  bool m_dirty = false;  ///< the file holds something older
};

}  // namespace masu::ui
