// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/zip_layout.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/base/crc32.h"
#include "core/io/file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// Name, size, offset and, of members that are small, the content of everything in a ZIP file.
constexpr const char* kList = R"(
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    for m in z.infolist():
        text = z.read(m).decode() if m.file_size < 100 else '-'
        print(m.filename, m.file_size, m.header_offset, m.date_time[0], oct(m.external_attr >> 16), text)
)";

}  // namespace

/// ZIP files as Python's zipfile reads them.
class ZipLayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pythonReadsWhatWasLaidOut_data() {
    QTest::addColumn<bool>("grows");
    QTest::newRow("of known size") << false;
    QTest::newRow("with room to grow") << true;
  }

  void pythonReadsWhatWasLaidOut() {
    QFETCH(bool, grows);
    const std::vector<std::string> texts = {"one", "", "three"};
    std::vector<ZipMember> members = {{"a/b.csv", 3}, {"empty", 0}, {"日本.csv", 5}};
    for (ZipMember& member : members) member.grows = grows;
    for (std::size_t i = 0; i < members.size(); ++i) members[i].crc32 = crc32(0, bytesOf(texts[i]));
    const std::uint64_t bytes = zipBytes(members);
    std::string file;
    for (std::size_t i = 0; i < members.size(); ++i) {
      QCOMPARE(members[i].offset, std::uint64_t{file.size()});
      file += zipHead(members[i]) + texts[i];
    }
    file += zipDirectory(members, file.size());
    QCOMPARE(std::uint64_t{file.size()}, bytes);
    write(0, file);
    QCOMPARE(list(), QStringLiteral("a/b.csv 3 0 1980 0o100644 one\n"
                                    "empty 0 %1 1980 0o100644 \n"
                                    "日本.csv 5 %2 1980 0o100644 three\n")
                         .arg(members[1].offset)
                         .arg(members[2].offset));
  }

  void holdsMoreThanFourGigabytes_data() { pythonReadsWhatWasLaidOut_data(); }
  void holdsMoreThanFourGigabytes() {
    QFETCH(bool, grows);
    // The large one is a hole, which nobody reads.
    constexpr std::uint64_t kLarge = (std::uint64_t{4} << 30U) + 12'345;
    std::vector<ZipMember> members = {{"large", kLarge, 0, 0, grows},
                                      {"behind", 6, 0, crc32(0, bytesOf("behind")), grows}};
    const std::uint64_t bytes = zipBytes(members);
    write(0, zipHead(members[0]));
    write(members[1].offset, zipHead(members[1]) + "behind");
    const std::uint64_t directory = members[1].offset + zipHead(members[1]).size() + 6;
    write(directory, zipDirectory(members, directory));
    QCOMPARE(std::uint64_t{fs::file_size(path())}, bytes);
    QCOMPARE(list(), QStringLiteral("large %1 0 1980 0o100644 -\nbehind 6 %2 1980 0o100644 behind\n")
                         .arg(kLarge)
                         .arg(members[1].offset));
  }

  void holdsMoreMembersThanTheOldFormatCounts() {
    std::vector<ZipMember> members;
    for (int i = 0; i < 70'000; ++i) members.push_back({std::to_string(i), 0});
    const std::uint64_t bytes = zipBytes(members);
    std::string file;
    for (const ZipMember& member : members) file += zipHead(member);
    file += zipDirectory(members, file.size());
    QCOMPARE(std::uint64_t{file.size()}, bytes);
    write(0, file);
    const QString listed = list();
    QCOMPARE(listed.count('\n'), 70'000);
    QVERIFY(listed.endsWith(QStringLiteral("69999 0 %1 1980 0o100644 \n").arg(members.back().offset)));
  }

  /// A head is written before its member's size is known, and once more in its place.
  void headsWithRoomAreAsLongForAnySize() {
    ZipMember member{"m", 0, 0, 0, true};
    const std::size_t length = zipHead(member).size();
    QCOMPARE(length, std::size_t{30 + 1 + 20});
    for (const std::uint64_t bytes : {0xFFFFFFFEULL, 0xFFFFFFFFULL, 9ULL << 30U}) {
      member.bytes = bytes;
      member.crc32 = 0x01020304;
      const std::string head = zipHead(member);
      QCOMPARE(head.size(), length);
      // No flag says that anything is told after the content.
      QCOMPARE(head.substr(6, 2), std::string("\x00\x08", 2));
      QCOMPARE(head.substr(14, 4), std::string("\x04\x03\x02\x01"));
      const bool large = bytes >= 0xFFFFFFFFULL;
      QCOMPARE(head.substr(18, 4), large ? std::string(4, '\xFF') : std::string("\xFE\xFF\xFF\xFF"));
      QCOMPARE(head.substr(31, 2), large ? std::string("\x01\x00", 2) : std::string("\x20\xA2"));
    }
  }

  void oldReadersNeedNoZip64ForWhatIsSmall() {
    const ZipMember member{"small", 100};
    QCOMPARE(zipHead(member).size(), std::size_t{30 + 5});
    QCOMPARE(zipDirectory(std::span(&member, 1), 135).size(), std::size_t{46 + 5 + 22});
  }

 private:
  fs::path path() const { return fs::path(m_folder.path().toStdString()) / "t.zip"; }

  void write(std::uint64_t at, const std::string& bytes) {
    const auto file = at == 0 ? io::File::create(path()) : io::File::openReadWrite(path());
    QVERIFY(file);
    QVERIFY(file->writeAt(at, bytesOf(bytes)));
  }

  QString list() const {
    QProcess python;
    python.start("/usr/bin/python3", {"-c", kList, QString::fromStdString(path().string())});
    python.waitForFinished(120'000);
    return python.exitCode() == 0 ? QString::fromUtf8(python.readAllStandardOutput())
                                  : QString::fromUtf8(python.readAllStandardError());
  }

  QTemporaryDir m_folder;
};

MASU_TEST(ZipLayoutTest)
#include "zip_layout_test.moc"
