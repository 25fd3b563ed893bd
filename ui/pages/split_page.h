#pragma once

#include <deque>
#include <optional>

#include "core/manifest/split_plan.h"
#include "core/tasks/split_task.h"
#include "ui/pages/dataset_page.h"
#include "ui/pages/split_page_jobs.h"

class QLabel;
class QToolButton;

namespace masu::ui {

class ClassBars;
class RatioBar;
class SplitFacts;
class SplitForm;
class SplitRules;
class SplitTabs;

/// Choose what the network learns from, and what it is judged by. What the page shows is what the manifest holds: each
/// edit draws and stores at once, as one step to undo. A new or frozen manifest is previewed and stored on request.
class SplitPage : public DatasetPage {
  Q_OBJECT

 public:
  SplitPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~SplitPage() override;

  QString stepState() const override;
  void triggerPrimary() override;
  void undo() override;
  void redo() override;

  const std::optional<tasks::SplitOutcome>& shown() const { return m_shown; }
  bool busy() const { return m_job.busy(); }

  /// Where lists are read from and written to; the buttons ask for a folder first.
  void readLists(const QString& folder);
  void writeLists(const QString& folder);

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  void buildHeader();
  QWidget* buildBody();
  manifest::SplitPlan plan() const;
  void takePlan(const manifest::SplitPlan& plan);
  void previewShares();
  void edited();
  void draw();
  void drawAgain();
  void preview();
  void showOutcome(const tasks::SplitOutcome& outcome);
  void showCounts(const tasks::SplitOutcome& outcome);
  void reload();
  void addManifest();
  void freeze();
  void copy();
  void remember(ManifestState before);
  void restore(std::deque<ManifestState>& from, std::deque<ManifestState>& to);
  void askForFolder(bool toRead);
  bool stored() const;
  bool frozen() const;
  void tellState();

  JobSlot m_job;
  JobSlot m_listJob;
  std::optional<tasks::SplitOutcome> m_shown;
  std::optional<manifest::SplitPlan> m_plan;  ///< none: the manifest was read from lists
  std::deque<ManifestState> m_undo;
  std::deque<ManifestState> m_redo;

  QToolButton* m_undoButton = nullptr;
  QToolButton* m_redoButton = nullptr;
  SplitTabs* m_tabs = nullptr;
  RatioBar* m_bar = nullptr;
  SplitForm* m_form = nullptr;
  ClassBars* m_classes = nullptr;
  QLabel* m_furthest = nullptr;
  QWidget* m_classPane = nullptr;
  QWidget* m_classLine = nullptr;
  SplitRules* m_rules = nullptr;
  SplitFacts* m_facts = nullptr;
};

}  // namespace masu::ui
