// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/edit_distance.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <algorithm>
#include <set>
#include <string>
#include <vector>

using masu::editDistance;

namespace {

/// All texts of up to three of two letters.
std::vector<std::string> shortTexts() {
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; texts[i].size() < 3; ++i) {
    for (const char letter : {'a', 'b'}) texts.push_back(texts[i] + letter);
  }
  return texts;
}

/// Every text that one edit makes of another.
std::set<std::string> oneEditFrom(const std::string& text) {
  std::set<std::string> made;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const char letter : {'a', 'b'}) {
      made.insert(text.substr(0, at) + letter + text.substr(at));
      if (at < text.size()) made.insert(text.substr(0, at) + letter + text.substr(at + 1));
    }
    if (at < text.size()) made.insert(text.substr(0, at) + text.substr(at + 1));
  }
  return made;
}

}  // namespace

class EditDistanceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// By trying all edits one after the other.
  void isTheFewestEdits() {
    const std::vector<std::string> texts = shortTexts();
    for (const std::string& from : texts) {
      std::set<std::string> reached = {from};
      for (std::size_t edits = 0; edits <= 3; ++edits) {
        for (const std::string& to : texts) {
          QCOMPARE(editDistance(from, to) <= edits, reached.contains(to));
          QCOMPARE(editDistance(to, from), editDistance(from, to));
        }
        std::set<std::string> next = reached;
        for (const std::string& text : reached) next.merge(oneEditFrom(text));
        reached = std::move(next);
      }
    }
  }

  void whatIsTheSameIsForTheCallerToSay() {
    const auto ignoringCase = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    QCOMPARE(editDistance("Label", "label"), std::size_t{1});
    QCOMPARE(editDistance("Label", "label", ignoringCase), std::size_t{0});
  }
};

MASU_TEST(EditDistanceTest)
#include "edit_distance_test.moc"
