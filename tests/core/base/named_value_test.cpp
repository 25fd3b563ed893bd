// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/named_value.h"
#include "tests/fixtures/test_group.h"

#include <QTest>

using namespace masu;

namespace {

enum class Shade { dark, middle, light };

std::string_view name(Shade shade) {
  return shade == Shade::dark ? "dark" : shade == Shade::middle ? "middle" : "light";
}

constexpr std::array<std::string_view, 3> kInOrder = {"dark", "middle", "light"};
constexpr NamedValues<Shade, 2> kInAFile = {{{Shade::light, "l"}, {Shade::dark, "d"}}};

}  // namespace

/// Values of an enumeration by their names.
class NamedValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyNameIsThatOfItsValue() {
    for (const Shade shade : {Shade::dark, Shade::middle, Shade::light}) {
      QVERIFY(valueNamed<Shade>(kInOrder, name(shade)) == shade);
      QVERIFY(valueNamed({Shade::dark, Shade::middle, Shade::light}, name(shade)) == shade);
    }
    for (const auto& [shade, text] : kInAFile) {
      QVERIFY(valueNamed(kInAFile, text) == shade);
      QVERIFY(nameIn(kInAFile, shade) == text);
    }
  }

  void anyOtherTextNamesNothing() {
    for (const std::string_view text : {"", "Dark", "dar", "darker", "dark "}) {
      QVERIFY(!valueNamed<Shade>(kInOrder, text));
      QVERIFY(!valueNamed(kInAFile, text));
      QVERIFY(!valueNamed({Shade::dark, Shade::light}, text));
    }
  }

  void aValueThatIsNotAmongThoseGivenIsNotFound() {
    QVERIFY(!valueNamed({Shade::dark, Shade::light}, "middle"));
    QVERIFY(!valueNamed(kInAFile, "dark"));
  }
};

MASU_TEST(NamedValueTest)
#include "named_value_test.moc"
