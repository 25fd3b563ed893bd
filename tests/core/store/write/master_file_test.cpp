// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/master_file.h"

#include <cmath>
#include <cstring>

#include "core/store/hdf5/handle.h"
#include "core/store/read/file_reading.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

/// The file that makes one dataset of parts.
class MasterFileTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kFirst = 300;
  static constexpr std::uint64_t kSecond = 200;

  QTemporaryDir m_folder;
  std::vector<ObjectInfo> m_objects;

  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  static std::vector<Content> contentOf(std::uint64_t samples) { return someContent(samples, Compression::none); }
  Result<void> write(const std::string& name, std::uint64_t samples) const {
    const auto contents = contentOf(samples);
    MASU_CHECK(writeDataset(in(name), contents, samples, wholePieces(contents.size(), samples), 1));
    return {};
  }
  Result<void> writeMasterOf(const std::string& master, const std::vector<std::string>& parts) const {
    store::MasterRequest request{.file = in(master), .parts = {}, .objects = m_objects, .samples = kFirst + kSecond};
    for (const std::string& part : parts) request.parts.push_back({in(part), part});
    return store::writeMaster(request, someMeta());
  }
  /// As a program reads them that knows nothing of parts.
  std::vector<float> featuresOf(const std::string& master) const {
    const store::hdf5::Lock lock;
    const store::hdf5::Handle file(H5Fopen(in(master).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const store::hdf5::Handle dataset(file ? H5Dopen2(file.get(), "features", H5P_DEFAULT) : -1, H5Dclose);
    std::vector<float> values((kFirst + kSecond) * 5);
    if (!dataset || H5Dread(dataset.get(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
      return {};
    }
    return values;
  }
  /// Of both parts, one after the other.
  static std::vector<float> expectedFeatures() {
    std::vector<float> values((kFirst + kSecond) * 5);
    const auto first = contentOf(kFirst).front().bytes;
    const auto second = contentOf(kSecond).front().bytes;
    std::memcpy(values.data(), first.data(), first.size());
    std::memcpy(values.data() + kFirst * 5, second.data(), second.size());
    return values;
  }

 private Q_SLOTS:
  void initTestCase() {
    REQUIRE_OK(write("one.h5", kFirst));
    REQUIRE_OK(write("two.h5", kSecond));
    const auto content = store::readDatasetFile(in("one.h5"));
    REQUIRE_OK(content);
    m_objects = content->objects;
  }

  void samplesOfThePartsFollowEachOther() {
    REQUIRE_OK(writeMasterOf("master.h5", {"one.h5", "two.h5"}));
    QVERIFY(featuresOf("master.h5") == expectedFeatures());
    const auto dataset = store::Dataset::open(in("master.h5"));
    REQUIRE_OK(dataset);
    QCOMPARE((*dataset)->samples(), kFirst + kSecond);
    QCOMPARE((*dataset)->partFiles().size(), std::size_t{2});
    const ObjectInfo* features = (*dataset)->find("features");
    QVERIFY(features);
    std::vector<float> values((kFirst + kSecond) * 5);
    REQUIRE_OK((*dataset)->read(*features, 0, kFirst + kSecond, std::as_writable_bytes(std::span(values))));
    QVERIFY(values == expectedFeatures());
  }

  /// HDF5 reads %b in the name of a source as the number of a block.
  void anyNameOfAFileIsFound() {
    fs::copy_file(in("one.h5"), in("50%b.h5"));
    fs::copy_file(in("two.h5"), in("100%%.h5"));
    REQUIRE_OK(writeMasterOf("names.h5", {"50%b.h5", "100%%.h5"}));
    QVERIFY(featuresOf("names.h5") == expectedFeatures());
  }

  /// Other programs do not notice that a part is missing.
  void whatIsMissingIsNotANumber() {
    fs::copy_file(in("two.h5"), in("lost.h5"));
    REQUIRE_OK(writeMasterOf("missing.h5", {"one.h5", "lost.h5"}));
    fs::remove(in("lost.h5"));
    const std::vector<float> values = featuresOf("missing.h5");
    const std::vector<float> expected = expectedFeatures();
    QCOMPARE(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i < kFirst * 5)
        QCOMPARE(values[i], expected[i]);
      else
        QVERIFY(std::isnan(values[i]));
    }
    QVERIFY(store::Dataset::open(in("missing.h5")).error().code == Errc::notFound);
  }

  void aFileThatIsNoPartIsRefused() {
    writeBytes(in("text.h5"), "text");
    QVERIFY(writeMasterOf("refused.h5", {"one.h5", "text.h5"}).error().code == Errc::format);
    QVERIFY(writeMasterOf("refused.h5", {"one.h5", "absent.h5"}).error().code == Errc::notFound);
  }
};

MASU_TEST(MasterFileTest)
#include "master_file_test.moc"
