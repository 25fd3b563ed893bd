// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

class QComboBox;

namespace masu::ui {

class SeedField;

/// In which order an import stores its samples: as they come, or shuffled by a seed.
class ImportOrder : public QWidget {
  Q_OBJECT

 public:
  explicit ImportOrder(QWidget* parent = nullptr);

  /// Shows a plan's seed without a signal.
  void setShuffle(std::optional<std::uint64_t> seed);

 Q_SIGNALS:
  void chosen(std::optional<quint64> seed);

 private:
  void announce();

  QComboBox* m_order;
  SeedField* m_seed;
};

}  // namespace masu::ui
