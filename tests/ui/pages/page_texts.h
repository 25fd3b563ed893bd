// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSignalSpy>
#include <QStringList>
#include <QTest>

#include "ui/pages/import/page.h"
#include "ui/widgets/banner.h"

namespace masu::ui {

/// The texts of all labels on a page, a line each; what is hidden counts, too.
inline QString textsOf(const QWidget& page) {
  QStringList texts;
  for (const QLabel* label : page.findChildren<QLabel*>()) texts << label->text();
  return texts.join(QLatin1Char('\n'));
}

/// Whether a label of the page holds the text.
inline bool says(const QWidget& page, const QString& text) {
  for (const QLabel* label : page.findChildren<QLabel*>())
    if (label->text().contains(text)) return true;
  return false;
}

/// The sentence of the first banner that has one.
inline QString bannerOf(const QWidget& page) {
  for (const Banner* banner : page.findChildren<Banner*>())
    if (!banner->sentence().isEmpty()) return banner->sentence();
  return {};
}

/// The field of that accessible name.
template <class T>
T* named(const QWidget& page, const char* name) {
  for (T* field : page.findChildren<T*>())
    if (field->accessibleName() == QLatin1String(name)) return field;
  qFatal("no field %s", name);
}

/// The button or box with that text on it.
template <class T>
T* titled(const QWidget& page, const QString& text) {
  for (T* button : page.findChildren<T*>())
    if (button->text() == text) return button;
  qFatal("no button %s", qPrintable(text));
}

/// Types over what a field holds, and ends with Enter.
inline void enter(QWidget* field, const char* text) {
  QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(field, QString::fromUtf8(text));
  QTest::keyClick(field, Qt::Key_Return);
}

/// Gives a source to the Import page and waits until it has been inspected.
inline void inspect(ImportPage& page, const QString& path) {
  constexpr int kPatience = 60'000;
  QSignalSpy inspected(&page, &ImportPage::inspected);
  page.setSources({path});
  QVERIFY(page.inspecting());
  QTRY_VERIFY_WITH_TIMEOUT(inspected.count() >= 1, kPatience);
}

}  // namespace masu::ui
