// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>
#include <QWidget>

class QSpinBox;

namespace masu::ui {

/// A slider from 1 to a large batch, by powers of two, with a tick at the largest batch that fits.
class BatchSlider : public QSlider {
  Q_OBJECT

 public:
  explicit BatchSlider(QWidget* parent = nullptr);

  static constexpr int kSteps = 1'000;
  static constexpr std::uint64_t kLargest = 16'384;
  static int stepFor(std::uint64_t batch);
  static std::uint64_t batchFor(int step);
  void setLimit(std::uint64_t batch);  ///< 0: none

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::uint64_t m_limit = 0;
};

/// The batch as a slider and as a number, always the same.
class BatchField : public QWidget {
  Q_OBJECT

 public:
  explicit BatchField(QWidget* parent = nullptr);

  std::uint64_t batch() const;
  void setBatch(std::uint64_t batch);  ///< emits nothing
  void setLimit(std::uint64_t batch);

 Q_SIGNALS:
  void batchChanged(std::uint64_t batch);

 private:
  BatchSlider* m_slider;
  QSpinBox* m_number;
};

}  // namespace masu::ui
