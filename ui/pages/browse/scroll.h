// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollBar>
#include <cstdint>

namespace masu::ui {

/// A scroll bar over a 64-bit position: a QScrollBar counts in int, which ten billion samples overflow. Dragging lands
/// on a share of the whole; steps and wheels move by exactly one.
class PositionBar : public QScrollBar {
  Q_OBJECT

 public:
  explicit PositionBar(QWidget* parent = nullptr);

  /// `page` of `all` positions are in view from `top` on. Emits nothing.
  void setExtent(std::uint64_t all, std::uint64_t page, std::uint64_t top);
  std::uint64_t top() const { return m_top; }
  /// Moves by so many positions, as far as there are any.
  void step(std::int64_t by);

 Q_SIGNALS:
  void topChanged(std::uint64_t top);

 protected:
  void sliderChange(SliderChange change) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  static constexpr int kSteps = 1'000'000'000;

  std::uint64_t last() const { return m_all > m_page ? m_all - m_page : 0; }
  void moveTo(std::uint64_t top);
  int valueFor(std::uint64_t top) const;

  std::uint64_t m_all = 0;
  std::uint64_t m_page = 1;
  std::uint64_t m_top = 0;
  bool m_updating = false;
};

/// Lines a wheel turn moves by: three a notch, with the rest of fine wheels kept for the next.
class WheelLines {
 public:
  int take(int angle) {
    m_rest += angle * 3;
    const int lines = m_rest / 120;
    m_rest -= lines * 120;
    return -lines;
  }

 private:
  int m_rest = 0;
};

}  // namespace masu::ui
