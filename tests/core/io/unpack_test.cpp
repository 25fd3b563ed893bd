// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpack.h"

#include <QTest>
#include <array>

#include "core/io/scratch_folder.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Gives `bytes` bytes in pieces of odd length: byte i is i × 7 + i / 251.
io::ReadSome readerOf(std::uint64_t bytes) {
  return [bytes, at = std::uint64_t{0}](std::span<std::byte> out) mutable -> Result<std::size_t> {
    const std::size_t count = std::min<std::uint64_t>({out.size(), bytes - at, 99'991});
    for (std::size_t i = 0; i < count; ++i, ++at) out[i] = static_cast<std::byte>(at * 7 + at / 251);
    return count;
  };
}

}  // namespace

class UnpackTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsReadLiesInTheFile_data() {
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<bool>("expected");
    for (const bool expected : {false, true}) {
      const std::string how = expected ? ", foreseen" : "";
      QTest::newRow(("nothing" + how).c_str()) << quint64{0} << expected;
      QTest::newRow(("a little" + how).c_str()) << quint64{1'234'567} << expected;
      QTest::newRow(("all that memory takes" + how).c_str()) << quint64{io::kMostInMemory} << expected;
      QTest::newRow(("more than that" + how).c_str()) << quint64{io::kMostInMemory + 3'000'001} << expected;
    }
  }
  void whatIsReadLiesInTheFile() {
    QFETCH(const quint64, bytes);
    QFETCH(const bool, expected);
    const auto file = io::unpackAll("a name", readerOf(bytes), expected ? bytes : 0);
    QVERIFY2(file, file ? "" : file.error().message.english().c_str());
    QCOMPARE(*file->size(), std::uint64_t{bytes});
    QCOMPARE(file->path().string(), std::string("a name"));
    std::vector<std::byte> part(1'000'003);
    for (std::uint64_t at = 0; at < bytes; at += part.size()) {
      part.resize(std::min<std::uint64_t>(part.size(), bytes - at));
      QVERIFY(file->readAt(at, part));
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] != static_cast<std::byte>((at + i) * 7 + (at + i) / 251)) QFAIL("another byte");
      }
    }
  }

  void moreThanAllowedIsRefused() {
    const auto file = io::unpackAll("a name", readerOf(2'000'000), 0, 1'999'999);
    QVERIFY(!file);
    QCOMPARE(file.error().code, Errc::unsupported);
    QVERIFY(io::unpackAll("a name", readerOf(2'000'000), 0, 2'000'000));
  }

  void memoryTakesWhatItIsAllowedTo() {
    const auto isInMemory = [](std::uint64_t mostInMemory, std::uint64_t expected) {
      const auto file = io::unpackAll("a name", readerOf(2'000'000), expected, 2'000'000, mostInMemory);
      return std::filesystem::read_symlink(file->openPath()).string().starts_with("/memfd:");
    };
    for (const std::uint64_t expected : {0, 2'000'000}) {
      QVERIFY(isInMemory(2'000'000, expected));
      QVERIFY(!isInMemory(1'999'999, expected));
    }
  }

  void aFolderWithoutTheRoomIsSaidBeforeItIsFilled() {
    const auto never = [](std::span<std::byte>) -> Result<std::size_t> { return fail(Errc::internal, "It was read."); };
    const auto file = io::unpackAll("a name", never, std::uint64_t{1} << 60);
    QVERIFY(!file);
    QCOMPARE(file.error().code, Errc::noSpace);
    const std::string sentence = file.error().message.english();
    QVERIFY2(sentence.find("and " + io::scratchFolder().string() + " has room for ") != std::string::npos,
             sentence.c_str());
  }

  void aFailureOfTheReaderIsReported() {
    const auto file = io::unpackAll("a name", [](std::span<std::byte>) -> Result<std::size_t> {
      return fail(Errc::damaged, "The content is damaged.");
    });
    QVERIFY(!file);
    QCOMPARE(file.error().code, Errc::damaged);
  }
};

MASU_TEST(UnpackTest)
#include "unpack_test.moc"
