// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QWidget>

#include "ui/theme/style_sheet.h"

static void initResources() {
  Q_INIT_RESOURCE(masu);
}

namespace masu::ui {

Theme& Theme::current() {
  static Theme theme;
  return theme;
}

Theme::Theme() : m_indicators(std::make_unique<QTemporaryDir>(QDir::tempPath() + "/masu-theme-XXXXXX")) {
  initResources();
}

Theme::~Theme() = default;

void Theme::install(QApplication& application, Mode mode) {
  m_application = &application;
  m_platformDark = application.palette().color(QPalette::Window).lightness() < 128;
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setFont(uiFont(Type::body));
  m_mode = mode;
  apply();
}

void Theme::setMode(Mode mode) {
  if (mode == m_mode) return;
  m_mode = mode;
  apply();
}

void Theme::apply() {
  m_dark = m_mode == Mode::dark || (m_mode == Mode::system && m_platformDark);
  if (m_application != nullptr) {
    m_application->setPalette(palette());
    m_application->setStyleSheet(styleSheet());
    for (QWidget* widget : QApplication::allWidgets()) widget->update();
  }
  Q_EMIT changed();
}

QPalette Theme::palette() const {
  const Tokens& t = tokens();
  QPalette p;
  p.setColor(QPalette::Window, t.surface);
  p.setColor(QPalette::WindowText, t.text);
  p.setColor(QPalette::Base, t.surface);
  p.setColor(QPalette::AlternateBase, t.sunken);
  p.setColor(QPalette::Text, t.text);
  p.setColor(QPalette::PlaceholderText, t.text3);
  p.setColor(QPalette::Button, t.surface);
  p.setColor(QPalette::ButtonText, t.text);
  p.setColor(QPalette::BrightText, t.bad);
  p.setColor(QPalette::ToolTipBase, t.surface);
  p.setColor(QPalette::ToolTipText, t.text);
  p.setColor(QPalette::Highlight, t.tint2);
  p.setColor(QPalette::HighlightedText, t.text);
  p.setColor(QPalette::Link, t.accent);
  p.setColor(QPalette::LinkVisited, t.accent);
  p.setColor(QPalette::Light, t.hover);
  p.setColor(QPalette::Midlight, t.line);
  p.setColor(QPalette::Mid, t.line2);
  p.setColor(QPalette::Dark, t.edge);
  p.setColor(QPalette::Shadow, t.line2);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
    p.setColor(QPalette::Disabled, role, t.textOff);
  return p;
}

QString Theme::styleSheet() const {
  const Tokens& t = tokens();
  StyleImages images;
  images.down = indicator("chevron-down", t.text2);
  images.downOff = indicator("chevron-down", t.textOff);
  images.up = indicator("chevron-up", t.text2);
  images.check = indicator("check-bold", t.onAccent);
  images.checkOff = indicator("check-bold", t.surface);
  images.right = indicator("chevron-right", t.text2);
  images.dot = indicator("dot", t.onAccent);
  images.close = indicator("close", t.text2);
  return styleSheetFrom(t, images);
}

QString Theme::indicator(const QString& name, const QColor& colour) const {
  const QString path = m_indicators->filePath(QStringLiteral("%1-%2.svg").arg(name, colour.name().mid(1)));
  QFile file(path);
  if (!file.exists() && file.open(QIODevice::WriteOnly)) file.write(tintedSvg(name, colour));
  return path;
}

}  // namespace masu::ui
