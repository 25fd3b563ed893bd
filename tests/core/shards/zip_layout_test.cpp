#include "core/shards/zip_layout.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/io/file.h"
#include "core/shards/crc32.h"

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
    QTest::addColumn<bool>("behind");
    QTest::newRow("told in front of the content") << false;
    QTest::newRow("told behind the content") << true;
  }

  void pythonReadsWhatWasLaidOut() {
    QFETCH(bool, behind);
    const std::vector<std::string> texts = {"one", "", "three"};
    std::vector<ZipMember> members = {{"a/b.csv", 3}, {"empty", 0}, {"日本.csv", 5}};
    for (ZipMember& member : members) member.toldBehind = behind;
    for (std::size_t i = 0; i < members.size(); ++i) members[i].crc32 = crc32(0, bytesOf(texts[i]));
    const std::uint64_t bytes = zipBytes(members);
    std::string file;
    for (std::size_t i = 0; i < members.size(); ++i) {
      QCOMPARE(members[i].offset, std::uint64_t{file.size()});
      file += zipHead(members[i]) + texts[i] + zipTail(members[i]);
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

  void holdsMoreThanFourGigabytes() {
    // The large one is a hole, which nobody reads.
    constexpr std::uint64_t kLarge = (std::uint64_t{4} << 30U) + 12'345;
    std::vector<ZipMember> members = {{"large", kLarge}, {"behind", 6, 0, crc32(0, bytesOf("behind"))}};
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

  /// Whoever reads from the front finds the end of a member by what is told behind it.
  void streamReadersFindWhatIsToldBehind() {
    ZipMember member{"m", 4, 0, crc32(0, bytesOf("text")), true};
    const std::string before = zipHead(member);
    QCOMPARE(before.size(), std::size_t{30 + 1 + 20});
    QCOMPARE(before.substr(14, 12), std::string(4, '\0') + std::string(8, '\xFF'));
    const std::string behind = zipTail(member);
    QCOMPARE(behind.size(), std::size_t{24});
    QCOMPARE(behind.substr(0, 4), std::string("PK\x07\x08"));
    QCOMPARE(behind.substr(8, 8), std::string("\x04\0\0\0\0\0\0\0", 8));
    member.bytes = std::uint64_t{9} << 30U;
    QCOMPARE(zipHead(member), before);
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

QTEST_GUILESS_MAIN(ZipLayoutTest)
#include "zip_layout_test.moc"
