// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/export/formats.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QPainter>

#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kColumns = 3;
constexpr int kPadding = 12;

using shards::Format;

}  // namespace

FormatCard::FormatCard(const QString& title, const QString& readers, QWidget* parent)
    : QAbstractButton(parent), m_readers(readers) {
  setText(title);
  setCheckable(true);
  setAccessibleDescription(readers);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FormatCard::setSize(const QString& text) {
  m_size = text;
  update();
}

void FormatCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool chosen = isChecked();
  const qreal pen = chosen || hasFocus() ? 2 : 1;
  painter.setPen(QPen(chosen || hasFocus() ? tokens().accent : tokens().line2, pen));
  painter.setBrush(chosen ? tokens().tint : underMouse() ? tokens().hover : tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), size::kRadius, size::kRadius);
  const QRectF inside = QRectF(rect()).adjusted(kPadding, 10, -kPadding, -10);
  const QRectF upper(inside.left(), inside.top(), inside.width(), inside.height() / 2);
  const QRectF lower(inside.left(), inside.center().y(), inside.width(), inside.height() / 2);
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  painter.setFont(strong);
  painter.setPen(chosen ? tokens().accent : tokens().text);
  drawElided(painter, upper.adjusted(0, 0, -size::kIcon - 4, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
  if (chosen) {
    const QPixmap tick = iconPixmap(QStringLiteral("check"), tokens().accent, size::kIcon, devicePixelRatioF());
    painter.drawPixmap(QPointF(upper.right() - size::kIcon, upper.center().y() - size::kIcon / 2.0), tick);
  }
  QFont small = font();
  small.setPixelSize(11);
  painter.setFont(small);
  painter.setPen(tokens().text2);
  const qreal taken = painter.fontMetrics().horizontalAdvance(m_size);
  painter.drawText(lower, Qt::AlignRight | Qt::AlignVCenter, m_size);
  drawElided(painter, lower.adjusted(0, 0, -taken - 8, 0), Qt::AlignLeft | Qt::AlignVCenter, m_readers);
}

ExportFormats::ExportFormats(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)) {
  const std::pair<Format, QString> cards[] = {
      {Format::csv, tr("pandas, Keras")},           {Format::npy, tr("NumPy")},
      {Format::hdf5, tr("h5py, MATLAB")},           {Format::webdataset, tr("PyTorch")},
      {Format::tfrecord, tr("tf.data, Keras")},     {Format::mds, tr("MosaicML Streaming")},
      {Format::npz, tr("NumPy, one file a shard")}, {Format::safetensors, tr("one file a split")},
      {Format::zip, tr("lists and recipe with it")}};
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(8);
  int place = 0;
  for (const auto& [format, readers] : cards) {
    auto* card = new FormatCard(title(format), readers);
    m_group->addButton(card, static_cast<int>(format));
    grid->addWidget(card, place / kColumns, place % kColumns);
    ++place;
  }
  setFormat(Format::csv);
  connect(m_group, &QButtonGroup::idToggled, this, [this](int, bool checked) {
    if (checked) Q_EMIT formatChanged();
  });
}

Format ExportFormats::format() const {
  return static_cast<Format>(m_group->checkedId());
}

void ExportFormats::setFormat(Format format) {
  const QSignalBlocker quiet(m_group);
  card(format)->setChecked(true);
}

void ExportFormats::setBytes(const std::map<Format, std::uint64_t>& bytes) {
  for (QAbstractButton* button : m_group->buttons()) {
    const auto found = bytes.find(static_cast<Format>(m_group->id(button)));
    static_cast<FormatCard*>(button)->setSize(found == bytes.end() ? QString() : formatBytes(found->second));
  }
}

FormatCard* ExportFormats::card(Format format) const {
  return static_cast<FormatCard*>(m_group->button(static_cast<int>(format)));
}

QString ExportFormats::title(Format format) {
  switch (format) {
    case Format::csv:
      return QStringLiteral("CSV");
    case Format::npy:
      return QStringLiteral("NPY");
    case Format::npz:
      return QStringLiteral("NPZ");
    case Format::hdf5:
      return QStringLiteral("HDF5");
    case Format::webdataset:
      return QStringLiteral("WebDataset");
    case Format::tfrecord:
      return QStringLiteral("TFRecord");
    case Format::mds:
      return QStringLiteral("MDS");
    case Format::safetensors:
      return QStringLiteral("safetensors");
    case Format::zip:
      break;
  }
  return tr("ZIP bundle");
}

}  // namespace masu::ui
