// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/manifest/draw/split_plan.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace masu::ui {

class SeedField;

/// How a split is drawn, in one line below its ratios; SplitOptions holds what is needed less often.
class SplitForm : public QWidget {
  Q_OBJECT

 public:
  explicit SplitForm(QWidget* parent = nullptr);

  enum SplitMethod { kRandom, kInOrder, kByHash };

  /// What the dataset allows: classes to keep the shares of, something to keep together, something to go in order of.
  void setPossible(bool classes, bool groups, bool order);
  void setPlan(const manifest::SplitPlan& plan);  ///< emits nothing
  /// `order` is what an order goes by.
  void fill(manifest::SplitPlan& plan, const std::string& order) const;
  /// `stored`: the button draws again; else it draws for the first time.
  void setState(bool stored, bool frozen);

 Q_SIGNALS:
  void edited();
  void drawRequested();
  void optionsRequested();

 private:
  void announce();

  QComboBox* m_splitMethod;
  QCheckBox* m_stratify;
  QCheckBox* m_byGroup;
  SeedField* m_seed;
  QPushButton* m_draw;
  QPushButton* m_options;
  bool m_classes = false;
  bool m_groups = false;
  bool m_order = false;
  bool m_frozen = false;
};

}  // namespace masu::ui
