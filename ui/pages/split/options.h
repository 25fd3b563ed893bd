// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/manifest/draw/split_plan.h"
#include "core/store/read/dataset.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace masu::ui {

class SplitRules;

/// What a drawing may go by besides ratios, class shares and seed: which groups stay whole, an order with a gap,
/// samples left out, a share of them, rules on names; and the folds of a cross-validation.
class SplitOptions : public QWidget {
  Q_OBJECT

 public:
  explicit SplitOptions(QWidget* parent = nullptr);

  void setDataset(const store::Dataset& dataset);
  void setPlan(const manifest::SplitPlan& plan);  ///< emits nothing
  /// `plan.order` and `plan.byGroup` say beforehand whether these count at all.
  void fill(manifest::SplitPlan& plan) const;
  void setFrozen(bool frozen);
  /// What an order would go by; empty where the dataset has none.
  QString orderChosen() const;
  bool hasGroups() const;
  /// Ratios alone decide, so that counts follow from them by arithmetic.
  bool plain() const;
  SplitRules& rules() const { return *m_rules; }

 Q_SIGNALS:
  void edited();
  void foldsRequested(unsigned folds);

 private:
  void connectFields();

  QVBoxLayout* m_column;
  QComboBox* m_group;
  QComboBox* m_order;
  QSpinBox* m_gap;
  QCheckBox* m_keepEqual;
  QLineEdit* m_exclude;
  QDoubleSpinBox* m_subset;
  SplitRules* m_rules;
  QSpinBox* m_folds;
  QPushButton* m_makeFolds;
};

}  // namespace masu::ui
