// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_fault.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <string>

using masu::jsonFault;

class JsonFaultTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesThePlace_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("nothing") << QByteArray() << 1 << 1;
    QTest::newRow("a word") << QByteArray("{\"a\": nope}") << 1 << 8;
    QTest::newRow("a comma too many") << QByteArray("{\n  \"a\": 1,\n}\n") << 3 << 1;
    QTest::newRow("text after the end") << QByteArray("[1]\n\nx") << 3 << 1;
    QTest::newRow("cut") << QByteArray("[1,\n2") << 2 << 2;
  }
  void namesThePlace() {
    QFETCH(const QByteArray, text);
    const auto place = jsonFault(text.toStdString());
    QVERIFY(place);
    QTEST(static_cast<int>(place->line), "line");
    QTEST(static_cast<int>(place->column), "column");
  }

  void findsNoneInJson() {
    QVERIFY(!jsonFault("{\"a\": [1, 2, {\"b\": null}]}\n"));
    QVERIFY(!jsonFault("3"));
    QVERIFY(jsonFault("[1e999]"));
    QVERIFY(jsonFault(std::string(200000, '[')));
  }
};

MASU_TEST(JsonFaultTest)
#include "json_fault_test.moc"
