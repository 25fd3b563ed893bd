// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace masu::ui {

namespace {

QString& applied() {
  static QString code = QStringLiteral("en");
  return code;
}

}  // namespace

void Language::apply(const QString& name) {
  QCoreApplication::removeTranslator(&m_masu);
  QCoreApplication::removeTranslator(&m_qt);
  const QLocale locale = name == "system" ? QLocale::system() : QLocale(name);
  QLocale::setDefault(locale);
  // English needs its plural forms, and stands in for every language that is not there.
  const QString own = locale.language() == QLocale::Japanese ? "ja" : "en";
  applied() = own;
  if (m_masu.load(QStringLiteral(":/translations/masu_%1.qm").arg(own))) QCoreApplication::installTranslator(&m_masu);
  if (m_qt.load(locale, "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(&m_qt);
}

QString languageCode() {
  return applied();
}

}  // namespace masu::ui
