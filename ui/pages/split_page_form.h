#pragma once

#include <QWidget>

#include "core/manifest/split_plan.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace masu::ui {

/// How a split is drawn, beside its ratios and rules.
class SplitForm : public QWidget {
  Q_OBJECT

 public:
  explicit SplitForm(QWidget* parent = nullptr);

  /// What the dataset allows: classes to keep the shares of, groups to keep together.
  void setPossible(bool classes, bool groups);
  void setPlan(const manifest::SplitPlan& plan);  ///< emits nothing
  void fill(manifest::SplitPlan& plan) const;
  /// `stored`: the button draws again; else it draws for the first time. `note` stands at the right.
  void setState(bool stored, bool frozen, const QString& note);
  QPushButton* drawButton() const { return m_draw; }
  QCheckBox* stratifyBox() const { return m_stratify; }
  QCheckBox* groupBox() const { return m_byGroup; }
  QSpinBox* seedField() const { return m_seed; }

 Q_SIGNALS:
  void edited();
  void drawRequested();

 private:
  QCheckBox* m_stratify;
  QCheckBox* m_byGroup;
  QSpinBox* m_seed;
  QPushButton* m_draw;
  QLabel* m_note;
  bool m_classes = false;
  bool m_groups = false;
};

}  // namespace masu::ui
