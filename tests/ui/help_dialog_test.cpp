// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the application: F1 opens the topic of the page, search finds text, and both languages have every
// topic.

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QTextBrowser>
#include <QtTest>

#include "ui/shell/help_dialog.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class HelpDialogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }
  void cleanup() { QLocale::setDefault(QLocale::c()); }
  void opensTheTopicOfTheStep_data();
  void opensTheTopicOfTheStep();
  void searchListsTopicsThatHoldTheText();
  void everyTopicIsTranslated();
};

void HelpDialogTest::opensTheTopicOfTheStep_data() {
  QTest::addColumn<int>("step");
  QTest::addColumn<QString>("title");
  QTest::newRow("start") << int(Step::start) << "The six steps";
  QTest::newRow("import") << int(Step::import) << "Import a table";
  QTest::newRow("split") << int(Step::split) << "Splits and leakage";
  QTest::newRow("fit") << int(Step::fit) << "Estimates: will it fit";
  QTest::newRow("train") << int(Step::train) << "Training and predictions";
  QTest::newRow("export") << int(Step::export_) << "Export";
}

void HelpDialogTest::opensTheTopicOfTheStep() {
  QFETCH(int, step);
  QFETCH(QString, title);
  HelpDialog help(static_cast<Step>(step), nullptr);
  const QString text = help.findChild<QTextBrowser*>()->toPlainText();
  QVERIFY2(text.startsWith(title), qUtf8Printable(text.left(80)));
}

void HelpDialogTest::searchListsTopicsThatHoldTheText() {
  HelpDialog help(Step::split, nullptr);
  auto* topics = help.findChild<QListWidget*>();
  auto* browser = help.findChild<QTextBrowser*>();
  QTest::keyClicks(help.findChild<QLineEdit*>(), "MosaicML");
  QStringList shown;
  for (int at = 0; at < topics->count(); ++at)
    if (!topics->item(at)->isHidden()) shown << topics->item(at)->text();
  QCOMPARE(shown, QStringList{"Export"});
  QCOMPARE(topics->currentItem()->text(), "Export");
  QCOMPARE(browser->textCursor().selectedText(), "MosaicML");
  help.findChild<QLineEdit*>()->clear();
  for (int at = 0; at < topics->count(); ++at) QVERIFY(!topics->item(at)->isHidden());
}

void HelpDialogTest::everyTopicIsTranslated() {
  HelpDialog english(Step::start, nullptr);
  QLocale::setDefault(QLocale(QLocale::Japanese));
  HelpDialog japanese(Step::split, nullptr);
  const auto* topics = english.findChild<QListWidget*>();
  QVERIFY(topics->count() > 8);
  for (int at = 1; at < topics->count(); ++at) {
    const QString name = topics->item(at)->data(Qt::UserRole).toString();
    QVERIFY2(!topics->item(at)->text().isEmpty(), qUtf8Printable(name));
    QVERIFY2(QFile::exists(":/help/ja/" + name + ".md"), qUtf8Printable(name));
  }
  QVERIFY(japanese.findChild<QTextBrowser*>()->toPlainText().startsWith(QStringLiteral("分割")));
}

QTEST_MAIN(HelpDialogTest)
#include "help_dialog_test.moc"
