// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/plan/import_plan.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace masu::ui {

class FileChip;
class DialectMenu;
class TagList;

/// The tool bar of a table import: the file, and how it spells its table. What was found is shown; what is changed is
/// asked for.
class ImportDialectBar : public QWidget {
  Q_OBJECT

 public:
  explicit ImportDialectBar(QWidget* parent = nullptr);
  void showPlan(const ingest::ImportPlan& plan);

 Q_SIGNALS:
  void removed();
  /// `options` of the table as they are to be; everything else stays.
  void edited(const masu::ingest::TableOptions& options);
  /// Another sheet of the workbook, as a source.
  void sheetChosen(const QString& source);

 private:
  void showSheets(const ingest::TablePlan& table);
  void showDelimiter(char delimiter);
  void showEncoding(const QString& encoding);
  void showHeader(const ingest::TablePlan& table);
  void editMarkers();

  ingest::TableOptions m_options;
  std::vector<std::string> m_markers;
  FileChip* m_chip;
  QLabel* m_sheetName;
  QComboBox* m_sheet;
  QComboBox* m_delimiter;
  QComboBox* m_quote;
  QComboBox* m_encoding;
  TagList* m_missing;
  QCheckBox* m_header;
  DialectMenu* m_more;
};

/// "census.csv", or "adult.data and 1 more".
QString sourcesName(const ingest::ImportPlan& plan);

}  // namespace masu::ui
