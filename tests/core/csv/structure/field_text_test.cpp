// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/field_text.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;

class FieldTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void quotesWhatNeedsThem_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << "one two" << "one two";
    QTest::newRow("empty") << "" << "";
    QTest::newRow("comma") << "a,b" << "\"a,b\"";
    QTest::newRow("quote") << "5\" disk" << "\"5\"\" disk\"";
    QTest::newRow("line end") << "a\nb" << "\"a\nb\"";
    QTest::newRow("carriage return") << "a\r" << "\"a\r\"";
    QTest::newRow("blank before") << " a" << "\" a\"";
    QTest::newRow("tab after") << "a\t" << "\"a\t\"";
  }

  void quotesWhatNeedsThem() {
    QFETCH(const QString, text);
    QFETCH(const QString, written);
    std::string record = "x,";
    csv::appendField(record, text.toStdString());
    QCOMPARE(QString::fromStdString(record), "x," + written);
  }

  void quotesAnythingWhereAsked() {
    QCOMPARE(csv::quotedField("a"), std::string("\"a\""));
    QCOMPARE(csv::quotedField("\""), std::string("\"\"\"\""));
  }
};

MASU_TEST(FieldTextTest)
#include "field_text_test.moc"
