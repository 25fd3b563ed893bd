// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/plan/import_plan.h"
#include "ui/pages/import/plan/class_map.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace masu::ui {

/// What few imports need to state: whether the label is a class or a value, other names of classes, how the file is
/// compressed, and how large its parts are.
class ImportAdvanced : public QWidget {
  Q_OBJECT

 public:
  explicit ImportAdvanced(QWidget* parent = nullptr);

  /// Shows a plan's choices without a signal.
  void showPlan(const ingest::ImportPlan& plan);
  /// Shows a max size of parts without a signal; 0: one file.
  void setPartBytes(std::uint64_t bytes);

 Q_SIGNALS:
  void targetChosen(masu::store::Target target);
  void compressionChosen(masu::store::Compression compression);
  void partBytesChosen(quint64 bytes);
  void classMapChosen(const masu::ui::ImportClassMap::Map& map);

 private:
  void chooseClassMap();

  QComboBox* m_target;
  QLabel* m_targetLabel;
  QComboBox* m_compression;
  QComboBox* m_parts;
  QPushButton* m_classes;
  ingest::ImportPlan m_plan;  ///< label, classes and their names alone
};

}  // namespace masu::ui
