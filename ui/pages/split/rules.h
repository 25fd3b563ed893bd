// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/manifest/draw/split_plan.h"
#include "core/store/read/dataset.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace masu::ui {

/// Rules on the names of sources, first match wins, and how many sources they match.
class SplitRules : public QWidget {
  Q_OBJECT

 public:
  explicit SplitRules(QWidget* parent = nullptr);

  void setSources(const std::vector<store::SourceFile>& sources);
  void setRules(const std::vector<manifest::SplitRule>& rules);  ///< emits nothing
  /// Rules with a valid expression; others are marked and left out.
  std::vector<manifest::SplitRule> rules() const;
  void setFrozen(bool frozen);
  /// Adds an empty rule and focuses it; a rule with an expression is in force at once.
  void addRule(store::Split split, const QString& expression);
  /// "12 of 600 sources match"
  QString summary() const;

 Q_SIGNALS:
  void edited();

 private:
  struct RuleFields {
    QWidget* widget = nullptr;
    QComboBox* split = nullptr;
    QLineEdit* expression = nullptr;
  };
  void changed();
  void removeRule(QWidget* widget);
  void announce();

  std::vector<RuleFields> m_rows;
  std::vector<store::SourceFile> m_sources;
  QVBoxLayout* m_list;
  QPushButton* m_add;
  QLabel* m_summary;
};

}  // namespace masu::ui
