// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header_evidence.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

/// Numbers of the first record that name columns together, which none of them shows alone.
class HeaderSeriesTest : public QObject {
  Q_OBJECT

  static bool names(const std::string& text) {
    const Dialect dialect;
    return namesSeries(firstRecords(text, true, dialect, 1000), CellParser(dialect));
  }

  /// 0, 1, 2 … or from another number on, over rows of one cell repeated.
  static std::string counted(int first, int count, const std::string& cell, const std::string& front = "") {
    std::string header = front;
    std::string row = front.empty() ? "" : "x";
    for (int i = 0; i < count; ++i) {
      header += (header.empty() ? "" : ",") + std::to_string(first + i);
      row += (row.empty() ? "" : ",") + cell;
    }
    return header + "\n" + row + "\n" + row + "\n";
  }

 private Q_SLOTS:
  void yearsNameColumns_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("series");
    const auto row = [](const char* name, const char* text, bool series) {
      QTest::newRow(name) << QByteArray(text) << series;
    };
    row("beside a name", "country,2019,2020\nIT,1.5,2\nFR,3.5,4\n", true);
    row("every fifth", "country,1990,1995,2000\nIT,1,2,3\n", true);
    row("backwards", "country,2020,2019,2018\nIT,1,2,3\n", true);
    row("with a gap below", "country,2019,2020\nIT,,NA\nFR,3.5,4\n", true);
    row("beside an empty name", ",2019,2020\nIT,1,2\n", true);
    row("a short record below", "country,2019,2020\nIT,1\n", true);
    row("without a name", "2019,2020\n1,2\n3,4\n", false);
    row("a single one", "country,2019\nIT,1\n", false);
    row("the same twice", "country,2019,2019\nIT,1,2\n", false);
    row("uneven", "country,2018,2019,2021\nIT,1,2,3\n", false);
    row("over a year", "country,2019,2020\nIT,1.5,2\nFR,2019,4\n", false);
    row("over a word", "country,2019,2020\nIT,1.5,high\n", false);
    row("beside another number", "country,2019,2020,7\nIT,1,2,3\n", false);
    row("beside a word that occurs below", "IT,2019,2020\nFR,1,2\nIT,3,4\n", false);
    row("before 1900", "country,1899,1900\nIT,1,2\n", false);
    row("after 2100", "country,2100,2101\nIT,1,2\n", false);
    row("to the last", "country,2099,2100\nIT,1,2\n", true);
    row("with decimals", "country,2019.0,2020.0\nIT,1,2\n", false);
    row("alone", "country,2019,2020\n", false);
  }
  void yearsNameColumns() {
    QFETCH(QByteArray, text);
    QFETCH(bool, series);
    QCOMPARE(names(text.toStdString()), series);
  }

  void numbersCountColumns() {
    // A few from 0 on, over numbers of which not all are whole.
    QVERIFY(names(counted(0, 4, "0.5")));
    QVERIFY(names(counted(0, 4, "0.5", "name")));
    QVERIFY(names(counted(0, 4, "word")));
    QVERIFY(!names(counted(0, 3, "0.5")));
    QVERIFY(!names(counted(1, 9, "0.5")));
    QVERIFY(!names(counted(0, 9, "7")));
    // Many from 0 or 1 on, over anything.
    QVERIFY(names(counted(0, 10, "7")));
    QVERIFY(names(counted(1, 10, "7")));
    QVERIFY(!names(counted(2, 10, "7")));
    // An order of columns, or a row that counts as well, is data; so is a number that is no next one.
    QVERIFY(!names("0,1,2,3\n0.5,1.5,2.5,3.5\n4,5,6,7\n"));
    QVERIFY(!names("0,1,2,4\n0.5,0.5,0.5,0.5\n"));
    QVERIFY(!names("x,0,1,2,3\ny,0.5,0.5,0.5,0.5\nx,0.5,0.5,0.5,0.5\n"));
    QVERIFY(!names("0,1,2,3\n"));
    // Cells beyond the first record, or missing ones, say nothing.
    QVERIFY(names("0,1,2,3\n0.5,NA\n0.5,0.5,0.5,0.5,7\n"));
    QVERIFY(!names("0,1,2,3\n,,,\n"));
  }
};

MASU_TEST(HeaderSeriesTest)
#include "header_series_test.moc"
