// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/table_setup.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/delegates/table_delegate.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class TableSetupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_model = std::make_unique<QStandardItemModel>(3, 3);
    m_model->setHorizontalHeaderLabels({"Name", "Samples", "Share"});
    m_view.reset(makeTable(m_model.get()));
    m_view->resize(400, 200);
    m_view->show();
  }
  void cleanup() { m_view.reset(); }

  void rowsAndHeaderHaveTheirHeights() {
    QCOMPARE(m_view->horizontalHeader()->height(), int(size::kTableHeader));
    for (int row = 0; row < 3; ++row) QCOMPARE(m_view->rowHeight(row), int(size::kRow));
    QVERIFY(!m_view->verticalHeader()->isVisible() && !m_view->showGrid());
    QVERIFY(qobject_cast<TableDelegate*>(m_view->itemDelegate()) != nullptr);
  }

  /// The first column takes the room that the others leave.
  void theColumnsFillTheTable() {
    const auto width = [&] { return m_view->columnWidth(0) + m_view->columnWidth(1) + m_view->columnWidth(2); };
    QCOMPARE(width(), m_view->viewport()->width());
    const int first = m_view->columnWidth(0);
    m_view->resize(500, 200);
    QTRY_COMPARE(m_view->columnWidth(0), first + 100);
    QCOMPARE(width(), m_view->viewport()->width());
  }

  void aClickSelectsOneWholeRow() {
    for (const int row : {0, 2}) {
      const QPoint place(m_view->viewport()->width() - 10, m_view->rowViewportPosition(row) + size::kRow / 2);
      QTest::mouseClick(m_view->viewport(), Qt::LeftButton, row == 2 ? Qt::ControlModifier : Qt::NoModifier, place);
      const QModelIndexList rows = m_view->selectionModel()->selectedRows();
      QCOMPARE(rows.size(), qsizetype(1));
      QCOMPARE(rows.first().row(), row);
    }
  }

  /// An arrow in the column by which rows are sorted, that points where the order does.
  void aSortedColumnHasAnArrow() {
    QHeaderView* header = m_view->horizontalHeader();
    const QImage plain = section(0);
    const QImage other = section(1);
    header->setSortIndicator(0, Qt::AscendingOrder);
    header->setSortIndicatorShown(true);
    const QImage ascending = section(0);
    QVERIFY(ascending != plain);
    QCOMPARE(section(1), other);
    header->setSortIndicator(0, Qt::DescendingOrder);
    const QImage descending = section(0);
    QVERIFY(descending != plain && descending != ascending);
    header->setSortIndicatorShown(false);
    QCOMPARE(section(0), plain);
  }

  /// As the cells below do: a title begins at the page's margin, and no header is without its line.
  void aHeaderKeepsThePagesMargin() {
    const QImage first = section(0);
    const QColor ground = tokens().surface;
    for (int x = 0; x < size::kLeft - 2; ++x)
      for (int y = 0; y < first.height() - 1; ++y) QCOMPARE(first.pixelColor(x, y), ground);
    for (int x = 0; x < first.width(); ++x) QCOMPARE(first.pixelColor(x, first.height() - 1), tokens().line);
    bool inked = false;
    for (int x = size::kLeft - 2; x < first.width(); ++x)
      for (int y = 0; y < first.height() - 1; ++y) inked |= first.pixelColor(x, y) != ground;
    QVERIFY(inked);
  }

 private:
  QImage section(int column) const {
    QHeaderView* header = m_view->horizontalHeader();
    const QRect place(header->sectionViewportPosition(column), 0, header->sectionSize(column), header->height());
    return header->viewport()->grab(place).toImage();
  }

  std::unique_ptr<QStandardItemModel> m_model;
  std::unique_ptr<QTableView> m_view;
};

MASU_TEST(TableSetupTest)
#include "table_setup_test.moc"
