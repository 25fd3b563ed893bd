// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/table_delegate.h"

#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class TableDelegateTest : public QObject {
  Q_OBJECT

  static constexpr int kCellWidth = 120;
  static constexpr int kCellHeight = 26;

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }
  void init() {
    m_model = std::make_unique<QStandardItemModel>(1, 3);
    m_delegate = std::make_unique<TableDelegate>(kCellHeight);
  }

  void theGroundSaysWhatARowIs() {
    QCOMPARE(painted(1).pixelColor(1, 1), QColor(Qt::white));
    QCOMPARE(painted(1, QStyle::State_Selected).pixelColor(1, 1), tokens().tint);
    QCOMPARE(painted(1).pixelColor(1, kCellHeight - 1), tokens().lineSoft);
    set(1, TotalRole, true);
    QCOMPARE(painted(1).pixelColor(1, 1), tokens().sunken);
    QCOMPARE(painted(1).pixelColor(1, kCellHeight - 1), tokens().line2);
    QCOMPARE(painted(1, QStyle::State_Selected).pixelColor(1, 1), tokens().tint);
  }

  void theColumnThatIsLookedAtIsTinted() {
    m_delegate->setCurrentColumn(1);
    QVERIFY(painted(1).pixelColor(1, 1) != QColor(Qt::white));
    QCOMPARE(painted(0).pixelColor(1, 1), QColor(Qt::white));
    m_delegate->setCurrentColumn(-1);
    QCOMPARE(painted(1).pixelColor(1, 1), QColor(Qt::white));
  }

  /// The first column begins at the page's left margin, and the last ends at its right.
  void theOuterColumnsKeepTheMargins() {
    for (const int column : {0, 1, 2}) set(column, SwatchRole, QColor(Qt::magenta));
    QCOMPARE(columnsOf(painted(0), Qt::magenta).first, int(size::kLeft));
    const int inner = columnsOf(painted(1), Qt::magenta).first;
    QVERIFY(inner > 0 && inner < size::kLeft);
    QCOMPARE(columnsOf(painted(2), Qt::magenta).first, inner);
    m_delegate->setMargins(40, 30);
    QCOMPARE(columnsOf(painted(0), Qt::magenta).first, 40);
    set(2, SwatchRole, {});
    set(2, TrailingSwatchRole, QColor(Qt::magenta));
    set(2, Qt::TextAlignmentRole, int(Qt::AlignRight | Qt::AlignVCenter));
    QCOMPARE(columnsOf(painted(2), Qt::magenta).second, kCellWidth - 30 - 1);
  }

  void aHollowSwatchIsAnOutline() {
    set(1, SwatchRole, QColor(Qt::magenta));
    const auto columns = columnsOf(painted(1), Qt::magenta);
    const int middle = (columns.first + columns.second) / 2;
    QCOMPARE(painted(1).pixelColor(middle, kCellHeight / 2), QColor(Qt::magenta));
    set(1, HollowSwatchRole, true);
    QCOMPARE(painted(1).pixelColor(middle, kCellHeight / 2), QColor(Qt::white));
    QVERIFY(inkOf(painted(1)) > 0);
  }

  /// Where that ends, and at the cell's end where there is no room.
  void aTrailingSwatchFollowsItsText() {
    set(1, Qt::DisplayRole, "a");
    set(1, TrailingSwatchRole, QColor(Qt::magenta));
    const int after = columnsOf(painted(1), Qt::magenta).first;
    set(1, Qt::DisplayRole, "abc");
    QVERIFY(columnsOf(painted(1), Qt::magenta).first > after);
    set(1, Qt::DisplayRole, "a text that is far too long for its cell");
    const auto last = columnsOf(painted(1), Qt::magenta);
    QVERIFY(last.first > after && last.second < kCellWidth);
  }

  void whatHasNotBeenReadIsABar() {
    set(1, Qt::DisplayRole, "text");
    set(1, PendingRole, true);
    const auto left = columnsOf(painted(1), tokens().lineSoft, kCellHeight / 2);
    QVERIFY(left.first >= 0 && left.first < kCellWidth / 2 && left.second < kCellWidth / 2);
    set(1, Qt::TextAlignmentRole, int(Qt::AlignRight | Qt::AlignVCenter));
    const auto right = columnsOf(painted(1), tokens().lineSoft, kCellHeight / 2);
    QVERIFY(right.first > kCellWidth / 2 && right.second > right.first);
    QCOMPARE(right.second - right.first, left.second - left.first);
    // And nothing else: the text that is there is of before.
    const QImage pending = painted(1);
    set(1, Qt::DisplayRole, "other");
    QCOMPARE(painted(1), pending);
  }

  void whatIsMissingOrUnreadableSaysSo() {
    QCOMPARE(inkOf(painted(1)), 0);
    set(1, MissingRole, true);
    const QImage missing = painted(1);
    QVERIFY(inkOf(missing) > 0);
    set(1, MissingRole, {});
    set(1, FailedRole, true);
    const QImage failed = painted(1);
    QVERIFY(inkOf(failed) > 0);
    QVERIFY(failed != missing);
    // A text that is there stays, in the colour of failures.
    set(1, Qt::DisplayRole, "text");
    const QImage unreadable = painted(1);
    set(1, FailedRole, {});
    QVERIFY(painted(1) != unreadable && unreadable != failed);
  }

  void aTextStaysInItsCell() {
    set(1, Qt::DisplayRole, "a text that is far too long for its cell, whatever the font may be");
    const QImage image = painted(1);
    QVERIFY(inkOf(image) > 0);
    for (int x = kCellWidth - 6; x < kCellWidth; ++x)
      for (int y = 0; y < kCellHeight - 1; ++y) QCOMPARE(image.pixelColor(x, y), QColor(Qt::white));
  }

  void aRowHasItsHeightAndACellTheRoomForItsText() {
    const QStyleOptionViewItem option;
    set(0, Qt::DisplayRole, "1");
    set(1, Qt::DisplayRole, "1,234,567");
    const QSize small = m_delegate->sizeHint(option, m_model->index(0, 0));
    const QSize large = m_delegate->sizeHint(option, m_model->index(0, 1));
    QCOMPARE(small.height(), kCellHeight);
    QCOMPARE(large.height(), kCellHeight);
    QVERIFY(large.width() > small.width());
  }

 private:
  void set(int column, int role, const QVariant& value) { m_model->setData(m_model->index(0, column), value, role); }

  QImage painted(int column, QStyle::State state = {}) const {
    QImage image(kCellWidth, kCellHeight, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.state = state;
    m_delegate->paint(&painter, option, m_model->index(0, column));
    return image;
  }

  /// The first and last column of a colour, above the hairline; in one row where that is given.
  static std::pair<int, int> columnsOf(const QImage& image, const QColor& colour, int row = -1) {
    std::pair<int, int> columns{-1, -1};
    for (int x = 0; x < image.width(); ++x) {
      for (int y = std::max(0, row); y < (row < 0 ? image.height() - 1 : row + 1); ++y) {
        if (image.pixelColor(x, y) != colour) continue;
        if (columns.first < 0) columns.first = x;
        columns.second = x;
      }
    }
    return columns;
  }

  static int inkOf(const QImage& image) {
    int inked = 0;
    for (int y = 0; y < image.height() - 1; ++y)
      for (int x = 0; x < image.width(); ++x) inked += image.pixelColor(x, y) != QColor(Qt::white) ? 1 : 0;
    return inked;
  }

  std::unique_ptr<QStandardItemModel> m_model;
  std::unique_ptr<TableDelegate> m_delegate;
};

MASU_TEST(TableDelegateTest)
#include "table_delegate_test.moc"
