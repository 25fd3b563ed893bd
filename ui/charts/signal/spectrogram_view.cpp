// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/spectrogram_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/colour_ramp.h"
#include "ui/charts/paint/paint.h"
#include "ui/charts/signal/spectrum_view.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kFoot = 20;

}  // namespace

SpectrogramView::SpectrogramView(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Spectrogram"));
  connect(&Theme::current(), &Theme::changed, this, [this] {
    draw();
    update();
  });
}

void SpectrogramView::setPicture(Picture picture) {
  m_picture = std::move(picture);
  draw();
  update();
}

void SpectrogramView::setCursorAt(std::optional<double> share) {
  if (share == m_cursor) return;
  m_cursor = share;
  update();
}

void SpectrogramView::draw() {
  const std::size_t bins = m_picture.bins;
  const std::size_t columns = bins == 0 ? 0 : m_picture.decibels.size() / bins;
  m_image = QImage(static_cast<int>(columns), static_cast<int>(bins), QImage::Format_RGB32);
  const ColourRamp ramp;
  const DecibelRange range = decibelRange(m_picture.decibels);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(static_cast<int>(bins - 1 - bin)));
    for (std::size_t column = 0; column < columns; ++column) {
      const auto level = static_cast<double>(m_picture.decibels[column * bins + bin]);
      line[column] = ramp.at((level - range.low) / (range.high - range.low));
    }
  }
}

void SpectrogramView::paintEvent(QPaintEvent*) {
  if (m_image.isNull()) return;
  QPainter painter(this);
  const QRectF plot(0, 4, width(), height() - kFoot - 4);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(plot, m_image);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  if (m_cursor && *m_cursor >= 0 && *m_cursor <= 1) {
    const qreal x = std::floor(*m_cursor * (plot.width() - 1));
    drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom()}, tokens().bad);
  }
  painter.setFont(uiFont(Type::hint));
  painter.setPen(tokens().text2);
  const QRectF foot(0, plot.bottom() + 4, width(), 16);
  drawFigures(painter, foot, Qt::AlignLeft | Qt::AlignVCenter, m_picture.start);
  drawFigures(painter, foot, Qt::AlignRight | Qt::AlignVCenter, m_picture.end);
}

}  // namespace masu::ui
