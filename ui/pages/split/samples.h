// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "ui/jobs/job_slot.h"
#include "ui/models/split_tree_model.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace masu::ui {

class SplitEditor;
class SplitTargets;
class SplitTree;

/// The samples of a manifest as a tree of groups, a filter above it, and below it where the selection can go. Nothing
/// selected while a filter is in force means all that it took.
class SplitSamples : public QWidget {
  Q_OBJECT

 public:
  SplitSamples(SplitEditor& editor, JobRunner& runner, QWidget* parent = nullptr);

  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  void setFrozen(bool frozen);
  /// Enters a filter and runs it at once. A text that is not an expression is looked for in the names of sources.
  void setFilter(const QString& text);
  QLineEdit* filterField() const { return m_field; }
  SplitTree& tree() { return *m_tree; }
  SplitTreeModel& rows() { return *m_rows; }
  bool filtering() const { return m_job.busy() || m_wait.isActive(); }
  /// Moves what is selected.
  void move(store::Split to);

 Q_SIGNALS:
  void failed(const masu::Error& error);

 private:
  QWidget* buildBar();
  void fillLevels();
  void chooseLevels(int index);
  void draftOpened();
  void runFilter();
  void showProblem(const QString& sentence);
  SplitChoice choice() const;
  void announce();

  SplitEditor& m_editor;
  JobSlot m_job;
  QTimer m_wait;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::vector<manifest::GroupLevels> m_levels;  ///< beside m_by
  SplitTreeModel* m_rows;
  QLineEdit* m_field = nullptr;
  QLabel* m_found = nullptr;
  QComboBox* m_by = nullptr;
  QLabel* m_problem;
  SplitTree* m_tree;
  SplitTargets* m_targets;
  bool m_frozen = false;
};

}  // namespace masu::ui
