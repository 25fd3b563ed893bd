// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/tabs.h"

#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

std::vector<tasks::ManifestFacts> manifestsCalled(const std::vector<std::string>& names) {
  std::vector<tasks::ManifestFacts> manifests;
  for (const std::string& name : names) manifests.emplace_back().name = name;
  return manifests;
}

/// Those that can be pressed; a tab has the name of its manifest.
QList<QToolButton*> tabsOf(const SplitTabs& tabs, bool shown) {
  QList<QToolButton*> found;
  for (QToolButton* button : tabs.findChildren<QToolButton*>())
    if (tabs.names().contains(button->objectName()) && button->isVisibleTo(&tabs) == shown) found << button;
  return found;
}

/// The button of those that do not fit.
QToolButton* moreOf(const SplitTabs& tabs) {
  for (QToolButton* button : tabs.findChildren<QToolButton*>())
    if (button->menu() != nullptr) return button;
  return nullptr;
}

}  // namespace

class TabsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theOneThatIsShownIsChecked() {
    SplitTabs tabs;
    tabs.resize(800, 40);
    tabs.setManifests(manifestsCalled({"default", "folds-1"}), QStringLiteral("folds-1"));
    QCOMPARE(tabs.names(), (QStringList{"default", "folds-1"}));
    for (const QToolButton* tab : tabsOf(tabs, true)) QCOMPARE(tab->isChecked(), tab->objectName() == "folds-1");
    QVERIFY(!moreOf(tabs)->isVisibleTo(&tabs));
    // One that is not stored yet comes last.
    tabs.setManifests(manifestsCalled({"default", "folds-1"}), QStringLiteral("new"));
    QCOMPARE(tabs.names(), (QStringList{"default", "folds-1", "new"}));
  }

  void pressingOneChoosesItsName() {
    SplitTabs tabs;
    tabs.resize(800, 40);
    tabs.setManifests(manifestsCalled({"default", "an & of \"two\""}), QStringLiteral("default"));
    const QSignalSpy chosen(&tabs, &SplitTabs::chosen);
    const QSignalSpy asked(&tabs, &SplitTabs::newRequested);
    for (QToolButton* tab : tabsOf(tabs, true)) {
      tab->click();
      QCOMPARE(chosen.last().value(0).toString(), tab->objectName());
      // Who shows another one says so; until then it stays what is shown.
      QVERIFY(tab->isChecked());
    }
    QCOMPARE(chosen.count(), 2);
    QCOMPARE(asked.count(), 0);
    tabs.findChild<QPushButton*>()->click();
    QCOMPARE(asked.count(), 1);
  }

  void aFrozenOneSaysSo() {
    SplitTabs tabs;
    tabs.resize(800, 40);
    std::vector<tasks::ManifestFacts> manifests = manifestsCalled({"free", "kept"});
    manifests[1].frozen = true;
    tabs.setManifests(manifests, QStringLiteral("free"));
    for (const QToolButton* tab : tabsOf(tabs, true)) {
      const bool frozen = tab->objectName() == "kept";
      QCOMPARE(!tab->icon().isNull(), frozen);
      QCOMPARE(tab->toolTip() != tab->objectName(), frozen);
    }
  }

  /// The chosen one always has room, and each of the others is either there or in the menu.
  void thoseThatDoNotFitAreInAMenu() {
    std::vector<std::string> names;
    for (int i = 0; i < 20; ++i) names.push_back("a manifest " + std::to_string(i));
    SplitTabs tabs;
    tabs.setManifests(manifestsCalled(names), QStringLiteral("a manifest 19"));
    for (const int width : {150, 400, 900, 6000}) {
      tabs.resize(width, 40);
      QCoreApplication::sendPostedEvents();
      QResizeEvent resized(tabs.size(), QSize());
      QCoreApplication::sendEvent(&tabs, &resized);
      const auto shown = tabsOf(tabs, true);
      const auto isChosen = [](const QToolButton* tab) { return tab->objectName() == "a manifest 19"; };
      QVERIFY(std::ranges::any_of(shown, isChosen));
      QStringList all;
      for (const QToolButton* tab : shown) all << tab->objectName();
      for (const QAction* action : moreOf(tabs)->menu()->actions()) all << action->text();
      all.sort();
      QStringList expected = tabs.names();
      expected.sort();
      QCOMPARE(all, expected);
      QCOMPARE(moreOf(tabs)->isVisibleTo(&tabs), shown.size() < 20);
      QCOMPARE(shown.size() == 20, width == 6000);
    }
    tabs.resize(150, 40);
    QResizeEvent resized(tabs.size(), QSize());
    QCoreApplication::sendEvent(&tabs, &resized);
    const QSignalSpy chosen(&tabs, &SplitTabs::chosen);
    QAction* last = moreOf(tabs)->menu()->actions().last();
    last->trigger();
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.last().value(0).toString(), last->text());
  }
};

MASU_TEST(TabsTest)
#include "tabs_test.moc"
