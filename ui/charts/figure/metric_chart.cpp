// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/metric_chart.h"

#include <QChart>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLineSeries>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/decimate.h"
#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr qreal kLeft = 40;
constexpr qreal kRight = 8;
constexpr qreal kTop = 10;
constexpr qreal kBottom = 24;
constexpr qreal kTickApart = 28;
constexpr double kMinLogValue = 1e-12;

QString tickText(double value) {
  const double size = std::abs(value);
  if (size != 0 && (size >= 1e6 || size < 1e-4)) return QLocale().toString(value, 'g', 2);
  return QLocale().toString(value, 'g', 6);
}

}  // namespace

MetricChart::MetricChart(QWidget* parent) : QChartView(new QChart, parent) {
  exposeAsChart(*this);
  QChart* shown = chart();
  shown->setMargins({});
  shown->legend()->hide();
  shown->setBackgroundVisible(false);
  shown->setPlotAreaBackgroundVisible(false);
  m_x = new QValueAxis(shown);
  m_y = new QValueAxis(shown);
  for (QValueAxis* axis : {m_x, m_y}) axis->setVisible(false);
  shown->addAxis(m_x, Qt::AlignBottom);
  shown->addAxis(m_y, Qt::AlignLeft);

  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  // Background and foreground are painted by hand, in places that the changed items do not cover.
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(&Theme::current(), &Theme::changed, this, &MetricChart::restyle);
}

MetricChart::~MetricChart() = default;

void MetricChart::setSeries(std::vector<MetricSeries> series) {
  m_series = std::move(series);
  rebuild();
}

void MetricChart::setSpan(double last, const QString& unit) {
  m_span = std::max(last, 1e-9);
  m_unit = unit;
  updateRange();
}

void MetricChart::setLogarithmic(bool logarithmic) {
  if (logarithmic == m_logarithmic) return;
  m_logarithmic = logarithmic;
  rebuild();
}

void MetricChart::setSmoothing(double strength) {
  m_smoothing = std::clamp(strength, 0.0, 0.99);
  rebuild();
}

void MetricChart::setBounds(std::optional<double> low, std::optional<double> high) {
  m_lowBound = low;
  m_highBound = high;
  updateRange();
}

void MetricChart::setPlaceholder(const QString& text) {
  m_placeholder = text;
  describe();
  viewport()->update();
}

void MetricChart::setMarked(std::optional<double> x) {
  if (x == m_marked) return;
  m_marked = x;
  describe();
  viewport()->update();
}

double MetricChart::mapped(double value) const {
  return m_logarithmic ? std::log10(std::max(value, kMinLogValue)) : value;
}

void MetricChart::rebuild() {
  while (m_lines.size() > m_series.size()) {
    chart()->removeSeries(m_lines.back());
    delete m_lines.back();
    m_lines.pop_back();
  }
  while (m_lines.size() < m_series.size()) {
    auto* line = new QLineSeries(chart());
    chart()->addSeries(line);
    line->attachAxis(m_x);
    line->attachAxis(m_y);
    m_lines.push_back(line);
  }
  m_shown.resize(m_series.size());
  for (std::size_t i = 0; i < m_series.size(); ++i) {
    m_shown[i] = smoothed(m_series[i].points, m_smoothing);
    QList<QPointF> drawn;
    for (const QPointF& point : decimated(m_shown[i])) drawn.append({point.x(), mapped(point.y())});
    m_lines[i]->replace(drawn);
  }
  restyle();
  updateRange();
  describe();
}

/// The values for those who cannot see the curves: at the hairline, or the last of each and the range of all.
void MetricChart::describe() {
  QStringList parts;
  if (m_marked) parts << describedAt(*m_marked);
  for (std::size_t i = 0; i < m_shown.size() && !m_marked; ++i) {
    if (m_series[i].thin || m_shown[i].empty()) continue;
    const auto valueOf = [](const QPointF& point) { return point.y(); };
    const auto [low, high] = std::ranges::minmax_element(m_shown[i], {}, valueOf);
    parts << tr("%1: %2 last, from %3 to %4")
                 .arg(m_series[i].name, tickText(m_shown[i].back().y()), tickText(low->y()), tickText(high->y()));
  }
  setAccessibleDescription(parts.isEmpty() ? m_placeholder : parts.join(QLatin1String("; ")));
}

