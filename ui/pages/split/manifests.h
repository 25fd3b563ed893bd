// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "core/tasks/split/manifest_task.h"
#include "ui/jobs/job_slot.h"
#include "ui/session/session.h"

class QMenu;

namespace masu::ui {

/// The actions on whole manifests: save as, duplicate, rename, freeze, delete, folds. Free names are found here;
/// afterwards the session holds the list as it is in the file, unless another dataset was opened meanwhile.
/// Lifetime: borrows session and runner.
class SplitManifests : public QObject {
  Q_OBJECT

 public:
  SplitManifests(Session& session, JobRunner& runner, QWidget* page);

  /// A name that no manifest has: "split-2", "default-copy".
  QString freeName(const QString& pattern, const QString& first) const;
  void duplicate();
  void copyTo(const QString& to);
  void rename(const QString& to);
  void askForName();
  void freeze();
  void remove();
  void askToRemove();
  void makeFolds(const manifest::SplitPlan& plan, unsigned folds);
  /// Reads the list again, off the GUI thread, and chooses a manifest.
  void refresh(const QString& choose);
  bool busy() const { return m_job.busy(); }

 Q_SIGNALS:
  void busyChanged(bool busy);
  void failed(const masu::Error& error);
  /// The current manifest is another under its name: frozen.
  void replaced();

 private:
  struct List {
    std::vector<tasks::ManifestFacts> manifests;
    QString choose;
    std::optional<Error> problem;  ///< of a manifest that could not be read
  };
  using Work = std::function<Result<QString>(const std::filesystem::path& file, const JobContext&)>;
  void run(const QString& title, Work work);

  Session& m_session;
  QWidget* m_page;
  JobSlot m_job;
};

}  // namespace masu::ui
