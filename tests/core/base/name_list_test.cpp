// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"
#include "tests/fixtures/test_group.h"

#include <QTest>

using namespace masu;

/// How names are listed in a sentence, and in what people write.
class NameListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreListedUpToANumber() {
    QCOMPARE(namesListed({}), std::string());
    QCOMPARE(namesListed({"a"}), std::string("a"));
    QCOMPARE(namesListed({"b", "", "a"}), std::string("b, , a"));
    const std::vector<std::string> names(kMostListed, "x");
    QVERIFY(!namesListed(names).ends_with("…"));
    std::vector<std::string> more = names;
    more.emplace_back("y");
    QCOMPARE(namesListed(more), namesListed(names) + " …");
    QCOMPARE(namesListed(more, kAllListed), namesListed(names) + ", y");
    QCOMPARE(namesListed({"a", "b", "c"}, 2), std::string("a, b …"));
  }

  void namesWithCommasAreInQuotes() {
    using Names = std::vector<std::string>;
    QCOMPARE(namesFrom("x,y, z "), (Names{"x", "y", "z"}));
    QCOMPARE(namesFrom("\"force, N\" , \"say \"\"hi\"\"\",z"), (Names{"force, N", "say \"hi\"", "z"}));
    QCOMPARE(namesFrom("5\", \"a\" b, \"open,c"), (Names{"5\"", "\"a\" b", "\"open", "c"}));
    for (const char* nothing : {"", " ", ",", " , ,", "\"\""}) QVERIFY2(namesFrom(nothing).empty(), nothing);
  }

  void aListThatWasWrittenIsReadAgain() {
    // Names of every few characters that mean something in a list.
    const std::string characters = "a, \"";
    std::vector<std::string> names = {"x"};
    for (std::size_t i = 0; i < 4 * 4 * 4; ++i) {
      names.push_back({characters[i % 4], characters[i / 4 % 4], characters[i / 16]});
      QCOMPARE(namesFrom(namesWritten({names.back()})), std::vector<std::string>{names.back()});
    }
    QCOMPARE(namesFrom(namesWritten(names)), names);
    QCOMPARE(namesWritten({"x", "force, N", "5\""}), std::string("x, \"force, N\", 5\""));
  }
};

MASU_TEST(NameListTest)
#include "name_list_test.moc"
