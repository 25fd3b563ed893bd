// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive_reader.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>

#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Archives made by another program, Python's zipfile, from what a test says in Python.
class ArchiveFolder {
 public:
  std::string path(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
  }

  QString make(const std::string& name, const char* body) const {
    const QString program =
        QStringLiteral(
            "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n%1\nz.close()\n")
            .arg(QString::fromUtf8(body));
    QProcess process;
    process.start("/usr/bin/python3", {"-c", program, QString::fromStdString(path(name))});
    process.waitForFinished(60000);
    return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAllStandardError());
  }
  /// Changes bytes of an archive.
  void patch(const std::string& name, const std::function<void(std::string&)>& change) const {
    std::ifstream in(path(name), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    change(bytes);
    std::ofstream(path(name), std::ios::binary | std::ios::trunc) << bytes;
  }

 private:
  QTemporaryDir m_folder;
};

Result<std::string> contentOf(io::ArchiveReader& archive, std::size_t member) {
  MASU_CHECK(archive.begin(member));
  std::string content;
  for (std::array<std::byte, 1000> piece;;) {
    MASU_TRY(const std::size_t count, archive.read(piece));
    if (count == 0) return content;
    content.append(reinterpret_cast<const char*>(piece.data()), count);
  }
}

}  // namespace

class ArchiveReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void membersReadBackAsPythonPackedThem();
  void junkIsKnownByItsName();
  void anEncryptedMemberIsRefused();
  void aWrongChecksumIsFound();
  void aCutArchiveIsNoArchive();
  void aBombIsRefused();
  void membersThatShareBytesAreRefused();
};

void ArchiveReaderTest::membersReadBackAsPythonPackedThem() {
  const ArchiveFolder folder;
  QCOMPARE(folder.make("a.zip",
                       "z.writestr('data/', '')\n"
                       "z.writestr('data/one.csv', 'a,b\\n' * 5000)\n"
                       "z.writestr(zipfile.ZipInfo('数.csv'), '1,2\\n')\n"
                       "z.writestr('empty.csv', '')"),
           QString());
  QVERIFY(io::isArchive(std::filesystem::path(folder.path("a.zip"))));
  Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(archive);
  QCOMPARE(archive->members().size(), std::size_t{3});
  QCOMPARE(archive->members()[0].name, std::string("data/one.csv"));
  QCOMPARE(archive->members()[1].name, std::string("数.csv"));
  // In any order, and again.
  for (const std::size_t member : {2, 0, 1, 0}) {
    const Result<std::string> content = contentOf(*archive, member);
    QVERIFY(content);
    QCOMPARE(content->size(), archive->members()[member].bytes);
    if (member == 1) QCOMPARE(*content, std::string("1,2\n"));
  }
}

void ArchiveReaderTest::junkIsKnownByItsName() {
  for (const char* name : {"__MACOSX/data/._one.csv", "a/__MACOSX/x.csv", ".DS_Store", "data/.hidden.csv", "Thumbs.db",
                           ".ipynb_checkpoints/one.csv", "data/.git/objects/x"})
    QVERIFY2(io::isJunkMember(name), name);
  for (const char* name : {"one.csv", "data/two.csv", "MACOSX/three.csv", "./one.csv", "a/./b..c/x", "../one.csv"})
    QVERIFY2(!io::isJunkMember(name), name);
}

void ArchiveReaderTest::anEncryptedMemberIsRefused() {
  const ArchiveFolder folder;
  QCOMPARE(folder.make("a.zip", "z.writestr('one.csv', 'a,b\\n1,2\\n')"), QString());
  folder.patch("a.zip", [](std::string& bytes) {
    bytes[6] = 1;                                             // flags of the member's own header
    bytes[bytes.find(std::string("PK\x01\x02", 4)) + 8] = 1;  // and of the directory
  });
  Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(archive && archive->members()[0].encrypted);
  const Result<void> begun = archive->begin(0);
  QVERIFY(!begun);
  QVERIFY(begun.error().message.english().find("is encrypted") != std::string::npos);
}

void ArchiveReaderTest::aWrongChecksumIsFound() {
  const ArchiveFolder folder;
  QCOMPARE(folder.make("a.zip",
                       "z.writestr('one.csv', 'a,b\\n' * 5000, zipfile.ZIP_STORED)\nz.writestr('two.csv', 'whole')"),
           QString());
  folder.patch("a.zip", [](std::string& bytes) { bytes[5000] ^= 1; });
  Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(archive);
  const Result<std::string> content = contentOf(*archive, 0);
  QVERIFY(!content);
  QCOMPARE(content.error().code, Errc::damaged);
  const Result<std::string> other = contentOf(*archive, 1);
  QVERIFY(other);
  QCOMPARE(*other, std::string("whole"));
  QVERIFY(!contentOf(*archive, 0));
}

void ArchiveReaderTest::aCutArchiveIsNoArchive() {
  const ArchiveFolder folder;
  QCOMPARE(folder.make("a.zip", "z.writestr('one.csv', 'a,b\\n' * 5000)"), QString());
  folder.patch("a.zip", [](std::string& bytes) { bytes.resize(bytes.size() / 2); });
  const Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(!archive);
  QCOMPARE(archive.error().code, Errc::damaged);
}

void ArchiveReaderTest::aBombIsRefused() {
  const ArchiveFolder folder;
  QCOMPARE(folder.make("a.zip", "z.writestr('zeros.csv', b'0' * 100000000)"), QString());
  Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(archive);
  const Result<void> begun = archive->begin(0);
  QVERIFY(!begun);
  QVERIFY(begun.error().message.english().find("bomb") != std::string::npos);
}

void ArchiveReaderTest::membersThatShareBytesAreRefused() {
  const ArchiveFolder folder;
  // Ten entries of the directory for one member's bytes.
  QCOMPARE(folder.make("a.zip",
                       "import copy\n"
                       "z.writestr('0.csv', bytes(range(256)) * 100, zipfile.ZIP_STORED)\n"
                       "for i in range(1, 10):\n"
                       "    more = copy.copy(z.filelist[0]); more.filename = f'{i}.csv'; z.filelist.append(more)"),
           QString());
  const Result<io::ArchiveReader> archive = io::ArchiveReader::open(folder.path("a.zip"));
  QVERIFY(!archive);
  QVERIFY(archive.error().message.english().find("share bytes") != std::string::npos);
}

MASU_TEST(ArchiveReaderTest)
#include "archive_reader_test.moc"
