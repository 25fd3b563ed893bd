// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;

/// An archive read as POSIX.1-1988 describes it.
class TarTest : public QObject {
  Q_OBJECT

  static constexpr std::size_t kBlock = 512;

  QTemporaryDir m_folder;
  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  static std::uint64_t octal(const std::string& header, std::size_t at, std::size_t digits) {
    return std::stoull(header.substr(at, digits), nullptr, 8);
  }

 private Q_SLOTS:
  void membersOfASampleFollowEachOther() {
    const auto dataset = test::makeWaveforms(in("waves.h5"), 40);
    QVERIFY(dataset);
    const test::WholeShard whole(**dataset);
    const auto format = whole.format(Format::webdataset);
    QVERIFY(format);
    const auto files = whole.write(**format, in("out"));
    QVERIFY2(files && files->size() == 1, files ? "" : files.error().message.english().c_str());
    const std::string content = test::fileIn(in("out"), files->front());
    QCOMPARE(content.size() % kBlock, std::size_t{0});
    std::size_t at = 0;
    std::size_t members = 0;
    for (std::uint64_t sample = 0; sample < 40; ++sample) {
      const std::string key = QString::number(sample).rightJustified(9, '0').toStdString();
      for (const char* ending : {".npy", ".cls", ".json"}) {
        const std::string header = content.substr(at, kBlock);
        QCOMPARE(std::string(header.c_str()), key + ending);
        QCOMPARE(header.substr(257, 6), std::string("ustar\0", 6));
        unsigned sum = 8 * ' ';
        for (std::size_t i = 0; i < kBlock; ++i) {
          if (i < 148 || i >= 156) sum += static_cast<unsigned char>(header[i]);
        }
        QCOMPARE(octal(header, 148, 6), std::uint64_t{sum});
        const std::uint64_t size = octal(header, 124, 11);
        const std::string member = content.substr(at + kBlock, size);
        if (std::string(ending) == ".cls") QCOMPARE(member, std::to_string(sample % 2));
        if (std::string(ending) == ".npy") QCOMPARE(test::littleEndian(member, size - 2, 2), 10 * sample + 5);
        at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
        ++members;
      }
    }
    QCOMPARE(members, std::size_t{120});
    // Two empty blocks end it.
    QCOMPARE(content.substr(at), std::string(2 * kBlock, '\0'));
  }
};

MASU_TEST(TarTest)
#include "tar_test.moc"
