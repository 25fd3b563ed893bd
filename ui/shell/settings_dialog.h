// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/session/settings.h"

namespace masu::ui {

/// Theme and language. The theme is shown at once and taken back by Cancel.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  SettingsDialog(const Settings& settings, QWidget* parent);
  const Settings& settings() const { return m_settings; }

 private:
  Settings m_settings;
};

}  // namespace masu::ui
