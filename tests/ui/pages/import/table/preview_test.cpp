// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/preview.h"

#include <QImage>
#include <QScrollBar>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

class PreviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_preview = std::make_unique<ImportPreview>();
    m_preview->resize(800, m_preview->height());
    m_preview->show();
  }

  void withoutAPlanThereIsNothing() {
    const QImage image = picture();
    for (int x = 0; x < image.width(); x += 7)
      for (int y = 0; y < image.height(); ++y) QCOMPARE(image.pixelColor(x, y), tokens().surface);
    show(3, 10);
    QVERIFY(picture() != image);
    m_preview->setPlan(nullptr, {});
    QCOMPARE(picture(), image);
  }

  /// A line more is a row more, as is the header that Masu gives to a file without one.
  void everyLineHasARow() {
    show(3, 20);
    const int twenty = m_preview->verticalScrollBar()->maximum();
    const int row = m_preview->verticalScrollBar()->singleStep();
    QVERIFY(twenty > 0 && row > 0);
    show(3, 25);
    QCOMPARE(m_preview->verticalScrollBar()->maximum(), twenty + 5 * row);
    show(3, 20, false);
    QCOMPARE(m_preview->verticalScrollBar()->maximum(), twenty + row);
    // Lines before the table are no records.
    show(3, 20, true, 4);
    QCOMPARE(m_preview->verticalScrollBar()->maximum(), twenty - 4 * row);
    show(3, 2);
    QCOMPARE(m_preview->verticalScrollBar()->maximum(), 0);
  }

  void keysScrollBothWays() {
    show(30, 20);
    QScrollBar* down = m_preview->verticalScrollBar();
    QScrollBar* right = m_preview->horizontalScrollBar();
    QVERIFY(right->maximum() > right->singleStep());
    const QImage before = picture();
    QTest::keyClick(m_preview.get(), Qt::Key_Down);
    QCOMPARE(down->value(), down->singleStep());
    QVERIFY(picture() != before);
    QTest::keyClick(m_preview.get(), Qt::Key_Right);
    QCOMPARE(right->value(), right->singleStep());
    QTest::keyClick(m_preview.get(), Qt::Key_Up);
    QTest::keyClick(m_preview.get(), Qt::Key_Left);
    QCOMPARE(down->value() + right->value(), 0);
    QCOMPARE(picture(), before);
    QTest::keyClick(m_preview.get(), Qt::Key_Left);
    QCOMPARE(right->value(), 0);
    // A table that is as wide as its place has nothing to scroll to.
    show(2, 20);
    QCOMPARE(right->maximum(), 0);
  }

  /// In the lines as written, and in the values read from them.
  void aMissingMarkerIsShown() {
    auto plan = planOf(2);
    m_preview->setPlan(plan, previewOf({"a,b", "1,x"}, {{"1", "x"}}));
    QCOMPARE(pixelsOf(tokens().warnBg), 0);
    m_preview->setPlan(plan, previewOf({"a,b", "1,NA"}, {{"1", "NA"}}));
    QVERIFY(pixelsOf(tokens().warnBg) > 0);
    // What is no marker in this file is a text.
    auto changed = std::make_shared<ingest::ImportPlan>(*plan);
    changed->table().dialect.missingMarkers = {""};
    m_preview->setPlan(changed, previewOf({"a,b", "1,NA"}, {{"1", "NA"}}));
    QCOMPARE(pixelsOf(tokens().warnBg), 0);
    // Nor is a part of a cell that a quote holds together.
    m_preview->setPlan(plan, previewOf({"a,b", "1,\"x,NA,y\""}, {{"1", "x,NA,y"}}));
    QCOMPARE(pixelsOf(tokens().warnBg), 0);
  }

  void columnsThatAreLeftOutAreGrey() {
    auto plan = planOf(2);
    const ingest::TablePreview preview = previewOf({"a,b", "1,x"}, {{"1", "x"}});
    m_preview->setPlan(plan, preview);
    const QImage used = picture();
    auto changed = std::make_shared<ingest::ImportPlan>(*plan);
    changed->columns[1].role = table::Role::ignored;
    m_preview->setPlan(changed, preview);
    QVERIFY(picture() != used);
    QCOMPARE(picture().copy(0, 0, 300, 160), used.copy(0, 0, 300, 160));  // the lines are as written
  }

 private:
  static std::shared_ptr<const ingest::ImportPlan> planOf(int columns) {
    auto plan = std::make_shared<ingest::ImportPlan>();
    for (int i = 0; i < columns; ++i) plan->columns.emplace_back().name = "column" + std::to_string(i);
    return plan;
  }
  static ingest::TablePreview previewOf(std::vector<std::string> lines, std::vector<std::vector<std::string>> cells) {
    ingest::TablePreview preview;
    preview.lines = std::move(lines);
    preview.cells = std::move(cells);
    return preview;
  }

  void show(int columns, std::size_t lines, bool header = true, std::uint64_t before = 0) {
    auto plan = std::make_shared<ingest::ImportPlan>(*planOf(columns));
    plan->table().dialect.header = header;
    ingest::TablePreview preview = previewOf(std::vector<std::string>(lines, "1,2,3"), {});
    preview.linesBefore = before;
    for (std::size_t i = 1; i < lines; ++i)
      preview.cells.emplace_back(static_cast<std::size_t>(columns), std::to_string(i));
    m_preview->setPlan(plan, preview);
  }

  QImage picture() const { return m_preview->viewport()->grab().toImage(); }
  int pixelsOf(const QColor& colour) const {
    const QImage image = picture();
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
    return found;
  }

  std::unique_ptr<ImportPreview> m_preview;
};

MASU_TEST(PreviewTest)
#include "preview_test.moc"
