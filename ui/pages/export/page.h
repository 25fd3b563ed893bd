// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <optional>

#include "core/tasks/data/export_task.h"
#include "ui/pages/common/dataset_page.h"
#include "ui/session/unfinished_work.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace masu::ui {

class ExportForm;
class ExportSnippet;
class PathPicker;
class ShardTreeModel;

/// Write shards that other trainers read as they are. Each choice redraws the tree, the sizes and the snippet.
class ExportPage : public DatasetPage {
  Q_OBJECT

 public:
  ExportPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~ExportPage() override;

  void triggerPrimary() override;
  QString commandLine() const override;
  std::optional<tasks::ClusterRequest> clusterRequest() const override;

  void setFolder(const QString& folder);
  /// Shows what was asked for of an export that was interrupted, with the offer to resume it.
  void showInterrupted(const UnfinishedWork& work);
  /// Shows the receipt of an export: its folder, or its ZIP file.
  void showReceipt(const QString& place);
  QString folder() const;
  bool busy() const { return m_job.busy() || m_planJob.busy() || m_weighJob.busy() || m_planSoon.isActive(); }
  const std::optional<tasks::ExportOutcome>& planned() const { return m_planned; }
  ExportForm& form() { return *m_form; }
  ExportSnippet& snippet() { return *m_snippet; }

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  void buildReceipts();
  void buildSide();
  void buildActions();
  bool isReady() const;
  tasks::ExportRequest request() const;
  void planSoon();
  void plan();
  void showNotes();
  void showPlan();
  void offerToResume();
  void weigh();
  void showPrograms(const std::vector<std::pair<std::string, std::string>>& programs);
  void write();
  void written(const tasks::ExportOutcome& outcome);

  JobSlot m_planJob;
  JobSlot m_weighJob;  ///< what every format would take
  JobSlot m_job;
  QTimer m_planSoon;
  std::optional<tasks::ExportOutcome> m_planned;
  shards::ExportFolderState m_folderState;  ///< of what is planned
  bool m_failed = false;                    ///< the last export, whose sentence still shows
  QString m_offered;                        ///< the folder whose stopped export was offered to be resumed

  ExportForm* m_form = nullptr;
  ShardTreeModel* m_tree = nullptr;
  QTreeView* m_treeView = nullptr;
  ExportSnippet* m_snippet = nullptr;
  PathPicker* m_target = nullptr;
  QLabel* m_total = nullptr;
  QCheckBox* m_resume = nullptr;
  QPushButton* m_write = nullptr;
  QPushButton* m_open = nullptr;
};

}  // namespace masu::ui
