// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>
#include <QString>
#include <memory>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

class QApplication;
class QTemporaryDir;

namespace masu::ui {

/// The look in force. Palette, style sheet, chart pens and icons all come from its tokens; switching re-applies them.
/// Threads: the GUI thread. Lifetime: current() is made with the first call and lives as long as the program.
class Theme : public QObject {
  Q_OBJECT

 public:
  enum class Mode { system, light, dark };

  static Theme& current();
  ~Theme() override;

  /// Takes the application over: Fusion, fonts, palette, style sheet. Reads the platform's palette first, as Qt 6.4 has
  /// no hint of the colour scheme.
  void install(QApplication& application, Mode mode);

  void setMode(Mode mode);
  bool isDark() const { return m_dark; }
  const Tokens& tokens() const { return m_dark ? Tokens::dark() : Tokens::light(); }

  QPalette palette() const;
  QString styleSheet() const;

 Q_SIGNALS:
  /// After palette and style sheet were applied; painted widgets update themselves.
  void changed();

 private:
  Theme();
  void apply();
  QString indicator(const QString& name, const QColor& colour) const;

  Mode m_mode = Mode::system;
  bool m_dark = false;
  bool m_platformDark = false;
  QApplication* m_application = nullptr;
  std::unique_ptr<QTemporaryDir> m_indicators;
};

/// The tokens in force; for painters.
inline const Tokens& tokens() {
  return Theme::current().tokens();
}

}  // namespace masu::ui
