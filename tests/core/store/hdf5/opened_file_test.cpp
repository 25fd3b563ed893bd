// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/opened_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

class OpenedFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = in("d.h5");

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  /// A file with what leads elsewhere, which Masu never writes.
  void initTestCase() {
    const hdf5::Lock lock;
    const auto file = hdf5::own(H5Fcreate(m_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, m_path);
    QVERIFY(file);
    const std::uint64_t numbers[] = {3, 1, 2};
    QVERIFY(hdf5::writeFlat(file->get(), "meta/inner/numbers", H5T_STD_U64LE, 3, numbers, m_path));
    QVERIFY(hdf5::writeFlat(file->get(), "meta/b", H5T_STD_U64LE, 1, numbers, m_path));
    QVERIFY(H5Lcreate_soft("/meta/b", file->get(), "soft", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    QVERIFY(H5Lcreate_external("other.h5", "/", file->get(), "outside", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    const hsize_t count = 4;
    const hsize_t many = std::uint64_t{1} << 40U;
    const hdf5::Handle small(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const hdf5::Handle large(H5Screate_simple(1, &many, nullptr), H5Sclose);
    const hdf5::Handle external(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    QVERIFY(H5Pset_external(external.get(), "values.raw", 0, 32) >= 0);
    const auto make = [&](const char* name, hid_t space, hid_t properties) {
      return hdf5::Handle(H5Dcreate2(file->get(), name, H5T_STD_U64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                          H5Dclose);
    };
    QVERIFY(make("external", small.get(), external.get()));
    QVERIFY(make("huge", large.get(), H5P_DEFAULT));
  }

  void objectsAreThereOrNot() {
    const hdf5::Lock lock;
    const auto file = OpenedFile::open(m_path);
    QVERIFY(file);
    QCOMPARE(file->bytes(), static_cast<std::uint64_t>(std::filesystem::file_size(m_path)));
    for (const char* there : {"meta", "meta/inner", "meta/inner/numbers", "huge"})
      QVERIFY2(file->exists(there).value(), there);
    for (const char* absent : {"other", "meta/other", "other/inner/numbers"})
      QVERIFY2(!file->exists(absent).value(), absent);
  }

  void linksAreThoseOfTheGroup() {
    const hdf5::Lock lock;
    const auto file = OpenedFile::open(m_path);
    QVERIFY(file);
    QCOMPARE(file->linksOf("/").value(), (std::vector<std::string>{"external", "huge", "meta", "outside", "soft"}));
    QCOMPARE(file->linksOf("meta").value(), (std::vector<std::string>{"b", "inner"}));
    QVERIFY(file->linksOf("other").error().code == Errc::format);
  }

  void whatIsElsewhereIsNotFollowed() {
    const hdf5::Lock lock;
    const auto file = OpenedFile::open(m_path);
    QVERIFY(file);
    for (const char* object : {"soft", "outside", "outside/meta", "external"}) {
      const auto dataset = file->openDataset(object);
      QVERIFY2(!dataset, object);
      QVERIFY(dataset.error().code == Errc::format);
      const std::string sentence = dataset.error().message.english();
      QVERIFY2(sentence.find(object) != std::string::npos && sentence.find("d.h5") != std::string::npos,
               sentence.c_str());
      QVERIFY2(sentence.find("another file") != std::string::npos, sentence.c_str());
    }
  }

  void valuesAreReadAsFarAsTheFileCanHoldThem() {
    const hdf5::Lock lock;
    const auto file = OpenedFile::open(m_path);
    QVERIFY(file);
    QCOMPARE(file->readFlat<std::uint64_t>("meta/inner/numbers", H5T_NATIVE_UINT64).value(),
             (std::vector<std::uint64_t>{3, 1, 2}));
    for (const char* object : {"huge", "absent", "meta/absent"}) {
      const auto read = file->readFlat<std::uint64_t>(object, H5T_NATIVE_UINT64);
      QVERIFY2(!read, object);
      QVERIFY(read.error().code == Errc::format);
      QVERIFY(read.error().message.english().find(object) != std::string::npos);
    }
  }

  void otherFilesAreNotOpened() {
    const hdf5::Lock lock;
    const std::filesystem::path missing = in("missing.h5");
    QVERIFY(OpenedFile::open(missing).error().code == Errc::notFound);
    const std::filesystem::path text = in("text.h5");
    std::ofstream(text) << "text";
    QVERIFY(OpenedFile::open(text).error().code == Errc::format);
    const std::filesystem::path folder = in("");
    QVERIFY(!OpenedFile::open(folder));
  }
};

MASU_TEST(OpenedFileTest)
#include "opened_file_test.moc"
