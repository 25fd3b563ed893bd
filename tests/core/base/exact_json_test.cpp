// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exact_json.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <limits>

using masu::ExactJson;

/// A whole number is read from one that it holds, and from nothing else.
class ExactJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatFitsIsRead() {
    const auto json = ExactJson::parse(R"({"count": 18446744073709551615, "least": -9223372036854775808, "share": 3,
                                           "shape": [2, 3], "yes": true, "byte": 255})");
    QCOMPARE(json.at("count").get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(json.at("least").get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    QCOMPARE(json.at("share").get<double>(), 3.0);
    QCOMPARE(json.at("shape").get<std::vector<std::uint64_t>>(), (std::vector<std::uint64_t>{2, 3}));
    QCOMPARE(json.at("byte").get<std::uint8_t>(), std::uint8_t{255});
    QCOMPARE(json.value("gap", std::uint64_t{7}), std::uint64_t{7});
    QVERIFY(json.at("yes").get<bool>());
  }

  void whatDoesNotFitIsRefused() {
    const auto json = ExactJson::parse(R"({"negative": -1, "part": 1.5, "large": 18446744073709551616, "long": 256,
                                           "yes": true, "shape": [2, -3]})");
    for (const char* name : {"negative", "part", "large", "yes"}) {
      QVERIFY_EXCEPTION_THROWN(json.at(name).get<std::uint64_t>(), nlohmann::json::type_error);
      QVERIFY_EXCEPTION_THROWN(json.value(name, std::uint64_t{0}), nlohmann::json::type_error);
    }
    QVERIFY_EXCEPTION_THROWN(json.at("long").get<std::uint8_t>(), nlohmann::json::type_error);
    QVERIFY_EXCEPTION_THROWN(json.at("shape").get<std::vector<std::uint64_t>>(), nlohmann::json::type_error);
    QVERIFY_EXCEPTION_THROWN(std::uint32_t{json.at("part")}, nlohmann::json::type_error);
  }

  void aMissingTextIsNull() {
    QVERIFY(masu::textOrNull("").is_null());
    for (const std::string text : {"", "a", "null", "\"é\n"})
      QCOMPARE(masu::textOrEmpty(ExactJson::parse(masu::textOrNull(text).dump())), text);
    QVERIFY_EXCEPTION_THROWN(masu::textOrEmpty(ExactJson(1)), nlohmann::json::type_error);
  }
};

MASU_TEST(ExactJsonTest)
#include "exact_json_test.moc"
