// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/text/format.h"

using namespace masu::ui;

class RecentFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
    QCoreApplication::setOrganizationName("Masu");
    QCoreApplication::setApplicationName("recent-files-test");
    QSettings().clear();
  }

  void whatIsRememberedIsReadBack() {
    RecentFile file;
    file.path = QStringLiteral("/data/表, \"a\".h5");
    file.uuid = QStringLiteral("0f0e");
    file.samples = 1ULL << 40U;
    file.parts = 7;
    file.bytes = 1ULL << 50U;
    file.state = QStringLiteral("best run 0.979");
    file.shares = {0.5, 0.25, 0.125, 0.125};
    file.thumbnail = {0, 0.5, 1};
    file.signal = true;
    file.image = true;
    file.when = QDateTime(QDate(2024, 2, 29), QTime(12, 30), Qt::UTC);
    rememberRecentFile(file);
    const auto files = readRecentFiles();
    QCOMPARE(files.size(), std::size_t{1});
    const RecentFile& read = files.front();
    QCOMPARE(read.path, file.path);
    QCOMPARE(read.uuid, file.uuid);
    QCOMPARE(read.samples, file.samples);
    QCOMPARE(read.parts, file.parts);
    QCOMPARE(read.bytes, file.bytes);
    QCOMPARE(read.state, file.state);
    QVERIFY(read.shares == file.shares && read.thumbnail == file.thumbnail);
    QVERIFY(read.signal && read.image);
    QCOMPARE(read.when, file.when);
  }

  void aFileIsForgottenByItsPath() {
    for (const char* path : {"/a.h5", "/b.h5", "/c.h5"}) {
      RecentFile file;
      file.path = QLatin1String(path);
      rememberRecentFile(file);
    }
    forgetRecentFile(QStringLiteral("/b.h5"));
    forgetRecentFile(QStringLiteral("/never.h5"));
    const auto files = readRecentFiles();
    QCOMPARE(files.size(), std::size_t{2});
    QCOMPARE(files[0].path, "/c.h5");
    QCOMPARE(files[1].path, "/a.h5");
    for (const char* path : {"/a.h5", "/c.h5"}) forgetRecentFile(QLatin1String(path));
    QVERIFY(readRecentFiles().empty());
  }

  void theStateIsWhatAPageNotedOrTheShares() {
    RecentFile file;
    QCOMPARE(stateOf(file), "imported");
    file.shares = {0, 0, 0, 1};
    QCOMPARE(stateOf(file), "imported");
    file.shares = {0, 0, 0.5, 0.5};
    QCOMPARE(stateOf(file), "split");
    file.state = QStringLiteral("best run 0.979");
    QCOMPARE(stateOf(file), "best run 0.979");
  }

  /// Tables have columns, signals come from recordings, and images are images.
  void summariesAreOfTheKind() {
    RecentFile file;
    file.samples = 48'842;
    file.parts = 15;
    file.bytes = 2'500'000;
    const QString table = summaryOf(file);
    QVERIFY2(table.contains("48,842") && table.contains("15"), qPrintable(table));
    QVERIFY2(table.contains(formatBytes(file.bytes)), qPrintable(table));
    file.signal = true;
    const QString signal = summaryOf(file);
    QVERIFY2(signal.contains("48,842") && signal.contains("15") && signal != table, qPrintable(signal));
    file.image = true;
    const QString image = summaryOf(file);
    QVERIFY2(image.contains("48,842") && image.contains("image") && !image.contains("15"), qPrintable(image));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(RecentFilesTest)
#include "recent_files_test.moc"
