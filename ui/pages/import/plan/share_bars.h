// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace masu::ui {

/// Two bars below each other: the source in grey, the dataset in accent, on one scale.
class ShareBars : public QWidget {
  Q_OBJECT

 public:
  explicit ShareBars(QWidget* parent = nullptr);
  void setBytes(std::uint64_t source, std::uint64_t dataset);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double m_source = 0;
  double m_dataset = 0;
};

/// Bars of classes beside each other, names below where they fit.
class CountBars : public QWidget {
  Q_OBJECT

 public:
  explicit CountBars(QWidget* parent = nullptr);
  void setCounts(const QStringList& names, const std::vector<std::uint64_t>& counts);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QStringList m_names;
  std::vector<std::uint64_t> m_counts;
};

}  // namespace masu::ui
