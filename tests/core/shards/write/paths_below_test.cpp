// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/paths_below.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

/// The index of an export may be a stranger's: no path in it leads to files elsewhere.
class PathsBelowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAloneStayBelow_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("stays");
    for (const char* path :
         {"train-000.csv", "train/000.npy", "a/b/c", "..data", "a..b/c", "…/x", " ", "...", "a\\..\\b"})
      QTest::newRow(path) << path << true;
    for (const char* path :
         {"", ".", "..", "/", "/etc/passwd", "../x", "a/../../x", "a/..", "./x", "a/./b", "a/", "a//"})
      QTest::newRow(path) << path << false;
    QTest::newRow("a NUL") << QString("a") + QChar(u'\0') + "/../../x" << false;
  }
  void namesAloneStayBelow() {
    QFETCH(const QString, path);
    QFETCH(const bool, stays);
    QCOMPARE(masu::shards::staysBelow(path.toStdString()), stays);
  }

  /// What stays below by its name is below by the file system, too.
  void whatStaysIsInTheFolder() {
    const fs::path folder = "/exports/one";
    for (const char* path : {"x", "a/b", "..data/x", "a\\..\\b"}) {
      QVERIFY(masu::shards::staysBelow(path));
      const fs::path relative = (folder / path).lexically_normal().lexically_relative(folder);
      QVERIFY(!relative.empty() && *relative.begin() != "..");
    }
  }

  void aLinkOnTheWayIsFound() {
    const QTemporaryDir temporary;
    const fs::path folder = temporary.path().toStdString();
    fs::create_directories(folder / "real" / "deep");
    fs::create_directory_symlink("/", folder / "link");
    fs::create_directory_symlink("/", folder / "real" / "deep" / "link");
    fs::create_symlink("/etc/passwd", folder / "real" / "file");
    using masu::shards::linkOnTheWay;
    QVERIFY(!linkOnTheWay(folder, "x"));
    QVERIFY(!linkOnTheWay(folder, "real/deep/x"));
    QVERIFY(!linkOnTheWay(folder, "missing/x"));
    QVERIFY(linkOnTheWay(folder, "link/x") == folder / "link");
    QVERIFY(linkOnTheWay(folder, "link/a/b") == folder / "link");
    QVERIFY(linkOnTheWay(folder, "real/deep/link/x") == folder / "real" / "deep" / "link");
    // The file itself is replaced, not written through: only folders lead elsewhere.
    QVERIFY(!linkOnTheWay(folder, "real/file"));
    QVERIFY(masu::shards::checkNoLink(folder, "real/deep/x"));
    const auto checked = masu::shards::checkNoLink(folder, "link/x");
    QVERIFY(!checked);
    QCOMPARE(checked.error().source.file, (folder / "link").string());
  }
};

MASU_TEST(PathsBelowTest)
#include "paths_below_test.moc"
