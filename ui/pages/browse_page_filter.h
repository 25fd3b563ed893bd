#pragma once

#include <QWidget>
#include <optional>

#include "ui/jobs/job_slot.h"
#include "ui/models/split_index.h"

class QComboBox;

namespace masu::store {
class Dataset;
}

namespace masu::ui {

class Segments;

/// Which samples Browse shows: those of a class, of a split, of both, or all. The members of a class are found by a
/// quiet job. Threads: the GUI thread. Lifetime: borrows the runner.
class BrowseFilter : public QWidget {
  Q_OBJECT

 public:
  explicit BrowseFilter(JobRunner& runner, QWidget* parent = nullptr);

  /// Shows all samples of another dataset. Emits nothing.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  /// Null: there is none to choose by. Members of a class are found anew, as samples may have moved.
  void setSplits(std::shared_ptr<const SplitIndex> splits);

  std::optional<store::Split> split() const;
  /// Where a class is chosen: the samples that are shown stand as `train` in it. Else null.
  std::shared_ptr<const SplitIndex> members() const { return m_members; }
  bool active() const { return split().has_value() || m_members != nullptr; }
  /// Shows all samples.
  void clear();
  /// Shows those of a class. Requires: a dataset whose labels are classes.
  void chooseClass(int code);

 Q_SIGNALS:
  void changed();
  void failed(const masu::Error& error);

 private:
  void find();

  JobSlot m_job;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  std::shared_ptr<const SplitIndex> m_members;
  QComboBox* m_class;
  Segments* m_split;
};

}  // namespace masu::ui
