// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/record_format.h"

#include <QTemporaryDir>
#include <QTest>
#include <numeric>
#include <sstream>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;
using test::WholeShard;

/// Formats that write a shard sample by sample.
class RecordFormatTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(in("table.h5"), 300, store::Compression::none);
    QVERIFY(made);
    m_dataset = *made;
  }

  void aShardIsItsHeadItsRecordsAndItsTail() {
    const WholeShard whole(*m_dataset);
    const auto format = whole.format(Format::webdataset);
    QVERIFY(format);
    const auto files = whole.write(**format, in("tar"));
    QVERIFY2(files, files ? "" : files.error().message.english().c_str());
    const std::vector<std::uint64_t> records = whole.mostBytes(**format);
    QCOMPARE(records.size(), std::size_t{300});
    QCOMPARE(files->front().bytes, std::accumulate(records.begin(), records.end(), (*format)->fixedBytes(300)));
  }

  void theIndexSaysWhereRecordsAre() {
    const WholeShard whole(*m_dataset);
    const auto format = whole.format(Format::tfrecord);
    QVERIFY(format);
    const auto files = whole.write(**format, in("tfrecord"));
    QVERIFY2(files, files ? "" : files.error().message.english().c_str());
    QCOMPARE(files->size(), std::size_t{2});
    const std::string content = test::fileIn(in("tfrecord"), files->front());
    std::istringstream index(test::fileIn(in("tfrecord"), files->back()));
    std::uint64_t next = 0;
    int records = 0;
    for (std::uint64_t offset = 0, length = 0; index >> offset >> length; ++records) {
      QCOMPARE(offset, next);
      // A record: the length of its data, a checksum of that, the data, a checksum of these.
      QCOMPARE(test::littleEndian(content, offset, 8) + 8 + 4 + 4, length);
      next = offset + length;
    }
    QCOMPARE(records, 300);
    QCOMPARE(next, std::uint64_t{content.size()});
  }

  void aStoppedShardIsCancelled() {
    const WholeShard whole(*m_dataset);
    std::stop_source source;
    source.request_stop();
    for (const Format kind : {Format::webdataset, Format::tfrecord, Format::mds}) {
      const auto format = whole.format(kind);
      QVERIFY(format);
      std::filesystem::create_directories((in("stopped") / (*format)->path(whole.split(), 2)).parent_path());
      SampleReader reader(*m_dataset, source.get_token());
      Progress progress;
      const auto stopped =
          (*format)->write(in("stopped"), whole.shard(), {reader, 1000, {}, 1}, {source.get_token(), progress});
      QVERIFY(!stopped);
      QVERIFY(stopped.error().code == Errc::cancelled);
    }
  }

  void keptColumnsAreCalledPlainly() {
    QCOMPARE(plainName("kept/score"), std::string("score"));
    QCOMPARE(plainName("kept/a/b"), std::string("a/b"));
    QCOMPARE(plainName("labels"), std::string("labels"));
  }
};

MASU_TEST(RecordFormatTest)
#include "record_format_test.moc"
