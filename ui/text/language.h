// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTranslator>

namespace masu::ui {

/// Masu's and Qt's own translations for one language at a time.
class Language {
 public:
  /// "en", "ja", or "system". Windows made from then on speak it.
  void apply(const QString& name);

 private:
  QTranslator m_masu;
  QTranslator m_qt;
};

/// Which of Masu's languages was applied last, as HTML names it: "en" or "ja". Threads: the GUI thread.
QString languageCode();

}  // namespace masu::ui
