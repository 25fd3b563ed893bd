// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/channel_names.h"

#include <QTest>
#include <set>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::waveform::ChannelNames;

class ChannelNamesTest : public QObject {
  Q_OBJECT

  using Names = std::vector<std::string>;

  static Names unique(const Names& names) {
    ChannelNames channels;
    Names made;
    for (const std::string& name : names) made.push_back(channels.unique(name, made.size()));
    return made;
  }

 private Q_SLOTS:
  void differentNamesStay() {
    const Names names = {"T8-P8", "t8-p8", " ", "c2", "\xc3\xa9"};
    QCOMPARE(unique(names), names);
  }

  void equalOnesAreNumbered() {
    QCOMPARE(unique({"a", "b", "a", "a", "b"}), (Names{"a", "b", "a (2)", "a (3)", "b (2)"}));
  }

  void oneWithoutANameIsCalledAfterItsPlace() {
    QCOMPARE(unique({"", "x", ""}), (Names{"c1", "x", "c3"}));
    QCOMPARE(unique({"c2", ""}), (Names{"c2", "c2 (2)"}));
  }

  void aNameThatLooksNumberedIsAsAnyOther() {
    QCOMPARE(unique({"a (2)", "a", "a"}), (Names{"a (2)", "a", "a (3)"}));
    QCOMPARE(unique({"a", "a", "a (2)"}), (Names{"a", "a (2)", "a (2) (2)"}));
  }

  void noTwoAreEver() {
    // All lists of five of these.
    const Names parts = {"a", "a (2)", "a (3)", "a (2) (2)", "", "c3"};
    for (std::size_t list = 0; list < 6 * 6 * 6 * 6 * 6; ++list) {
      Names names;
      for (std::size_t rest = list; names.size() < 5; rest /= 6) names.push_back(parts[rest % 6]);
      const Names made = unique(names);
      QCOMPARE(std::set<std::string>(made.begin(), made.end()).size(), names.size());
    }
  }

  /// A file may call a million channels the same: each takes a look-up.
  void manyAlikeTakeNoLongerEach() {
    ChannelNames channels;
    std::string last;
    for (std::size_t place = 0; place < 100'000; ++place) last = channels.unique("x", place);
    QCOMPARE(last, std::string("x (100000)"));
  }
};

MASU_TEST(ChannelNamesTest)
#include "channel_names_test.moc"
