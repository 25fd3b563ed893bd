// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/manifest/check/check.h"
#include "core/tasks/split/split_task.h"
#include "ui/models/split_editor.h"
#include "ui/pages/common/dataset_page.h"

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace masu::ui {

class RatioBar;
class Segments;
class SplitChecks;
class SplitClasses;
class SplitForm;
class SplitManifests;
class SplitOptions;
class SplitSamples;
class SplitTabs;

/// Choose what models are trained on, and what they are evaluated on. The page shows what the manifest holds: each edit
/// shows at once as one step to undo, and is stored in the background. A new manifest is a preview until it is drawn or
/// edited; a frozen one is left as it is.
class SplitPage : public DatasetPage {
  Q_OBJECT

 public:
  SplitPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~SplitPage() override;

  QString stepState() const override;
  void triggerPrimary() override;
  QString commandLine() const override;
  void focusFilter() override;
  void undo() override;
  void redo() override;

  const std::optional<tasks::SplitOutcome>& shown() const { return m_shown; }
  SplitSamples& samples() { return *m_samples; }
  SplitManifests& manifests() { return *m_manifests; }
  SplitChecks& checks() { return *m_checks; }
  SplitEditor& editor() { return m_editor; }
  /// Something is still being worked out or stored.
  bool busy() const;

  /// Where lists are read from and written to; the buttons ask for a folder first.
  void readLists(const QString& folder);
  void writeLists(const QString& folder);
  /// Keeps what is shown under another name, and continues with that.
  void saveAs(const QString& name);
  void mend(const manifest::Remedy& remedy);
  /// Stores the preview, now or as soon as it is drawn. A manifest that is stored already stays as it is.
  void keepPreview();
  /// Opens the dialog that shows what moved between two manifests.
  void compare();
  enum Side { kChecks, kOptions };
  void showSide(int side);

 protected:
  void datasetChanged() override;
  void manifestChanged() override;
  void hideEvent(QHideEvent* event) override;

 private:
  void buildHeader();
  void buildToolBar();
  QWidget* buildBody();
  void buildSide();
  void connectParts();
  QMenu* makeManifestMenu();
  manifest::SplitPlan plan() const;
  void takePlan(const manifest::SplitPlan& plan);
  void previewShares();
  void edited();
  void draw(const manifest::SplitPlan& plan);
  void redraw(const manifest::Redraw& how);
  void drawAgain();
  void opened();
  void changed();
  void saved(const tasks::ManifestFacts& facts);
  void updateLost(const QString& name, const Error& error);
  void showCounts(const tasks::SplitOutcome& outcome);
  void addManifest();
  void askSaveAs();
  void askForFolder(bool toRead);
  bool frozen() const;
  void updateState();
  QString note() const;

  SplitEditor m_editor;
  JobSlot m_listJob;
  bool m_keepWanted = false;
  std::optional<tasks::SplitOutcome> m_shown;
  std::optional<manifest::SplitPlan> m_plan;  ///< none: the manifest was read from lists

  QToolButton* m_undoButton = nullptr;
  QToolButton* m_redoButton = nullptr;
  QPushButton* m_compare = nullptr;
  QPushButton* m_freeze = nullptr;
  SplitTabs* m_tabs = nullptr;
  QLabel* m_note = nullptr;
  RatioBar* m_bar = nullptr;
  SplitForm* m_form = nullptr;
  SplitClasses* m_classes = nullptr;
  QWidget* m_classLine = nullptr;
  SplitSamples* m_samples = nullptr;
  Segments* m_sideChoice = nullptr;
  SplitChecks* m_checks = nullptr;
  SplitOptions* m_options = nullptr;
  SplitManifests* m_manifests = nullptr;
};

}  // namespace masu::ui
