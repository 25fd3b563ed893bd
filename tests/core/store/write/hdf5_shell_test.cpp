// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/hdf5_shell.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/store/hdf5/handle.h"
#include "tests/fixtures/staged_numbers.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using test::stagedNumbers;

/// Files with the places of values, and which chunks of an object go into one.
class Hdf5ShellTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  Progress m_progress;
  const JobContext m_job{{}, m_progress};

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  static DatasetMeta meta() {
    DatasetMeta made;
    made.uuid = "01234567-89ab-8def-8123-456789abcdef";
    return made;
  }

 private Q_SLOTS:
  void slicesAreTheirSamples() {
    const auto object = stagedNumbers(in("object"), 1000);
    QVERIFY(object && object->seal(1000));
    QCOMPARE(object->info().chunks(), std::uint64_t{16});
    std::uint64_t next = 0;
    for (const auto& [first, chunks] : {std::pair<std::uint64_t, std::uint64_t>{0, 5}, {5, 1}, {6, 10}}) {
      const ObjectInfo slice = ObjectSlice{object.get(), first, chunks}.info();
      QCOMPARE(slice.first, next);
      QCOMPARE(slice.chunks(), chunks);
      next = slice.end();
    }
    QCOMPARE(next, std::uint64_t{1000});
    const ObjectInfo whole = ObjectSlice::whole(*object).info();
    QCOMPARE(whole.samples, std::uint64_t{1000});
    QCOMPARE(whole.chunkSamples, std::uint64_t{64});
  }

  void placesAreWithinTheFileAndApart() {
    const auto object = stagedNumbers(in("object"), 1000);
    const auto other = stagedNumbers(in("other"), 1000, Compression::none, 100);
    QVERIFY(object && object->seal(1000) && other && other->seal(1000));
    for (const StagedObject* first : {object.get(), static_cast<StagedObject*>(nullptr)}) {
      const auto shell = writeHdf5Shell(
          {.file = in("shell.h5"), .slices = {ObjectSlice::whole(*object)}, .first = first, .samples = 1000}, meta(),
          m_job);
      QVERIFY2(shell, shell ? "" : shell.error().message.english().c_str());
      QCOMPARE(shell->copyRanges.size(), std::size_t{1});
      const CopyRange& range = shell->copyRanges.front();
      QCOMPARE(range.from, StagedObject::kHeadBytes);
      QCOMPARE(range.bytes, std::uint64_t{4000});
      QCOMPARE(range.extent, std::uint64_t{16 * 64 * 4});
      QVERIFY(range.address + range.extent <= std::filesystem::file_size(in("shell.h5")));
      if (first) QCOMPARE(range.address, StagedObject::kHeadBytes);
    }
    const auto slice =
        writeHdf5Shell({.file = in("part.h5"), .slices = {{other.get(), 3, 4}}, .partOf = "d.h5"}, meta(), m_job);
    QVERIFY(slice);
    QCOMPARE(slice->copyRanges.front().from, StagedObject::kHeadBytes + 300 * 4);
    QCOMPARE(slice->copyRanges.front().bytes, std::uint64_t{400 * 4});
    const hdf5::Lock lock;
    const auto file = hdf5::own(H5Fopen(in("part.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, in("part.h5"));
    QVERIFY(file);
    QCOMPARE(hdf5::readText(file->get(), "part_of", in("part.h5")).value(), std::string("d.h5"));
    QCOMPARE(H5Aexists(file->get(), "samples"), 0);
  }

  /// Any program reads chunks that Masu compressed by deflate.
  void compressedChunksAreInTheShell() {
    const auto object = stagedNumbers(in("object"), 1000, Compression::gzip);
    QVERIFY(object && object->seal(1000));
    const auto shell = writeHdf5Shell({.file = in("gzip.h5"), .slices = {ObjectSlice::whole(*object)}, .samples = 1000},
                                      meta(), m_job);
    QVERIFY2(shell, shell ? "" : shell.error().message.english().c_str());
    QVERIFY(shell->copyRanges.empty());
    const hdf5::Lock lock;
    const auto file = hdf5::own(H5Fopen(in("gzip.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, in("gzip.h5"));
    QVERIFY(file);
    const hdf5::Handle dataset(H5Dopen2(file->get(), "features", H5P_DEFAULT), H5Dclose);
    QVERIFY(dataset);
    std::vector<std::uint32_t> numbers(1000);
    QVERIFY(H5Dread(dataset.get(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) QCOMPARE(numbers[i], i);
  }

  void aStoppedJobIsCancelled() {
    const auto object = stagedNumbers(in("object"), 1000, Compression::gzip);
    QVERIFY(object && object->seal(1000));
    std::stop_source source;
    source.request_stop();
    const auto stopped =
        writeHdf5Shell({.file = in("stopped.h5"), .slices = {ObjectSlice::whole(*object)}, .samples = 1000}, meta(),
                       {source.get_token(), m_progress});
    QVERIFY(!stopped);
    QVERIFY(stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(Hdf5ShellTest)
#include "hdf5_shell_test.moc"
