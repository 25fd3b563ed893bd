// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace masu::ui {

/// Levels over frequency: decibels upwards, Hz (or cycles a frame) to the right.
class SpectrumView : public QWidget {
  Q_OBJECT

 public:
  explicit SpectrumView(QWidget* parent = nullptr);

  /// Decibels at 0, step, 2 × step … `hertz`: the step is in Hz.
  void setLevels(std::vector<float> decibels, double step, bool hertz);

  QSize sizeHint() const override { return {248, 116}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<float> m_decibels;
  double m_step = 1;
  bool m_hertz = false;
};

/// The range of decibels that a picture shows: from a multiple of ten above the loudest down by at most 80.
struct DecibelRange {
  double low = -80;
  double high = 0;
};
DecibelRange decibelRange(const std::vector<float>& decibels);

}  // namespace masu::ui
