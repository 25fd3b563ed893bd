// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_factory.h"

#include <QFile>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/export/page.h"
#include "ui/pages/fit/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/start/page.h"
#include "ui/pages/train/page.h"

using namespace masu::ui;

class PageFactoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
  }

  void everyStepHasItsPage() {
    expectPage<StartPage>(Step::start);
    expectPage<ImportPage>(Step::import);
    expectPage<BrowsePage>(Step::browse);
    expectPage<SplitPage>(Step::split);
    expectPage<FitPage>(Step::fit);
    expectPage<TrainPage>(Step::train);
    expectPage<ExportPage>(Step::export_);
    QCOMPARE(m_names.size(), qsizetype(7));
  }

 private:
  template <class Kind>
  void expectPage(Step step) {
    Session session;
    JobRunner runner;
    QWidget window;
    Page* page = makePage(step, session, runner, &window);
    QVERIFY(qobject_cast<Kind*>(page) != nullptr);
    QCOMPARE(page->parentWidget(), &window);
    QVERIFY(!page->accessibleName().isEmpty());
    m_names << page->accessibleName();
    // F1 opens a page that there is.
    const QString topic = page->helpTopic().isEmpty() ? QString("overview") : page->helpTopic();
    QVERIFY2(QFile::exists(QString(":/help/%1.md").arg(topic)), qPrintable(topic));
  }

  QTemporaryDir m_folder;
  QSet<QString> m_names;
};

MASU_TEST(PageFactoryTest)
#include "page_factory_test.moc"