QString MetricChart::describedAt(double x) const {
  QStringList parts = {m_unit + QLatin1Char(' ') + tickText(x)};
  for (std::size_t i = 0; i < m_shown.size(); ++i) {
    if (m_series[i].thin) continue;
    for (const QPointF& point : m_shown[i])
      if (std::abs(point.x() - x) < 1e-9) parts << m_series[i].name + QLatin1Char(' ') + tickText(point.y());
  }
  return parts.join(QLatin1String(", "));
}

void MetricChart::restyle() {
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    QColor colour = m_series[i].colour;
    if (m_series[i].thin) colour.setAlphaF(0.6F);
    QPen pen(colour, m_series[i].thin ? 1 : 1.75);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCosmetic(true);
    m_lines[i]->setPen(pen);
  }
  viewport()->update();
}

void MetricChart::updateRange() {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& points : m_shown) {
    for (const QPointF& point : points) {
      if (!std::isfinite(point.y()) || (m_logarithmic && point.y() <= 0)) continue;
      low = std::min(low, mapped(point.y()));
      high = std::max(high, mapped(point.y()));
    }
  }
  if (low > high) {
    low = 0;
    high = 1;
  }
  if (high - low < 1e-9) {
    low -= m_logarithmic ? 0.5 : std::max(0.05, std::abs(low) * 0.1);
    high += m_logarithmic ? 0.5 : std::max(0.05, std::abs(high) * 0.1);
  }
  const double margin = (high - low) * 0.06;
  low -= margin;
  high += margin;
  if (m_lowBound) low = std::max(low, mapped(*m_lowBound));
  if (m_highBound) high = std::min(high, mapped(*m_highBound) + margin * 0.2);
  m_y->setRange(low, std::max(high, low + 1e-9));
  m_x->setRange(0, m_span);
  viewport()->update();
}

QPointF MetricChart::toPlot(QPointF value) const {
  const QRectF plot = chart()->plotArea();
  const double x = (value.x() - m_x->min()) / std::max(1e-12, m_x->max() - m_x->min());
  const double y = (mapped(value.y()) - m_y->min()) / std::max(1e-12, m_y->max() - m_y->min());
  return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

void MetricChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  chart()->setPlotArea(
      QRectF(kLeft, kTop, std::max(10.0, width() - kLeft - kRight), std::max(10.0, height() - kTop - kBottom)));
}

bool MetricChart::empty() const {
  return std::all_of(m_shown.begin(), m_shown.end(), [](const auto& points) { return points.empty(); });
}

