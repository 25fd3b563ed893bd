// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/session/settings.h"
#include "ui/session/unfinished_work.h"

using namespace masu;
using namespace masu::ui;

class SessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
    QCoreApplication::setOrganizationName("Masu");
    QCoreApplication::setApplicationName("session-test");
    QSettings().clear();
  }

  void remembersTheNewestFirstAndTenAtMost() {
    for (int i = 0; i < 12; ++i) {
      RecentFile file;
      file.path = QString("/data/%1.h5").arg(i);
      file.shares = {0.8, 0.1, 0.1, 0};
      file.thumbnail = {0.5, 1};
      rememberRecentFile(file);
    }
    const auto files = readRecentFiles();
    QCOMPARE(files.size(), std::size_t{10});
    QCOMPARE(files.front().path, "/data/11.h5");
    QCOMPARE(files.front().shares[0], 0.8);
    QCOMPARE(files.front().thumbnail, (std::vector<double>{0.5, 1}));
  }

  void listsAFileOnce() {
    for (const char* path : {"/a.h5", "/b.h5", "/a.h5"}) {
      RecentFile file;
      file.path = path;
      rememberRecentFile(file);
    }
    const auto files = readRecentFiles();
    QCOMPARE(files.size(), std::size_t{2});
    QCOMPARE(files.front().path, "/a.h5");
    forgetRecentFile("/a.h5");
    QCOMPARE(readRecentFiles().front().path, "/b.h5");
  }

  void saysWhatADatasetHolds() {
    RecentFile images;
    images.samples = 60'000;
    images.parts = 1;
    images.bytes = 47'000'000;
    images.signal = images.image = true;
    images.path = "/images.h5";
    rememberRecentFile(images);
    QCOMPARE(summaryOf(readRecentFiles().front()).replace(QChar(0x00A0), ' '), "60,000 image(s), 47.0 MB");
  }

  void forgetsAndSaysSo() {
    RecentFile file;
    file.path = "/gone.h5";
    rememberRecentFile(file);
    Session session;
    const QSignalSpy changed(&session, &Session::recentChanged);
    session.forgetRecent("/gone.h5");
    QCOMPARE(changed.count(), 1);
    QVERIFY(session.recentFiles().empty());
  }

  void keepsWhatItHadWhenAFileCannotBeOpened() {
    Session session;
    QSignalSpy changed(&session, &Session::datasetChanged);
    const auto opened = session.open(m_folder->filePath("none.h5"));
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, Errc::notFound);
    QCOMPARE(changed.count(), 0);
    QVERIFY(session.name().isEmpty());
  }

  void opensNothingAfterAStop() {
    Progress progress;
    std::stop_source stop;
    stop.request_stop();
    const auto opened = openDatasetFile(m_folder->filePath("none.h5").toStdString(), {stop.get_token(), progress});
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, Errc::cancelled);
  }

  void namesItselfAfterThePlan() {
    Session session;
    QSignalSpy changed(&session, &Session::planChanged);
    auto plan = std::make_shared<ingest::ImportPlan>();
    plan->options.sources = {"/data/census.csv"};
    session.setPlan(plan);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(session.name(), "census");
  }

  void reportsAnotherManifestOnce() {
    Session session;
    QSignalSpy changed(&session, &Session::manifestChanged);
    session.setManifest("by-speaker");
    session.setManifest("by-speaker");
    QCOMPARE(changed.count(), 1);
    QCOMPARE(session.manifest(), "by-speaker");
    QVERIFY(session.manifestInfo() == nullptr);
  }

  void theOpenRunIsReportedOnceAndGoesWithItsDataset() {
    Session session;
    QSignalSpy changed(&session, &Session::openRunChanged);
    session.setOpenRun("/data/census.runs/run-0001");
    session.setOpenRun("/data/census.runs/run-0001");
    QCOMPARE(changed.count(), 1);
    session.close();
    QCOMPARE(changed.count(), 2);
    QVERIFY(session.openRun().empty());
  }

  void offersWorkThatNobodyIsAt() {
    UnfinishedWork work;
    work.target = "/data/census.h5";
    work.details = {{"recipe", "{\"a\": [1, 2]}"}, {"sources", QStringList{"/data/a, b.csv"}}};
    work.begun = QDateTime::currentDateTime();
    noteWork(work);
    QVERIFY(interruptedWork().empty());  // this process is at it
    noteInterruption("/data/other.h5");
    QVERIFY(interruptedWork().empty());
    noteInterruption("/data/census.h5");
    const auto waiting = interruptedWork();
    QCOMPARE(waiting.size(), std::size_t{1});
    QCOMPARE(waiting.front().target, "/data/census.h5");
    QCOMPARE(waiting.front().details["recipe"].toString(), "{\"a\": [1, 2]}");
    QCOMPARE(waiting.front().details["sources"].toStringList(), QStringList{"/data/a, b.csv"});
    noteWork(work);  // it is resumed
    QVERIFY(interruptedWork().empty());
    forgetWork("/data/census.h5");
    noteInterruption("/data/census.h5");
    QVERIFY(interruptedWork().empty());
  }

  /// As after a crash, or the loss of power.
  void offersTheWorkOfAProcessThatIsGone() {
    QSettings settings;
    settings.beginWriteArray("unfinished", 1);
    settings.setArrayIndex(0);
    settings.setValue("kind", 1);
    settings.setValue("target", "/data/census.runs/run-0001");
    settings.setValue("process", 1);  // alive, and another program
    settings.endArray();
    settings.sync();
    QCOMPARE(interruptedWork().size(), std::size_t{1});
    QVERIFY(interruptedWork().front().kind == UnfinishedWork::Kind::training);
  }

  void keepsTheLatestTwentyWorks() {
    for (int i = 0; i < 25; ++i) {
      UnfinishedWork work;
      work.target = QString("/data/%1.h5").arg(i);
      noteWork(work);
      noteInterruption(work.target);
    }
    QCOMPARE(interruptedWork().size(), std::size_t{20});
    QCOMPARE(interruptedWork().front().target, "/data/24.h5");
  }

  void keepsSettings() {
    Settings settings = Settings::read();
    QCOMPARE(settings.theme, "system");
    settings.theme = "dark";
    settings.memoryBytes = 1'000'000'000;
    settings.write();
    QCOMPARE(Settings::read().theme, "dark");
    QCOMPARE(Settings::read().memoryBytes, quint64{1'000'000'000});
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(SessionTest)
#include "session_test.moc"
