// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/batch.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kHandle = 14;

}  // namespace

BatchSlider::BatchSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setRange(0, kSteps);
  setSingleStep(kSteps / 14);  // one doubling
  setPageStep(kSteps / 14);
  setFixedWidth(132);
  setAccessibleName(tr("Batch"));
}

int BatchSlider::stepFor(std::uint64_t batch) {
  const double share = std::log2(static_cast<double>(std::max<std::uint64_t>(1, batch))) / std::log2(double(kLargest));
  return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kSteps));
}

std::uint64_t BatchSlider::batchFor(int step) {
  const double exact = std::exp2(step / double(kSteps) * std::log2(double(kLargest)));
  // Powers of two attract, as these are what people mean.
  const double power = std::exp2(std::round(std::log2(exact)));
  if (std::abs(exact / power - 1) < 0.06) return static_cast<std::uint64_t>(power);
  return static_cast<std::uint64_t>(std::llround(exact));
}

void BatchSlider::setLimit(std::uint64_t batch) {
  m_limit = batch;
  update();
}

void BatchSlider::paintEvent(QPaintEvent* event) {
  QSlider::paintEvent(event);
  if (m_limit == 0 || m_limit > kLargest) return;
  QPainter painter(this);
  const double share = stepFor(m_limit) / double(kSteps);
  const int x = kHandle / 2 + static_cast<int>(std::lround(share * (width() - kHandle)));
  painter.fillRect(QRect(x, height() / 2 - 6, 1, 12), tokens().text);
}

BatchField::BatchField(QWidget* parent) : QWidget(parent), m_slider(new BatchSlider), m_number(new QSpinBox) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  m_number->setRange(1, 1 << 24);
  m_number->setGroupSeparatorShown(true);
  m_number->setFixedWidth(80);
  m_number->setProperty("scale", "small");
  m_number->setAccessibleName(tr("Batch"));
  row->addWidget(m_slider);
  row->addWidget(m_number);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
    const QSignalBlocker quiet(m_number);
    m_number->setValue(static_cast<int>(BatchSlider::batchFor(step)));
    Q_EMIT batchChanged(batch());
  });
  connect(m_number, &QSpinBox::valueChanged, this, [this](int value) {
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(BatchSlider::stepFor(static_cast<std::uint64_t>(value)));
    Q_EMIT batchChanged(batch());
  });
  setBatch(64);
}

std::uint64_t BatchField::batch() const {
  return static_cast<std::uint64_t>(m_number->value());
}

void BatchField::setBatch(std::uint64_t batch) {
  const QSignalBlocker a(m_slider);
  const QSignalBlocker b(m_number);
  m_number->setValue(static_cast<int>(std::min<std::uint64_t>(batch, 1 << 24)));
  m_slider->setValue(BatchSlider::stepFor(batch));
}

void BatchField::setLimit(std::uint64_t batch) {
  m_slider->setLimit(batch);
}

}  // namespace masu::ui
