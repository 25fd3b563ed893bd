// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/seed_field.h"

#include <QLineEdit>
#include <QStyleOptionSpinBox>
#include <algorithm>
#include <limits>

namespace masu::ui {

namespace {

constexpr quint64 kMost = std::numeric_limits<quint64>::max();
constexpr qsizetype kFewestDigits = 4;  // the field has room for

}  // namespace

SeedField::SeedField(const QString& prefix, QWidget* parent) : QAbstractSpinBox(parent), m_prefix(prefix) {
  setKeyboardTracking(false);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  write(0);
  connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
    bool isNumber = false;
    const quint64 value = digitsOf(text).toULongLong(&isNumber);
    if (isNumber) m_value = value;
    updateGeometry();
  });
  connect(this, &QAbstractSpinBox::editingFinished, this, &SeedField::announce);
}

QString SeedField::digitsOf(const QString& text) const {
  return (text.startsWith(m_prefix) ? text.mid(m_prefix.size()) : text).trimmed();
}

void SeedField::write(quint64 value) {
  m_value = value;
  lineEdit()->setText(m_prefix + QString::number(value));
  updateGeometry();
}

void SeedField::announce() {
  if (lineEdit()->text() != m_prefix + QString::number(m_value)) write(m_value);
  if (m_announced == m_value) return;
  m_announced = m_value;
  Q_EMIT valueChanged(m_value);
}

void SeedField::setValue(quint64 value) {
  write(value);
  announce();
}

QSize SeedField::sizeHint() const {
  ensurePolished();
  const QString widest = m_prefix + QString(kFewestDigits, QLatin1Char('0'));
  const int cursor = 4;
  const int width =
      std::max(fontMetrics().horizontalAdvance(widest), fontMetrics().horizontalAdvance(lineEdit()->text())) + cursor;
  QStyleOptionSpinBox option;
  initStyleOption(&option);
  return style()->sizeFromContents(QStyle::CT_SpinBox, &option, {width, lineEdit()->sizeHint().height()}, this);
}

QValidator::State SeedField::validate(QString& text, int&) const {
  const QString digits = digitsOf(text);
  if (digits.isEmpty()) return QValidator::Intermediate;
  const bool onlyDigits = std::ranges::all_of(digits, [](QChar c) { return c >= u'0' && c <= u'9'; });
  bool fits = false;
  digits.toULongLong(&fits);
  return onlyDigits && fits ? QValidator::Acceptable : QValidator::Invalid;
}

void SeedField::fixup(QString& text) const {
  text = m_prefix + QString::number(m_value);
}

void SeedField::stepBy(int steps) {
  const quint64 distance = static_cast<quint64>(steps < 0 ? -qint64{steps} : qint64{steps});
  if (steps < 0)
    setValue(m_value - std::min(m_value, distance));
  else
    setValue(m_value + std::min(kMost - m_value, distance));
  selectAll();
}

QAbstractSpinBox::StepEnabled SeedField::stepEnabled() const {
  StepEnabled steps = StepNone;
  if (m_value > 0) steps |= StepDownEnabled;
  if (m_value < kMost) steps |= StepUpEnabled;
  return steps;
}

}  // namespace masu::ui
