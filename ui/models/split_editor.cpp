// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/split_editor.h"

#include <QUndoCommand>
#include <utility>

#include "ui/text/to_qt.h"

namespace masu::ui {
namespace {

/// Edits that follow each other at once, such as a key held down, are stored together.
constexpr int kStoreAfterMs = 300;

/// What opening reads.
struct Opened {
  std::shared_ptr<manifest::Draft> draft;
  std::string origin;
  bool stored = false;
  std::optional<store::SeenManifest> seen = store::SeenManifest{};
};

/// The finest levels that people know samples by: groups and recordings, else classes, else the one source.
std::optional<manifest::GroupLevels> firstLevels(const store::Dataset& dataset) {
  if (auto levels = manifest::GroupTree::levelsOf(dataset)) return levels;
  if (!dataset.meta().classes.empty()) return manifest::GroupLevels{"label", ""};
  if (dataset.find("origin") != nullptr) return manifest::GroupLevels{"source", ""};
  return std::nullopt;
}

Result<Opened> openManifest(const std::shared_ptr<const store::Dataset>& dataset, const std::string& name,
                            const std::optional<manifest::GroupLevels>& levels, const JobContext& job) {
  Opened opened;
  const auto found = tasks::storedManifest(*dataset, name);
  opened.stored = found.has_value();
  if (found) opened.origin = found->origin;
  auto draft = opened.stored ? tasks::openDraft(dataset, name, job) : tasks::emptyDraft(dataset, job);
  if (!draft && opened.stored && draft.error().code == Errc::damaged) {
    // The problem was reported when the dataset was opened. The manifest is a preview again, and is replaced when it is
    // kept.
    opened = {.draft = nullptr, .origin = {}, .stored = false, .seen = std::nullopt};
    draft = tasks::emptyDraft(dataset, job);
  }
  if (!draft) return tl::unexpected(draft.error());
  opened.draft = std::make_shared<manifest::Draft>(std::move(*draft));
  if (opened.stored) opened.seen->hash = store::hashOf(opened.draft->assignment());
  if (!levels) return opened;
  auto grouped = opened.draft->groupBy(*levels, job.stop);
  // There are too many to list; the manifest can still be edited by classes.
  if (!grouped && !dataset->meta().classes.empty()) grouped = opened.draft->groupBy({"label", ""}, job.stop);
  if (!grouped) return tl::unexpected(grouped.error());
  return opened;
}

}  // namespace

/// What one edit changed, for the history.
class SplitEditor::Step : public QUndoCommand {
 public:
  Step(SplitEditor& editor, const QString& title, manifest::Change change, std::string origin, std::uint64_t moved)
      : QUndoCommand(title),
        m_editor(editor),
        m_change(std::move(change)),
        m_before{editor.m_origin, editor.m_moved},
        m_after{std::move(origin), moved} {}

  void redo() override { m_editor.apply(m_change, false, m_after.origin, m_after.moved); }
  void undo() override { m_editor.apply(m_change, true, m_before.origin, m_before.moved); }
  std::uint64_t bytes() const { return m_change.bytes(); }

