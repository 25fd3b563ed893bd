// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/shard_file.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <random>

#include <sys/mount.h>

#include "core/base/crc32.h"
#include "core/io/file.h"
#include "core/shards/write/bundle.h"
#include "core/shards/write/shard_journal.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBlock = 1 << 20;

std::string bytesOf(std::size_t size) {
  std::mt19937_64 random(size);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string sha256Of(const std::string& bytes) {
  return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex().toStdString();
}

}  // namespace

/// Files of shards as they grow, and the journal of those that are whole.
class ShardFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void holdsWhatWasAppended_data() {
    QTest::addColumn<int>("bytes");
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, kBlock - 1, kBlock, kBlock + 1,
                                    2 * kBlock, 5 * kBlock + 12'345}) {
      QTest::newRow(std::to_string(bytes).c_str()) << int(bytes);
    }
  }

  void holdsWhatWasAppended() {
    QFETCH(int, bytes);
    const std::string whole = bytesOf(std::size_t(bytes));
    // In pieces of any size: a few bytes by way of the text, and several blocks at once.
    HashThread hashes;
    for (const std::size_t most : {std::size_t{100}, std::size_t{300'000}, 3 * kBlock}) {
      auto file = GrowingFile::create(folder(), "f", {most == 100 ? nullptr : &hashes, nullptr});
      QVERIFY(file);
      std::mt19937_64 random(most);
      for (std::size_t at = 0; at < whole.size();) {
        const std::string_view piece = std::string_view(whole).substr(at, random() % most + 1);
        if (random() % 2 == 0) {
          file->text() += piece;
          QVERIFY(file->flushLarge());
        } else {
          QVERIFY(file->append(std::as_bytes(std::span(piece))));
        }
        at += piece.size();
        QCOMPARE(file->bytes(), at);
      }
      const auto done = file->finish();
      QVERIFY(done);
      QCOMPARE(done->path, std::string("f"));
      QCOMPARE(done->bytes, whole.size());
      QCOMPARE(done->sha256, sha256Of(whole));
      QVERIFY(io::readText(folder() / "f").value() == whole);
      const auto described = describeFile(folder(), "f");
      QVERIFY(described);
      QCOMPARE(described->sha256, done->sha256);
      QCOMPARE(described->bytes, done->bytes);
      QVERIFY(syncFiles(folder(), std::span(&*done, 1)));
    }
  }

  void reportsAFullDisk() {
    if (::mount("masu-test", folder().c_str(), "tmpfs", 0, "size=3m") != 0) {
      QSKIP("mounting a small disk needs root and is not allowed here");
    }
    Result<void> written;
    HashThread hashes;
    {
      auto file = GrowingFile::create(folder(), "f", {&hashes, nullptr});
      const std::string block = bytesOf(kBlock);
      for (int i = 0; file && written && i < 64; ++i) written = file->append(std::as_bytes(std::span(block)));
      if (written && file) {
        if (const auto done = file->finish(); !done) written = fail(done.error());
      }
    }
    ::umount2(folder().c_str(), MNT_DETACH);
    QVERIFY(!written);
    QCOMPARE(written.error().code, Errc::noSpace);
  }

  void bundleTakesNoMoreRoomThanItsMembers() {
    if (::mount("masu-test", folder().c_str(), "tmpfs", 0, "size=16m") != 0) {
      QSKIP("mounting a small disk needs root and is not allowed here");
    }
    // Fifteen megabytes, none of which may be there twice.
    HashThread hashes;
    auto bundle = Bundle::create(folder(), "all.zip", {}, &hashes);
    bool packed = bundle.has_value();
    for (const char* name : {"a", "b", "c"}) packed = packed && memberOf(*bundle, name, 5'000'000);
    const auto whole = packed ? bundle->finish() : fail(Error::cancelled());
    const std::string archive = whole ? io::readText(folder() / "all.zip").value() : std::string();
    ::umount2(folder().c_str(), MNT_DETACH);
    QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
    QCOMPARE(whole->bytes, std::uint64_t{archive.size()});
    QCOMPARE(whole->sha256, std::string());
    // Stored as they are, so that each is in the archive as it was.
    QVERIFY(archive.find(bytesOf(5'000'000)) != std::string::npos);
  }

  void bundleGoesOnBehindWhatWasPacked() {
    const auto make = [&](std::size_t stopBehind) {
      std::vector<ShardFile> files;
      {
        auto bundle = Bundle::create(folder(), "all.zip", {});
        for (std::size_t i = 0; i < stopBehind; ++i) {
          files.push_back(memberOf(*bundle, std::string(1, char('a' + i)), 700'000 + i).value());
          QCOMPARE(files.back().sha256, sha256Of(bytesOf(700'000 + i)));
        }
        if (stopBehind == 3) QVERIFY(bundle->finish());
      }
      if (stopBehind == 3) return;
      // What came after the last block did not reach the disk.
      std::uint64_t end = 0;
      std::size_t whole = 0;
      while (whole < stopBehind && (end += Bundle::bytesOf(files[whole])) <= fs::file_size(folder() / "all.zip"))
        ++whole;
      if (whole > 0) {
        // Nor did the first head as it was written last.
        const auto file = io::File::openReadWrite(folder() / "all.zip");
        QVERIFY(file && file->writeAt(14, std::as_bytes(std::span("\0\0\0\0\0\0\0\0\0\0\0", 12))));
      }
      HashThread hashes;
      auto bundle = Bundle::create(folder(), "all.zip", std::span(files).first(whole), &hashes);
      QVERIFY(bundle);
      for (std::size_t i = whole; i < 3; ++i) QVERIFY(memberOf(*bundle, std::string(1, char('a' + i)), 700'000 + i));
      QVERIFY(bundle->finish());
    };
    make(3);
    const std::string atOnce = io::readText(folder() / "all.zip").value();
    for (std::size_t stopBehind = 0; stopBehind < 3; ++stopBehind) {
      make(stopBehind);
      QVERIFY(io::readText(folder() / "all.zip").value() == atOnce);
    }
    fs::resize_file(folder() / "all.zip", 100);
    QCOMPARE(Bundle::create(folder(), "all.zip", std::vector{fileOf("a", 700'000)}).error().code, Errc::damaged);
  }

  void headsAreWrittenAgainWhereverTheyLie_data() {
    QTest::addColumn<int>("behind");
    // Of the second head, which has 51 bytes: before the end of a block that was written, around it, and in one that
    // was not.
    for (const int behind : {-60, -51, -50, -20, -1, 0, 1}) QTest::newRow(std::to_string(behind).c_str()) << behind;
  }
  void headsAreWrittenAgainWhereverTheyLie() {
    QFETCH(int, behind);
    const std::size_t first = 2 * kBlock + std::size_t(behind + 60) - 60 - 51;
    const std::size_t second = behind % 2 == 0 ? 3 * kBlock : 10;
    HashThread hashes;
    auto bundle = Bundle::create(folder(), "all.zip", {}, &hashes);
    QVERIFY(bundle && memberOf(*bundle, "a", first) && memberOf(*bundle, "b", second));
    const auto done = bundle->finish();
    QVERIFY(done);
    const std::string archive = io::readText(folder() / "all.zip").value();
    QCOMPARE(std::uint64_t{archive.size()}, done->bytes);
    std::string wanted;
    for (const auto& [name, bytes] : {std::pair("a", first), std::pair("b", second)}) {
      const std::string content = bytesOf(bytes);
      const ZipMember member{name, bytes, 0, crc32(0, std::as_bytes(std::span(content))), true};
      wanted += zipHead(member) + content;
    }
    QVERIFY(archive.starts_with(wanted));
  }

  void bundleTakesFinishedFilesIn() {
    auto bundle = Bundle::create(folder(), "all.zip", {});
    QVERIFY(bundle);
    const ShardFile file = fileOf("beside", 3'000'000);
    QVERIFY(bundle->add(file));
    QVERIFY(!fs::exists(folder() / "beside"));
    QVERIFY(bundle->finish());
    QVERIFY(io::readText(folder() / "all.zip").value().find(bytesOf(3'000'000)) != std::string::npos);
  }

  void journalListsWhatTheDiskHas() {
    NumberedShards before;
    before[3] = shardOf("c");
    auto journal = ShardJournal::create(folder() / "journal", folder(), "key", before);
    QVERIFY(journal);
    for (const std::size_t number : {7, 0, 5}) QVERIFY((*journal)->note(number, shardOf(std::to_string(number))));
    QVERIFY((*journal)->settle());
    QCOMPARE((*journal)->listed().size(), std::size_t{4});
    const auto read = ShardJournal::read(folder() / "journal", "key");
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t{4});
    for (const auto& [number, shard] : *read) {
      QCOMPARE(shard.path, (*journal)->listed().at(number).path);
      QCOMPARE(shard.bytes, std::uint64_t{10});
      QCOMPARE(shard.files.at(0).sha256, sha256Of(bytesOf(10)));
    }
    QVERIFY(!ShardJournal::read(folder() / "journal", "another"));
    std::ofstream(folder() / "damaged") << "{\"key\":1}\n";
    QVERIFY(!ShardJournal::read(folder() / "damaged", "key"));
    QVERIFY(ShardJournal::read(folder() / "none", "key")->empty());
    // The last line was being written when the power went.
    const std::string text = io::readText(folder() / "journal").value();
    fs::resize_file(folder() / "journal", text.size() - 5);
    QCOMPARE(ShardJournal::read(folder() / "journal", "key")->size(), std::size_t{3});
  }

  void journalListsNothingThatCannotBeSynced() {
    auto journal = ShardJournal::create(folder() / "journal", folder(), "key", {});
    QVERIFY(journal);
    ShardInfo lost = shardOf("lost");
    fs::remove(folder() / "lost");
    QVERIFY((*journal)->note(0, lost));
    // Whoever comes later is told to stop, and the owner why.
    for (int i = 0; i < 10'000; ++i) {
      if (!(*journal)->note(1, shardOf("late"))) break;
      QVERIFY(i < 9'999);
    }
    QCOMPARE((*journal)->settle().error().code, Errc::notFound);
    QVERIFY((*journal)->listed().empty());
    QVERIFY(ShardJournal::read(folder() / "journal", "key")->empty());
  }

 private:
  fs::path folder() const { return m_folder->path().toStdString(); }

  ShardFile fileOf(const std::string& name, std::size_t bytes) const {
    auto file = GrowingFile::create(folder(), name);
    file->text() = bytesOf(bytes);
    return file->finish().value();
  }
  Result<ShardFile> memberOf(Bundle& bundle, const std::string& name, std::size_t bytes) const {
    MASU_TRY(GrowingFile file, GrowingFile::create(folder(), name, {nullptr, &bundle}));
    const std::string text = bytesOf(bytes);
    MASU_CHECK(file.append(std::as_bytes(std::span(text))));
    return file.finish();
  }
  ShardInfo shardOf(const std::string& name) const { return {name, "all", 1, 10, {fileOf(name, 10)}}; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(ShardFileTest)
#include "shard_file_test.moc"
