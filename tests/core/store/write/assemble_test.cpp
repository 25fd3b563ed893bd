// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "core/store/hdf5/handle.h"
#include "core/store/write/hdf5_shell.h"
#include "tests/fixtures/staged_numbers.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using test::stagedNumbers;

/// Which file becomes the dataset, and that it is whole.
class AssembleTest : public QObject {
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
  std::unique_ptr<StagedObject> sealed(const char* name, std::uint64_t samples,
                                       Compression compression = Compression::none) const {
    auto object = stagedNumbers(in(name), samples, compression);
    return object && object->seal(samples) ? std::move(object) : nullptr;
  }
  static bool holdsNumbers(const std::filesystem::path& path, std::uint32_t samples) {
    const hdf5::Lock lock;
    const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const hdf5::Handle dataset(file ? H5Dopen2(file.get(), "features", H5P_DEFAULT) : -1, H5Dclose);
    std::vector<std::uint32_t> numbers(samples, ~0U);
    if (!dataset || H5Dread(dataset.get(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) < 0) {
      return false;
    }
    for (std::uint32_t i = 0; i < samples; ++i) {
      if (numbers[i] != i) return false;
    }
    return true;
  }

 private Q_SLOTS:
  void theBaseIsTheLargestThatIsNotCompressed() {
    const auto small = sealed("small", 100);
    const auto large = sealed("large", 1000);
    const auto packed = sealed("packed", 100, Compression::gzip);
    const auto muchPacked = sealed("much", 100000, Compression::gzip);
    QVERIFY(small && large && packed && muchPacked);
    QVERIFY(baseOf({}) == nullptr);
    QVERIFY(baseOf({small.get(), large.get(), packed.get()}) == large.get());
    QVERIFY(baseOf({large.get(), small.get()}) == large.get());
    QVERIFY(baseOf({packed.get()}) == nullptr);
    // The library writes compressed chunks, which here are more than all that is saved.
    QVERIFY(baseOf({small.get(), muchPacked.get()}) == nullptr);
  }

  void theFileOfTheBaseBecomesTheDataset() {
    const auto object = sealed("object", 1000);
    QVERIFY(object);
    const auto shell = writeHdf5Shell(
        {.file = in("shell.h5"), .slices = {ObjectSlice::whole(*object)}, .first = object.get(), .samples = 1000},
        meta(), m_job);
    QVERIFY(shell);
    const auto path = assemble(*shell, object.get(), m_job);
    QVERIFY2(path, path ? "" : path.error().message.english().c_str());
    QCOMPARE(path->string(), in("object").string());
    QVERIFY(holdsNumbers(*path, 1000));
  }

  void withoutABaseTheShellDoes() {
    const auto object = sealed("object", 1000);
    QVERIFY(object);
    const auto shell = writeHdf5Shell(
        {.file = in("shell.h5"), .slices = {ObjectSlice::whole(*object)}, .samples = 1000}, meta(), m_job);
    QVERIFY(shell);
    QVERIFY(!holdsNumbers(in("shell.h5"), 1000));
    std::stop_source source;
    source.request_stop();
    QVERIFY(assemble(*shell, nullptr, {source.get_token(), m_progress}).error().code == Errc::cancelled);
    const auto path = assemble(*shell, nullptr, m_job);
    QVERIFY2(path, path ? "" : path.error().message.english().c_str());
    QCOMPARE(path->string(), in("shell.h5").string());
    QVERIFY(holdsNumbers(*path, 1000));
  }
};

MASU_TEST(AssembleTest)
#include "assemble_test.moc"
