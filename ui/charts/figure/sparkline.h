// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace masu::ui {

/// A small curve of the last values of a figure, without axes; what it says is in the label beside it.
class Sparkline : public QWidget {
  Q_OBJECT

 public:
  enum class Form { line, bars };

  explicit Sparkline(Form form, QWidget* parent = nullptr);

  /// The newest last. Values beyond kKept fall out at the front.
  void append(double value);
  void setValues(std::vector<double> values);
  const std::vector<double>& values() const { return m_values; }
  void clear();
  /// What the top of the plot stands for; unset: a little above the largest value.
  void setFull(std::optional<double> full);
  /// A dashed line, such as the estimated memory.
  void setLimit(std::optional<double> limit);

  QSize sizeHint() const override { return {176, 40}; }
  QSize minimumSizeHint() const override { return {48, 40}; }

  static constexpr std::size_t kKept = 600;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintLine(QPainter& painter, double full) const;
  void paintBars(QPainter& painter, double full) const;

  Form m_form;
  std::vector<double> m_values;
  std::optional<double> m_full;
  std::optional<double> m_limit;
};

}  // namespace masu::ui
