// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/browse/samples.h"

namespace masu::ui {

class SampleTableModel;

/// A page of samples as they follow each other. A class that inherits says how many there is room for and draws them.
/// Lifetime: borrows rows and runner.
class BrowseSeries : public BrowseSamples {
  Q_OBJECT

 public:
  /// Which samples are shown changed.
  void filterChanged();
  void reveal(std::uint64_t sample) override;

 protected:
  /// Takes ownership of the view.
  BrowseSeries(QWidget* view, store::SampleKind kind, SampleTableModel& rows, JobRunner& runner, QWidget* parent);
  void showEvent(QShowEvent* event) override;
  bool shows(const store::Dataset& dataset) const override { return dataset.meta().kind == m_kind; }
  void begin() override;
  void look() override;
  void redraw() override;

  virtual int capacity() const = 0;
  /// Samples side by side: the first in view is a multiple of it.
  virtual int across() const = 0;
  virtual void prepare(const store::Dataset& dataset) = 0;
  /// Draws the samples, of which `current` is chosen; −1 for none.
  virtual void draw(const std::vector<SampleSignals>& samples, int current) = 0;

  /// The view's at-th sample was chosen in it.
  void choseAt(int at);
  /// Moves what is current by so many samples, or the page where none is current or `page` says so.
  void moveBy(int samples, bool page);

 private:
  void followBar(std::uint64_t top);
  void scrollTo(std::uint64_t top);

  store::SampleKind m_kind;
  SampleTableModel& m_rows;
  std::uint64_t m_top = 0;  ///< position of what is, or will be once it is read, in view first
};

}  // namespace masu::ui
