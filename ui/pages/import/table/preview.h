// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/survey/table_preview.h"

namespace masu::ui {

/// The first lines of a table as written and as parsed, beside each other. Both share rows and one pair of scroll bars,
/// so a line is always beside its parsed form.
class ImportPreview : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit ImportPreview(QWidget* parent = nullptr);
  void setPlan(std::shared_ptr<const ingest::ImportPlan> plan, ingest::TablePreview preview);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void measure();
  int rows() const;
  int firstLine() const;
  const std::vector<std::string>* cellsAt(int row) const;
  void paintRaw(QPainter& painter) const;
  void paintRawLine(QPainter& painter, const QRect& rect, const std::string& line) const;
  void paintParsed(QPainter& painter) const;
  void paintHeads(QPainter& painter) const;

  std::shared_ptr<const ingest::ImportPlan> m_plan;
  ingest::TablePreview m_preview;
  std::vector<int> m_widths;
  std::vector<bool> m_numeric;
};

}  // namespace masu::ui
