// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/jobs/job_slot.h"
#include "ui/models/split_index.h"

class QComboBox;
class QLineEdit;

namespace masu::store {
class Dataset;
}

namespace masu::ui {

class Segments;

/// Which samples Browse shows: those of a class, of a split, those that pass an expression, what fits all of these, or
/// every one. Members of a class and of an expression are found by a quiet job.
/// Threads: the GUI thread. Lifetime: borrows the runner.
class BrowseFilter : public QWidget {
  Q_OBJECT

 public:
  explicit BrowseFilter(JobRunner& runner, QWidget* parent = nullptr);

  /// Shows all samples of another dataset. Emits nothing.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  /// Null: there is none to choose by. Members are found again, as samples may have moved.
  void setSplits(std::shared_ptr<const SplitIndex> splits);

  std::optional<store::Split> split() const;
  /// Where a class or an expression is chosen: an index whose train split is the samples that are shown. Else null.
  std::shared_ptr<const SplitIndex> members() const { return m_members; }
  bool active() const { return split().has_value() || m_members != nullptr; }
  /// The expression can be typed.
  void focusWhere();
  /// Shows all samples.
  void clear();
  /// Shows those of a class. Requires: a dataset whose labels are classes.
  void chooseClass(int code);

 Q_SIGNALS:
  void changed();
  void failed(const masu::Error& error);

 private:
  void whereTyped(const QString& text);
  void whereEntered();
  void forgetWhere();
  void markWhere(const QString& problem);
  void find();

  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  std::shared_ptr<const SplitIndex> m_members;
  QString m_applied;       ///< the expression that is in force
  bool m_refused = false;  ///< another one was entered and is not an expression
  QLineEdit* m_where;
  QComboBox* m_class;
  Segments* m_split;
};

}  // namespace masu::ui
