#pragma once

#include <QWidget>
#include <optional>

#include "core/manifest/split_plan.h"

class QLabel;
class QPushButton;

namespace masu::ui {

class KeyValues;

/// The side panel of Split: how the manifest came to be, what it holds, and what can be done with it as a whole.
class SplitFacts : public QWidget {
  Q_OBJECT

 public:
  explicit SplitFacts(QWidget* parent = nullptr);

  struct State {
    QString name;
    bool stored = false;
    bool frozen = false;
    std::optional<manifest::SplitPlan> plan;  ///< none: read from lists or by hand
    manifest::SplitCounts counts;
  };
  void setState(const State& state);

 Q_SIGNALS:
  void freezeRequested();
  void copyRequested();

 private:
  KeyValues* m_origin;
  KeyValues* m_counts;
  QLabel* m_notice;
  QPushButton* m_freeze;
  QPushButton* m_copy;
};

}  // namespace masu::ui
