// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <cstdint>

namespace masu::ui {

/// The wide bar that divides a dataset into train, validation and test, with a handle between neighbours.
/// Ratios divide what rules leave over; what rules or a manifest put aside is the hatched share at the right end.
/// Invariant: ratios are multiples of 0.1 % that add up to 1.
/// Keyboard: Tab walks the handles, arrows move one by 1 %, with Shift by 0.1 %.
class RatioBar : public QWidget {
  Q_OBJECT

 public:
  using Ratios = std::array<double, 3>;         ///< train, validation, test
  using Counts = std::array<std::uint64_t, 4>;  ///< train, validation, test, unused
  static constexpr int kHandles = 2;

  explicit RatioBar(QWidget* parent = nullptr);

  void setRatios(const Ratios& ratios);
  const Ratios& ratios() const { return m_ratios; }

  /// The figures under the bar, and the share of unused samples at its end.
  void setCounts(const Counts& counts);
  const Counts& counts() const { return m_counts; }

  /// A frozen or hand-made split shows its shares, but its handles are gone.
  void setReadOnly(bool readOnly);
  bool isReadOnly() const { return m_readOnly; }

  /// The value of a handle: the share left of it, in 0.1 %.
  int handleValue(int handle) const;
  void setHandleValue(int handle, int perMille);
  int currentHandle() const { return m_current; }
  QRect handleRect(int handle) const;
  /// The split under a point, as shown; −1 where there is none.
  int splitAt(QPoint position) const;
  static QString handleName(int handle);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// While a handle moves.
  void ratiosMoved(const masu::ui::RatioBar::Ratios& ratios);
  /// Once, when it has been let go or a key has moved it.
  void ratiosCommitted(const masu::ui::RatioBar::Ratios& ratios);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  int handleAt(QPoint position) const;
  qreal usableWidth() const;
  qreal handleX(int handle) const;
  QRectF segmentRect(int segment) const;
  void paintSegments(QPainter& painter) const;
  void paintHandles(QPainter& painter) const;
  void paintCaptions(QPainter& painter) const;

  Ratios m_ratios = {0.8, 0.1, 0.1};
  Counts m_counts = {};
  bool m_readOnly = false;
  int m_current = 0;
  bool m_dragging = false;
  int m_grabOffset = 0;
};

/// Lets assistive tools see a RatioBar as a group of sliders, one a handle, each with a value in percent that can be
/// set. Calling it again does nothing.
void installRatioBarAccessibility();

}  // namespace masu::ui
