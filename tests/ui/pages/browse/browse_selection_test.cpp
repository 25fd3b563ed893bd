// SPDX-License-Identifier: GPL-3.0-or-later
// Several samples of Browse: selected as in any list, with the mouse and with the keys, and copied.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <set>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/models/position_selection.h"
#include "ui/models/sample_copy.h"
#include "ui/models/sample_table_model.h"
#include "ui/pages/browse/filter.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/browse/table.h"
#include "ui/text/csv_line.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;
constexpr std::uint64_t kRows = 300;

/// Of 0, 1, 2 … with a text that CSV has to quote.
QByteArray tableText() {
  QByteArray text = "number,word,bigger\n";
  for (std::uint64_t row = 0; row < kRows; ++row) {
    text += QByteArray::number(static_cast<qulonglong>(row)) + ",\"a \"\"" + (row % 2 == 0 ? "b" : "c") +
            "\"\", d\"," + QByteArray::number(static_cast<qulonglong>(row * 10'007)) + "\n";
  }
  return text;
}

}  // namespace

class BrowseSelectionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    const QByteArray text = tableText();
    MASU_TAKE(m_path, m_project.csv("words", text.constData()));
  }

  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    QVERIFY(m_session->open(m_path));
    m_page = std::make_unique<BrowsePage>(*m_session, *m_runner);
    m_page->resize(1096, 764);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    m_table = m_page->findChild<BrowseTable*>();
    m_view = named<QTableView>(*m_page, "Samples");
    m_view->setFocus();
  }

  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void rangesAreWhatASetWouldHold() {
    std::mt19937 random(7);
    PositionSelection selection;
    std::set<std::uint64_t> expected;
    std::optional<std::uint64_t> anchor;
    for (int round = 0; round < 4000; ++round) {
      const std::uint64_t at = random() % 40;
      const auto addUpTo = [&](std::uint64_t from) {
        for (std::uint64_t i = std::min(from, at); i <= std::max(from, at); ++i) expected.insert(i);
      };
      switch (random() % 6) {
        case 0:
          selection.choose(at);
          expected = {at};
          anchor = at;
          break;
        case 1:
        case 2:
        case 3:
          selection.toggle(at);
          if (expected.erase(at) == 0) expected.insert(at);
          anchor = at;
          break;
        default: {
          const bool beside = random() % 2 == 0;
          selection.extendTo(at, beside);
          if (!beside) expected.clear();
          addUpTo(anchor.value_or(at));
          anchor = anchor.value_or(at);
        }
      }
      QCOMPARE(selection.count(), static_cast<std::uint64_t>(expected.size()));
      for (std::uint64_t i = 0; i < 41; ++i) QCOMPARE(selection.contains(i), expected.contains(i));
      for (std::size_t i = 1; i < selection.ranges().size(); ++i)
        QVERIFY(selection.ranges()[i - 1].last + 1 < selection.ranges()[i].first);
    }
    selection.chooseAll(5'000'000'000);
    QCOMPARE(selection.count(), std::uint64_t{5'000'000'000});
    QCOMPARE(selection.ranges().size(), std::size_t{1});
  }

  void theMouseSelectsAsInAnyList() {
    click(2, {});
    QCOMPARE(selected(), (std::vector<std::uint64_t>{2}));
    QVERIFY(m_page->findChild<QLabel*>("selectedCount")->isHidden());
    click(5, Qt::ControlModifier);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{2, 5}));
    QVERIFY(says(*m_page, "2 sample(s) selected"));
    click(8, Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{2, 5, 6, 7, 8}));
    click(6, Qt::ControlModifier);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{2, 5, 7, 8}));
    QCOMPARE(m_view->selectionModel()->selectedRows().size(), 4);
    // Another column is no other selection.
    QTest::keyClick(m_view, Qt::Key_Right);
    QTRY_COMPARE(m_view->selectionModel()->selectedRows().size(), 4);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{2, 5, 7, 8}));
    click(4, Qt::ShiftModifier);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{4, 5, 6}));
    QVERIFY(m_page->selected() == std::uint64_t{4});  // what the side panel describes
    click(1, {});
    QCOMPARE(selected(), (std::vector<std::uint64_t>{1}));
  }

  void theKeysSelectBeyondWhatIsInView() {
    click(0, {});
    const int shown = m_page->rows().rowCount();
    for (int i = 0; i < shown + 3; ++i) QTest::keyClick(m_view, Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(m_page->rows().top() > 0);
    QCOMPARE(m_table->selection().count(), static_cast<std::uint64_t>(shown) + 4);
    // All rows in view are of it, as the view shows them.
    QCOMPARE(m_view->selectionModel()->selectedRows().size(), m_page->rows().rowCount());
    QTest::keyClick(m_view, Qt::Key_Home, Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{0}));
    QTest::keyClick(m_view, Qt::Key_End, Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(m_table->selection().count(), kRows);
    QTest::keyClick(m_view, Qt::Key_Up);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{kRows - 2}));
    QTest::keyClick(m_view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_table->selection().count(), kRows);
    QTest::keyClick(m_view, Qt::Key_Escape);
    QCOMPARE(selected(), (std::vector<std::uint64_t>{kRows - 2}));
  }

  void copiesWhatIsSelectedAsCsv() {
    click(1, {});
    click(3, Qt::ControlModifier);
    click(4, Qt::ControlModifier);
    m_table->setColumnShown(1, false);  // number
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(m_view, Qt::Key_C, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!QGuiApplication::clipboard()->text().isEmpty(), kPatience);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("sample,word,bigger\n"
                     "1,\"a \"\"c\"\", d\",10007\n"
                     "3,\"a \"\"c\"\", d\",30021\n"
                     "4,\"a \"\"b\"\", d\",40028\n"));
    QGuiApplication::clipboard()->clear();
    for (auto* button : m_table->findChildren<QPushButton*>())
      if (button->isVisible()) QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QGuiApplication::clipboard()->text().startsWith("sample,word"), kPatience);
    QVERIFY(m_page->actions().contains(m_table->copyAction()));  // so that the palette has it
  }

  void anotherFilterBeginsWithNothingSelected() {
    click(1, {});
    click(3, Qt::ControlModifier);
    auto* filter = named<QLineEdit>(*m_page, "Samples where");
    filter->setFocus();
    QTest::keyClicks(filter, "number >= 100");
    QTest::keyClick(filter, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_page->rows().positions(), kRows - 100, kPatience);
    QVERIFY(m_table->selection().count() <= 1);
    // Positions are among those shown; what is copied are their samples.
    click(0, {});
    click(1, Qt::ShiftModifier);
    QGuiApplication::clipboard()->clear();
    m_table->copyAction()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!QGuiApplication::clipboard()->text().isEmpty(), kPatience);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    QVERIFY2(lines[1].startsWith("100,") && lines[2].startsWith("101,"), qPrintable(lines.join('|')));
  }

  void moreThanAClipboardHoldsIsRefusedInASentence() {
    PositionSelection selection;
    selection.chooseAll(SampleCopy::kMost + 1);
    SampleCopy copy(*m_runner);
    QString sentence;
    connect(&copy, &SampleCopy::failed, this,
            [&](const Error& error) { sentence = QString::fromStdString(error.message.english()); });
    QGuiApplication::clipboard()->setText("kept");
    copy.copy(m_page->rows(), selection, {0});
    QVERIFY2(sentence.contains("Export"), qPrintable(sentence));
    // Of a thousand columns fewer.
    sentence.clear();
    selection.chooseAll(SampleCopy::kMostCells / 1000 + 1);
    copy.copy(m_page->rows(), selection, std::vector<int>(1000, 0));
    QVERIFY2(!sentence.isEmpty(), qPrintable(sentence));
    QCOMPARE(QGuiApplication::clipboard()->text(), "kept");
  }

  void csvQuotesWhatNeedsIt() {
    QCOMPARE(csvLine({"a", "b c", "d,e", "f\"g", "h\ni", ""}), "a,b c,\"d,e\",\"f\"\"g\",\"h\ni\",\n");
    QCOMPARE(csvLine({""}), "\"\"\n");
    QCOMPARE(csvLine({" a", "b\t", "c d"}), "\" a\",\"b\t\",c d\n");
    QCOMPARE(plainNumber(QChar(0x2212) + QString("1,234,567.5")), "-1234567.5");
  }

 private:
  void click(int row, Qt::KeyboardModifiers modifiers) {
    const QPoint place(20, m_view->rowViewportPosition(row) + m_view->rowHeight(row) / 2);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, modifiers, place);
  }

  std::vector<std::uint64_t> selected() const {
    std::vector<std::uint64_t> positions;
    for (std::uint64_t i = 0; i < kRows; ++i)
      if (m_table->selection().contains(i)) positions.push_back(i);
    return positions;
  }

  QTemporaryDir m_folder;
  SampleProject m_project;
  QString m_path;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<BrowsePage> m_page;
  BrowseTable* m_table = nullptr;
  QTableView* m_view = nullptr;
};

MASU_TEST(BrowseSelectionTest)
#include "browse_selection_test.moc"
