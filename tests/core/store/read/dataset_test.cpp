// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 1000;

void changeByte(const fs::path& file, std::size_t at) {
  std::string bytes = bytesOf(file);
  bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
  writeBytes(file, bytes);
}

}  // namespace

class DatasetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const auto contents = someContent(kSamples, Compression::none);
    REQUIRE_OK(writeDataset(path("whole.h5"), contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    m_whole = bytesOf(path("whole.h5"));
  }

  void refusesWhatIsNotADataset() {
    QCOMPARE(store::Dataset::open(path("none.h5")).error().code, Errc::notFound);
    QCOMPARE(store::Dataset::open(folder()).error().code, Errc::invalidArgument);
    for (const std::string content : {"", "a", "x,y\n1,2\n", "\x89HDF\r\n\x1a"}) {
      writeBytes(path("other.h5"), content);
      QCOMPARE(store::Dataset::open(path("other.h5")).error().code, Errc::format);
    }
    QVERIFY(python("h5py.File(file, 'w').create_dataset('features', data=[1.0, 2.0])"));
    QCOMPARE(store::Dataset::open(path("made.h5")).error().code, Errc::format);
    QVERIFY(python("h5py.File(file, 'w', libver='latest').create_dataset('features', data=[1.0, 2.0])"));
    QCOMPARE(store::Dataset::open(path("made.h5")).error().code, Errc::format);
  }

  void opensNothingAfterAStop() {
    std::stop_source stop;
    const auto open = [&] {
      return store::Dataset::open(path("whole.h5"), store::Checking::onFirstRead, stop.get_token());
    };
    QVERIFY(open());
    stop.request_stop();
    const auto dataset = open();
    QVERIFY(!dataset);
    QCOMPARE(dataset.error().code, Errc::cancelled);
  }

  void reportsALaterFormat() {
    writeBytes(path("made.h5"), m_whole);
    QVERIFY(python("h5py.File(file, 'r+').attrs.modify('masu_format', 4)"));
    const auto dataset = store::Dataset::open(path("made.h5"));
    QVERIFY(!dataset);
    QCOMPARE(dataset.error().code, Errc::unsupported);
    QVERIFY(dataset.error().message.english().find("newer Masu") != std::string::npos);
  }

  void refusesMorePaddedWindowsThanSamples() {
    writeBytes(path("made.h5"), m_whole);
    QVERIFY(python("h5py.File(file, 'r+')['meta/padding'] = __import__('numpy').frombuffer("
                   "b'{\"windows\": 1000000}', 'u1')"));
    const auto dataset = store::Dataset::open(path("made.h5"));
    QVERIFY(!dataset);
    QVERIFY2(dataset.error().message.english().find("meta/padding") != std::string::npos,
             dataset.error().message.english().c_str());
  }

  void reportsACutFile() {
    std::mt19937 random(1);
    for (int round = 0; round < 100; ++round) {
      const std::size_t size = 12 + random() % (m_whole.size() - 12);
      writeBytes(path("cut.h5"), std::string_view(m_whole).substr(0, size));
      const auto dataset = store::Dataset::open(path("cut.h5"));
      QVERIFY(!dataset);
      QCOMPARE(dataset.error().code, Errc::damaged);
    }
  }

  void seesEveryChangedSample_data() { compressions(); }
  void seesEveryChangedSample() {
    QFETCH(masu::store::Compression, compression);
    const auto contents = someContent(kSamples, compression);
    const fs::path file = path("changed.h5");
    fs::remove(file);
    REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const std::string intact = bytesOf(file);
    // The places of values: those where a change still leaves a file that opens as the same description.
    std::mt19937 random(2);
    int damagedChunks = 0;
    for (int round = 0; round < 300; ++round) {
      writeBytes(file, intact);
      changeByte(file, random() % intact.size());
      const auto dataset = store::Dataset::open(file);
      if (!dataset) continue;  // metadata: HDF5's own checksums
      for (const Content& content : contents) {
        const ObjectInfo* object = (*dataset)->find(content.info.name);
        QVERIFY(object != nullptr);
        for (std::uint64_t chunk = 0; chunk < object->chunks(); ++chunk) {
          const std::uint64_t first = chunk * object->chunkSamples;
          const std::uint64_t count = std::min(object->chunkSamples, kSamples - first);
          const auto expected =
              std::span(content.bytes).subspan(first * content.sampleBytes(), count * content.sampleBytes());
          std::vector<std::byte> values(expected.size());
          const auto read = (*dataset)->read(*object, first, count, values);
          const bool same = std::ranges::equal(values, expected);
          // Other values are never handed out.
          if (read) QVERIFY(same);
          const auto verdict = (*dataset)->chunkIntact(*object, chunk);
          REQUIRE_OK(verdict);
          // A changed checksum may accuse good values; changed values are never called intact.
          if (!same) QVERIFY(!*verdict);
          damagedChunks += same ? 0 : 1;
          if (*verdict) continue;
          const auto one = std::span(values).first(content.sampleBytes());
          QCOMPARE((*dataset)->read(*object, first, 1, one).error().code, Errc::damaged);
        }
      }
    }
    QVERIFY(damagedChunks > 20);
  }

  void readsTheSameChunksPastThePageCache_data() { compressions(); }
  void readsTheSameChunksPastThePageCache() {
    QFETCH(masu::store::Compression, compression);
    const auto contents = someContent(kSamples, compression);
    const fs::path file = path("uncached.h5");
    fs::remove(file);
    REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const auto dataset = *store::DatasetFile::open(file, store::Checking::onFirstRead, store::Caching::never);
    for (const Content& content : contents) {
      const ObjectInfo* object = dataset->find(content.info.name);
      QVERIFY(object != nullptr);
      if (object->element == store::Element::origin) continue;  // packed in the file
      for (std::uint64_t chunk = 0; chunk < object->chunks(); ++chunk) {
        const std::uint64_t first = chunk * object->chunkSamples;
        const std::uint64_t count = std::min(object->chunkSamples, kSamples - first);
        std::vector<std::byte> values(count * content.sampleBytes());
        dataset->prefetchChunk(*object, chunk);
        REQUIRE_OK(dataset->readChunk(*object, chunk, values));
        QVERIFY(
            std::ranges::equal(values, std::span(content.bytes).subspan(first * content.sampleBytes(), values.size())));
      }
    }
  }

  void checksNothingWhereThatIsTurnedOff() {
    const auto contents = someContent(kSamples, store::Compression::none);
    const fs::path file = path("unchecked.h5");
    fs::remove(file);
    REQUIRE_OK(writeDataset(file, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const std::string intact = bytesOf(file);
    const auto& values = contents.front().bytes;
    const std::string stored(reinterpret_cast<const char*>(values.data()), std::min<std::size_t>(values.size(), 64));
    const std::size_t at = intact.find(stored);
    QVERIFY(at != std::string::npos);
    changeByte(file, at);
    std::vector<std::byte> first(contents.front().sampleBytes());
    const auto checked = *store::Dataset::open(file);
    const auto refused = checked->read(*checked->find(contents.front().info.name), 0, 1, first);
    QCOMPARE(refused.error().code, Errc::damaged);
    QVERIFY(refused.error().message.english().find("of the samples 0 to ") != std::string::npos);
    const auto unchecked = *store::Dataset::open(file, store::Checking::never);
    REQUIRE_OK(unchecked->read(*unchecked->find(contents.front().info.name), 0, 1, first));
    QVERIFY(!std::ranges::equal(first, std::span(values).first(first.size())));
  }

  void refusesRangesPastTheEnd() {
    const auto dataset = *store::Dataset::open(path("whole.h5"));
    const ObjectInfo& labels = *dataset->find("labels");
    std::vector<std::byte> out(2);
    QCOMPARE(dataset->read(labels, kSamples - 1, 2, out).error().code, Errc::invalidArgument);
    QCOMPARE(dataset->read(labels, ~0ULL, 2, out).error().code, Errc::invalidArgument);
    REQUIRE_OK(dataset->read(labels, kSamples - 2, 2, out));
    QCOMPARE(dataset->readValues(*dataset->find("origin"), 0, 1).error().code, Errc::invalidArgument);
  }

  void widensAffineValuesAndKnowsTheirMissingCode() {
    ObjectInfo info{.name = "features", .dtype = DType::i8, .sampleShape = {2}};
    const std::vector<std::int8_t> stored = {-128, 3, 10, -128, 4, 5};
    auto writer = store::DatasetWriter::create(path("affine.h5"), {info}, {});
    REQUIRE_OK(writer);
    REQUIRE_OK((*writer)->write(0, 0, std::as_bytes(std::span(stored))));
    store::DatasetMeta meta;
    meta.schema.columns.resize(2);
    meta.schema.columns[0].scale = 0.5;
    meta.schema.columns[0].offset = 100;
    Progress progress;
    REQUIRE_OK((*writer)->finish(3, meta, {{}, progress}));
    const auto dataset = *store::Dataset::open(path("affine.h5"));
    const auto values = *dataset->readValues(*dataset->find("features"), 0, 3);
    QVERIFY(std::isnan(values[0]) && std::isnan(values[3]));
    QCOMPARE(values[1], 3.0);
    QCOMPARE(values[2], 105.0);
    QCOMPARE(values[4], 102.0);
    QCOMPARE(values[5], 5.0);
    const auto scales = run("/usr/bin/python3",
                            {"-c", QString("import h5py; f = h5py.File('%1'); print(f['features_scale'][:].tolist(), "
                                           "f['features_offset'][:].tolist())")
                                       .arg(QString::fromStdString(path("affine.h5").string()))});
    QVERIFY(scales.has_value());
    QCOMPARE(scales->trimmed(), QByteArray("[0.5, 1.0] [100.0, 0.0]"));
  }

 private:
  static void compressions() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("none") << Compression::none;
    QTest::newRow("gzip") << Compression::gzip;
  }
  fs::path folder() const { return m_folder.path().toStdString(); }
  fs::path path(const std::string& name) const { return folder() / name; }
  bool python(const QString& statement) const {
    const QString file = QString::fromStdString(path("made.h5").string());
    return run("/usr/bin/python3", {"-c", "import h5py; file = '" + file + "'; " + statement}).has_value();
  }

  QTemporaryDir m_folder;
  std::string m_whole;
};

MASU_TEST(DatasetTest)
#include "dataset_test.moc"
