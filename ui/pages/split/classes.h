// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/tasks/split/split_task.h"

class QLabel;

namespace masu::ui {

class ClassBars;

/// How the samples of each class are spread over the splits, and which class is furthest from its share.
class SplitClasses : public QWidget {
  Q_OBJECT

 public:
  explicit SplitClasses(QWidget* parent = nullptr);

  /// `names` beside outcome.perClass; a class without a name is shown by its number.
  void setOutcome(const tasks::SplitOutcome& outcome, const std::vector<std::string>& names);

 private:
  ClassBars* m_bars;
  QLabel* m_furthest;
};

}  // namespace masu::ui
