// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/class_grid.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

/// So many samples of each class; the first class has one less.
std::vector<ClassGrid::ClassSamples> classes(int rows, int columns) {
  std::vector<ClassGrid::ClassSamples> made(static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row) {
    ClassGrid::ClassSamples& one = made[static_cast<std::size_t>(row)];
    one.name = QString("class %1").arg(row);
    one.cells.resize(static_cast<std::size_t>(row == 0 ? columns - 1 : columns));
    for (std::size_t at = 0; at < one.cells.size(); ++at) one.cells[at].title = QString("sample %1").arg(at);
  }
  return made;
}

void turn(ClassGrid& grid, int angle, Qt::KeyboardModifiers modifiers = {}) {
  QWheelEvent event({200, 100}, {200, 100}, {}, {0, angle}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&grid, &event);
}

}  // namespace

class ClassGridTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_grid = std::make_unique<ClassGrid>();
    m_grid->resize(900, 500);
    m_grid->setShape({}, 100);
    m_grid->setRows(classes(3, 4));
    m_current = std::make_unique<QSignalSpy>(m_grid.get(), &ClassGrid::currentChanged);
    m_moved = std::make_unique<QSignalSpy>(m_grid.get(), &ClassGrid::moveRequested);
  }
  void cleanup() { m_grid.reset(); }

  void thereIsRoomForAtLeastOne() {
    QVERIFY(m_grid->columns() > 1 && m_grid->capacity() > 1);
    m_grid->resize(10, 10);
    QCOMPARE(m_grid->columns(), 1);
    QCOMPARE(m_grid->capacity(), 1);
    // More of what is smaller.
    m_grid->resize(900, 500);
    m_grid->setShape({28, 28}, 0);
    const int small = m_grid->columns() * m_grid->capacity();
    m_grid->setShape({2000, 1000}, 0);
    QVERIFY(m_grid->columns() * m_grid->capacity() < small);
  }

  void anotherShapeIsSaidOnce() {
    const QSignalSpy changed(m_grid.get(), &ClassGrid::capacityChanged);
    m_grid->setShape({28, 28}, 1);
    m_grid->setShape({28, 28}, 1);
    QCOMPARE(changed.count(), 1);
  }

  /// Arrows move the choice; what leads beyond the rows or columns in view is asked for.
  void arrowsChooseAndAskForMore() {
    press(Qt::Key_Down);  // the first arrow chooses the first
    isAt(0, 0);
    press(Qt::Key_Right);
    isAt(0, 1);
    press(Qt::Key_Down);
    isAt(1, 1);
    press(Qt::Key_Left);
    isAt(1, 0);
    QCOMPARE(m_moved->count(), 0);
    const auto before = m_current->count();
    press(Qt::Key_Left);
    QCOMPARE(m_moved->takeFirst(), (QVariantList{0, -1}));
    press(Qt::Key_Up);
    press(Qt::Key_Up);
    QCOMPARE(m_moved->takeFirst(), (QVariantList{-1, 0}));
    QCOMPARE(m_current->count(), before + 1);
    m_grid->setCurrent(2, 0);
    press(Qt::Key_Down);
    QCOMPARE(m_moved->takeFirst(), (QVariantList{1, 0}));
  }

  /// A row that ends earlier takes the choice at its end, and has nothing to the right of it.
  void aShorterRowIsEnteredAtItsEnd() {
    QVERIFY(m_grid->columns() >= 4);
    m_grid->setCurrent(1, 3);
    press(Qt::Key_Up);
    isAt(0, 2);
    const auto before = m_current->count();
    press(Qt::Key_Right);
    QCOMPARE(m_current->count(), before);
  }

  void pagesAndClassesAreAskedFor() {
    const QSignalSpy scrolled(m_grid.get(), &ClassGrid::scrollRequested);
    QSignalSpy opened(m_grid.get(), &ClassGrid::opened);
    press(Qt::Key_PageDown);
    press(Qt::Key_PageUp);
    QCOMPARE(scrolled.at(0).at(0).toInt(), m_grid->capacity());
    QCOMPARE(scrolled.at(1).at(0).toInt(), -m_grid->capacity());
    press(Qt::Key_Return);
    QCOMPARE(opened.count(), 0);  // none is chosen
    m_grid->setCurrent(2, 1);
    press(Qt::Key_Enter);
    QCOMPARE(opened.takeFirst().at(0).toInt(), 2);
    // A click on a class's name opens it, and one on a sample chooses that.
    QTest::mouseClick(m_grid.get(), Qt::LeftButton, {}, {40, 20});
    QCOMPARE(opened.takeFirst().at(0).toInt(), 0);
    QTest::mouseClick(m_grid.get(), Qt::LeftButton, {}, {180, 20});
    isAt(0, 0);
    QTest::mouseClick(m_grid.get(), Qt::LeftButton, {}, {180, m_grid->height() - 2});
    QCOMPARE(m_current->count(), 1);
    QCOMPARE(opened.count(), 0);
  }

  void fineWheelsAddUpToANotch() {
    QSignalSpy scrolled(m_grid.get(), &ClassGrid::scrollRequested);
    QSignalSpy turned(m_grid.get(), &ClassGrid::turnRequested);
    for (int i = 0; i < 3; ++i) turn(*m_grid, -40);
    QCOMPARE(scrolled.count(), 1);
    QCOMPARE(scrolled.takeFirst().at(0).toInt(), 1);
    turn(*m_grid, 240);
    QCOMPARE(scrolled.takeFirst().at(0).toInt(), -2);
    QCOMPARE(turned.count(), 0);
    turn(*m_grid, -120, Qt::ShiftModifier);
    QCOMPARE(scrolled.count(), 0);
    QCOMPARE(turned.takeFirst().at(0).toInt(), m_grid->columns());
  }

  void whatIsChosenIsHeardAndForgottenWithItsSample() {
    m_grid->setCurrent(1, 2);
    QVERIFY(m_grid->accessibleDescription().contains("class 1"));
    QVERIFY(m_grid->accessibleDescription().contains("sample 2"));
    m_grid->setRows(classes(1, 2));
    const QSignalSpy opened(m_grid.get(), &ClassGrid::opened);
    press(Qt::Key_Return);
    QCOMPARE(opened.count(), 0);
    m_grid->setCurrent(7, 7);
    press(Qt::Key_Return);
    QCOMPARE(opened.count(), 0);
  }

 private:
  void press(Qt::Key key) { QTest::keyClick(m_grid.get(), key); }
  void isAt(int row, int column) {
    QVERIFY(!m_current->isEmpty());
    QCOMPARE(m_current->last(), (QVariantList{row, column}));
  }

  std::unique_ptr<ClassGrid> m_grid;
  std::unique_ptr<QSignalSpy> m_current;
  std::unique_ptr<QSignalSpy> m_moved;
};

MASU_TEST(ClassGridTest)
#include "class_grid_test.moc"
