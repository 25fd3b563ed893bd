// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

class QGridLayout;

namespace masu::ui {

/// Rows of label, field and a note after it or a failure below it. Forms stop at 640 px.
class Form : public QWidget {
  Q_OBJECT

 public:
  explicit Form(int labelWidth = 112, QWidget* parent = nullptr);

  /// One row; returns its note. Takes ownership of the field.
  QLabel* addRow(const QString& label, QWidget* field, const QString& note = {});
  /// Marks the field's row with a sentence; an empty one clears it.
  void setProblem(QWidget* field, const QString& sentence);

 private:
  struct Row {
    QWidget* field;
    QLabel* problem;
  };
  QVector<Row> m_rows;
  QGridLayout* m_grid;
};

}  // namespace masu::ui
