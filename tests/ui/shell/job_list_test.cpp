// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_list.h"

#include <QPointer>
#include <QPushButton>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/widgets/labels.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;

}  // namespace

class JobListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_runner = std::make_unique<JobRunner>(); }
  void cleanup() {
    delete m_list;
    m_runner.reset();
  }

  void everyVisibleJobHasALine() {
    start("Import");
    start("Preview", Job::Kind::quiet);
    show();
    QCOMPARE(titles(), QStringList{"Import"});
    start("Train");
    QCOMPARE(titles(), (QStringList{"Import", "Train"}));
  }

  void aJobIsCancelledInItsOwnLine() {
    start("Import");
    start("Train");
    show();
    cancelOf("Import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(titles(), QStringList{"Train"}, kPatience);
    QCOMPARE(m_runner->jobs().size(), std::size_t{1});
    QVERIFY(!m_runner->jobs().front()->state().stopping);
    QVERIFY(m_list->isVisible());
  }

  void itGoesWithTheLastJob() {
    start("Import");
    show();
    cancelOf("Import")->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_list.isNull(), kPatience);
    QVERIFY(m_runner->jobs().empty());
  }

  void itOpensAboveWhatItBelongsTo() {
    QWidget anchor;
    anchor.setGeometry(100, 500, 200, 30);
    anchor.show();
    start("Import");
    m_list = new JobList(*m_runner, nullptr);
    m_list->openAbove(&anchor);
    QVERIFY(m_list->isVisible());
    QVERIFY(m_list->geometry().bottom() < anchor.mapToGlobal(QPoint(0, 0)).y());
    const int alone = m_list->height();
    start("Train");
    QTRY_VERIFY_WITH_TIMEOUT(m_list->height() > alone, kPatience);
  }

 private:
  /// A job that runs until it is asked to stop.
  void start(const char* title, Job::Kind kind = Job::Kind::visible) {
    m_runner->start<int>(
        {.title = QLatin1String(title), .kind = kind},
        [](const JobContext& job) -> Result<int> {
          while (!job.stopRequested()) QThread::msleep(1);
          return fail(Error::cancelled());
        },
        this, [](const Result<int>&) {});
  }
  void show() {
    m_list = new JobList(*m_runner, nullptr);
    m_list->show();
  }
  QStringList titles() const {
    QStringList found;
    if (m_list)
      for (const ElidedLabel* label : m_list->findChildren<ElidedLabel*>()) found << label->fullText();
    return found;
  }
  /// The button in the line of that title.
  QPushButton* cancelOf(const char* title) const {
    for (const ElidedLabel* label : m_list->findChildren<ElidedLabel*>())
      if (label->fullText() == QLatin1String(title)) return label->parentWidget()->findChild<QPushButton*>();
    qFatal("no line %s", title);
  }

  std::unique_ptr<JobRunner> m_runner;
  QPointer<JobList> m_list;
};

MASU_TEST(JobListTest)
#include "job_list_test.moc"
