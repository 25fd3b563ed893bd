// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/store/hdf5/types.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

/// The filters of compressed objects, and back.
class FiltersTest : public QObject {
  Q_OBJECT

  static hdf5::Handle properties() { return {H5Pcreate(H5P_DATASET_CREATE), H5Pclose}; }

 private Q_SLOTS:
  void everyCompressionIsRecognised() {
    const hdf5::Lock lock;
    for (const Compression compression : {Compression::gzip, Compression::lz4, Compression::zstd}) {
      const hdf5::Handle made = properties();
      QVERIFY(hdf5::setFilters(made.get(), compression, "d.h5"));
      QCOMPARE(H5Pget_nfilters(made.get()), 2);
      QVERIFY(hdf5::compressionOf(made.get()) == compression);
    }
    QVERIFY(hdf5::compressionOf(properties().get()) == Compression::none);
  }

  void otherFiltersAreNone() {
    const hdf5::Lock lock;
    const hdf5::Handle shuffle = properties();
    QVERIFY(H5Pset_shuffle(shuffle.get()) >= 0);
    QVERIFY(!hdf5::compressionOf(shuffle.get()));
    const hdf5::Handle deflate = properties();
    QVERIFY(H5Pset_deflate(deflate.get(), 4) >= 0);
    QVERIFY(!hdf5::compressionOf(deflate.get()));
    // In the other order, what is shuffled is compressed already.
    QVERIFY(H5Pset_shuffle(deflate.get()) >= 0);
    QVERIFY(!hdf5::compressionOf(deflate.get()));
    QVERIFY(H5Pset_fletcher32(shuffle.get()) >= 0);
    QVERIFY(!hdf5::compressionOf(shuffle.get()));
    const hdf5::Handle three = properties();
    QVERIFY(hdf5::setFilters(three.get(), Compression::gzip, "d.h5"));
    QVERIFY(H5Pset_fletcher32(three.get()) >= 0);
    QVERIFY(!hdf5::compressionOf(three.get()));
  }
};

MASU_TEST(FiltersTest)
#include "filters_test.moc"
