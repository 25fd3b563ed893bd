// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>
#include <set>

#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 1'203;

}  // namespace

/// Holds every format to what readers that are not Masu's find in it; read_shards.py is their side.
class FormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_progress = std::make_unique<Progress>();
  }

  void othersReadEveryValue_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("waveforms");
    QTest::addColumn<bool>("encoded");
    for (const Format format : formats()) {
      if (format == Format::csv || format == Format::zip) continue;
      const std::string name(shards::name(format));
      QTest::newRow((name + " table").c_str()) << int(format) << false << false;
      QTest::newRow((name + " encoded table").c_str()) << int(format) << false << true;
      QTest::newRow((name + " waveforms").c_str()) << int(format) << true << false;
    }
  }

  void othersReadEveryValue() {
    QFETCH(int, format);
    QFETCH(bool, waveforms);
    QFETCH(bool, encoded);
    const auto dataset = waveforms ? test::makeWaveforms(path("w.h5"), kSamples)
                                   : test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    for (const bool shuffled : {false, true}) {
      ShardOptions asked;
      asked.out = path(shuffled ? "shuffled" : "stored");
      asked.format = static_cast<Format>(format);
      asked.shardSamples = 400;
      asked.encoded = encoded;
      if (shuffled) asked.shuffle = 3;
      const auto shards = writeShards(**dataset, asked, {2, 0}, job());
      QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
      ShardOptions reference = asked;
      reference.out = path(shuffled ? "reference-shuffled" : "reference");
      reference.format = Format::csv;
      reference.encoded = true;
      QVERIFY(writeShards(**dataset, reference, {2, 0}, job()));
      // Multiples of 100 are in no split.
      QCOMPARE(samplesForPython(asked.out, reference.out), kSamples - 13);
    }
  }

  void refusesTwoColumnsUnderOneName_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<std::vector<std::string>>("kept");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("both");  // empty: they differ
    using Names = std::vector<std::string>;
    for (const Format format : {Format::npy, Format::npz, Format::safetensors}) {
      const std::string name(shards::name(format));
      QTest::newRow((name + " text").c_str()) << int(format) << Names{"note.lengths"} << std::string("note")
                                              << std::string("kept/note.lengths and kept/note");
      QTest::newRow((name + " slash").c_str())
          << int(format) << Names{"a/b", "a.b", "A.B"} << std::string() << std::string();
    }
    for (const Format format : {Format::tfrecord, Format::mds}) {
      const std::string name(shards::name(format));
      QTest::newRow((name + " array").c_str())
          << int(format) << Names{"labels"} << std::string() << std::string("labels and kept/labels");
      QTest::newRow((name + " prefix").c_str())
          << int(format) << Names{"label"} << std::string("note") << std::string();
    }
    QTest::newRow("webdataset label") << int(Format::webdataset) << Names{"label"} << std::string()
                                      << std::string("labels and kept/label");
    QTest::newRow("webdataset sample") << int(Format::webdataset) << Names() << std::string("sample")
                                       << std::string("sample and kept/sample");
    QTest::newRow("webdataset array") << int(Format::webdataset) << Names{"labels"} << std::string() << std::string();
    QTest::newRow("hdf5") << int(Format::hdf5) << Names{"note.lengths", "labels", "a/b", "a.b"} << std::string("note")
                          << std::string();
  }

  void refusesTwoColumnsUnderOneName() {
    QFETCH(int, format);
    QFETCH(std::vector<std::string>, kept);
    QFETCH(std::string, text);
    QFETCH(std::string, both);
    const auto dataset = withKept(kept, text);
    QVERIFY2(dataset, dataset ? "" : dataset.error().message.english().c_str());
    ShardOptions asked;
    asked.format = static_cast<Format>(format);
    asked.out = path("out");
    const auto written = writeShards(**dataset, asked, {1, 1 << 30}, job());
    if (both.empty()) {
      QVERIFY2(written, written ? "" : written.error().message.english().c_str());
      for (const ShardInfo& shard : *written) {
        std::set<std::string> paths;
        for (const ShardFile& file : shard.files) QVERIFY2(paths.insert(file.path).second, file.path.c_str());
      }
      return;
    }
    QVERIFY(!written);
    QCOMPARE(int(written.error().code), int(Errc::unsupported));
    const std::string message = written.error().message.english();
    QVERIFY2(message.find("both " + both) != std::string::npos, message.c_str());
    QVERIFY(!fs::exists(path("out")));
    asked.encoded = true;  // leaves out what was only kept
    QVERIFY(writeShards(**dataset, asked, {1, 1 << 30}, job()));
  }

  void plansTheBytesAndGivesTheSameForAnyThreads_data() {
    QTest::addColumn<int>("format");
    for (const Format format : formats()) {
      if (format != Format::zip) QTest::newRow(std::string(shards::name(format)).c_str()) << int(format);
    }
  }

  void plansTheBytesAndGivesTheSameForAnyThreads() {
    QFETCH(int, format);
    constexpr std::uint64_t kMany = 30'000;
    const auto dataset = test::makeTable(path("t.h5"), kMany, store::Compression::none);
    QVERIFY(dataset);
    ShardOptions asked;
    asked.format = static_cast<Format>(format);
    asked.shardSamples = 12'000;
    asked.out = path("one");
    const auto planned = planShards(**dataset, asked);
    QVERIFY(planned);
    const auto shards = writeShards(**dataset, asked, {1, 1 << 30}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    QCOMPARE(planned->size(), shards->size());
    double plannedBytes = 0;
    double writtenBytes = 0;
    for (std::size_t i = 0; i < shards->size(); ++i) {
      QCOMPARE((*planned)[i].path, (*shards)[i].path);
      QCOMPARE((*planned)[i].samples, (*shards)[i].samples);
      plannedBytes += double((*planned)[i].bytes);
      writtenBytes += double((*shards)[i].bytes);
    }
    QVERIFY2(std::abs(plannedBytes / writtenBytes - 1) < 0.01,
             qPrintable(QString::number(plannedBytes / writtenBytes)));
    asked.out = path("two");
    QVERIFY(writeShards(**dataset, asked, {3, 1 << 16}, job()));
    QVERIFY(test::contentsBelow(path("one")) == test::contentsBelow(path("two")));
  }

  void noShardIsLargerThanAsked_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("waveforms");
    for (const Format format : formats()) {
      if (format == Format::zip) continue;
      const std::string name(shards::name(format));
      QTest::newRow((name + " table").c_str()) << int(format) << false;
      QTest::newRow((name + " waveforms").c_str()) << int(format) << true;
    }
  }

  /// Of all its files together, and so is what the plan says.
  void noShardIsLargerThanAsked() {
    QFETCH(int, format);
    QFETCH(bool, waveforms);
    const auto dataset = waveforms ? test::makeWaveforms(path("w.h5"), kSamples)
                                   : test::makeTable(path("t.h5"), kSamples, store::Compression::none);
    QVERIFY(dataset);
    QVERIFY(test::split(**dataset));
    ShardOptions unlimited;
    unlimited.format = static_cast<Format>(format);
    unlimited.out = path("unlimited");
    const auto whole = planShards(**dataset, unlimited);
    QVERIFY(whole);
    const std::uint64_t largest = std::ranges::max(*whole, {}, &ShardInfo::bytes).bytes;
    for (const std::uint64_t limit : {largest * 9 / 10, largest * 3 / 4 + 1, largest * 2 / 3}) {
      for (const bool shuffled : {false, true}) {
        ShardOptions asked;
        asked.format = static_cast<Format>(format);
        asked.out = path(("out" + std::to_string(limit) + (shuffled ? "s" : "")).c_str());
        asked.shardBytes = limit;
        if (shuffled) asked.shuffle = 3;
        const auto planned = planShards(**dataset, asked);
        QVERIFY2(planned, planned ? "" : planned.error().message.english().c_str());
        const auto shards = writeShards(**dataset, asked, {2, 0}, job());
        QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
        QCOMPARE(planned->size(), shards->size());
        QVERIFY(shards->size() > whole->size());
        for (std::size_t i = 0; i < shards->size(); ++i) {
          QCOMPARE((*planned)[i].samples, (*shards)[i].samples);
          QVERIFY((*planned)[i].bytes <= limit);
          QVERIFY2((*shards)[i].bytes <= limit, qPrintable(QString::number((*shards)[i].bytes)));
        }
      }
    }
  }

  void refusesALimitBelowOneSample() {
    const auto dataset = test::makeTable(path("t.h5"), 300, store::Compression::none);
    QVERIFY(dataset);
    for (const Format format : formats()) {
      ShardOptions asked;
      asked.format = format;
      asked.shardBytes = 10;
      asked.out = path("out");
      const auto refused = writeShards(**dataset, asked, {2, 0}, job());
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      QVERIFY(!fs::exists(asked.out));
    }
  }

  void hdf5ShardsAreDatasets() {
    const auto dataset = test::makeTable(path("t.h5"), 300, store::Compression::gzip);
    QVERIFY(dataset);
    ShardOptions asked;
    asked.format = Format::hdf5;
    asked.shardSamples = 200;
    asked.out = path("out");
    const auto shards = writeShards(**dataset, asked, {2, 0}, job());
    QVERIFY2(shards, shards ? "" : shards.error().message.english().c_str());
    const auto second = store::Dataset::open(path("out") / (*shards)[1].path);
    QVERIFY2(second, second ? "" : second.error().message.english().c_str());
    QCOMPARE((*second)->samples(), std::uint64_t{100});
    QCOMPARE((*second)->meta().classes, test::kClasses);
    QCOMPARE((*second)->readTexts("note", 5, 1)->front(), (*dataset)->readTexts("note", 205, 1)->front());
    QVERIFY(store::SplitsFile::open((*second)->path(), (*second)->uuid(), 100));
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  JobContext job() const { return {{}, *m_progress}; }

  /// Classes, numbers kept in the columns `kept` and, unless that is empty, texts in another one.
  Result<std::shared_ptr<const store::Dataset>> withKept(const std::vector<std::string>& kept,
                                                         const std::string& text) const {
    constexpr std::uint64_t kFew = 10;
    store::DatasetMeta meta;
    meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020102";
    meta.target = store::Target::classes;
    meta.classes = test::kClasses;
    store::ObjectInfo labels;
    labels.name = "labels";
    labels.dtype = table::DType::u8;
    labels.chunkSamples = kFew;
    std::vector<store::ObjectInfo> objects = {labels};
    const auto addColumn = [&](const std::string& name, table::Role role, table::Kind kind) {
      table::Column& column = meta.schema.columns.emplace_back();
      column.name = name;
      column.role = role;
      column.kind = kind;
    };
    addColumn("y", table::Role::label, table::Kind::category);
    for (const std::string& name : kept) {
      objects.push_back(labels);
      objects.back().name = "kept/" + name;
      addColumn(name, table::Role::kept, table::Kind::decimal);
    }
    if (!text.empty()) addColumn(text, table::Role::kept, table::Kind::text);
    MASU_TRY(auto writer, store::DatasetWriter::create(path("kept.h5"), objects, {.overwrite = false, .sync = false}));
    const std::vector<std::uint8_t> ones(kFew, 1);
    for (std::size_t i = 0; i < objects.size(); ++i) MASU_CHECK(writer->write(i, 0, std::as_bytes(std::span(ones))));
    if (!text.empty()) MASU_CHECK(writer->appendTexts(text, std::vector<std::string>(kFew, "word")));
    MASU_CHECK(writer->finish(kFew, meta, job()));
    return store::Dataset::open(path("kept.h5"));
  }

  std::uint64_t samplesForPython(const fs::path& folder, const fs::path& reference) {
    const auto ran = m_python.run(
        {MASU_READ_SHARDS, QString::fromStdString(folder.string()), QString::fromStdString(reference.string())});
    return ran.exitCode == 0 ? ran.output.trimmed().toULongLong() : 0;
  }

  test::ForkedPython m_python{{"numpy", "pandas", "h5py", "google.protobuf"}};
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Progress> m_progress;
};

MASU_TEST(FormatsTest)
#include "formats_test.moc"
