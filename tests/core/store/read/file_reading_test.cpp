// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/file_reading.h"

#include "core/store/format/layout.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
namespace layout = store::layout;

/// What one file says of a dataset.
class FileReadingTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 500;

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  Result<store::WriteOutcome> write(const std::string& name, Compression compression) const {
    const auto contents = someContent(kSamples, compression);
    return writeDataset(in(name), contents, kSamples, wholePieces(contents.size(), kSamples), 1);
  }
  /// A copy of the dataset whose attribute, which may be there already, has this value.
  fs::path changed(const char* attribute, const std::optional<std::string>& text, std::uint64_t number = 0) const {
    const fs::path path = in(std::string(attribute) + text.value_or(std::to_string(number)) + ".h5");
    fs::copy_file(in("d.h5"), path, fs::copy_options::overwrite_existing);
    const store::hdf5::Lock lock;
    store::hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    if (H5Aexists(file.get(), attribute) > 0) H5Adelete(file.get(), attribute);
    const auto written = text ? store::hdf5::writeText(file.get(), attribute, *text, path)
                              : store::hdf5::writeNumber(file.get(), attribute, number, path);
    if (!file || !written || !store::hdf5::closeWritten(file, path)) qFatal("the attribute cannot be written");
    return path;
  }

 private Q_SLOTS:
  void initTestCase() {
    REQUIRE_OK(write("d.h5", Compression::none));
    REQUIRE_OK(write("gzip.h5", Compression::gzip));
  }

  void whatWasWrittenIsRead() {
    const auto content = store::readDatasetFile(in("d.h5"));
    REQUIRE_OK(content);
    QCOMPARE(content->meta.uuid, someMeta().uuid);
    QVERIFY(content->meta.target == store::Target::classes);
    QCOMPARE(content->meta.rejected, someMeta().rejected);
    QCOMPARE(content->samples, kSamples);
    QCOMPARE(content->bytes, static_cast<std::uint64_t>(fs::file_size(in("d.h5"))));
    QVERIFY(content->parts.empty() && content->structure);
    QCOMPARE(content->objects.size(), someContent(1, Compression::none).size());
    QCOMPARE(content->extents.size(), content->objects.size());
    for (const ObjectInfo& object : content->objects) QCOMPARE(object.samples, kSamples);
  }

  void theFingerprintIsOfTheValues() {
    const auto plain = store::readDatasetFile(in("d.h5"));
    const auto packed = store::readDatasetFile(in("gzip.h5"));
    REQUIRE_OK(plain);
    REQUIRE_OK(packed);
    // Checksums are of the values, however they are stored.
    QCOMPARE(plain->fingerprint(), packed->fingerprint());
    store::FileContent other = *plain;
    other.extents.front().checksums.front() ^= 1;
    QVERIFY(other.fingerprint() != plain->fingerprint());
    other = *plain;
    other.extents.pop_back();
    QVERIFY(other.fingerprint() != plain->fingerprint());
    other = *plain;
    other.extents.front().info.dtype = DType::i32;
    QVERIFY(other.fingerprint() != plain->fingerprint());
  }

  void aPartHasTheObjectsOfTheWhole() {
    const auto whole = store::readDatasetFile(in("d.h5"));
    REQUIRE_OK(whole);
    const auto all = store::readPartFile(in("d.h5"), whole->objects);
    REQUIRE_OK(all);
    QCOMPARE(all->fingerprint(), whole->fingerprint());
    QCOMPARE(all->meta.uuid, whole->meta.uuid);
    const auto one = store::readPartFile(in("d.h5"), {whole->objects.front()});
    REQUIRE_OK(one);
    QCOMPARE(one->extents.size(), std::size_t{1});
    const auto none = store::readPartFile(in("d.h5"), {{.name = "kept/absent"}});
    REQUIRE_OK(none);
    QVERIFY(none->extents.empty());
  }

  void otherFilesAreRefusedByWhatTheyAre() {
    const auto refusalOf = [](const fs::path& path) {
      const auto content = store::readDatasetFile(path);
      return content ? Error() : content.error();
    };
    const Error later = refusalOf(changed(layout::kFormatAttribute, std::nullopt, layout::kNewestFormat + 1));
    QVERIFY(later.code == Errc::unsupported);
    QVERIFY(later.message.english().find("its format is " + std::to_string(layout::kNewestFormat + 1)) !=
            std::string::npos);
    const Error part = refusalOf(changed(layout::kPartOfAttribute, "whole.h5"));
    QVERIFY(part.code == Errc::invalidArgument);
    QVERIFY(part.message.english().find(in("whole.h5").string()) != std::string::npos);
    for (const auto& [attribute, text] :
         {std::pair(layout::kKindAttribute, "film"), std::pair(layout::kTargetAttribute, "everything")}) {
      QVERIFY2(refusalOf(changed(attribute, text)).code == Errc::format, attribute);
    }
    QVERIFY(refusalOf(changed(layout::kSamplesAttribute, std::nullopt, kSamples + 1)).code == Errc::format);
    QVERIFY(refusalOf(in("absent.h5")).code == Errc::notFound);
    writeBytes(in("text.h5"), "text");
    QVERIFY(refusalOf(in("text.h5")).code == Errc::format);
    writeBytes(in("cut.h5"), bytesOf(in("d.h5")).substr(0, 2000));
    QVERIFY(refusalOf(in("cut.h5")).code == Errc::damaged);
  }

  void aStoppedReadIsCancelled() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(store::readDatasetFile(in("d.h5"), source.get_token()).error().code == Errc::cancelled);
  }
};

MASU_TEST(FileReadingTest)
#include "file_reading_test.moc"
