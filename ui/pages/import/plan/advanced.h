// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/plan/import_plan.h"

class QComboBox;
class QLabel;

namespace masu::ui {

/// What few imports need to state: whether the label is a class or a value, and how the file is compressed.
class ImportAdvanced : public QWidget {
  Q_OBJECT

 public:
  explicit ImportAdvanced(QWidget* parent = nullptr);

  /// Shows a plan's choices without telling anybody.
  void showPlan(const ingest::ImportPlan& plan);

 Q_SIGNALS:
  void targetChosen(masu::store::Target target);
  void compressionChosen(masu::store::Compression compression);

 private:
  QComboBox* m_target;
  QLabel* m_targetLabel;
  QComboBox* m_compression;
};

}  // namespace masu::ui
