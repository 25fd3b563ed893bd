// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"
#include "tests/fixtures/test_group.h"

#include <QTest>

using namespace masu;

/// How names are listed in a sentence.
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
};

MASU_TEST(NameListTest)
#include "name_list_test.moc"
