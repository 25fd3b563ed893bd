// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fixtures/npm_readers.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/shards/export/export.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 1'203;

/// Two features as codes of 16 bits, sample i standing for i / 2 and 100 - i / 4, every ninth missing.
Result<std::shared_ptr<const store::Dataset>> makeCodes(const fs::path& path) {
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020103";
  for (const auto& [name, scale, offset] : {std::tuple("a", 0.5, 0.0), std::tuple("b/c", -0.25, 100.0)}) {
    table::Column column;
    column.name = name;
    column.stored = table::DType::i16;
    column.scale = scale;
    column.offset = offset;
    meta.schema.columns.push_back(column);
  }
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::i16;
  features.sampleShape = {2};
  MASU_TRY(auto writer, store::DatasetWriter::create(path, {features}, {.overwrite = false, .sync = false}));
  std::vector<std::int16_t> codes;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    codes.push_back(i % 9 == 0 ? std::numeric_limits<std::int16_t>::lowest() : static_cast<std::int16_t>(i));
    codes.push_back(static_cast<std::int16_t>(i));
  }
  MASU_CHECK(writer->write(0, 0, std::as_bytes(std::span(codes))));
  Progress progress;
  MASU_CHECK(writer->finish(kSamples, meta, {{}, progress}));
  return store::Dataset::open(path);
}

}  // namespace

/// Readers written in JavaScript that share no library with Masu; read_shards.mjs is their side.
class NpmReadersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    m_modules = test::npmReaders();
    if (m_modules.isEmpty()) QSKIP(test::kNoNpmReaders);
  }

  void everyValueIsTheOneNumpyReads_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("dataset");
    QTest::addColumn<bool>("encoded");
    for (const Format format : {Format::hdf5, Format::tfrecord}) {
      for (const char* dataset : {"table", "waveforms", "codes"}) {
        for (const bool encoded : {false, true}) {
          const std::string row = std::string(name(format)) + (encoded ? " encoded " : " ") + dataset;
          QTest::newRow(row.c_str()) << int(format) << dataset << encoded;
        }
      }
    }
  }
  void everyValueIsTheOneNumpyReads() {
    QFETCH(int, format);
    QFETCH(QString, dataset);
    QFETCH(bool, encoded);
    const QTemporaryDir folder;
    const fs::path base = folder.path().toStdString();
    const auto made = dataset == "table"       ? test::makeTable(base / "d.h5", kSamples, store::Compression::gzip)
                      : dataset == "waveforms" ? test::makeWaveforms(base / "d.h5", kSamples)
                                               : makeCodes(base / "d.h5");
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    QVERIFY(test::split(**made));
    ShardOptions asked;
    asked.shardSamples = 400;
    asked.encoded = encoded;
    asked.shuffle = 5;
    Progress progress;
    for (const auto& [to, as] : {std::pair("out", static_cast<Format>(format)), std::pair("npy", Format::npy)}) {
      asked.out = base / to;
      asked.format = as;
      const auto written = writeShards(**made, asked, {2, 0}, {{}, progress});
      QVERIFY2(written, written ? "" : written.error().message.english().c_str());
    }
    QProcess node;
    node.start("node", {MASU_READ_SHARDS_NPM, m_modules, folder.filePath("out"), folder.filePath("npy")});
    QVERIFY(node.waitForFinished(120'000));
    QVERIFY2(node.exitCode() == 0, node.readAllStandardError().constData());
    // Multiples of 100 are in no split.
    QCOMPARE(node.readAllStandardOutput().trimmed(), QByteArray::number(kSamples - 13));
  }

 private:
  QString m_modules;
};

MASU_TEST(NpmReadersTest)
#include "npm_readers_test.moc"
