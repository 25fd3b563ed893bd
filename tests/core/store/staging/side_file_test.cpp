// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/side_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>
#include <string>

#include "core/io/file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
namespace fs = std::filesystem;

namespace {

std::uint64_t hashOf(const std::string& text) {
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(text)));
  return hasher.digest();
}

io::File memoryFile(const std::string& text) {
  auto file = io::File::createInMemory("other");
  if (!file || !file->writeAt(0, std::as_bytes(std::span(text)))) qFatal("no memory for a file");
  return std::move(*file);
}

}  // namespace

/// A text beside a dataset that grows with its import, and what an import that resumes believes of it.
class SideFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->path().toStdString();
  }

  void withoutATextThereIsNoFile() {
    const SideFile side(m_path);
    ImportJournal::Entry entry;
    QVERIFY(side.note(entry));
    QCOMPARE(entry.record.sideFileBytes, std::uint64_t{0});
    QCOMPARE(entry.record.sideFileHash, hashOf(""));
    QVERIFY(!entry.companion.isOpen());
    QVERIFY(fs::is_empty(m_path));
    QCOMPARE(side.equals(memoryFile("")).value(), true);
    QCOMPARE(side.equals(memoryFile("x")).value(), false);
    const io::File copy = memoryFile("");
    QVERIFY(side.copyTo(copy));
    QCOMPARE(copy.size().value(), std::uint64_t{0});
  }

  void whatIsAppendedIsNoted() {
    SideFile side(m_path);
    QVERIFY(side.append("one\n"));
    QVERIFY(side.append(""));
    QVERIFY(side.append("two\n"));
    ImportJournal::Entry entry;
    QVERIFY(side.note(entry));
    QCOMPARE(entry.record.sideFileBytes, std::uint64_t{8});
    QCOMPARE(entry.record.sideFileHash, hashOf("one\ntwo\n"));
    QCOMPARE(io::readText(entry.companion).value(), std::string("one\ntwo\n"));
  }

  /// What was appended after the last record of the journal is dropped.
  void resumesAfterWhatWasNoted() {
    SideFile first(m_path);
    QVERIFY(first.append("one\ntwo\nthr"));
    SideFile second(m_path);
    QVERIFY(second.reopen(4, hashOf("one\n")));
    QVERIFY(second.append("2\n"));
    QCOMPARE(text(), std::string("one\n2\n"));
    ImportJournal::Entry entry;
    QVERIFY(second.note(entry));
    QCOMPARE(entry.record.sideFileHash, hashOf("one\n2\n"));
    // From the front where nothing was noted.
    SideFile third(m_path);
    QVERIFY(third.reopen(0, 0));
    QVERIFY(third.append("new\n"));
    QCOMPARE(text(), std::string("new\n"));
  }

  void otherBytesAreDamage() {
    SideFile first(m_path);
    QVERIFY(first.append("one\ntwo\n"));
    QVERIFY(SideFile(m_path).reopen(9, hashOf("one\ntwo\n")).error().code == Errc::damaged);
    QVERIFY(SideFile(m_path).reopen(4, hashOf("One\n")).error().code == Errc::damaged);
    QCOMPARE(text(), std::string("one\ntwo\n"));
    fs::remove_all(m_path / JournalRecord::kSideFileName);
    QVERIFY(!SideFile(m_path).reopen(4, hashOf("one\n")));
  }

  /// Beyond a megabyte, which is read at a time.
  void copiesAreEqualAndOthersAreNot() {
    const std::string large(std::size_t{1} << 21U, 'x');
    SideFile side(m_path);
    QVERIFY(side.append(large));
    QVERIFY(side.append("end"));
    const io::File copy = memoryFile("");
    QVERIFY(side.copyTo(copy));
    QCOMPARE(side.equals(copy).value(), true);
    QCOMPARE(side.equals(memoryFile(large + "End")).value(), false);
    QCOMPARE(side.equals(memoryFile("y" + large + "nd")).value(), false);
    QCOMPARE(side.equals(memoryFile(large + "end.")).value(), false);
    QVERIFY(SideFile::holds(m_path, copy));
    QVERIFY(!SideFile::holds(m_path, memoryFile(large)));
  }

  void anAbandonedFolderWithoutATextHoldsNothing() {
    QVERIFY(!SideFile::holds(m_path, memoryFile("")));
    QVERIFY(!SideFile::holds(m_path / "gone", memoryFile("x")));
  }

 private:
  std::string text() const {
    std::ifstream file(m_path / JournalRecord::kSideFileName, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_path;
};

MASU_TEST(SideFileTest)
#include "side_file_test.moc"
