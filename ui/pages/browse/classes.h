// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/signal/class_grid.h"
#include "ui/models/class_members.h"
#include "ui/pages/browse/samples.h"

class QLabel;

namespace masu::ui {

/// The classes of a dataset above each other, each with some of its samples, as signals or images; scrolls by classes,
/// and sideways by samples. Which samples a class has is found once, when the pane is first seen.
/// Threads: the GUI thread; quiet jobs read. Lifetime: borrows the runner.
class BrowseClasses : public BrowseSamples {
  Q_OBJECT

 public:
  explicit BrowseClasses(JobRunner& runner, QWidget* parent = nullptr);

  bool offers() const { return dataset() != nullptr; }
  /// Shows samples of a split, or those that are in the train split of `members` where that is given; else all.
  void setFilter(std::optional<store::Split> split, std::shared_ptr<const SplitIndex> members);
  void reveal(std::uint64_t sample) override;
  ClassGrid& grid() { return *m_grid; }

 Q_SIGNALS:
  /// All samples of a class are to be shown.
  void classOpened(int code);

 protected:
  void showEvent(QShowEvent* event) override;
  /// Nothing of a table, or where labels are not classes.
  bool shows(const store::Dataset& dataset) const override;
  void begin() override;
  void look() override;
  void redraw() override;

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
  void choosePlace(Place place);
  void moveBy(int rows, int columns);
  std::optional<Place> placeOf(std::uint64_t sample) const;
  ClassGrid::Cell cellOf(std::uint64_t sample) const;
  std::size_t longest() const;

  ClassGrid* m_grid;
  QLabel* m_spreadNote;
  JobSlot m_findJob;
  std::optional<store::Split> m_split;
  std::shared_ptr<const SplitIndex> m_filter;
  std::optional<std::vector<ClassMembers>> m_classes;  ///< unset: not yet found
  std::uint64_t m_top = 0;                             ///< the first class in view
  std::size_t m_turn = 0;                              ///< the first sample of each in view
};

}  // namespace masu::ui
