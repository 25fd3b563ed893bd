#include "core/shards/shard_file.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <random>

#include <sys/mount.h>

#include "core/io/file.h"
#include "core/shards/bundle.h"
#include "core/shards/shard_journal.h"

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
    for (const std::size_t most : {std::size_t{100}, std::size_t{300'000}, 3 * kBlock}) {
      auto file = GrowingFile::create(folder(), "f");
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

  void tellsOfAFullDisk() {
    if (::mount("masu-test", folder().c_str(), "tmpfs", 0, "size=3m") != 0) {
      QSKIP("mounting a small disk needs root and is not allowed here");
    }
    Result<void> written;
    {
      auto file = GrowingFile::create(folder(), "f");
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

  void packingNeedsNoSecondCopy() {
    if (::mount("masu-test", folder().c_str(), "tmpfs", 0, "size=22m") != 0) {
      QSKIP("mounting a small disk needs root and is not allowed here");
    }
    // Fifteen megabytes, twice of which are more than the disk has.
    const std::vector<std::string> names = {"a", "b", "c"};
    for (const std::string& name : names) std::ofstream(folder() / name) << bytesOf(5'000'000);
    Progress progress;
    const auto packed = packBundle(folder(), names, folder() / "all.zip", {{}, progress});
    const std::string archive = packed ? io::readText(folder() / "all.zip").value() : std::string();
    const bool gone = std::ranges::none_of(names, [&](const auto& name) { return fs::exists(folder() / name); });
    ::umount2(folder().c_str(), MNT_DETACH);
    QVERIFY2(packed, packed ? "" : packed.error().message.english().c_str());
    QVERIFY(gone);
    QCOMPARE(progress.done(), std::uint64_t{15'000'000});
    // Stored as they are, so that each lies in the archive as it was.
    QVERIFY(archive.size() > 15'000'000 && archive.size() <= 15'000'000 + bundleOverhead(names));
    QVERIFY(archive.find(bytesOf(5'000'000)) != std::string::npos);
  }

  void whatIsHalfPackedDoesNotPassForWhole() {
    for (const char* name : {"a", "b"}) std::ofstream(folder() / name) << bytesOf(100);
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto packed = packBundle(folder(), {"a", "b"}, folder() / "all.zip", {stop.get_token(), progress});
    QCOMPARE(packed.error().code, Errc::cancelled);
    QVERIFY(!fs::exists(folder() / "a"));
    QVERIFY(fs::exists(folder() / "b"));
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

  ShardInfo shardOf(const std::string& name) const {
    auto file = GrowingFile::create(folder(), name);
    file->text() = bytesOf(10);
    return {name, "all", 1, 10, {file->finish().value()}};
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(ShardFileTest)
#include "shard_file_test.moc"