void MetricChart::drawBackground(QPainter* painter, const QRectF&) {
  painter->save();
  painter->resetTransform();
  const QRectF plot = chart()->plotArea();
  if (empty()) {
    // Scales of nothing would be figures without a meaning.
    drawHairline(*painter, {plot.left(), std::floor(plot.bottom())}, {plot.right(), std::floor(plot.bottom()) + 1},
                 tokens().line2);
    painter->restore();
    return;
  }
  painter->setFont(uiFont(Type::hint));
  const int rows = std::max(2, static_cast<int>(plot.height() / kTickApart));
  const std::vector<double> ticks = m_logarithmic
                                        ? logTicks(std::pow(10.0, m_y->min()), std::pow(10.0, m_y->max()), rows)
                                        : roundTicks(m_y->min(), m_y->max(), rows);
  for (const double tick : ticks) {
    const qreal y = std::floor(toPlot({0, tick}).y());
    drawHairline(*painter, {plot.left(), y}, {plot.right(), y + 1}, tokens().line);
    painter->setPen(tokens().text2);
    drawFigures(*painter, QRectF(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter, tickText(tick));
  }
  const qreal base = std::floor(plot.bottom());
  drawHairline(*painter, {plot.left(), base}, {plot.right(), base + 1}, tokens().line2);
  const int columns = std::max(2, static_cast<int>(plot.width() / 72));
  for (const double tick : roundTicks(0, m_span, columns)) {
    if (m_span >= 4 && tick != std::floor(tick)) continue;
    const qreal x = std::floor(toPlot({tick, 1}).x());
    drawHairline(*painter, {x, base}, {x + 1, base + 4}, tokens().line2);
    painter->setPen(tokens().text2);
    drawFigures(*painter, QRectF(x - 30, base + 7, 60, 16), Qt::AlignHCenter | Qt::AlignVCenter, tickText(tick));
  }
  painter->restore();
}

void MetricChart::drawForeground(QPainter* painter, const QRectF&) {
  painter->save();
  painter->resetTransform();
  for (std::size_t i = 0; i < m_shown.size(); ++i) {
    if (m_shown[i].empty() || m_series[i].thin) continue;
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_series[i].colour);
    painter->drawEllipse(toPlot(m_shown[i].back()), 2.75, 2.75);
  }
  if (empty() && !m_placeholder.isEmpty()) {
    painter->setFont(uiFont(Type::table));
    painter->setPen(tokens().text3);
    painter->drawText(chart()->plotArea(), Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
  }
  if (m_marked && !empty()) drawReadOut(*painter);
  if (hasFocus()) {
    painter->setPen(QPen(tokens().accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), 4, 4);
  }
  painter->restore();
}

void MetricChart::drawReadOut(QPainter& painter) const {
  const QRectF plot = chart()->plotArea();
  const qreal x = std::floor(toPlot({*m_marked, 1}).x());
  drawHairline(painter, {x, plot.top()}, {x + 1, plot.bottom()}, tokens().edge);
  ReadOut box;
  box.title = m_unit + QLatin1Char(' ') + QLocale().toString(*m_marked, 'g', 8);
  for (std::size_t i = 0; i < m_shown.size(); ++i) {
    if (m_series[i].thin) continue;
    const auto found = std::find_if(m_shown[i].begin(), m_shown[i].end(),
                                    [this](const QPointF& p) { return std::abs(p.x() - *m_marked) < 1e-9; });
    if (found == m_shown[i].end()) continue;
    painter.setPen(QPen(m_series[i].colour, 1.75));
    painter.setBrush(tokens().surface);
    painter.drawEllipse(toPlot(*found), 3.5, 3.5);
    box.rows.push_back({m_series[i].colour, m_series[i].name, QLocale().toString(found->y(), 'f', 3)});
  }
  if (!box.rows.empty()) box.draw(painter, plot, {x, plot.top() + 8});
}

std::vector<double> MetricChart::stops() const {
  std::vector<double> found;
  for (std::size_t i = 0; i < m_shown.size(); ++i) {
    if (m_series[i].thin) continue;
    for (const QPointF& point : m_shown[i]) {
      if (std::isfinite(point.y())) found.push_back(point.x());
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void MetricChart::markNearest(double x) {
  const std::vector<double> all = stops();
  if (all.empty()) return;
  const auto nearest =
      std::min_element(all.begin(), all.end(), [x](double a, double b) { return std::abs(a - x) < std::abs(b - x); });
  if (m_marked == *nearest) return;
  setMarked(*nearest);
  Q_EMIT markedChanged(m_marked);
}

void MetricChart::mouseMoveEvent(QMouseEvent* event) {
  const QRectF plot = chart()->plotArea();
  markNearest((event->position().x() - plot.left()) / std::max(1.0, plot.width()) * m_span);
}

void MetricChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  if (!m_marked) return;
  setMarked(std::nullopt);
  Q_EMIT markedChanged(std::nullopt);
}

void MetricChart::keyPressEvent(QKeyEvent* event) {
  const bool forward = event->key() == Qt::Key_Right;
  if (!forward && event->key() != Qt::Key_Left) {
    QChartView::keyPressEvent(event);
    return;
  }
  const std::vector<double> all = stops();
  if (all.empty()) return;
  const double at = m_marked.value_or(forward ? -1 : all.back() + 1);
  if (forward) {
    const auto next = std::upper_bound(all.begin(), all.end(), at);
    markNearest(next == all.end() ? all.back() : *next);
  } else {
    const auto next = std::lower_bound(all.begin(), all.end(), at);
    markNearest(next == all.begin() ? all.front() : *std::prev(next));
  }
}

bool MetricChart::event(QEvent* event) {
  // The values at the hairline for those who cannot see them.
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) viewport()->update();
  return QChartView::event(event);
}

}  // namespace masu::ui
