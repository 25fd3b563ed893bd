// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;

namespace masu::ui {

/// Rows of label, field and a note after it. Forms stop at 640 px.
class Form : public QWidget {
  Q_OBJECT

 public:
  explicit Form(int labelWidth = 112, QWidget* parent = nullptr);

  /// One row; returns its note. Takes ownership of the field.
  QLabel* addRow(const QString& label, QWidget* field, const QString& note = {});

 private:
  QGridLayout* m_grid;
};

}  // namespace masu::ui
