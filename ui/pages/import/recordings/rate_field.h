// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "core/base/error.h"

namespace masu::ui {

/// Takes the rate that recordings are read at: as recorded, one of the usual rates, or any that is typed with or
/// without its unit. What is typed counts once Enter is pressed or the field is left.
class ImportRateField : public QComboBox {
  Q_OBJECT

 public:
  explicit ImportRateField(QWidget* parent = nullptr);

  /// Hz; 0: as recorded.
  double rate() const { return m_rate; }
  /// `asked` as rate(); `recorded` is 0 where the recordings do not say. What is being typed is not pulled away.
  void showRate(double asked, double recorded);

 Q_SIGNALS:
  void edited();
  void refused(const masu::Error& error);

 private:
  void choose(int index);
  void take();
  void list();

  double m_rate = 0;
  double m_recorded = 0;
};

}  // namespace masu::ui
