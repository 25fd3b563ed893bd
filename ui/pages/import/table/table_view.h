// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/tasks/data/inspect_task.h"

class QLabel;

namespace masu::ui {

class ImportPlanView;
class ImportPreview;

/// The body of a table import: first lines as written and as parsed, then the plan, then its legend.
class ImportTableView : public QWidget {
  Q_OBJECT

 public:
  explicit ImportTableView(QWidget* parent = nullptr);
  void showPlan(std::shared_ptr<const ingest::ImportPlan> plan, ingest::TablePreview preview);
  ImportPlanView* plan() const { return m_plan; }

 private:
  ImportPreview* m_preview;
  ImportPlanView* m_plan;
  QLabel* m_counts;
  class LossLegend* m_legend;
};

}  // namespace masu::ui
