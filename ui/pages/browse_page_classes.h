#pragma once

#include <optional>

#include "ui/charts/class_grid.h"
#include "ui/jobs/job_slot.h"
#include "ui/models/class_members.h"
#include "ui/models/split_index.h"
#include "ui/pages/browse_page_pane.h"
#include "ui/pages/browse_page_signals.h"

class QLabel;

namespace masu::ui {

/// The classes of a dataset above each other, each with some of its samples, as signals or images; scrolls by classes,
/// and sideways by samples. Which samples a class has is found once, when the pane is first seen.
/// Threads: the GUI thread; quiet jobs read. Lifetime: borrows the runner.
class BrowseClasses : public BrowsePane {
  Q_OBJECT

 public:
  explicit BrowseClasses(JobRunner& runner, QWidget* parent = nullptr);

  /// Shows nothing of a table, or where labels are no classes.
  void setDataset(std::shared_ptr<const store::Dataset> dataset);
  bool offers() const { return m_dataset != nullptr; }
  void setSplits(std::shared_ptr<const SplitIndex> splits);
  /// Shows samples of a split, or those that stand as `train` in `members` where there are some; else all.
  void setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members);
  void setLens(NetworkLens lens);
  /// Chooses a sample, or the nearest of its class that is shown.
  void reveal(std::uint64_t sample);
  /// Null while the sample is not in view, or being read.
  const SampleSignals* signalsOf(std::uint64_t sample) const;
  ClassGrid& grid() { return *m_grid; }

 Q_SIGNALS:
  void sampleSelected(std::uint64_t sample);
  /// All samples of a class are to be shown.
  void classOpened(int code);
  void failed(const masu::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// A sample by its class and its place there, both as they are shown.
  struct Place {
    std::size_t row = 0;
    std::size_t column = 0;
  };

  BrowseClasses(ClassGrid* grid, JobRunner& runner, QWidget* parent);
  void find();
  void found(std::vector<ClassMembers> classes);
  void forget();
  void scrollTo(std::uint64_t top);
  void turnTo(std::int64_t column);
  void choose(Place place);
  void moveBy(int rows, int columns);
  void read();
  void draw();
  std::optional<Place> placeOf(std::uint64_t sample) const;
  ClassGrid::Cell cellOf(std::uint64_t sample) const;
  std::size_t longest() const;

  ClassGrid* m_grid;
  QLabel* m_told;
  JobSlot m_findJob;
  JobSlot m_readJob;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::shared_ptr<const SplitIndex> m_splits;
  std::optional<store::Split> m_split;
  std::shared_ptr<const SplitIndex> m_filter;
  NetworkLens m_lens;
  std::optional<std::vector<ClassMembers>> m_classes;  ///< unset: not yet found
  std::vector<SampleSignals> m_samples;                ///< those in view that have been read
  std::uint64_t m_top = 0;                             ///< the first class in view
  std::size_t m_turn = 0;                              ///< the first sample of each in view
  std::optional<std::uint64_t> m_chosen;
};

}  // namespace masu::ui
