// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cstring>

#include "core/store/hdf5/opened_file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

const std::string kSignature("\x89HDF\r\n\x1A\n", 8);

/// The front of a file by its superblock: https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html
std::string fileOf(unsigned version, std::uint64_t end, std::size_t size, std::uint64_t base = 0, char offsetSize = 8) {
  std::string bytes = kSignature + std::string(std::max<std::size_t>(size, 96) - kSignature.size(), '\0');
  const bool old = version == 0;
  bytes[8] = static_cast<char>(version);
  bytes[old ? 13 : 9] = offsetSize;
  std::memcpy(&bytes[old ? 24 : 12], &base, sizeof(base));
  std::memcpy(&bytes[old ? 40 : 28], &end, sizeof(end));
  return bytes.substr(0, size);
}

Result<std::uint64_t> checked(const std::string& bytes) {
  auto file = io::File::createInMemory("d.h5");
  if (!file || !file->writeAt(0, std::as_bytes(std::span(bytes)))) qFatal("no memory for a file");
  return store::checkSuperblock(*file);
}

}  // namespace

/// What is looked at before the HDF5 library sees a file.
class SuperblockTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeFilesHaveTheirSize() {
    for (const unsigned version : {0U, 2U, 3U}) {
      QCOMPARE(checked(fileOf(version, 500, 500)).value(), std::uint64_t{500});
      QCOMPARE(checked(fileOf(version, 499, 500)).value(), std::uint64_t{500});
    }
    QCOMPARE(checked(fileOf(0, 96, 96)).value(), std::uint64_t{96});
    QCOMPARE(checked(fileOf(3, 48, 48)).value(), std::uint64_t{48});
  }

  void otherFilesAreOfAnotherFormat() {
    const std::string whole = fileOf(3, 200, 200);
    for (const std::string& other : {std::string(), std::string("HDF"), whole.substr(1), whole.substr(0, 7)})
      QVERIFY(checked(other).error().code == Errc::format);
    for (const std::string& unknown :
         {fileOf(1, 200, 200), fileOf(4, 200, 200), fileOf(3, 200, 200, 512), fileOf(0, 200, 200, 512),
          fileOf(3, 200, 200, 0, 4), fileOf(0, 200, 200, 0, 4)}) {
      const auto refused = checked(unknown);
      QVERIFY(!refused);
      QVERIFY(refused.error().code == Errc::format);
      QVERIFY(refused.error().message.english().find("d.h5") != std::string::npos);
    }
  }

  void cutFilesSayHowMuchIsThere() {
    for (const unsigned version : {0U, 2U, 3U}) {
      const std::string whole = fileOf(version, 300, 300);
      for (std::size_t size = version == 0 ? 14 : 10; size < whole.size(); ++size) {
        const auto cut = checked(whole.substr(0, size));
        QVERIFY2(!cut, std::to_string(size).c_str());
        QVERIFY(cut.error().code == Errc::damaged);
        const std::string sentence = cut.error().message.english();
        QVERIFY2(sentence.find(std::to_string(size) + " of its ") != std::string::npos, sentence.c_str());
      }
    }
    QVERIFY(checked(fileOf(3, ~std::uint64_t{0}, 300)).error().code == Errc::damaged);
  }
};

MASU_TEST(SuperblockTest)
#include "superblock_test.moc"
