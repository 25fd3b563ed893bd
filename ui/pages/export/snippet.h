// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

#include "core/tasks/data/export_task.h"
#include "ui/text/command_line.h"

class QHBoxLayout;
class QPlainTextEdit;
class QPushButton;

namespace masu::ui {

class Segments;

/// The lines that read an export elsewhere, ready to copy: a program for each framework, and the command that writes
/// the same shards.
class ExportSnippet : public QWidget {
  Q_OBJECT

 public:
  struct Program {
    QString title;
    QString code;
  };

  explicit ExportSnippet(QWidget* parent = nullptr);
  void setPrograms(const QVector<Program>& programs);
  void choose(int program);
  QString text() const;
  void copy();

  /// The command line of an export.
  static CommandLine commandLine(const tasks::ExportRequest& request);
  /// In lines that fit here.
  static QString shellLine(const tasks::ExportRequest& request);

 private:
  void refresh();

  QVector<Program> m_programs;
  QHBoxLayout* m_head;
  Segments* m_kind = nullptr;
  QPushButton* m_copy;
  QPlainTextEdit* m_text;
};

}  // namespace masu::ui
