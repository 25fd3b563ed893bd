// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/ingest/plan/import_plan.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/data/dataset_task.h"
#include "core/tasks/train/estimate_task.h"
#include "ui/session/opened_dataset.h"
#include "ui/session/recent_files.h"

namespace masu::ui {

/// What the pages work on together: the only channel between them. Holds published snapshots, never files in change.
/// Threads: the GUI thread. Lifetime: the program's; pages borrow it.
class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);

  /// The open dataset with its manifests; null when none is open.
  std::shared_ptr<const tasks::DatasetInfo> info() const { return m_info; }
  std::shared_ptr<const store::Dataset> dataset() const { return m_info ? m_info->dataset : nullptr; }
  QString name() const;  ///< base name of the dataset, or of what is being planned; empty when there is neither
  QString path() const;  ///< empty when no dataset is open

  /// Replaces all that the session holds by another dataset, or by the same one as it is now.
  void show(OpenedDataset opened);
  /// Opens a dataset file while the caller waits: for tests and pictures, as the window does so in a job. Errors: as
  /// openDatasetFile(); the session keeps what it had.
  Result<void> open(const QString& path);
  /// The manifests as a page or its job found them after a change to their file, the one to use from now on, and what
  /// of the file could not be read.
  void setManifests(std::vector<tasks::ManifestFacts> manifests, const QString& chosen,
                    std::optional<Error> problem = std::nullopt);
  /// One of them, new or with other counts.
  void putManifest(const tasks::ManifestFacts& manifest);
  void close();

  /// The manifest all pages show and use.
  const QString& manifest() const { return m_manifest; }
  void setManifest(const QString& name);
  /// Counts of that manifest; null when the dataset has none of this name.
  const tasks::ManifestFacts* manifestInfo() const;

  /// The import being planned; null when none is.
  std::shared_ptr<const ingest::ImportPlan> plan() const { return m_plan; }
  void setPlan(std::shared_ptr<const ingest::ImportPlan> plan);

  /// What Fit last worked out, for Train to start from.
  const std::optional<tasks::EstimateOutcome>& estimate() const { return m_estimate; }
  void setEstimate(std::optional<tasks::EstimateOutcome> estimate);

  /// The training run that is live or was the last; null when none was.
  std::shared_ptr<metrics::RunLog> runLog() const { return m_runLog; }
  const metrics::RunSpec& runSpec() const { return m_runSpec; }
  void setRun(metrics::RunSpec spec, std::shared_ptr<metrics::RunLog> log);

  /// The folder of the run of the open dataset that people look at; empty while there is none.
  const std::filesystem::path& openRun() const { return m_openRun; }
  void setOpenRun(const std::filesystem::path& folder);

  std::vector<RecentFile> recentFiles() const { return readRecentFiles(); }
  /// Takes one off the list, as it is gone.
  void forgetRecent(const QString& path);
  /// Replaces the state shown beside the open dataset on Start: "best run 0.979".
  void noteState(const QString& state);

 Q_SIGNALS:
  void datasetChanged();
  void manifestChanged();  ///< another manifest, or other counts of it
  void planChanged();
  void estimateChanged();
  void runChanged();
  void openRunChanged();
  void recentChanged();

 private:
  void forget();
  QString rememberedState() const;
  void remember(const QString& state);

  std::shared_ptr<const tasks::DatasetInfo> m_info;
  QString m_manifest = "default";
  std::shared_ptr<const ingest::ImportPlan> m_plan;
  std::optional<tasks::EstimateOutcome> m_estimate;
  std::shared_ptr<metrics::RunLog> m_runLog;
  metrics::RunSpec m_runSpec;
  std::filesystem::path m_openRun;
  std::vector<double> m_thumbnail;
  QString m_state;
};

}  // namespace masu::ui
