// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/opened_file.h"
#include "core/store/read/dataset_opening.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::hdf5::Handle;

/// Where the samples of objects are in a file.
class ExtentReadingTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 1000;

  QTemporaryDir m_folder;
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  static Result<store::Extent> extentOf(const fs::path& path, const std::string& object,
                                        store::Element element = store::Element::number) {
    const store::hdf5::Lock lock;
    MASU_TRY(const store::OpenedFile file, store::OpenedFile::open(path));
    return store::readExtent(file, {.name = object, .element = element});
  }
  /// A file with one dataset "features" that Masu did not write.
  fs::path made(const char* name, hid_t type, const std::vector<hsize_t>& shape, const Handle& properties) const {
    const store::hdf5::Lock lock;
    const Handle file(H5Fcreate(in(name).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    const Handle dataset(H5Dcreate2(file.get(), "features", type, space.get(), H5P_DEFAULT,
                                    properties ? properties.get() : H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
    if (!dataset) qFatal("the dataset %s cannot be made", name);
    return in(name);
  }
  static Handle chunked(const std::vector<hsize_t>& chunk) {
    Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data());
    return properties;
  }

 private Q_SLOTS:
  /// The bytes at the places that an extent has are the values, without the HDF5 library.
  void valuesAreAtTheirPlaces() {
    for (const Compression compression : {Compression::none, Compression::gzip}) {
      const fs::path path = in(compression == Compression::none ? "plain.h5" : "gzip.h5");
      const auto contents = someContent(kSamples, compression);
      REQUIRE_OK(writeDataset(path, contents, kSamples, wholePieces(contents.size(), kSamples), 1));
      const std::string file = bytesOf(path);
      const Content& features = contents.front();
      const auto extent = extentOf(path, "features");
      REQUIRE_OK(extent);
      QVERIFY(extent->info.dtype == DType::f32 && extent->info.compression == compression);
      QCOMPARE(extent->info.sampleShape, std::vector<std::uint64_t>{5});
      QCOMPARE(extent->info.samples, kSamples);
      QCOMPARE(extent->info.chunks(), (kSamples + 63) / 64);
      QCOMPARE(extent->checksums.size(), static_cast<std::size_t>(extent->info.chunks()));
      if (compression == Compression::none) {
        QVERIFY(extent->chunks.empty());
        QVERIFY(file.compare(extent->address, features.bytes.size(),
                             reinterpret_cast<const char*>(features.bytes.data()), features.bytes.size()) == 0);
        continue;
      }
      QCOMPARE(extent->chunks.size(), extent->checksums.size());
      for (const store::hdf5::ChunkEntry& chunk : extent->chunks)
        QVERIFY(chunk.size > 0 && chunk.address + chunk.size <= file.size());
    }
  }

  void whatIsNotThereIsMalformed() {
    const auto contents = someContent(kSamples, Compression::none);
    REQUIRE_OK(writeDataset(in("d.h5"), contents, kSamples, wholePieces(contents.size(), kSamples), 1));
    const auto absent = extentOf(in("d.h5"), "recordings");
    QVERIFY(!absent);
    QVERIFY(absent.error().code == Errc::format);
    QVERIFY(absent.error().message.english().find("recordings") != std::string::npos);
    // An origin is not a number.
    QVERIFY(extentOf(in("d.h5"), "origin").error().code == Errc::format);
    REQUIRE_OK(extentOf(in("d.h5"), "origin", store::Element::origin));
  }

  void plainFilesOfOthersAreRead() {
    Handle early(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    QVERIFY(H5Pset_alloc_time(early.get(), H5D_ALLOC_TIME_EARLY) >= 0);
    const auto plain = extentOf(made("early.h5", H5T_IEEE_F64LE, {100, 3}, early), "features");
    REQUIRE_OK(plain);
    QVERIFY(plain->info.dtype == DType::f64);
    QVERIFY(plain->info.chunkSamples > 0 && plain->info.chunkSamples <= 100);
    QVERIFY(plain->address + 100 * 3 * 8 <= fs::file_size(in("early.h5")));
    QVERIFY(plain->checksums.empty());
  }

  void layoutsThatMasuDoesNotWriteAreMalformed() {
    Handle compact(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    QVERIFY(H5Pset_layout(compact.get(), H5D_COMPACT) >= 0);
    Handle filtered = chunked({4, 2});
    QVERIFY(H5Pset_fletcher32(filtered.get()) >= 0);
    // Compressed, but without a list of where its chunks are.
    Handle unlisted = chunked({4, 2});
    QVERIFY(store::hdf5::setFilters(unlisted.get(), Compression::gzip, "unlisted.h5"));
    const fs::path paths[] = {
        made("compact.h5", H5T_IEEE_F32LE, {8, 2}, compact),
        made("filtered.h5", H5T_IEEE_F32LE, {8, 2}, filtered),
        made("unlisted.h5", H5T_IEEE_F32LE, {8, 2}, unlisted),
        made("across.h5", H5T_IEEE_F32LE, {8, 2}, chunked({8, 1})),
        made("empty.h5", H5T_IEEE_F32LE, {0, 2}, {}),
        made("big.h5", H5T_IEEE_F32BE, {8, 2}, {}),
        made("huge.h5", H5T_IEEE_F32LE, {std::uint64_t{1} << 57U, 4}, {}),
        made("number.h5", H5T_IEEE_F32LE, {}, {}),
    };
    for (const fs::path& path : paths) {
      const auto extent = extentOf(path, "features");
      QVERIFY2(!extent, path.c_str());
      QVERIFY2(extent.error().code == Errc::format, path.c_str());
      const std::string sentence = extent.error().message.english();
      QVERIFY2(sentence.find(path.string()) != std::string::npos, sentence.c_str());
    }
  }
};

MASU_TEST(ExtentReadingTest)
#include "extent_reading_test.moc"
