// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>

#include "core/io/mapped_file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::io;

namespace {

void writeFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Page faults that needed no disk, of this process.
long faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

}  // namespace

class FileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void readsBackWhatWasWrittenAnywhere() {
    auto file = File::create(path("f"));
    QVERIFY(file);
    const std::string tail = "tail";
    const std::string head = "head";
    QVERIFY(file->writeAt(100, std::as_bytes(std::span(tail))));
    QVERIFY(file->writeAt(0, std::as_bytes(std::span(head))));
    QCOMPARE(*file->size(), std::uint64_t{104});
    std::string back(104, 'x');
    QVERIFY(file->readAt(0, std::as_writable_bytes(std::span(back))));
    QCOMPARE(back, head + std::string(96, '\0') + tail);
    QVERIFY(file->resize(4));
    QVERIFY(file->sync());
    QCOMPARE(*readText(path("f")), head);
  }

  void readsPastThePageCacheWhatLiesThere() {
    std::mt19937 random(1);
    std::string text((3U << 20U) + 1234, ' ');
    for (char& c : text) c = static_cast<char>(random());
    writeFile(path("f"), text);
    const auto file = File::openUncached(path("f"));
    QVERIFY(file);
    for (int round = 0; round < 50; ++round) {
      const std::size_t from = random() % text.size();
      std::string back(random() % (text.size() - from) + 1, 'x');
      QVERIFY(file->readAt(from, std::as_writable_bytes(std::span(back))));
      QVERIFY(back == text.substr(from, back.size()));
    }
    std::string beyond(100, 'x');
    const auto cut = file->readAt(text.size() - 50, std::as_writable_bytes(std::span(beyond)));
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, Errc::damaged);
    QVERIFY(!File::openUncached(path("missing")));
  }

  void whatItHoldsOfItsFrontIsReadOnce() {
    writeFile(path("f"), "0123456789");
    auto file = File::openRead(path("f"));
    QVERIFY(file && file->holdFront(4));
    QCOMPARE(textOf(file->front()), std::string("0123"));
    writeFile(path("f"), "abcdefghij");
    const auto at = [&](std::uint64_t offset, std::size_t count) {
      std::string back(count, 'x');
      return file->readAt(offset, std::as_writable_bytes(std::span(back))) ? back : std::string("failed");
    };
    QCOMPARE(at(0, 4), std::string("0123"));
    QCOMPARE(at(2, 5), std::string("23efg"));
    QCOMPARE(at(4, 6), std::string("efghij"));
    QCOMPARE(at(8, 3), std::string("failed"));
    QCOMPARE(*file->size(), std::uint64_t{10});
    // More than there is: all of it.
    const File moved = std::move(*file);
    QCOMPARE(textOf(moved.front()), std::string("0123"));
    auto whole = File::openRead(path("f"));
    QVERIFY(whole && whole->holdFront(100));
    QCOMPARE(textOf(whole->front()), std::string("abcdefghij"));
  }

  void saysWhereAFileWasCutShort() {
    writeFile(path("f"), "12345");
    const auto file = File::openRead(path("f"));
    QVERIFY(file);
    std::string back(10, 'x');
    const auto read = file->readAt(0, std::as_writable_bytes(std::span(back)));
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::damaged);
    QVERIFY(read.error().message.english().find("byte 5") != std::string::npos);
  }

  void refusesWhatIsNoFile() {
    QCOMPARE(File::openRead(path("missing")).error().code, Errc::notFound);
    QCOMPARE(File::openRead(path(".")).error().code, Errc::invalidArgument);
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QCOMPARE(File::openRead(path("pipe")).error().code, Errc::unsupported);
    QCOMPARE(MappedFile::open(path("pipe")).error().code, Errc::unsupported);
    QCOMPARE(MappedFile::open(path("missing")).error().code, Errc::notFound);
  }

  void nothingIsWrittenThroughALink() {
    writeFile(path("foreign"), "kept");
    for (const char* target : {"foreign", "nowhere"}) {
      std::filesystem::remove(path("link"));
      std::filesystem::create_symlink(path(target), path("link"));
      for (const auto open : {File::create, File::openReadWrite}) {
        const auto opened = open(path("link"));
        QVERIFY(!opened);
        QVERIFY(opened.error().message.english().find("is a symbolic link") != std::string::npos);
      }
    }
    QVERIFY(!std::filesystem::exists(path("nowhere")));
    QCOMPARE(readText(path("foreign")).value(), std::string("kept"));
  }

  void reportsAFullDisk() {
    const auto full = File::openReadWrite("/dev/full");
    if (!full) QSKIP("this machine has no /dev/full");
    const std::string text = "x";
    const auto written = full->writeAt(0, std::as_bytes(std::span(text)));
    QVERIFY(!written);
    QCOMPARE(written.error().code, Errc::noSpace);
  }

  void reservesWithoutChangingTheSize() {
    auto file = File::create(path("f"));
    QVERIFY(file);
    QVERIFY(file->reserve(0, 1 << 20));
    QCOMPARE(*file->size(), std::uint64_t{0});
    const auto tooMuch = file->reserve(0, std::uint64_t{1} << 60);
    QVERIFY(!tooMuch);
    QCOMPARE(tooMuch.error().code, Errc::noSpace);
  }

  void limitsWhatItReadsAsText() {
    writeFile(path("f"), std::string(100, 'x'));
    QVERIFY(readText(path("f"), 100));
    QCOMPARE(readText(path("f"), 99).error().code, Errc::unsupported);
  }

  void closesOnceAfterAMove() {
    auto first = File::create(path("f"));
    QVERIFY(first);
    const int descriptor = first->descriptor();
    File second = std::move(*first);
    QVERIFY(!first->isOpen());
    QCOMPARE(second.descriptor(), descriptor);
    second = File();
    struct stat status {};
    QCOMPARE(::fstat(descriptor, &status), -1);
  }

  void mapsTheSameBytes() {
    std::string text(1'000'000, '\0');
    std::iota(text.begin(), text.end(), char{1});
    writeFile(path("f"), text);
    auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    mapped->adviseSequential();
    QVERIFY(textOf(mapped->bytes()) == text);
    const std::byte* data = mapped->bytes().data();
    const MappedFile moved = std::move(*mapped);
    QVERIFY(moved.bytes().data() == data);
    QCOMPARE(mapped->size(), std::uint64_t{0});
  }

  void givesReleasedPagesBackUnchanged() {
    const std::string text(300'000, 'q');
    writeFile(path("f"), text);
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    for (const auto& [offset, size] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
             {0, 300'000}, {1, 5}, {4095, 4098}, {299'999, 10}, {300'000, 1}, {~std::uint64_t{0}, 1}}) {
      mapped->release(offset, size);
      QVERIFY(textOf(mapped->bytes()) == text);
    }
  }

  void bringsPagesInBeforeTheyAreRead() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer keeps pages of its own for those that are read");
#endif
    constexpr std::uint64_t kSize = std::uint64_t{8} << 20;
    const std::string text(kSize, 'q');
    writeFile(path("f"), text);
    const auto faultsOfReading = [&](bool broughtIn) {
      const auto mapped = MappedFile::open(path("f"));
      if (broughtIn) mapped->bringIn(5, kSize);
      const long before = faults();
      unsigned sum = 0;
      for (std::uint64_t at = 0; at < kSize; at += 4096) sum += std::to_integer<unsigned>(mapped->bytes()[at]);
      return sum == kSize / 4096 * 'q' ? faults() - before : -1;
    };
    const long plain = faultsOfReading(false);
    const long broughtIn = faultsOfReading(true);
    QVERIFY(plain > 0);
    if (plain >= long(kSize / 4096)) QSKIP("this system maps one page at a time");
    QVERIFY2(broughtIn < plain / 4, qPrintable(QStringLiteral("%1 of %2 faults").arg(broughtIn).arg(plain)));
  }

  void bringsNothingInBehindTheEnd() {
    const std::string text(300'000, 'q');
    writeFile(path("f"), text);
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    for (const auto& [offset, size] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
             {299'999, 1'000'000}, {300'000, 1}, {~std::uint64_t{0}, ~std::uint64_t{0}}, {4097, ~std::uint64_t{0}}}) {
      mapped->bringIn(offset, size);
      QVERIFY(textOf(mapped->bytes()) == text);
    }
  }

  void mapsAnEmptyFileToNothing() {
    writeFile(path("f"), "");
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    QVERIFY(mapped->bytes().empty());
    mapped->bringIn(0, 100);
    mapped->release(0, 100);
  }

 private:
  std::filesystem::path path(const char* name) const {
    return std::filesystem::path(m_folder->path().toStdString()) / name;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(FileTest)
#include "file_test.moc"
