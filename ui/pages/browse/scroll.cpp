// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/scroll.h"

#include <QSignalBlocker>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace masu::ui {

PositionBar::PositionBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {
  setAccessibleName(tr("Position in the dataset"));
  connect(this, &QScrollBar::actionTriggered, this, [this](int action) {
    const auto page = static_cast<std::int64_t>(m_page);
    switch (action) {
      case SliderSingleStepAdd:
        step(1);
        break;
      case SliderSingleStepSub:
        step(-1);
        break;
      case SliderPageStepAdd:
        step(page);
        break;
      case SliderPageStepSub:
        step(-page);
        break;
      // As values, they would change nothing where that of another position is the same.
      case SliderToMinimum:
        moveTo(0);
        break;
      case SliderToMaximum:
        moveTo(last());
        break;
      default:
        return;  // dragging arrives as values
    }
    setSliderPosition(valueFor(m_top));
  });
}

int PositionBar::valueFor(std::uint64_t top) const {
  if (last() <= kSteps) return static_cast<int>(top);
  return static_cast<int>(std::llround(static_cast<long double>(top) / static_cast<long double>(last()) * kSteps));
}

void PositionBar::setExtent(std::uint64_t all, std::uint64_t page, std::uint64_t top) {
  m_all = all;
  m_page = std::max<std::uint64_t>(1, page);
  m_top = std::min(top, last());
  m_updating = true;
  const QSignalBlocker quiet(this);
  setRange(0, static_cast<int>(std::min<std::uint64_t>(last(), kSteps)));
  const auto share = last() <= kSteps ? static_cast<double>(m_page)
                                      : static_cast<double>(m_page) / static_cast<double>(m_all) * kSteps;
  setPageStep(static_cast<int>(std::clamp(share, 1.0, 1e9)));
  setValue(valueFor(m_top));
  m_updating = false;
}

void PositionBar::step(std::int64_t by) {
  const auto down = static_cast<std::uint64_t>(by < 0 ? -by : by);
  moveTo(by < 0 ? (down > m_top ? 0 : m_top - down) : m_top + std::min(down, last() - std::min(m_top, last())));
}

void PositionBar::moveTo(std::uint64_t top) {
  top = std::min(top, last());
  if (top == m_top) return;
  m_top = top;
  m_updating = true;
  setValue(valueFor(top));
  m_updating = false;
  Q_EMIT topChanged(top);
}

void PositionBar::sliderChange(SliderChange change) {
  QScrollBar::sliderChange(change);
  if (change != SliderValueChange || m_updating) return;
  const auto share = static_cast<long double>(value()) / static_cast<long double>(std::max(1, maximum()));
  moveTo(static_cast<std::uint64_t>(std::llround(share * static_cast<long double>(last()))));
}

void PositionBar::wheelEvent(QWheelEvent* event) {
  step(event->angleDelta().y() > 0 ? -3 : 3);
  event->accept();
}

}  // namespace masu::ui
