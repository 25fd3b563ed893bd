// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "core/tasks/cluster/cluster_request.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/job_slot.h"
#include "ui/session/session.h"

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace masu::ui {

class ElidedLabel;

enum class Step { start, import, browse, split, fit, train, export_ };

/// A page: header (title, purpose, actions, next step), optional tool bar, body, optional side panel and action bar.
/// A page is form ↔ Request, a job, and views; it knows other pages only through the session and the signals below.
/// Lifetime: owned by the shell; borrows session and runner, which outlive it.
class Page : public QWidget {
  Q_OBJECT

 public:
  /// `help`: see helpTopic().
  Page(QString help, const QString& title, const QString& purpose, Session& session, JobRunner& runner,
       QWidget* parent);

  /// The page of the manual about what is on screen now, by its name in resources/help; empty: the overview.
  virtual QString helpTopic() const { return m_help; }
  /// What the step bar shows beside the step: "plan", "done", "3,834", "80 10 10"; empty for nothing.
  virtual QString stepState() const { return {}; }
  /// The command of masu that does what the primary action would now; empty where there is nothing to do.
  virtual QString commandLine() const { return {}; }
  /// Puts it on the clipboard, and says so.
  void copyCommand();
  /// What workers of a cluster would share of it; nothing where there is nothing to share.
  virtual std::optional<tasks::ClusterRequest> clusterRequest() const { return std::nullopt; }
  /// Shows the script of it, or says that there is none.
  void showCluster();
  /// Ctrl+Enter: the page's one primary action.
  virtual void triggerPrimary() {}
  /// Ctrl+F: focus the page's filter, if it has one.
  virtual void focusFilter() {}
  /// Ctrl+Z and Ctrl+Shift+Z.
  virtual void undo() {}
  virtual void redo() {}
  /// The page comes to the front.
  virtual void activated() {}

 Q_SIGNALS:
  void stepStateChanged();
  void stepRequested(masu::ui::Step step);
  /// The split that the Split page shows is to be drawn, kept and shown.
  void splitRequested();
  /// Files or folders to bring in; the shell opens datasets and hands the rest to Import.
  void filesChosen(const QStringList& paths);

 protected:
  Session& session() const { return m_session; }
  JobRunner& runner() const { return m_runner; }

  void setPurpose(const QString& purpose);
  /// A button of the header that copies the command.
  QWidget* addCopyCommand();
  /// A button of the header that shows the script for a cluster.
  QWidget* addCluster();
  /// At the right of the header, left to right in the order added.
  void addHeaderAction(QWidget* action);
  /// "Next: Split →", the last of the header; goes to `next` when clicked.
  QWidget* addNextStep(const QString& name, Step next);
  /// 44 px below the header, spanning the page; add widgets to the returned layout (margins 20 and 16 are set).
  QHBoxLayout* addToolBar();
  /// 56 px at the bottom of the page.
  QHBoxLayout* addActionBar();
  /// What is between; at the left of the side panel when there is one. Takes ownership.
  void setBody(QWidget* body);
  /// A panel of `width` at the right, folded away below 1100 px of window unless its button opens it; add sections to
  /// the returned layout. It scrolls when the sections are taller than the page.
  QVBoxLayout* addSidePanel(int width);
  /// Shows the side panel where the window folds it.
  void openSide();
  /// Hides the side panel and its button while it has nothing to show.
  void setSideShown(bool shown);
  /// A 2 px bar below the header while something is being worked out; the content stays.
  void setBusy(bool busy);

  void resizeEvent(QResizeEvent* event) override;

 private:
  void foldSide();

  QString m_help;
  Session& m_session;
  JobRunner& m_runner;
  ElidedLabel* m_purpose = nullptr;
  QHBoxLayout* m_header = nullptr;
  QVBoxLayout* m_column = nullptr;  ///< header, tool bar, middle, action bar
  QHBoxLayout* m_middle = nullptr;  ///< body and side panel
  QWidget* m_side = nullptr;
  QToolButton* m_sideButton = nullptr;
  QWidget* m_busyBar = nullptr;
  int m_afterHeader = 1;
  bool m_sideOpen = false;
  bool m_sideShown = true;
};

}  // namespace masu::ui
