// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/column_histogram.h"

#include <QPainter>
#include <algorithm>

#include "ui/charts/figure/histogram_header.h"
#include "ui/charts/paint/paint.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kFoot = 22;

}  // namespace

ColumnHistogram::ColumnHistogram(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Histogram"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ColumnHistogram::setBins(std::vector<double> bins, const QString& low, const QString& high,
                              std::optional<Mark> mean) {
  m_bins = std::move(bins);
  m_low = low;
  m_high = high;
  m_mean = std::move(mean);
  describe();
  setVisible(!m_bins.empty());
  update();
}

/// For those who do not see where its bars are high.
void ColumnHistogram::describe() {
  QStringList parts = {tr("from %1 to %2").arg(m_low, m_high)};
  if (m_mean) parts << m_mean->text;
  const auto highest = std::max_element(m_bins.begin(), m_bins.end());
  if (highest != m_bins.end())
    parts << tr("most values in bin %1 of %2").arg(highest - m_bins.begin() + 1).arg(m_bins.size());
  setAccessibleDescription(parts.join(QLatin1String(", ")));
}

void ColumnHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF plot(0, 0, width(), height() - kFoot);
  paintHistogram(painter, plot, m_bins, tokens().accent);
  drawHairline(painter, {0, plot.bottom() - 1}, {plot.right(), plot.bottom()}, tokens().line2);
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().text2);
  const QRectF foot(0, plot.bottom() + 6, width(), 16);
  drawFigures(painter, foot, Qt::AlignLeft | Qt::AlignVCenter, m_low);
  drawFigures(painter, foot, Qt::AlignRight | Qt::AlignVCenter, m_high);
  if (!m_mean) return;
  const qreal x = std::floor(std::clamp(m_mean->at, 0.0, 1.0) * (width() - 1));
  drawHairline(painter, {x, plot.bottom()}, {x + 1, plot.bottom() + 4}, tokens().accent);
  const qreal textWidth = figuresWidth(painter.font(), m_mean->text);
  const qreal lowest = figuresWidth(painter.font(), m_low) + 8 + textWidth / 2;
  const qreal highest = width() - figuresWidth(painter.font(), m_high) - 8 - textWidth / 2;
  if (lowest > highest) return;
  const qreal middle = std::clamp(x, lowest, highest);
  painter.setPen(tokens().accent);
  drawFigures(painter, QRectF(middle - textWidth / 2, foot.top(), textWidth, 16), Qt::AlignLeft | Qt::AlignVCenter,
              m_mean->text);
}

}  // namespace masu::ui
