// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_stamp.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

/// Stamps are equal for one unchanged file alone. What the clock of the file system is too coarse for is not asked.
class FileStampTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    write("a", "text");
  }

  void anUnchangedFileKeepsItsStamp() {
    const auto first = io::stampOf(in("a"));
    QVERIFY(first.has_value());
    std::ifstream(in("a")).get();
    QVERIFY(io::stampOf(in("a")) == *first);
    QCOMPARE(first->bytes, std::uint64_t{4});
    // By whatever name, and through a descriptor.
    fs::create_symlink(in("a"), in("link"));
    QVERIFY(io::stampOf(in("link")) == *first);
    const auto file = io::File::openRead(in("a"));
    QVERIFY(file.has_value());
    QVERIFY(io::stampOf(*file) == *first);
  }

  void aFileThatGrowsIsAnother() {
    const auto before = io::stampOf(in("a"));
    std::ofstream(in("a"), std::ios::app) << "more";
    const auto after = io::stampOf(in("a"));
    QVERIFY(before && after && *before != *after);
    QVERIFY(after->changed >= before->changed);
  }

  void anotherFileInItsPlaceIsAnother() {
    write("b", "text");
    const auto first = io::stampOf(in("a"));
    const auto second = io::stampOf(in("b"));
    QVERIFY(first && second && *first != *second);
    // While the first one is still open, its place on the disk is not the second one's.
    const auto open = io::File::openRead(in("a"));
    QVERIFY(open.has_value());
    fs::rename(in("b"), in("a"));
    QVERIFY(io::stampOf(in("a"))->inode == second->inode);
    QVERIFY(io::stampOf(*open)->inode == first->inode);
  }

  void aFileThatIsNotThereIsReported() {
    const auto stamp = io::stampOf(in("none"));
    QVERIFY(!stamp);
    QCOMPARE(stamp.error().code, Errc::notFound);
    QVERIFY(stamp.error().message.english().find("none") != std::string::npos);
  }

 private:
  fs::path in(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  void write(const char* name, const char* text) const { std::ofstream(in(name)) << text; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(FileStampTest)
#include "file_stamp_test.moc"
