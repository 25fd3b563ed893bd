#pragma once

#include <QWidget>

#include "core/ingest/import_plan.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTimer;

namespace masu::ui {

/// Where the expression's first group lies in a name; empty when it does not match or is no expression.
struct NamePart {
  int begin = 0;
  int length = 0;
};
NamePart firstGroup(const QString& expression, const QString& name);

/// The example of the rules: a recording's name with the label's and the group's part lit.
class NameExample : public QWidget {
  Q_OBJECT

 public:
  explicit NameExample(QWidget* parent = nullptr);
  void setParts(const QString& name, NamePart label, NamePart group);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_name;
  NamePart m_label;
  NamePart m_group;
};

/// From where a recording has its label and its group, which channels are taken, and how files without a header are
/// laid out. Parts of the name light up while a rule is typed; the plan follows a moment after the last key.
class ImportRules : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRules(QWidget* parent = nullptr);
  void showPlan(const ingest::ImportPlan& plan);
  void setExample(const QString& path);
  void focusLabel();

 Q_SIGNALS:
  void edited(const masu::ingest::RecordingOptions& options);
  /// What was typed is no layout of raw samples.
  void refused(const masu::Error& error);

 private:
  struct Row {
    QComboBox* from;
    QLineEdit* expression;
    QLabel* note;
  };
  Row addRow(int row, const QString& name);
  void addSourceRow();
  static QString ruleOf(const Row& row);
  static void showRule(const Row& row, const std::string& rule);
  NamePart partOf(const Row& row) const;
  void light();
  void scheduleEdit();
  void tellEdit();

  ingest::RecordingOptions m_options;
  Row m_label;
  Row m_group;
  QLineEdit* m_channels = nullptr;
  QLabel* m_channelNote = nullptr;
  QLineEdit* m_raw = nullptr;
  NameExample* m_example;
  QString m_path;
  QTimer* m_pause;
  class QGridLayout* m_grid;
};

}  // namespace masu::ui
