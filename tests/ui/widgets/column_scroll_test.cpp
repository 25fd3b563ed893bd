// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_scroll.h"

#include <QScrollBar>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class ColumnScrollTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_column = new QWidget;
    m_column->setMinimumSize(100, 600);
    m_scroll.reset(makeColumnScroll(m_column));
    m_scroll->resize(200, 300);
    m_scroll->show();
  }

  /// As wide as its place, however tall.
  void aColumnThatIsTallerScrolls() {
    QCOMPARE(m_scroll->verticalScrollBar()->maximum(), 600 - m_scroll->viewport()->height());
    QCOMPARE(m_scroll->viewport()->height(), 300);  // there is no frame
    QCOMPARE(m_column->width(), m_scroll->viewport()->width());
    m_scroll->verticalScrollBar()->setValue(100);
    QCOMPARE(m_column->y(), -100);
    m_scroll->resize(200, 700);
    QTRY_COMPARE(m_scroll->verticalScrollBar()->maximum(), 0);
    QCOMPARE(m_column->height(), 700);
  }

  void nothingScrollsToTheSide() {
    m_column->setMinimumWidth(500);
    QTRY_COMPARE(m_column->width(), 500);
    QVERIFY(!m_scroll->horizontalScrollBar()->isVisible());
    QCOMPARE(m_scroll->viewport()->height(), 300);
  }

 private:
  std::unique_ptr<QScrollArea> m_scroll;
  QWidget* m_column = nullptr;
};

MASU_TEST(ColumnScrollTest)
#include "column_scroll_test.moc"
