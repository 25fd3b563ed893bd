// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_claim.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>

#include <sys/resource.h>

#include "tests/fixtures/test_group.h"

using namespace masu;

/// A folder of unfinished work is marked as Masu's, or not left behind.
class FolderClaimTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void marksAnEmptyFolder();
  void severalShareWhatOneHasMarked();
  void whoComesFirstPreparesIt();
  void leavesNothingWhereItCannotMark();
  void completesAMarkThatALossOfPowerCutShort_data();
  void completesAMarkThatALossOfPowerCutShort();

 private:
  QTemporaryDir m_folder;
};

void FolderClaimTest::marksAnEmptyFolder() {
  const auto folder = std::filesystem::path(m_folder.path().toStdString()) / "mine.partial";
  std::filesystem::create_directory(folder);
  const auto lock = io::claimFolder(folder);
  QVERIFY(lock && *lock);
  const auto other = io::claimFolder(folder);
  QVERIFY(other && !*other);
}

void FolderClaimTest::severalShareWhatOneHasMarked() {
  const auto folder = std::filesystem::path(m_folder.path().toStdString()) / "shared.partial";
  std::filesystem::create_directory(folder);
  const auto claimed = [&](io::Claim claim) {
    auto lock = io::claimFolder(folder, claim);
    return lock && *lock ? std::move(**lock) : io::File();
  };
  QVERIFY2(!claimed(io::Claim::together).isOpen(), "nobody has marked it");
  {
    const io::File alone = claimed(io::Claim::alone);
    QVERIFY(alone.isOpen());
    QVERIFY(!claimed(io::Claim::together).isOpen());
  }
  {
    const io::File one = claimed(io::Claim::together);
    const io::File other = claimed(io::Claim::together);
    QVERIFY(one.isOpen() && other.isOpen());
    QVERIFY(!claimed(io::Claim::alone).isOpen());
  }
  QVERIFY(claimed(io::Claim::alone).isOpen());
}

void FolderClaimTest::whoComesFirstPreparesIt() {
  const auto folder = std::filesystem::path(m_folder.path().toStdString()) / "prepared.partial";
  int prepared = 0;
  const auto claimed = [&] {
    auto lock = io::claimPrepared(folder, {[&]() -> Result<void> {
                                             ++prepared;
                                             return {};
                                           },
                                           [&] { return prepared > 0; }});
    return lock && *lock ? std::move(**lock) : io::File();
  };
  QVERIFY2(!claimed().isOpen(), "there is no folder");
  std::filesystem::create_directory(folder);
  {
    const io::File one = claimed();
    QVERIFY(one.isOpen());
    QCOMPARE(prepared, 1);
    const io::File other = claimed();
    QVERIFY(other.isOpen());
    QCOMPARE(prepared, 1);
  }
  const auto alone = io::claimFolder(folder);
  QVERIFY(alone && *alone);
  QVERIFY2(!claimed().isOpen(), "somebody has it alone");
  QCOMPARE(prepared, 1);
}

/// A limit of the size of files stands for a disk that is full in the middle of the mark.
void FolderClaimTest::leavesNothingWhereItCannotMark() {
  const auto folder = std::filesystem::path(m_folder.path().toStdString()) / "full.partial";
  std::filesystem::create_directory(folder);
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{10, before.rlim_max};
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &few), 0);
  const auto lock = io::claimFolder(folder);
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
  QVERIFY(!lock);
  QVERIFY(!std::filesystem::exists(folder));
  std::filesystem::create_directory(folder);
  QVERIFY(io::claimFolder(folder));
}

void FolderClaimTest::completesAMarkThatALossOfPowerCutShort_data() {
  const QByteArray whole(io::kFolderMarker.data(), static_cast<qsizetype>(io::kFolderMarker.size()));
  QTest::addColumn<QByteArray>("left");
  QTest::addColumn<QString>("beside");
  QTest::addColumn<bool>("isOurs");
  QTest::newRow("nothing") << QByteArray() << QString() << true;
  QTest::newRow("half") << whole.first(whole.size() / 2) << QString() << true;
  QTest::newRow("all but a byte") << whole.chopped(1) << QString() << true;
  QTest::newRow("half, then zeros") << whole.first(40).leftJustified(whole.size(), '\0') << QString() << true;
  QTest::newRow("zeros") << QByteArray(whole.size(), '\0') << QString() << true;
  QTest::newRow("half, and something of a person's") << whole.first(40) << QStringLiteral("notes.txt") << false;
  QTest::newRow("other words") << QByteArray("Masu keeps notes") << QString() << false;
  QTest::newRow("zeros, then words") << QByteArray(4, '\0') + "mine" << QString() << false;
  QTest::newRow("more than a mark") << whole + "mine" << QString() << false;
}

void FolderClaimTest::completesAMarkThatALossOfPowerCutShort() {
  QFETCH(const QByteArray, left);
  QFETCH(const QString, beside);
  QFETCH(const bool, isOurs);
  const QTemporaryDir folder;
  const auto write = [&](const QString& name, const QByteArray& content) {
    QFile file(folder.filePath(name));
    return file.open(QFile::WriteOnly) && file.write(content) == content.size();
  };
  const QString lockName = QString::fromUtf8(io::kFolderLock.data(), static_cast<qsizetype>(io::kFolderLock.size()));
  QVERIFY(write(lockName, left));
  if (!beside.isEmpty()) QVERIFY(write(beside, "mine"));
  const auto claimed = io::claimFolder(folder.path().toStdString());
  QFile lock(folder.filePath(lockName));
  QVERIFY(lock.open(QFile::ReadOnly));
  if (isOurs) {
    QVERIFY(claimed && *claimed);
    QCOMPARE(lock.readAll(), QByteArray::fromStdString(std::string(io::kFolderMarker)));
  } else {
    QVERIFY(!claimed);
    QCOMPARE(claimed.error().code, Errc::exists);
    QCOMPARE(lock.readAll(), left);
  }
}

MASU_TEST(FolderClaimTest)
#include "folder_claim_test.moc"
