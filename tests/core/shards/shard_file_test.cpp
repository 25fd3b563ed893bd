#include "core/shards/shard_file.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <random>
#include <thread>

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
    std::vector<ShardFile> files;
    for (const char* name : {"a", "b", "c"}) files.push_back(fileOf(name, 5'000'000));
    auto bundle = Bundle::create(folder(), "all.zip", {});
    bool packed = bundle.has_value();
    for (const ShardFile& file : files) packed = packed && bundle->add(file, {});
    const auto whole = packed ? bundle->finish() : fail(Error::cancelled());
    const std::string archive = whole ? io::readText(folder() / "all.zip").value() : std::string();
    const bool gone = std::ranges::none_of(files, [&](const auto& file) { return fs::exists(folder() / file.path); });
    ::umount2(folder().c_str(), MNT_DETACH);
    QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
    QVERIFY(gone);
    QCOMPARE(whole->bytes, std::uint64_t{archive.size()});
    QCOMPARE(whole->sha256, sha256Of(archive));
    // Stored as they are, so that each lies in the archive as it was.
    QVERIFY(archive.find(bytesOf(5'000'000)) != std::string::npos);
  }

  void bundleGoesOnBehindWhatWasPacked() {
    const auto make = [&](std::size_t stopBehind) {
      std::vector<ShardFile> files;
      for (const char* name : {"a", "b", "c"}) files.push_back(fileOf(name, 700'000 + files.size()));
      {
        auto bundle = Bundle::create(folder(), "all.zip", {});
        for (std::size_t i = 0; i < stopBehind; ++i) QVERIFY(bundle->add(files[i], {}));
        if (stopBehind == files.size()) QVERIFY(bundle->finish());
      }
      if (stopBehind == files.size()) return;
      // What came behind the last block did not reach the disk.
      std::uint64_t end = 0;
      std::size_t whole = 0;
      while (whole < stopBehind && (end += Bundle::bytesOf(files[whole])) <= fs::file_size(folder() / "all.zip"))
        ++whole;
      for (std::size_t i = whole; i < stopBehind; ++i) (void)fileOf(files[i].path, files[i].bytes);
      auto bundle = Bundle::create(folder(), "all.zip", std::span(files).first(whole));
      QVERIFY(bundle);
      for (std::size_t i = whole; i < files.size(); ++i) QVERIFY(bundle->add(files[i], {}));
      const auto done = bundle->finish();
      QVERIFY(done);
      QCOMPARE(done->sha256, sha256Of(io::readText(folder() / "all.zip").value()));
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

  void shardsArePackedInTheirOrder() {
    PackingLine line(Bundle::create(folder(), "all.zip", {}).value());
    std::vector<ShardFile> files;
    for (const char* name : {"0", "1", "2", "3"}) files.push_back(fileOf(name, 1000));
    std::atomic<int> failures = 0;
    {
      std::vector<std::jthread> threads;
      for (const std::size_t number : {3, 1, 0, 2}) {
        threads.emplace_back([&, number] {
          Result<ShardInfo> written = ShardInfo{files[number].path, "all", 1, 1000, {files[number]}};
          if (number == 2) written = fail(Errc::noSpace, MASU_TEXT("core", "{0} is full."), {"x"});
          const auto packed = line.pack(number, written, {});
          if (packed) return;
          // Whoever waited behind the failure learns of it, and hers stays the one to tell.
          if (packed.error().code == (number == 2 ? Errc::noSpace : Errc::cancelled)) failures += 1 << number;
        });
      }
    }
    QCOMPARE(failures.load(), 1 << 2 | 1 << 3);
    QVERIFY(line.bundle().finish());
    const std::string archive = io::readText(folder() / "all.zip").value();
    QVERIFY(archive.starts_with(zipHead({"0", 1000, 0, files[0].crc32})));
    QCOMPARE(archive.find(zipHead({"1", 1000, 0, files[1].crc32})), Bundle::bytesOf(files[0]));
    QVERIFY(fs::exists(folder() / "2") && fs::exists(folder() / "3"));
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

  ShardFile fileOf(const std::string& name, std::size_t bytes) const {
    auto file = GrowingFile::create(folder(), name, PageCache::through);
    file->text() = bytesOf(bytes);
    return file->finish().value();
  }
  ShardInfo shardOf(const std::string& name) const { return {name, "all", 1, 10, {fileOf(name, 10)}}; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(ShardFileTest)
#include "shard_file_test.moc"
