// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>
#include <cstdint>

namespace masu::ui {

/// The seed of something random: a whole number from 0 to 2^64 - 1, as `masu` takes it, which QSpinBox cannot hold.
/// Invariant: as wide as its number, so that no digit is hidden. Where nothing is left when editing ends, the number
/// that was there before comes back.
class SeedField : public QAbstractSpinBox {
  Q_OBJECT
  Q_PROPERTY(quint64 value READ value WRITE setValue NOTIFY valueChanged USER true)

 public:
  /// `prefix`: shown before the number, and no part of what is typed.
  explicit SeedField(const QString& prefix = {}, QWidget* parent = nullptr);

  /// While somebody types: what the field has so far.
  quint64 value() const { return m_value; }
  void setValue(quint64 value);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  QValidator::State validate(QString& text, int& position) const override;
  void fixup(QString& text) const override;
  void stepBy(int steps) override;

 Q_SIGNALS:
  /// Once editing has ended, not at each digit.
  void valueChanged(quint64 value);

 protected:
  StepEnabled stepEnabled() const override;

 private:
  QString digitsOf(const QString& text) const;
  void write(quint64 value);
  void announce();

  QString m_prefix;
  quint64 m_value = 0;
  quint64 m_announced = 0;
};

}  // namespace masu::ui
