// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

/// Programs that know nothing of Masu read what it wrote as FORMAT.md says.
class OtherReadersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void h5pyFindsTheObjectsOfTheFormatAndTheirValues_data() { compressions(); }
  void h5pyFindsTheObjectsOfTheFormatAndTheirValues() {
    QFETCH(masu::store::Compression, compression);
    write(compression);
    const auto output = run("/usr/bin/python3", {MASU_FIXTURES "/readers/read_dataset.py", m_folder->path()});
    QVERIFY(output.has_value());
    QCOMPARE(output->trimmed(), QByteArray("equal"));
  }

  void otherDecodersReadWhatNeedsAPlugIn_data() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("lz4") << Compression::lz4;
    QTest::newRow("zstd") << Compression::zstd;
  }
  void otherDecodersReadWhatNeedsAPlugIn() {
    QFETCH(masu::store::Compression, compression);
    m_folder = std::make_unique<QTemporaryDir>();
    const fs::path folder = m_folder->path().toStdString();
    constexpr std::uint64_t kSamples = 5000;
    for (const Compression each : {compression, Compression::none}) {
      const auto contents = someContent(kSamples, each);
      const fs::path file = folder / (each == Compression::none ? "plain.h5" : "F.h5");
      REQUIRE_OK(writeDataset(file, contents, kSamples, randomPieces(contents.size(), kSamples, 1), 2));
    }
    const auto own = *store::Dataset::open(folder / "F.h5");
    for (const ObjectInfo& object : own->objects()) QVERIFY(object.compression == compression);
    const QString script = MASU_FIXTURES "/readers/same_datasets.py";
    const auto output = run("/usr/bin/python3", {script, m_folder->filePath("plain.h5"), m_folder->filePath("F.h5"),
                                                 compression == Compression::lz4 ? "hdf5plugin" : "zstandard"});
    QVERIFY(output.has_value());
    QCOMPARE(output->trimmed(), QByteArray("equal"));
  }

  void pytablesReadsEveryObject_data() { compressions(); }
  void pytablesReadsEveryObject() {
    QFETCH(masu::store::Compression, compression);
    write(compression);
    const auto output =
        run("/usr/bin/python3", {MASU_FIXTURES "/readers/same_in_pytables.py", m_folder->filePath("F.h5")});
    QVERIFY(output.has_value());
    QCOMPARE(output->trimmed(), QByteArray("equal"));
  }

  void h5dumpReadsEveryObject_data() { compressions(); }
  void h5dumpReadsEveryObject() {
    QFETCH(masu::store::Compression, compression);
    write(compression);
    const auto dump = run("h5dump", {"-p", m_folder->filePath("F.h5")});
    QVERIFY(dump.has_value());
    QVERIFY(!dump->contains("unable"));
    QCOMPARE(dump->contains("DEFLATE"), compression == Compression::gzip);
  }

 private:
  static void compressions() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("none") << Compression::none;
    QTest::newRow("gzip") << Compression::gzip;
  }

  /// The dataset, its default manifest, and beside them what each object should hold as plain bytes.
  void write(Compression compression) {
    m_folder = std::make_unique<QTemporaryDir>();
    constexpr std::uint64_t kSamples = 1000;
    auto contents = someContent(kSamples, compression);
    contents.push_back(
        {{.name = "kept/half", .dtype = DType::f16, .sampleShape = {}, .chunkSamples = 333, .compression = compression},
         someValues(DType::f16, kSamples, 8)});
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < kSamples; ++i) texts.push_back("\u67a1 " + std::to_string(i));
    const fs::path folder = m_folder->path().toStdString();
    REQUIRE_OK(writeDataset(folder / "F.h5", contents, kSamples, randomPieces(contents.size(), kSamples, 1), 2, texts));
    for (const Content& content : contents) {
      std::string name = content.info.name;
      std::ranges::replace(name, '/', '_');
      writeBytes(folder / (name + ".bin"), {reinterpret_cast<const char*>(content.bytes.data()), content.bytes.size()});
    }
    auto splits = store::SplitsFile::open(folder / "F.h5", someMeta().uuid, kSamples);
    REQUIRE_OK(splits);
    store::Assignment assignment(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) assignment[i] = static_cast<store::Split>(i % 4);
    REQUIRE_OK(splits->write({"default", "{}", false}, assignment));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(OtherReadersTest)
#include "other_readers_test.moc"
