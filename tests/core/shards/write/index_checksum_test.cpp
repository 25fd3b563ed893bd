// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/index_checksum.h"

#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"

using masu::shards::indexChecksum;

class IndexChecksumTest : public QObject {
  Q_OBJECT

  static constexpr const char* kIndex = R"({"a": 1, "shards": [{"path": "x", "checksum": "y"}], "checksum": "0"})";

 private Q_SLOTS:
  void itIsOfHexadecimalDigits() {
    const std::string sum = indexChecksum(kIndex);
    QCOMPARE(sum.size(), std::size_t{16});
    QCOMPARE(sum.find_first_not_of("0123456789abcdef"), std::string::npos);
  }

  void itDoesNotDependOnTheLayout() {
    QCOMPARE(indexChecksum("{\n \"shards\": [\n {\"checksum\":\"y\",\"path\":\"x\"}],\r\n\t\"a\":1}"),
             indexChecksum(kIndex));
    QCOMPARE(indexChecksum(R"({"t": "\u00e9\/"})"), indexChecksum("{\"t\": \"\xc3\xa9/\"}"));
  }

  void itsOwnFieldDoesNotCount() {
    const std::string other = R"({"a": 1, "shards": [{"path": "x", "checksum": "y"}], "checksum": "other"})";
    const std::string without = R"({"a": 1, "shards": [{"path": "x", "checksum": "y"}]})";
    QCOMPARE(indexChecksum(other), indexChecksum(kIndex));
    QCOMPARE(indexChecksum(without), indexChecksum(kIndex));
  }

  void everythingElseDoes() {
    std::vector<std::string> sums = {indexChecksum(kIndex)};
    for (const char* text : {R"({"a": 2, "shards": [{"path": "x", "checksum": "y"}]})",
                             R"({"a": "1", "shards": [{"path": "x", "checksum": "y"}]})",
                             R"({"a": 1, "shards": [{"path": "x", "checksum": "z"}]})",
                             R"({"a": 1, "shards": [{"path": "x"}]})",
                             R"({"a": 1, "shards": [{"path": "x", "checksum": "y"}, {}]})",
                             R"({"a": 1, "shards": {"path": "x", "checksum": "y"}})", "{}", "[]", "0"})
      sums.push_back(indexChecksum(text));
    std::ranges::sort(sums);
    QVERIFY(std::ranges::adjacent_find(sums) == sums.end());
  }
};

MASU_TEST(IndexChecksumTest)
#include "index_checksum_test.moc"
