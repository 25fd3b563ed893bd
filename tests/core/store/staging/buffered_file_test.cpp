// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/buffered_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::store::BufferedFile;

namespace {

std::vector<std::byte> noise(std::size_t count) {
  std::mt19937 random(7);
  std::vector<std::byte> bytes(count);
  for (auto& byte : bytes) byte = std::byte(random());
  return bytes;
}

std::vector<std::byte> bytesOf(const std::filesystem::path& path) {
  const io::File file = *io::File::openRead(path);
  std::vector<std::byte> bytes(*file.size());
  if (!file.readAt(0, bytes)) return {};
  return bytes;
}

}  // namespace

class HeldFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void touchesTheDiskOnlyOnceThereIsMore() {
    BufferedFile file(*io::File::create(path()), 100);
    const auto bytes = noise(101);
    QVERIFY(file.writeAt(0, std::span(bytes).first(100)));
    QCOMPARE(bytesOf(path()).size(), std::size_t(0));
    QVERIFY(std::ranges::equal(*file.held(10, 90), std::span(bytes).subspan(10, 90)));
    QVERIFY(!file.held(10, 91));
    QVERIFY(file.writeAt(100, std::span(bytes).last(1)));
    QVERIFY(!file.held(0, 1));
    QVERIFY(std::ranges::equal(bytesOf(path()), bytes));
  }

  void isZeroWhereNothingWasWritten() {
    BufferedFile file(*io::File::create(path()), 100);
    QVERIFY(file.writeAt(50, std::vector{std::byte(1)}));
    QVERIFY(file.onDisk());
    std::vector<std::byte> expected(50);
    expected.push_back(std::byte(1));
    QCOMPARE(bytesOf(path()), expected);
  }

  void holdsNothingWhereNothingMayStay() {
    BufferedFile file(*io::File::create(path()), 0);
    const auto bytes = noise(5);
    QVERIFY(file.writeAt(3, bytes));
    QVERIFY(!file.held(0, 1));
    QCOMPARE(bytesOf(path()).size(), std::size_t(8));
  }

  void keepsWhatThreadsWriteWhileItMovesToTheDisk() {
    constexpr std::size_t kPiece = 1000;
    const auto bytes = noise(400 * kPiece);
    for (const std::size_t most : {std::size_t{0}, kPiece, bytes.size() / 2, bytes.size()}) {
      for (const bool asked : {false, true}) {
        BufferedFile file(*io::File::create(path()), most);
        const auto write = [&](std::size_t first) {
          for (std::size_t at = first * kPiece; at < bytes.size(); at += 3 * kPiece) {
            std::vector<std::byte> read(kPiece);
            const bool done = file.writeAt(at, std::span(bytes).subspan(at, kPiece)) && file.readAt(at, read);
            if (!done || !std::ranges::equal(read, std::span(bytes).subspan(at, kPiece))) m_failed = true;
          }
        };
        {
          std::jthread one([&] { write(0); });
          std::jthread two([&] { write(1); });
          if (asked) QVERIFY(file.onDisk());
          write(2);
        }
        QVERIFY(!m_failed);
        std::vector<std::byte> read;
        QVERIFY(store::eachBlock(file, 5, bytes.size() - 5, [&](std::uint64_t, auto block) -> Result<void> {
          read.insert(read.end(), block.begin(), block.end());
          return {};
        }));
        QVERIFY(std::ranges::equal(read, std::span(bytes).subspan(5)));
        QCOMPARE(file.held(0, 1).has_value(), !asked && most == bytes.size());
        const auto onDisk = file.onDisk();
        QVERIFY(onDisk);
        QCOMPARE(*(*onDisk)->size(), bytes.size());
        QVERIFY(std::ranges::equal(bytesOf(path()), bytes));
      }
    }
  }

  void reportsThatItEndsBeforeWhatIsRead() {
    for (const std::uint64_t most : {0, 100}) {
      BufferedFile file(*io::File::create(path()), most);
      QVERIFY(file.writeAt(0, noise(10)));
      std::vector<std::byte> read(11);
      const auto done = file.readAt(0, read);
      QVERIFY(!done);
      QCOMPARE(done.error().code, Errc::damaged);
    }
  }

 private:
  std::filesystem::path path() const { return std::filesystem::path(m_folder->path().toStdString()) / "f"; }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::atomic<bool> m_failed = false;
};

MASU_TEST(HeldFileTest)
#include "buffered_file_test.moc"
