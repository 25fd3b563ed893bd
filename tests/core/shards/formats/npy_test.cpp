// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>
#include <set>

#include "core/shards/formats/array_format.h"
#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;
using table::DType;
using Shape = std::vector<std::uint64_t>;

/// Headers as numpy/doc/neps/nep-0001-npy-format.rst has them, and the names of files.
class NpyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void headersSayTypeAndShape_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("descr");
    const std::pair<DType, const char*> types[] = {
        {DType::f64, "<f8"}, {DType::f32, "<f4"}, {DType::f16, "<f2"}, {DType::i32, "<i4"}, {DType::u32, "<u4"},
        {DType::i16, "<i2"}, {DType::u16, "<u2"}, {DType::i8, "|i1"},  {DType::u8, "|u1"},  {DType::i64, "<i8"}};
    for (const auto& [type, descr] : types) QTest::newRow(descr) << static_cast<int>(type) << descr;
  }
  void headersSayTypeAndShape() {
    QFETCH(const int, type);
    QFETCH(const QString, descr);
    const std::pair<Shape, const char*> shapes[] = {
        {{}, "()"}, {{7}, "(7,)"}, {{7, 2}, "(7, 2)"}, {{18446744073709551615U, 1, 3}, "(18446744073709551615, 1, 3)"}};
    for (const auto& [shape, text] : shapes) {
      const std::string header = npyHeader(static_cast<DType>(type), shape);
      QVERIFY(header.starts_with(std::string("\x93NUMPY\x01\x00", 8)));
      QCOMPARE(header.size() % 64, std::size_t{0});
      QCOMPARE(test::littleEndian(header, 8, 2), std::uint64_t{header.size() - 10});
      const QRegularExpression fields("^\\{'descr': '(.*)', 'fortran_order': False, 'shape': (\\(.*\\)), \\} *\n$");
      const auto match = fields.match(QString::fromLatin1(header.substr(10)));
      QVERIFY2(match.hasMatch(), header.c_str() + 10);
      QCOMPARE(match.captured(1), descr);
      QCOMPARE(match.captured(2), QString(text));
    }
  }

  void everyArrayHasAFileOfItsOwn() {
    QCOMPARE(npyEnding("features"), std::string(".features.npy"));
    QCOMPARE(npyEnding("kept/score"), std::string(".kept.score.npy"));
    std::set<std::string> endings;
    for (const char* array : {"kept/a/b", "kept/a.b", "kept/a%2Fb", "kept/a b", "kept/a_b", "kept/ab", "kept/\xC3\xA4",
                              "kept/a\\b", "kept/a\nb", "kept/.."}) {
      const std::string ending = npyEnding(array);
      QVERIFY2(endings.insert(ending).second, ending.c_str());
      QVERIFY2(ending.find_first_of("/\\ \n") == std::string::npos, ending.c_str());
    }
  }
};

MASU_TEST(NpyTest)
#include "npy_test.moc"
