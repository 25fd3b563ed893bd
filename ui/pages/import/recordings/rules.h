// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/ingest/plan/import_plan.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QTimer;

namespace masu::ui {

/// Where the expression's first group is in a name; empty when it does not match or is not an expression.
struct NamePart {
  int begin = 0;
  int length = 0;
};
NamePart firstGroup(const QString& expression, const QString& name);

/// The example of the rules: a recording's name with the label's and the group's part highlighted.
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
/// laid out. Parts of the name are highlighted while a rule is typed; the plan follows a moment after the last key. A
/// rule that does not say enough yet stays as it is written, with a hint of what is missing, and is not tried; so does
/// one that the plan refused, marked as not in use.
class ImportRules : public QWidget {
  Q_OBJECT

 public:
  explicit ImportRules(QWidget* parent = nullptr);
  /// The plan has taken what was edited, unless refuseEdits() came before.
  void showPlan(const ingest::ImportPlan& plan);
  /// What another part of the page asks for meanwhile.
  void setOptions(const ingest::RecordingOptions& options) { m_options = options; }
  /// The edit does not make a plan: the one before stays.
  void refuseEdits(const Error& error);
  /// Hands over at once what waits for the pause, and a name that Enter has not ended. Returns a sentence where
  /// something on screen is not in the plan and cannot come into it as it is written; empty: nothing.
  QString settle();
  /// Other sources were chosen: rules for those before are cleared.
  void forget();
  void setExample(const QString& path);

 Q_SIGNALS:
  void edited(const masu::ingest::RecordingOptions& options);
  /// The text is not a layout of raw samples.
  void refused(const masu::Error& error);

 private:
  /// A rule on screen: as the plan has it, being written, to be tried after the pause, handed to the plan, or refused
  /// by it.
  enum class State { planned, written, ready, asked, refused };
  struct RuleEditor {
    QComboBox* from = nullptr;
    QLineEdit* expression = nullptr;
    QLabel* note = nullptr;
    State state = State::planned;
    int kind = 0;          ///< what was chosen last
    QString refusal = {};  ///< why it was refused
  };
  void addRow(RuleEditor& row, int place, const QString& name);
  void addSourceRow();
  static QString ruleOf(const RuleEditor& row);
  static QString missingOf(const RuleEditor& row);
  void choose(RuleEditor& row);
  void write(RuleEditor& row);
  void finish(RuleEditor& row);
  std::string ask(RuleEditor& row, const std::string& planned);
  static void showRule(RuleEditor& row, const std::string& rule);
  void showNotes(const ingest::ImportPlan& plan);
  void showHint();
  NamePart partOf(const RuleEditor& row) const;
  void light();
  Result<std::optional<waveform::RawLayout>> rawLayout() const;
  void scheduleEdit();
  void updateEdit();

  ingest::RecordingOptions m_options;
  RuleEditor m_label;
  RuleEditor m_group;
  QLabel* m_hint;
  QLineEdit* m_channels = nullptr;
  QLabel* m_channelNote = nullptr;
  QLineEdit* m_raw = nullptr;
  NameExample* m_example;
  QString m_path;
  QTimer* m_pause;
  QGridLayout* m_grid;
};

}  // namespace masu::ui
