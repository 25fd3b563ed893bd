// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <map>

#include "core/tasks/data/dataset_task.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/signal/waveform_view.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/classes.h"
#include "ui/pages/browse/filter.h"
#include "ui/pages/browse/page.h"
#include "ui/text/format.h"

using namespace masu;
using namespace masu::ui;

namespace {

void click(const QWidget& page, const QString& text) {
  for (auto* button : page.findChildren<QToolButton*>())
    if (button->isVisible() && button->text() == text) return button->click();
}

QString labelOf(const Session& session, std::uint64_t sample) {
  const auto head = tasks::rows(*session.dataset(), sample, 1, 0);
  return head && !head->rows.empty() ? toQt(head->rows.front().label) : QString();
}

/// All cells have been read.
bool allRead(const ClassGrid& grid) {
  for (const ClassGrid::ClassSamples& row : grid.rows())
    for (const ClassGrid::Cell& cell : row.cells)
      if (cell.lanes.empty() && cell.image.isNull()) return false;
  return !grid.rows().empty();
}

}  // namespace

class BrowseClassesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void evenSpreadKeepsEvery2nth() {
    constexpr std::size_t kMost = 8;
    for (std::uint64_t count = 0; count <= 300; ++count) {
      EvenSpread spread(kMost);
      for (std::uint64_t i = 0; i < count; ++i) spread.add(10 * i);
      QCOMPARE(spread.count(), count);
      const auto kept = spread.take();
      std::uint64_t step = 1;
      while ((count + step - 1) / step > kMost) step *= 2;
      std::vector<std::uint64_t> expected;
      for (std::uint64_t i = 0; i < count; i += step) expected.push_back(10 * i);
      QCOMPARE(kept, expected);
    }
  }

  void showsSamplesOfEachClassSideBySide() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(60));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    click(page, QStringLiteral("Classes"));
    auto* pane = page.findChild<BrowseClasses*>();
    QVERIFY(pane->isVisible());
    const ClassGrid& grid = pane->grid();
    QTRY_VERIFY(allRead(grid));
    std::map<QString, std::uint64_t> counts;
    for (std::uint64_t sample = 0; sample < session.dataset()->samples(); ++sample) ++counts[labelOf(session, sample)];
    const auto all = static_cast<std::size_t>(grid.capacity());
    QCOMPARE(grid.rows().size(), std::min(counts.size(), all));
    for (std::size_t row = 0; row < grid.rows().size(); ++row) {
      const ClassGrid::ClassSamples& shown = grid.rows()[row];
      QCOMPARE(shown.name, toQt(session.dataset()->meta().classes[row]));
      QCOMPARE(shown.count, formatCount(counts[shown.name]));
      QCOMPARE(shown.cells.size(), std::min<std::size_t>(counts[shown.name], static_cast<std::size_t>(grid.columns())));
    }
  }

  void movesThroughTheSamplesOfClassesByArrows() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(120));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 480);
    page.show();
    click(page, QStringLiteral("Classes"));
    auto* pane = page.findChild<BrowseClasses*>();
    ClassGrid& grid = pane->grid();
    QTRY_VERIFY(allRead(grid));
    const int visible = grid.capacity();
    QVERIFY(visible < 10);
    QTest::keyClick(&grid, Qt::Key_Down);
    QTRY_VERIFY(page.selected().has_value());
    QCOMPARE(labelOf(session, *page.selected()), QStringLiteral("0"));
    for (int digit = 1; digit < 10; ++digit) {
      QTest::keyClick(&grid, Qt::Key_Down);
      QTRY_COMPARE(labelOf(session, page.selected().value_or(0)), QString::number(digit));
    }
    // Beyond the last one in view further samples of the same class follow, each once.
    std::uint64_t before = *page.selected();
    for (int i = 0; i <= grid.columns(); ++i) {
      QTest::keyClick(&grid, Qt::Key_Right);
      QTRY_VERIFY(page.selected() > before);
      before = *page.selected();
      QCOMPARE(labelOf(session, before), QStringLiteral("9"));
    }
    // It is the second of the last row in view: the one to its left is chosen where it is.
    const QSignalSpy chosen(&grid, &ClassGrid::currentChanged);
    QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(chosen.size(), qsizetype{1});
    QCOMPARE(chosen.front(), QVariantList({visible - 1, 0}));
  }

  void opensAWholeClass() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(60));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    click(page, QStringLiteral("Classes"));
    auto* pane = page.findChild<BrowseClasses*>();
    QTRY_VERIFY(allRead(pane->grid()));
    QTest::mouseClick(&pane->grid(), Qt::LeftButton, {}, QPoint(40, 8 + 72 + 20));
    QCOMPARE(page.findChild<BrowseFilter*>()->findChild<QComboBox*>()->currentText(), QStringLiteral("1"));
    QTRY_VERIFY(page.rows().positions() < session.dataset()->samples());
    QVERIFY(page.findChild<WaveformView*>()->isVisible());
    for (std::uint64_t at = 0; at < page.rows().positions(); ++at)
      QCOMPARE(labelOf(session, page.rows().sampleOf(at)), QStringLiteral("1"));
  }

  void showsOnlySamplesOfTheChosenSplit() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(60));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY(runner.jobs().empty());
    click(page, QStringLiteral("Classes"));
    auto* pane = page.findChild<BrowseClasses*>();
    QTRY_VERIFY(allRead(pane->grid()));
    click(page, QStringLiteral("Validation"));
    QTRY_VERIFY(runner.jobs().empty());
    QTRY_VERIFY(allRead(pane->grid()));
    std::uint64_t shown = 0;
    for (const ClassGrid::ClassSamples& row : pane->grid().rows()) {
      shown += row.cells.size();
      for (const ClassGrid::Cell& cell : row.cells) QVERIFY(cell.title.endsWith(QStringLiteral("Validation")));
    }
    QCOMPARE(shown, page.rows().positions());
    QVERIFY(shown > 0 && shown < session.dataset()->samples());
  }
};

MASU_TEST(BrowseClassesTest)
#include "browse_classes_test.moc"
