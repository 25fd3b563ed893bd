// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/shards/restore/index_reader.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "ui/pages/common/page.h"
#include "ui/pages/import/draft.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace masu::ui {

class Banner;
class EmptyState;
class ImportDialectBar;
class ImportForecastPanel;
class ImportLabelNotice;
class ImportRecordingsBar;
class ImportRecordingsPanel;
class ImportRecordingsView;
class ImportTableView;
class PathPicker;
class Segments;

/// From files to a plan to a dataset. The page owns the plan: an edit shows at once, and a quiet job inspects it again.
/// An export of Masu has nothing to plan: it is restored as the dataset it was made from.
class ImportPage : public Page {
  Q_OBJECT

 public:
  ImportPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);

  /// Starts again on these files or folders.
  void setSources(const QStringList& paths);
  void addSources(const QStringList& paths);
  void setTarget(const QString& path);
  /// Plans as a recipe says: of the files that are here, else of those that come next.
  void setRecipe(std::string recipe);
  /// The column of that name becomes the label.
  void setLabel(const QString& column);
  QString helpTopic() const override;
  void triggerPrimary() override { startImport(); }
  QString commandLine() const override;
  std::optional<tasks::ClusterRequest> clusterRequest() const override;

  ImportDraft draft() const;
  /// Shows it as it was, and reads no source for it.
  void setDraft(ImportDraft draft);

  bool inspecting() const { return m_inspect.busy(); }
  const std::optional<tasks::Inspection>& inspection() const { return m_inspection; }

 Q_SIGNALS:
  void inspected();  ///< a plan is there, or an error is shown
  void imported();

 private:
  void makeHeader();
  void makeBars();
  void makeBody();
  void makeSide();
  void makeActions();
  void connectSources();
  void connectColumns();
  void connectTypes();
  void connectStorage();
  void connectProceeding();
  void listArrays();
  void inspect();
  void offerRestore(Result<shards::ExportedIndex> index);
  void refine();
  void deliver(Result<tasks::Proposal> result);
  void readAs(ingest::SourceKind kind);
  bool proposeLabel();
  bool proposeRule();
  void showProposed();
  void show();
  void showEmpty();
  void otherDatasetOpened();
  void edit(const std::function<void(ingest::ImportPlan&)>& change);
  void takeRecordings(const ingest::RecordingOptions& recordings);
  void setRole(int row, table::Role role);
  int rowOf(const QString& column) const;  ///< −1: there is no such column
  void useColumn(int row, bool used);
  void setKind(int row, table::Kind kind);
  void setMissing(int row, std::optional<ingest::MissingRule> rule);
  void setPartBytes(std::uint64_t bytes);
  void loadSignal(const QString& path);
  tasks::ImportRequest importRequest() const;
  void lookAtTarget();
  void offerToResume(std::uint64_t finished);
  bool settleRules();
  void startImport();
  void runImport(bool overwrite);
  void runRestore(bool overwrite);
  struct Imported;
  void finishImport(Result<Imported> result);
  void loadRecipe();
  void saveRecipe();
  void choose(bool folder);
  void clear();

  ingest::ImportOptions m_options;
  std::string m_recipe;
  std::optional<tasks::Inspection> m_inspection;
  std::optional<shards::ExportedIndex> m_export;  ///< the source is one, and is not read as tables
  std::uint64_t m_memoryBytes;
  std::uint64_t m_partBytes = 0;  ///< max size of a part; 0: one file
  /// Parts of the plan that were proposed, not asked for; the banner names them once the plan is whole.
  bool m_windowProposed = false;
  bool m_layoutProposed = false;
  bool m_recordingsProposed = false;
  bool m_canBeTable = false;  ///< so that which of the two is meant is for people to say
  bool m_labelProposed = false;
  std::string m_guessedLabel;  ///< the column that is the label for its name alone; empty: none
  Segments* m_kind = nullptr;
  QStackedWidget* m_bars = nullptr;
  QWidget* m_barFrame = nullptr;
  ImportDialectBar* m_tableBar = nullptr;
  ImportRecordingsBar* m_recordingsBar = nullptr;
  Banner* m_banner = nullptr;
  ImportLabelNotice* m_labelNotice = nullptr;
  QStackedWidget* m_body = nullptr;
  EmptyState* m_empty = nullptr;
  EmptyState* m_restore = nullptr;
  ImportTableView* m_table = nullptr;
  ImportRecordingsView* m_recordings = nullptr;
  QStackedWidget* m_side = nullptr;
  ImportForecastPanel* m_tablePanel = nullptr;
  ImportRecordingsPanel* m_recordingsPanel = nullptr;
  QWidget* m_actions = nullptr;
  PathPicker* m_target = nullptr;
  QLabel* m_statusLabel = nullptr;
  QCheckBox* m_resume = nullptr;  ///< shown where an interrupted import can be resumed
  QString m_offered;              ///< the target that it was last shown for
  QPushButton* m_save = nullptr;
  QPushButton* m_import = nullptr;
  QPushButton* m_showRejects = nullptr;
  std::filesystem::path m_rejects;  ///< of the last import
  JobSlot m_inspect;
  JobSlot m_run;
  JobSlot m_signal;
  JobSlot m_look;
};

}  // namespace masu::ui
