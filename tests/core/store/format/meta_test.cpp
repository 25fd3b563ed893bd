// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/meta.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

/// What the documents of a dataset say, and what they leave open.
class MetaTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void paddedWindowsAreKnownOrNot_data() {
    QTest::addColumn<bool>("known");
    QTest::addColumn<qulonglong>("count");
    QTest::newRow("not known") << false << qulonglong{0};
    QTest::newRow("none") << true << qulonglong{0};
    QTest::newRow("some") << true << qulonglong{12};
  }
  void paddedWindowsAreKnownOrNot() {
    QFETCH(bool, known);
    QFETCH(qulonglong, count);
    DatasetMeta meta;
    if (known) meta.paddedWindows = count;
    const auto documents = documentsOf(meta);
    QCOMPARE(documents.contains("padding"), known);
    DatasetMeta again;
    QVERIFY(readDocuments(documents, "F.h5", again));
    QVERIFY(again.paddedWindows == meta.paddedWindows);
  }

  void damagedPaddingIsRefused() {
    for (const char* text : {"", "[]", "{}", "{\"windows\":\"many\"}"}) {
      DatasetMeta meta;
      const auto read = readDocuments({{"padding", text}}, "F.h5", meta);
      QVERIFY2(!read, text);
      QCOMPARE(read.error().code, Errc::format);
    }
  }
};

MASU_TEST(MetaTest)
#include "meta_test.moc"
