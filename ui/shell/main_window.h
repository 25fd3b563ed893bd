// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <map>
#include <optional>

#include "ui/pages/common/page.h"
#include "ui/session/unfinished_work.h"

class QStackedWidget;

namespace masu::ui {

class ImportPage;
class JobStrip;
class StepBar;

/// The frame: step bar, current page, job strip. It navigates, routes files, and asks before closing over a running
/// job; everything else is the pages'. Lifetime: borrows session and runner, which outlive it.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~MainWindow() override;

  void goTo(Step step);
  Step current() const { return m_current; }
  /// The page of a step; made when first asked for, so that the window is there early.
  Page* page(Step step);

  /// Opens a dataset in a job, or takes anything else to Import. What is opened later replaces it; until it is open the
  /// window shows what it had.
  void openPaths(const QStringList& paths);
  /// Takes the place of another window on the same session: what is planned on Import, page and geometry.
  void continueFrom(const MainWindow& before);

 Q_SIGNALS:
  /// The language changed: whoever composed the window makes it again on the same session.
  void languageChanged();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QAction* addShortcut(const QString& name, const QString& iconName, const QKeySequence& keys,
                       std::function<void()> run);
  void addActions();
  void connectSession();
  void refreshSteps();
  QString updateState(Step step) const;
  void showProjectMenu();
  void showPalette();
  void showSettings();
  void showHelp();
  void chooseFiles();
  void chooseDataset();
  void openDataset(const QString& path);
  void resumeWork(const UnfinishedWork& work);
  void showInterrupted(const UnfinishedWork& work);
  void finishOpening(const QString& path, Result<std::optional<OpenedDataset>> opened);
  ImportPage& importPage();
  bool mayClose();
  void changeLanguage();
  void changeLanguageWhenIdle();
  bool storeFirst();
  bool quitsWithout(const Error& problem);

  Session& m_session;
  JobRunner& m_runner;
  StepBar* m_stepBar;
  QStackedWidget* m_stack;
  JobStrip* m_strip;
  std::map<Step, Page*> m_pages;
  std::map<Step, QAction*> m_stepActions;
  JobSlot m_opening;
  QString m_openingName;  ///< of the file, as shown
  std::optional<UnfinishedWork> m_afterOpening;  ///< to be shown of that dataset
  Step m_current = Step::start;
  bool m_closing = false;
  bool m_languageWaits = false;  ///< for the jobs that run to end
  bool m_stored = false;         ///< edits of a split are in the file, or given up
};

}  // namespace masu::ui
