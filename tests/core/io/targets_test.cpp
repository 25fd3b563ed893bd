// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/targets.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::Errc;
using masu::io::checkTargets;
using masu::io::OutputTarget;

namespace fs = std::filesystem;

class TargetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void aSourceIsNoTarget_data();
  void aSourceIsNoTarget();
  void whatIsNotReadMayBeReplaced();
  void twoTargetsAreTwoFiles();
  void aFolderThatIsReplacedHoldsNoSource();

 private:
  fs::path path(const char* name) const { return m_dir.filePath(QLatin1String(name)).toStdString(); }
  void write(const char* name) const;

  QTemporaryDir m_dir;
};

void TargetsTest::write(const char* name) const {
  QFile file(m_dir.filePath(QLatin1String(name)));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(name);
}

void TargetsTest::initTestCase() {
  fs::create_directory(path("folder"));
  for (const char* name : {"own.csv", "other.csv", "folder/member.csv", "archive.zip"}) write(name);
  fs::create_symlink("own.csv", path("symbolic.csv"));
  fs::create_hard_link(path("own.csv"), path("hard.csv"));
  fs::create_directory_symlink("folder", path("linked"));
}

void TargetsTest::aSourceIsNoTarget_data() {
  QTest::addColumn<QByteArray>("source");
  QTest::addColumn<QByteArray>("target");
  QTest::newRow("itself") << QByteArray("own.csv") << QByteArray("own.csv");
  QTest::newRow("by another spelling") << QByteArray("own.csv") << QByteArray("folder/../own.csv");
  QTest::newRow("by a symbolic link") << QByteArray("own.csv") << QByteArray("symbolic.csv");
  QTest::newRow("source through a symbolic link") << QByteArray("symbolic.csv") << QByteArray("own.csv");
  QTest::newRow("by a hard link") << QByteArray("own.csv") << QByteArray("hard.csv");
  QTest::newRow("through a linked folder") << QByteArray("folder/member.csv") << QByteArray("linked/member.csv");
  QTest::newRow("archive of a member") << QByteArray("archive.zip/a/b.csv") << QByteArray("archive.zip");
}

void TargetsTest::aSourceIsNoTarget() {
  QFETCH(QByteArray, source);
  QFETCH(QByteArray, target);
  const std::vector<fs::path> sources = {path("other.csv"), path(source.constData())};
  const std::vector<OutputTarget> targets = {{path("new.h5"), "--out"}, {path(target.constData()), "--rejects"}};
  const auto checked = checkTargets(sources, targets);
  QVERIFY(!checked);
  QCOMPARE(checked.error().code, Errc::invalidArgument);
  QVERIFY(checked.error().message.english().find("--rejects") != std::string::npos);
}

void TargetsTest::whatIsNotReadMayBeReplaced() {
  const std::vector<fs::path> sources = {path("own.csv"), path("nowhere.csv")};
  const std::vector<OutputTarget> targets = {
      {path("other.csv"), "--out"}, {path("folder/new.csv"), "--rejects"}, {{}, "--x"}};
  QVERIFY(checkTargets(sources, targets));
}

void TargetsTest::twoTargetsAreTwoFiles() {
  const auto twice = [&](const char* one, const char* other) {
    const std::vector<OutputTarget> targets = {{path(one), "--out"}, {path(other), "--rejects"}};
    return !checkTargets({}, targets);
  };
  QVERIFY(twice("new.h5", "new.h5"));
  QVERIFY(twice("new.h5", "folder/../new.h5"));
  QVERIFY(twice("folder/new.h5", "linked/new.h5"));
  QVERIFY(twice("own.csv", "hard.csv"));
  QVERIFY(!twice("new.h5", "new.csv"));
}

void TargetsTest::aFolderThatIsReplacedHoldsNoSource() {
  const std::vector<fs::path> sources = {path("linked/member.csv")};
  QVERIFY(!checkTargets(sources, std::vector<OutputTarget>{{path("folder"), "--out", true}}));
  QVERIFY(checkTargets(sources, std::vector<OutputTarget>{{path("folder"), "--out", false}}));
}

MASU_TEST(TargetsTest)
#include "targets_test.moc"
