// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/session/settings.h"

class QComboBox;
class QLabel;
class QSpinBox;

namespace masu::ui {

class Form;
class PathPicker;

/// What is set once: the look, the language, where files go, and what jobs may take. The theme is shown at once and
/// taken back by Cancel; a folder that is not there, or takes no files, is refused in a sentence.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  SettingsDialog(const Settings& settings, QWidget* parent);
  const Settings& settings() const { return m_settings; }

 private:
  void addLook(Form& form);
  void addFolders(Form& form);
  void addLimits(Form& form);
  void save();
  bool refusesFolder(const QString& folder);

  Settings m_settings;
  PathPicker* m_output = nullptr;
  PathPicker* m_scratch = nullptr;
  QSpinBox* m_threads = nullptr;
  QComboBox* m_importMemory = nullptr;
  QComboBox* m_otherMemory = nullptr;
  QLabel* m_problem;
};

}  // namespace masu::ui
