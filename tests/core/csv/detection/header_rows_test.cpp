// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_rows.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

class HeaderRowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsOfAHeaderAreFound_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, const char* text, int rows, int columns = 0, const char* word = "") {
      QTest::newRow(name) << QByteArray(text) << rows << columns << QByteArray(word);
    };
    row("units", "(s),(m/s)\n1,2\n3,4\n5,6\n", 1, 2, "(s)");
    row("units beside a name", ",kg,m\nAnn,1,2\nBob,3,4\nCy,5,\nDi,7,8\n", 1, 2, "kg");
    row("two rows", "left,,right\nmean,sd,mean\n1,2,3\n3,4,5\n5,6,7\n", 2, 3, "mean");
    row("more rows than asked for", "a,b\nc,d\ne,f\n1,2\n3,4\n5,6\n", 0);
    row("numbers", "1,2\n3,4\n5,6\n7,8\n", 0);
    row("words", "a,b\nc,d\ne,f\n", 0);
    row("a number beside a word", "s,2\n1,2\n3,4\n5,6\n", 0);
    row("a single column", "Ann,unknown\nBob,2\nCy,3\nDi,4\n", 0);
    row("markers of missing cells", "NA,NA\n1,2\n3,4\n5,6\n", 0);
    row("words below, too", "s,m\n1,2\n3,x\n5,6\n7,8\n", 0);
    row("too few numbers", "s,m\n1,2\n3,4\n", 0);
    row("nothing", "", 0);
  }

  void rowsOfAHeaderAreFound() {
    QFETCH(const QByteArray, text);
    const Dialect dialect;
    const HeaderRows found = headerRowsIn(firstRecords(text.toStdString(), true, dialect, 100), dialect, 2);
    QTEST(static_cast<int>(found.rows), "rows");
    QTEST(static_cast<int>(found.columns), "columns");
    QTEST(QByteArray::fromStdString(found.word), "word");
  }
};

MASU_TEST(HeaderRowsTest)
#include "header_rows_test.moc"
