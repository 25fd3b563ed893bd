// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/length_field.h"

#include <QLineEdit>
#include <algorithm>
#include <cmath>

#include "ui/text/format.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr std::int64_t kFrameStep = 256;

/// A step changes the first digit of a time: 0.4 s, 0.5 s; 0.09 s, 0.1 s, 0.2 s.
double stepped(double seconds, int steps) {
  const int direction = steps < 0 ? -1 : 1;
  for (int left = std::abs(steps); left > 0; --left) {
    // Down from a power of ten the digit is one of the next smaller size.
    const double exponent = std::floor(std::log10(seconds * (1 + direction * 1e-9)));
    const double size = std::pow(10, std::abs(exponent));
    // Divided where it is below 1, as 3 / 10 is written 0.3 and 3 * 0.1 is not.
    seconds = exponent < 0 ? (std::round(seconds * size) + direction) / size
                           : (std::round(seconds / size) + direction) * size;
  }
  return seconds;
}

}  // namespace

ImportLengthField::ImportLengthField(QString name, None none, QWidget* parent)
    : QAbstractSpinBox(parent), m_name(std::move(name)), m_none(none) {
  setProperty("scale", "small");
  setAccessibleName(m_name);
  setFixedWidth(84);
  setToolTip(tr("Frames, or a time with its unit: 1024, 0.5 s, 20 ms"));
  connect(this, &QAbstractSpinBox::editingFinished, this, &ImportLengthField::take);
  connect(lineEdit(), &QLineEdit::textEdited, this, [this] { setStyleProperty(this, "invalid", false); });
}

void ImportLengthField::showLength(std::optional<ingest::WindowLength> length) {
  if (hasFocus() && lineEdit()->isModified()) return;
  setLength(length);
}

void ImportLengthField::setLength(std::optional<ingest::WindowLength> length) {
  m_length = length;
  lineEdit()->setText(text());
  if (!hasFocus()) lineEdit()->setCursorPosition(0);  // A long number is cut at its end.
  setStyleProperty(this, "invalid", false);
}

QString ImportLengthField::text() const {
  if (!m_length) return m_none == None::taken ? tr("none") : QString();
  return m_length->frames > 0 ? formatCount(m_length->frames) : toQt(ingest::windowLengthText(*m_length));
}

void ImportLengthField::take() {
  const QString typed = lineEdit()->text().trimmed();
  if (typed == text()) return lineEdit()->setModified(false);
  if (m_none == None::taken && (typed.isEmpty() || typed == tr("none"))) {
    setLength(std::nullopt);
    Q_EMIT edited();
    return;
  }
  const auto length = ingest::windowLengthFrom(fromQt(typed), fromQt(m_name));
  lineEdit()->setModified(false);
  if (!length) {
    setStyleProperty(this, "invalid", true);
    Q_EMIT refused(length.error());
    return;
  }
  setLength(*length);
  Q_EMIT edited();
}

void ImportLengthField::stepBy(int steps) {
  if (!m_length && steps < 0) return;
  ingest::WindowLength length = m_length.value_or(ingest::WindowLength{});
  if (length.seconds > 0) {
    length.seconds = stepped(length.seconds, steps);
  } else {
    const auto frames = static_cast<std::int64_t>(length.frames) + steps * kFrameStep;
    const std::int64_t min = m_none == None::taken ? 0 : 1;
    length.frames =
        static_cast<std::uint64_t>(std::clamp(frames, min, static_cast<std::int64_t>(ingest::kMostWindowFrames)));
  }
  setLength(length == ingest::WindowLength{} ? std::nullopt : std::optional(length));
  Q_EMIT edited();
}

QAbstractSpinBox::StepEnabled ImportLengthField::stepEnabled() const {
  return m_length ? StepUpEnabled | StepDownEnabled : StepEnabled(StepUpEnabled);
}

}  // namespace masu::ui
