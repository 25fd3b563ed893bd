// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/source_bytes.h"

#include <algorithm>
#include <random>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;

/// The bytes of a source are those of its file or member, however it is packed.
class SourceBytesTest : public QObject {
  Q_OBJECT

  TableFolder m_folder;
  std::string m_content;

  QString pack(const QString& program) const {
    return python("import gzip, os, sys, zipfile\nos.chdir(sys.argv[1])\n" + program,
                  {QString::fromStdString(m_folder.root().string())});
  }

  /// All that is read, in pieces of any size.
  static Result<std::string> readAll(SourceBytes& source, std::mt19937& random) {
    std::string all;
    while (true) {
      std::vector<std::byte> piece(1 + random() % 5000);
      MASU_TRY(const std::size_t count, source.read(piece));
      if (count == 0) return all;
      all.append(reinterpret_cast<const char*>(piece.data()), count);
    }
  }

 private Q_SLOTS:
  void initTestCase() {
    for (int i = 0; i < 20'000; ++i) m_content += std::to_string(i * 7919) + ",x\n";
    m_folder.write("plain.csv", m_content);
    const QString complaint = pack(R"(
content = open('plain.csv', 'rb').read()
open('packed.csv.gz', 'wb').write(gzip.compress(content))
open('twice.csv', 'wb').write(gzip.compress(content[:1000]) + gzip.compress(content[1000:]))
with zipfile.ZipFile('all.zip', 'w') as z:
    z.writestr('stored.csv', content, zipfile.ZIP_STORED)
    z.writestr('d/packed.csv', content, zipfile.ZIP_DEFLATED)
    z.writestr('empty.csv', b'')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
  }

  void everyPackingGivesTheSameBytes_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("plain");
    QTest::addColumn<bool>("member");
    QTest::newRow("a file") << "plain.csv" << true << false;
    QTest::newRow("gzip") << "packed.csv.gz" << false << false;
    QTest::newRow("gzip in two, under another name") << "twice.csv" << false << false;
    QTest::newRow("a stored member") << "all.zip/stored.csv" << false << true;
    QTest::newRow("a packed member") << "all.zip/d/packed.csv" << false << true;
  }

  void everyPackingGivesTheSameBytes() {
    QFETCH(QString, path);
    QFETCH(bool, plain);
    QFETCH(bool, member);
    std::mt19937 random(3);
    auto source = SourceBytes::open(m_folder.path(path.toStdString()));
    QVERIFY2(source, sentenceOf(source).c_str());
    QCOMPARE(source->isPlain(), plain);
    QCOMPARE(source->consumed(), std::uint64_t{0});
    const auto content = readAll(*source, random);
    QVERIFY2(content, sentenceOf(content).c_str());
    QVERIFY(*content == m_content);
    // How far it is can be told by the size of a file as it is there, or of a member as it is unpacked.
    QCOMPARE(source->consumed(), source->size());
    QCOMPARE(source->unpackedSize().has_value(), member);
    QCOMPARE(source->size(), member ? m_content.size() : fs::file_size(m_folder.path(path.toStdString())));
  }

  void aMemberIsAPathThroughAnArchive() {
    fs::create_directories(m_folder.path("folder.zip"));
    m_folder.write("folder.zip/t.csv", "x");
    const fs::path archive = m_folder.path("all.zip");
    for (const char* inside : {"stored.csv", "d/packed.csv", "nowhere.csv", "d"}) {
      for (const char* slash : {"/", "//"}) {
        const auto found = memberPath(archive.string() + slash + inside);
        QVERIFY2(found, inside);
        QCOMPARE(found->archive, archive);
        QCOMPARE(found->member, std::string(inside));
      }
    }
    for (const char* other : {"all.zip", "all.zip/", "plain.csv", "plain.csv/a.csv", "packed.csv.gz/a.csv",
                              "nowhere/a.csv", "folder.zip/t.csv", "folder.zip"})
      QVERIFY2(!memberPath(m_folder.path(other)), other);
    QVERIFY(!memberPath(""));
  }

  /// In the order of paths: a folder comes before a file whose name it begins.
  void membersAreInTheOrderOfPaths() {
    const QString complaint = pack(R"(
import random
random.seed(1)
names = ['a/b.csv', 'a.csv', 'a b.csv', 'a', 'ab/c.csv', 'a/b/c.csv', 'a/b-c.csv', 'Ä.csv', 'B.csv', './x//y.csv']
random.shuffle(names)
with zipfile.ZipFile('names.zip', 'w') as z:
    for name in names: z.writestr(name, 'x')
    for name in ('../out.csv', '/root.csv', 'a/../../b.csv'): z.writestr(name, 'x')
    for name in ('__MACOSX/a.csv', '.git/x', 'a/.hidden'): z.writestr(name, 'x')
    z.writestr('folder/', b'')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    const auto members = membersOf(m_folder.path("names.zip"));
    QVERIFY2(members, sentenceOf(members).c_str());
    QCOMPARE(members->files.size(), std::size_t{10});
    QVERIFY(std::ranges::is_sorted(members->files));
    QVERIFY(std::ranges::find(members->files, m_folder.path("names.zip/x/y.csv")) != members->files.end());
    // Whatever is found can be opened.
    for (const fs::path& file : members->files) QVERIFY2(SourceBytes::open(file), file.c_str());
    std::vector<std::string> refused = members->refused;
    std::ranges::sort(refused);
    QCOMPARE(refused, (std::vector<std::string>{"../out.csv", "/root.csv", "a/../../b.csv"}));
  }

  /// Which of them is meant nobody knows.
  void twoMembersOfOneNameAreRefused() {
    const QString complaint = pack(R"(
with zipfile.ZipFile('same.zip', 'w') as z:
    for name in ('a.csv', 'b.csv', './a.csv'): z.writestr(name, name)
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    const auto members = membersOf(m_folder.path("same.zip"));
    QVERIFY(!members);
    QCOMPARE(members.error().code, Errc::damaged);
    QVERIFY2(sentenceOf(members).find("several members with the name a.csv") != std::string::npos,
             sentenceOf(members).c_str());
  }

  /// The directory that was listed last is kept, but never that of another file.
  void anArchiveThatChangedIsListedAgain() {
    for (const char* content : {"first", "another one"}) {
      const fs::path archive = m_folder.path("changing.zip");
      const QString complaint = pack(QString("with zipfile.ZipFile('next.zip', 'w') as z: z.writestr('a', b'%1')\n"
                                             "os.replace('next.zip', 'changing.zip')\n")
                                         .arg(content));
      QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
      const auto member = memberAt({archive, "a"});
      QVERIFY2(member, sentenceOf(member).c_str());
      QCOMPARE(member->bytes, std::string(content).size());
      auto source = SourceBytes::open(archive / "a");
      QVERIFY2(source, sentenceOf(source).c_str());
      std::mt19937 random(1);
      QCOMPARE(readAll(*source, random).value(), std::string(content));
    }
    m_folder.write("changing.zip", "no archive any more");
    QVERIFY(!memberPath(m_folder.path("changing.zip/a")));
  }

  void whatIsMissingOrDamagedIsSaid() {
    QCOMPARE(SourceBytes::open(m_folder.path("nowhere.csv")).error().code, Errc::notFound);
    const auto missing = SourceBytes::open(m_folder.path("all.zip/nowhere.csv"));
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY(sentenceOf(missing).starts_with("There is no nowhere.csv in "));
    QCOMPARE(memberAt({m_folder.path("all.zip"), "nowhere.csv"}).error().code, Errc::notFound);
    // A byte of a stored member, which its checksum covers.
    std::string bytes = TableFolder::read(m_folder.path("all.zip"));
    bytes[5000] = static_cast<char>(bytes[5000] ^ 1);
    m_folder.write("broken.zip", bytes);
    std::mt19937 random(2);
    auto broken = SourceBytes::open(m_folder.path("broken.zip/stored.csv"));
    QVERIFY2(broken, sentenceOf(broken).c_str());
    const auto content = readAll(*broken, random);
    QVERIFY(!content);
    QCOMPARE(content.error().code, Errc::damaged);
    // Nothing to read is no failure.
    auto empty = SourceBytes::open(m_folder.path("all.zip/empty.csv"));
    QVERIFY2(empty, sentenceOf(empty).c_str());
    QCOMPARE(readAll(*empty, random).value(), std::string());
  }
};

MASU_TEST(SourceBytesTest)
#include "source_bytes_test.moc"
