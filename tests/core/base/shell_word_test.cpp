// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shell_word.h"
#include "tests/fixtures/test_group.h"

#include <QProcess>
#include <QTest>
#include <string>

using masu::shellQuoted;
using masu::shellWord;

class ShellWordTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void plainTextStaysAsItIs() {
    QCOMPARE(shellWord("data/a-b_1.5%+,:x"), std::string("data/a-b_1.5%+,:x"));
    QCOMPARE(shellQuoted("a"), std::string("'a'"));
    QCOMPARE(shellWord(""), std::string("''"));
    QCOMPARE(shellWord("it's"), std::string("'it'\\''s'"));
  }

  void aShellReadsItBack_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "plain", "it's $HOME", "a\nb", "line\n", "`id`; #", "\\", "~/x", "*", "日本語", "=x"})
      QTest::newRow(text) << text;
  }
  void aShellReadsItBack() {
    QFETCH(QString, text);
    for (const std::string& word : {shellWord(text.toStdString()), shellQuoted(text.toStdString())}) {
      QProcess shell;
      shell.start("/bin/sh", {"-c", "printf '%s|' " + QString::fromStdString(word)});
      QVERIFY(shell.waitForFinished());
      QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text + '|');
    }
  }
};

MASU_TEST(ShellWordTest)
#include "shell_word_test.moc"
