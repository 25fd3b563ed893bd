// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/schema.h"

#include <QTest>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu::table;

class SchemaTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesRolesAndKindsOnce() {
    std::set<std::string_view> roles;
    for (int i = 0; i <= static_cast<int>(Role::ignored); ++i) {
      QVERIFY(roles.insert(name(static_cast<Role>(i))).second);
      QVERIFY(roleFrom(name(static_cast<Role>(i))) == static_cast<Role>(i));
    }
    std::set<std::string_view> kinds;
    for (int i = 0; i <= static_cast<int>(Kind::empty); ++i) {
      QVERIFY(kinds.insert(name(static_cast<Kind>(i))).second);
      QVERIFY(kindFrom(name(static_cast<Kind>(i))) == static_cast<Kind>(i));
    }
    QVERIFY(!roleFrom("Feature"));
    QVERIFY(!kindFrom(""));
  }

  void findsColumnsByNameAndRole() {
    Schema schema;
    for (const auto& [text, role] : {std::pair("a", Role::feature), std::pair("b", Role::category),
                                     std::pair("c", Role::feature), std::pair("y", Role::label)}) {
      Column column;
      column.name = text;
      column.role = role;
      schema.columns.push_back(column);
    }
    QCOMPARE(schema.indicesOf(Role::feature), (std::vector<std::size_t>{0, 2}));
    QVERIFY(schema.indicesOf(Role::weight).empty());
    QCOMPARE(schema.find("y")->role, Role::label);
    QVERIFY(schema.find("z") == nullptr);
  }

  void knowsItsElementTypes() {
    const std::vector<std::tuple<DType, std::string_view, std::size_t, bool, double, double>> types = {
        {DType::f64, "f64", 8, false, -1.7976931348623157e308, 1.7976931348623157e308},
        {DType::f32, "f32", 4, false, -3.4028234663852886e38, 3.4028234663852886e38},
        {DType::f16, "f16", 2, false, -65504, 65504},
        {DType::i32, "i32", 4, true, -2147483648.0, 2147483647},
        {DType::u32, "u32", 4, true, 0, 4294967295.0},
        {DType::i16, "i16", 2, true, -32768, 32767},
        {DType::u16, "u16", 2, true, 0, 65535},
        {DType::i8, "i8", 1, true, -128, 127},
        {DType::u8, "u8", 1, true, 0, 255}};
    for (const auto& [type, text, size, integer, low, high] : types) {
      QCOMPARE(name(type), text);
      QVERIFY(dtypeFrom(text) == type);
      QCOMPARE(sizeOf(type), size);
      QCOMPARE(isInteger(type), integer);
      QCOMPARE(lowest(type), low);
      QCOMPARE(highest(type), high);
    }
    QVERIFY(!dtypeFrom("float32"));
    // No type of features.
    QVERIFY(!dtypeFrom("i64"));
    QVERIFY(storedTypeFrom("i64") == DType::i64);
    QCOMPARE(name(DType::i64), std::string_view("i64"));
    QCOMPARE(sizeOf(DType::i64), std::size_t{8});
  }

  void choosesTheNarrowestCodes() {
    QCOMPARE(narrowestUnsigned(0), DType::u8);
    QCOMPARE(narrowestUnsigned(255), DType::u8);
    QCOMPARE(narrowestUnsigned(256), DType::u16);
    QCOMPARE(narrowestUnsigned(65535), DType::u16);
    QCOMPARE(narrowestUnsigned(65536), DType::u32);
  }
};

MASU_TEST(SchemaTest)
#include "schema_test.moc"
