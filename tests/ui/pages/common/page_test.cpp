// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include "tests/fixtures/test_group.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/busy_bar.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// A page with all that a page can have.
class FullPage : public Page {
 public:
  FullPage(Session& session, JobRunner& runner)
      : Page("full", "Full", "Shows all that there is.", session, runner, nullptr), body(new QWidget) {
    setBody(body);
    first = addToolBar()->parentWidget();
    second = addToolBar()->parentWidget();
    actions = addActionBar()->parentWidget();
    side = addSidePanel(280)->parentWidget();
    copy = qobject_cast<QToolButton*>(addCopyCommand());
    next = qobject_cast<QPushButton*>(addNextStep("Split", Step::split));
  }
  QString commandLine() const override { return command; }

  using Page::openSide;
  using Page::setBusy;
  using Page::setSideShown;
  QString command;
  QWidget* body;
  QWidget* first = nullptr;
  QWidget* second = nullptr;
  QWidget* actions = nullptr;
  QWidget* side = nullptr;
  QToolButton* copy = nullptr;
  QPushButton* next = nullptr;
};

}  // namespace

class PageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    m_page = std::make_unique<FullPage>(*m_session, *m_runner);
    m_page->resize(1280, 700);
    m_page->show();
    QTRY_COMPARE(m_page->body->width(), m_page->width() - 280);
  }
  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void aPageHasItsNameAndNothingToSayBeforeItIsUsed() {
    QCOMPARE(m_page->accessibleName(), "Full");
    QCOMPARE(m_page->helpTopic(), "full");
    QVERIFY(m_page->stepState().isEmpty() && !m_page->clusterRequest());
  }

  void itsPartsAreBelowEachOther() {
    const auto top = [&](const QWidget* part) { return part->mapTo(m_page.get(), QPoint(0, 0)).y(); };
    const auto left = [&](const QWidget* part) { return part->mapTo(m_page.get(), QPoint(0, 0)).x(); };
    QCOMPARE(top(m_page->first), int(size::kHeader));
    QCOMPARE(top(m_page->second), size::kHeader + size::kToolBar);
    QCOMPARE(top(m_page->body), size::kHeader + 2 * size::kToolBar);
    QCOMPARE(top(m_page->actions), m_page->height() - size::kActionBar);
    QCOMPARE(m_page->body->height(), m_page->height() - size::kHeader - 2 * size::kToolBar - size::kActionBar);
    QVERIFY(left(m_page->body) == 0 && left(m_page->side) >= m_page->width() - 280);
  }

  void aNarrowWindowFoldsTheSidePanelUntilItIsAskedFor() {
    QVERIFY(m_page->side->isVisible() && !sideButton()->isVisible());
    m_page->resize(size::kFoldWidth - 1, 700);
    QTRY_VERIFY(!m_page->side->isVisible() && sideButton()->isVisible());
    QTest::mouseClick(sideButton(), Qt::LeftButton);
    QVERIFY(m_page->side->isVisible());
    QTest::mouseClick(sideButton(), Qt::LeftButton);
    QVERIFY(!m_page->side->isVisible());
    m_page->openSide();
    QVERIFY(m_page->side->isVisible() && sideButton()->isChecked());
    m_page->resize(size::kFoldWidth, 700);
    QTRY_VERIFY(m_page->side->isVisible() && !sideButton()->isVisible());
  }

  void aSidePanelWithNothingToShowIsNotOffered() {
    m_page->setSideShown(false);
    QVERIFY(!m_page->side->isVisible());
    m_page->resize(size::kFoldWidth - 1, 700);
    m_page->openSide();
    QVERIFY(!m_page->side->isVisible() && !sideButton()->isVisible());
    m_page->setSideShown(true);
    QVERIFY(m_page->side->isVisible() && sideButton()->isVisible());
  }

  void theCommandIsCopiedWhereThereIsOne() {
    QGuiApplication::clipboard()->setText("kept");
    QTest::mouseClick(m_page->copy, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), "kept");
    m_page->command = "masu info 'a file.h5'";
    QTest::mouseClick(m_page->copy, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), m_page->command);
  }

  void theNextStepIsAskedFor() {
    const QSignalSpy asked(m_page.get(), &Page::stepRequested);
    QVERIFY2(m_page->next->text().contains("Split"), qPrintable(m_page->next->text()));
    QTest::mouseClick(m_page->next, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().value<Step>(), Step::split);
  }

  /// Above the content, as wide as the page, and without taking room from it.
  void workIsABarBelowTheHeader() {
    const auto* bar = m_page->findChild<BusyBar*>();
    QVERIFY(!bar->isVisible());
    const QRect body = m_page->body->geometry();
    m_page->setBusy(true);
    QVERIFY(bar->isVisible());
    QCOMPARE(m_page->body->geometry(), body);
    for (const int width : {1280, 900}) {
      m_page->resize(width, 700);
      QTRY_COMPARE(bar->geometry(), QRect(0, size::kHeader - 1, width, 2));
    }
    m_page->setBusy(false);
    QVERIFY(!bar->isVisible());
  }

 private:
  QToolButton* sideButton() const {
    for (auto* button : m_page->findChildren<QToolButton*>())
      if (button->accessibleName() == "Show the side panel") return button;
    qFatal("The page has no button for its side panel.");
  }

  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<FullPage> m_page;
};

MASU_TEST(PageTest)
#include "page_test.moc"