 private:
  struct Reported {
    std::string origin;
    std::uint64_t moved = 0;
  };
  SplitEditor& m_editor;
  manifest::Change m_change;
  Reported m_before;
  Reported m_after;
};

SplitEditor::SplitEditor(JobRunner& runner, QObject* parent)
    : QObject(parent), m_runner(runner), m_open(runner), m_work(runner), m_store(runner) {
  m_later.setSingleShot(true);
  m_later.setInterval(kStoreAfterMs);
  connect(&m_later, &QTimer::timeout, this, &SplitEditor::store);
  for (JobSlot* slot : {&m_open, &m_work}) connect(slot, &JobSlot::busyChanged, this, &SplitEditor::busyChanged);
}

SplitEditor::~SplitEditor() {
  m_settling.clear();
  close();
}

void SplitEditor::open(std::shared_ptr<const store::Dataset> dataset, const QString& name) {
  const bool same = m_draft && &m_draft->dataset() == dataset.get();
  auto levels =
      same && m_draft->groups() != nullptr ? std::optional(m_draft->groups()->levels()) : firstLevels(*dataset);
  close();
  m_open.run<Opened>(
      {.title = tr("Open the manifest"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [dataset = std::move(dataset), manifest = fromQt(name), levels = std::move(levels)](const JobContext& job) {
        return openManifest(dataset, manifest, levels, job);
      },
      [this, name](Result<Opened> opened) {
        if (!opened) {
          Q_EMIT failed(opened.error());
          return;
        }
        m_draft = std::move(opened->draft);
        m_name = name;
        m_origin = std::move(opened->origin);
        m_stored = opened->stored;
        m_writing = std::make_shared<Writing>();
        m_writing->seen = std::move(opened->seen);
        Q_EMIT this->opened();
      });
}

void SplitEditor::close() {
  Q_EMIT closed();
  if (m_dirty && m_draft) {
    m_runner.start<tasks::ManifestFacts>(storeOptions(), writer(), this,
                                         [this, name = m_name](const Result<tasks::ManifestFacts>& facts) {
                                           if (!facts && facts.error().code != Errc::cancelled)
                                             Q_EMIT lost(name, facts.error());
                                         });
  }
  m_open.drop();
  m_work.drop();
  m_store.drop();
  m_waiting.clear();
  m_afterStoring.clear();
  settled(std::nullopt);
  m_history.clear();
  m_draft.reset();
  m_moved = 0;
  m_stored = m_dirty = false;
}

void SplitEditor::move(Choose choose, store::Split to) {
  enqueue({tr("Move samples"),
           [this, choose = std::move(choose), to](const manifest::Draft& draft, const JobContext& job) -> Result<Act> {
             MASU_TRY(const manifest::SampleSet samples, choose(draft));
             MASU_TRY(manifest::Change change, draft.changeMoving(samples, to, job.stop));
             return [this, change = std::move(change)] { moved(change); };
           }});
}

void SplitEditor::moved(manifest::Change change) {
  if (change.empty()) return;
  m_stored = true;
  const std::uint64_t byHand = m_moved + change.samples();
  m_history.push(new Step(*this, tr("Move samples"), std::move(change), m_origin, byHand));
}

void SplitEditor::replace(const QString& title, Draw draw, Keep keep) {
  enqueue(
      {title,
       [this, title, draw = std::move(draw), keep](const manifest::Draft& draft, const JobContext& job) -> Result<Act> {
         MASU_TRY(const tasks::DrawnSplit drawn, draw(draft.dataset(), job));
         MASU_TRY(manifest::Change change, draft.changeInto(drawn.assignment, job.stop));
         return [this, title, change = std::move(change), origin = drawn.origin, keep] {
           replaced(title, change, origin, keep);
         };
       },
       true});
}

void SplitEditor::replaced(const QString& title, manifest::Change change, const std::string& origin, Keep keep) {
  if (m_stored || !m_origin.empty()) {
    m_history.push(new Step(*this, title, std::move(change), origin, 0));
    if (keep == Keep::yes && !m_stored) save();
    return;
  }
  // This is the preview's first drawing: there is nothing before it to undo to.
  m_draft->redo(change);
  m_origin = origin;
  if (keep == Keep::yes) save();
  Q_EMIT changed();
}

void SplitEditor::groupBy(manifest::GroupLevels levels) {
  enqueue({tr("Group samples"),
           [this, levels = std::move(levels)](const manifest::Draft& draft, const JobContext& job) -> Result<Act> {
             MASU_TRY(auto tree, manifest::GroupTree::build(draft.dataset(), draft.assignment(), levels, job.stop));
             const auto made = std::make_shared<manifest::GroupTree>(std::move(tree));
             return [this, made] {
               m_draft->setGroups(std::move(*made));
               Q_EMIT grouped();
             };
           }});
}

void SplitEditor::enqueue(Task task) {
  if (!m_draft) return;
  // Dragging a handle requests many drawings; only the last one is wanted.
  if (task.draws) std::erase_if(m_waiting, [](const Task& waiting) { return waiting.draws; });
  m_waiting.push_back(std::move(task));
  if (!m_work.busy()) next();
}

void SplitEditor::next() {
  if (m_waiting.empty() || !m_draft) return;
  const Task task = std::move(m_waiting.front());
  m_waiting.pop_front();
  const std::shared_ptr<const manifest::Draft> draft = m_draft;
  m_work.run<Act>(
      {.title = task.title, .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [draft, work = task.work](const JobContext& job) { return work(*draft, job); },
      [this](Result<Act> act) {
        if (act) {
          (*act)();
        } else if (act.error().code != Errc::cancelled) {
          Q_EMIT failed(act.error());
        }
        next();
        trySettling();
      });
}

std::uint64_t SplitEditor::historyBytes() const {
  std::uint64_t bytes = 0;
  for (int step = 0; step < m_history.count(); ++step) {
    bytes += static_cast<const Step*>(m_history.command(step))->bytes();
  }
  return bytes;
}

void SplitEditor::undo() {
  if (!m_work.busy()) return m_history.undo();
  enqueue({tr("Undo"),
           [this](const manifest::Draft&, const JobContext&) -> Result<Act> { return [this] { m_history.undo(); }; }});
}

void SplitEditor::redo() {
  if (!m_work.busy()) return m_history.redo();
  enqueue({tr("Redo"),
           [this](const manifest::Draft&, const JobContext&) -> Result<Act> { return [this] { m_history.redo(); }; }});
}

void SplitEditor::apply(const manifest::Change& change, bool back, const std::string& origin, std::uint64_t moved) {
  if (back) {
    m_draft->undo(change);
  } else {
    m_draft->redo(change);
  }
  m_origin = origin;
  m_moved = moved;
  if (m_stored) {
    m_dirty = true;
    m_later.start();
  }
  Q_EMIT changed();
}

void SplitEditor::save() {
  if (!m_draft) return;
  m_stored = m_dirty = true;
  store();
}

void SplitEditor::afterStoring(std::function<void()> act) {
  if (!storing()) return act();
  m_afterStoring.push_back(std::move(act));
  store();
}

void SplitEditor::settle(Settled act) {
  m_settling.push_back(std::move(act));
  trySettling();
}

void SplitEditor::trySettling() {
  if (m_settling.empty() || m_work.busy() || !m_waiting.empty()) return;
  if (storing()) return store();
  settled(std::nullopt);
}

void SplitEditor::settled(const std::optional<Error>& problem) {
  for (const Settled& act : std::exchange(m_settling, {})) act(problem);
}

void SplitEditor::storeAs(const QString& name, std::function<void()> act) {
  settle([this, name, act = std::move(act)](const std::optional<Error>& problem) {
    if (!m_draft) return;
    const auto done = [this, act, problem](const Result<tasks::ManifestFacts>& facts) {
      if (!facts) {
        Q_EMIT failed(facts.error());
        return;
      }
      if (problem) m_dirty = false;  // what could not be stored has another name now
      act();
    };
    m_runner.start<tasks::ManifestFacts>(
        storeOptions(),
        [dataset = m_draft->sharedDataset(),
         assignment = std::make_shared<const store::Assignment>(m_draft->assignment()),
         request = tasks::SaveRequest{fromQt(name), m_origin, m_moved, store::SeenManifest{}}](const JobContext&) {
          return tasks::saveDraft(*dataset, *assignment, request);
        },
        this, done);
  });
}

void SplitEditor::store() {
  m_later.stop();
  if (!m_dirty || !m_draft) return;
  if (m_store.busy()) return;  // what it wrote is older: storing begins again when it ends
  m_dirty = false;
  m_store.run<tasks::ManifestFacts>(storeOptions(), writer(),
                                    [this](Result<tasks::ManifestFacts> facts) { storedAs(facts); });
}

JobRunner::Options SplitEditor::storeOptions() {
  return {.title = tr("Store the manifest"), .icon = QStringLiteral("split"), .kind = Job::Kind::quiet};
}

/// Only one writes at a time, and never an older state after a newer one.
std::function<Result<tasks::ManifestFacts>(const JobContext&)> SplitEditor::writer() {
  return [writing = m_writing, turn = ++m_turn, dataset = m_draft->sharedDataset(),
          assignment = std::make_shared<const store::Assignment>(m_draft->assignment()),
          request = tasks::SaveRequest{fromQt(m_name), m_origin, m_moved}](
             const JobContext&) mutable -> Result<tasks::ManifestFacts> {
    const std::lock_guard lock(writing->mutex);
    if (turn < writing->last) return fail(Error::cancelled());
    writing->last = turn;
    request.seen = writing->seen;
    auto facts = tasks::saveDraft(*dataset, *assignment, request);
    if (facts) writing->seen = {facts->hash};
    return facts;
  };
}

bool SplitEditor::isInFile() const {
  const std::lock_guard lock(m_writing->mutex);
  return m_writing->seen && !m_writing->seen->hash.empty();
}

void SplitEditor::storedAs(const Result<tasks::ManifestFacts>& facts) {
  if (!facts) {
    m_dirty = true;  // the next edit tries again
    m_afterStoring.clear();
    settled(facts.error());
    if (m_moved == 0 && !isInFile()) {
      // It is still a preview, which is kept by asking again.
      m_stored = m_dirty = false;
      Q_EMIT changed();
    }
    Q_EMIT failed(facts.error());
    return;
  }
  Q_EMIT saved(*facts);
  if (m_dirty) return store();
  for (const Act& act : std::exchange(m_afterStoring, {})) act();
  trySettling();
}

}  // namespace masu::ui
