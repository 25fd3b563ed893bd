// SPDX-License-Identifier: GPL-3.0-or-later
// Every byte of a splits file that means something has a checksum: the values, and what is stored beside them.
#include <QScopeGuard>

#include <hdf5.h>

#include "core/store/splits/splits_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::Assignment;
using store::Split;
using store::SplitsFile;

namespace {

constexpr std::uint64_t kSamples = 50;

/// Changes a manifest as another program would, so that HDF5's own checksums are right.
void change(const fs::path& file, const std::function<herr_t(hid_t root, hid_t manifest)>& make) {
  const hid_t root = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  QVERIFY(root >= 0);
  const hid_t manifest = H5Dopen2(root, "kept", H5P_DEFAULT);
  QVERIFY(manifest >= 0);
  const herr_t made = make(root, manifest);
  H5Dclose(manifest);
  H5Fclose(root);
  QVERIFY(made >= 0);
}

/// Flips a bit of the first byte of an attribute.
herr_t flip(hid_t object, const char* name, unsigned bit) {
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute < 0) return -1;
  const hid_t type = H5Aget_type(attribute);
  std::vector<char> value(H5Aget_storage_size(attribute));
  herr_t done = H5Aread(attribute, type, value.data());
  value[0] = static_cast<char>(value[0] ^ (1U << bit));
  if (done >= 0) done = H5Awrite(attribute, type, value.data());
  H5Tclose(type);
  H5Aclose(attribute);
  return done;
}

}  // namespace

class SplitsChecksumsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const Content content{{.name = "labels", .dtype = DType::u8}, someCodes(DType::u8, kSamples, 4, 2)};
    REQUIRE_OK(writeDataset(path("F.h5"), {content}, kSamples, wholePieces(1, kSamples), 1));
    auto file = open();
    REQUIRE_OK(file);
    REQUIRE_OK(file->write({"kept", R"({"seed": 7})", false}, Assignment(kSamples, Split::train)));
    REQUIRE_OK(file->write({"other", "{}", false}, Assignment(kSamples, Split::test)));
    REQUIRE_OK(file->freeze("kept"));
  }

  void aChangedDescriptionIsDamage_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"origin", "frozen", "name", "checksum", "no checksum", "description_checksum"})
      QTest::newRow(what) << what;
  }

  void aChangedDescriptionIsDamage() {
    QFETCH(QString, what);
    const std::string name = what == "name" ? "kepu" : "kept";
    change(path("F.splits.h5"), [&](hid_t root, hid_t manifest) {
      if (what == "name") return H5Lmove(root, "kept", root, "kepu", H5P_DEFAULT, H5P_DEFAULT);
      if (what == "no checksum") return H5Adelete(manifest, "checksum");
      return flip(manifest, qPrintable(what), 0);
    });
    auto file = open();
    REQUIRE_OK(file);
    QVERIFY(file->find(name)->damaged);
    const auto expectDamaged = [&](const SplitsFile& in, const std::string& manifest) {
      const auto read = in.read(manifest);
      QVERIFY(!read);
      QCOMPARE(read.error().code, Errc::damaged);
      QVERIFY(read.error().message.english().find("The manifest " + manifest + " in ") == 0);
    };
    expectDamaged(*file, name);
    REQUIRE_OK(file->read("other"));
    // Writing the file again, or another name, mends nothing.
    REQUIRE_OK(file->write({"third", "{}", false}, Assignment(kSamples, Split::test)));
    REQUIRE_OK(file->rename(name, "renamed"));
    expectDamaged(*open(), "renamed");
    REQUIRE_OK(open()->read("third"));
    // As the sentence says: it is drawn again, or deleted.
    REQUIRE_OK(file->write({"renamed", "{}", false}, Assignment(kSamples, Split::test)));
    REQUIRE_OK(open()->read("renamed"));
  }

  void aDamagedManifestCanBeDeleted() {
    change(path("F.splits.h5"), [](hid_t, hid_t manifest) { return flip(manifest, "origin", 3); });
    REQUIRE_OK(open()->remove("kept"));
    QVERIFY(open()->find("kept") == nullptr);
  }

  void aFileOfAnEarlierVersionIsRead() {
    change(path("F.splits.h5"), [](hid_t, hid_t manifest) { return H5Adelete(manifest, "description_checksum"); });
    auto file = open();
    REQUIRE_OK(file);
    REQUIRE_OK(file->read("kept"));
    QVERIFY(file->find("kept")->frozen);
    QVERIFY(file->find("kept")->hasChecksum && !file->find("kept")->descriptionHasChecksum);
    REQUIRE_OK(file->write({"third", "{}", false}, Assignment(kSamples, Split::test)));
    QVERIFY(open()->find("kept")->descriptionHasChecksum);
  }

  void aFlippedByteIsDamageOrMeansNothing() {
    const fs::path splits = path("F.splits.h5");
    const std::string whole = bytesOf(splits);
    const std::string before = everythingOf();
    QVERIFY(!before.empty());
    int noticed = 0;
    // A stride that shares no divisor with the fields of the file.
    for (std::size_t at = 0; at < whole.size(); at += 7) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ (1U << (at % 8)));
      writeBytes(splits, bytes);
      const std::string now = everythingOf();
      if (now.empty()) ++noticed;
      QVERIFY2(now.empty() || now == before, qPrintable("byte " + QString::number(at)));
    }
    QVERIFY(noticed > 20);
  }

 private:
  Result<SplitsFile> open() const { return SplitsFile::open(path("F.h5"), someMeta().uuid, kSamples); }
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

  /// All that the file says; empty where a part of it is refused.
  std::string everythingOf() const {
    const auto file = open();
    if (!file) return {};
    std::string all;
    for (const auto& manifest : file->manifests()) {
      const auto assignment = file->read(manifest.name);
      if (!assignment) return {};
      all += manifest.name + manifest.origin + (manifest.frozen ? '1' : '0') + store::hashOf(*assignment);
      all += manifest.hasChecksum && manifest.descriptionHasChecksum ? "covered" : "uncovered";
    }
    return all;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(SplitsChecksumsTest)
#include "splits_checksums_test.moc"
