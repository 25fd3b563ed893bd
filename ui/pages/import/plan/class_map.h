// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <string>
#include <utility>
#include <vector>

#include "core/ingest/plan/import_plan.h"

class QTableWidget;

namespace masu::ui {

/// Gives classes of a table other names. Classes that get the same name become one.
class ImportClassMap : public QDialog {
  Q_OBJECT

 public:
  /// Old class, new class.
  using Map = std::vector<std::pair<std::string, std::string>>;

  /// Requires: a plan whose label is a class.
  explicit ImportClassMap(const ingest::ImportPlan& plan, QWidget* parent = nullptr);

  /// The classes that have another name now.
  Map map() const;

  /// The classes of the label as the source has them, those that are renamed included.
  static std::vector<std::string> classesOf(const ingest::ImportPlan& plan);

 private:
  std::vector<std::string> m_classes;
  QTableWidget* m_table;
};

}  // namespace masu::ui
