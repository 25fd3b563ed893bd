// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/share_bars.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"

namespace masu::ui {

namespace {
constexpr int kBar = 10;
constexpr int kGap = 4;
constexpr int kCountHeight = 48;
constexpr int kNameHeight = 22;
constexpr int kWidestBar = 20;
}  // namespace

ShareBars::ShareBars(QWidget* parent) : QWidget(parent) {
  setFixedHeight(2 * kBar + kGap);
}

void ShareBars::setBytes(std::uint64_t source, std::uint64_t dataset) {
  m_source = static_cast<double>(source);
  m_dataset = static_cast<double>(dataset);
  update();
}

void ShareBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double top = std::max({m_source, m_dataset, 1.0});
  const auto wide = [&](double bytes) { return static_cast<int>(bytes / top * width()); };
  painter.fillRect(0, 0, wide(m_source), kBar, tokens().unused);
  painter.fillRect(0, kBar + kGap, wide(m_dataset), kBar, tokens().accent);
}

CountBars::CountBars(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kCountHeight + kNameHeight);
}

void CountBars::setCounts(const QStringList& names, const std::vector<std::uint64_t>& counts) {
  m_names = names;
  m_counts = counts;
  update();
}

void CountBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  painter.fillRect(0, kCountHeight, width(), 1, t.line2);
  const auto count = static_cast<int>(m_counts.size());
  if (count == 0) return;
  const std::uint64_t top = std::max<std::uint64_t>(1, *std::max_element(m_counts.begin(), m_counts.end()));
  const double step = static_cast<double>(width()) / count;
  const int bar = std::clamp(static_cast<int>(step) - 5, 1, kWidestBar);
  painter.setFont(uiFont(Type::hint));
  for (int i = 0; i < count; ++i) {
    const int left = static_cast<int>(step * i);
    const int height = static_cast<int>(m_counts[static_cast<std::size_t>(i)] * kCountHeight / top);
    painter.fillRect(left, kCountHeight - height, bar, height, t.hist);
    if (step < 14) continue;
    painter.setPen(t.text2);
    const int room = static_cast<int>(step) - 4;
    const QString name = painter.fontMetrics().elidedText(m_names.value(i), Qt::ElideRight, room);
    // A name of one digit is centred under its bar, a longer one begins where the bar does.
    const bool fits = painter.fontMetrics().horizontalAdvance(name) <= bar;
    painter.drawText(QRect(left, kCountHeight + 4, fits ? bar : room, kNameHeight - 4),
                     (fits ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextDontClip, name);
  }
}

}  // namespace masu::ui
