// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/dataset_header.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/store/format/layout.h"
#include "core/store/format/object_info.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::DType;

/// What a dataset says of itself.
class DatasetHeaderTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "d.h5";

  /// An empty file with this header.
  Result<hdf5::Handle> written(const DatasetHeader& header) const {
    MASU_TRY(hdf5::Handle file,
             hdf5::own(H5Fcreate(m_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, m_path));
    MASU_CHECK(header.write(file.get(), m_path));
    return file;
  }

 private Q_SLOTS:
  void theFormatIsTheNewestThatIsNeeded() {
    const auto formatWith = [](ObjectInfo object) {
      const ObjectInfo objects[] = {{.name = "features", .dtype = DType::f64}, std::move(object)};
      return formatOf(objects, layout::kSingleFileVersion);
    };
    for (const DType type : {DType::u8, DType::i32, DType::f32})
      QCOMPARE(formatWith({.name = "labels", .dtype = type}), layout::kSingleFileVersion);
    QCOMPARE(formatWith({.name = "kept/score", .dtype = DType::f64}), layout::kSingleFileVersion);
    QCOMPARE(formatWith({.name = "labels", .dtype = DType::f64}), layout::kNewestFormat);
    QCOMPARE(formatWith({.name = "kept/id", .dtype = DType::i64}), layout::kNewestFormat);
    // Of what is not a number the type says nothing.
    QCOMPARE(formatWith({.name = "kept/t", .dtype = DType::i64, .element = Element::textEnds}),
             layout::kSingleFileVersion);
    QCOMPARE(formatOf({}, layout::kFormatVersion), layout::kFormatVersion);
  }

  void attributesAreRead() {
    const hdf5::Lock lock;
    DatasetMeta meta;
    meta.uuid = "01234567-89ab-8def-8123-456789abcdef";
    meta.records = 12;
    meta.rejected = 3;
    meta.window = 100;
    meta.silence = -5;
    meta.shuffleSeed = ~std::uint64_t{0};
    meta.missingByTrainMean = true;
    const auto file = written({.meta = meta, .version = 2, .samples = 9, .splitsName = "d.splits.h5"});
    QVERIFY(file);
    const auto number = [&](const char* name) { return hdf5::readNumber(file->get(), name, m_path).value(); };
    QCOMPARE(number(layout::kFormatAttribute), std::uint64_t{2});
    QCOMPARE(number(layout::kSamplesAttribute), std::uint64_t{9});
    QCOMPARE(number(layout::kRecordsAttribute), std::uint64_t{12});
    QCOMPARE(number(layout::kRejectedAttribute), std::uint64_t{3});
    QCOMPARE(number(layout::kDroppedAttribute), std::uint64_t{0});
    QCOMPARE(static_cast<std::int64_t>(number(layout::kSilenceAttribute)), std::int64_t{-5});
    QCOMPARE(number(layout::kShuffleAttribute), ~std::uint64_t{0});
    QCOMPARE(number(layout::kTrainMeanAttribute), std::uint64_t{1});
    QCOMPARE(hdf5::readText(file->get(), layout::kUuidAttribute, m_path).value(), meta.uuid);
    for (const char* link : {"splits", "split"}) {
      H5L_info_t info{};
      QVERIFY(H5Lget_info(file->get(), link, &info, H5P_DEFAULT) >= 0);
      QVERIFY(info.type == H5L_TYPE_EXTERNAL);
    }
  }

  void whatIsNotSoIsNotSaid() {
    const hdf5::Lock lock;
    DatasetMeta meta;
    meta.uuid = "01234567-89ab-8def-8123-456789abcdef";
    const auto file = written({.meta = meta, .version = 1, .samples = 9, .splitsName = {}});
    QVERIFY(file);
    for (const char* name :
         {layout::kParentAttribute, layout::kWindowAttribute, layout::kSilenceAttribute, layout::kShuffleAttribute}) {
      QCOMPARE(H5Aexists(file->get(), name), 0);
    }
    for (const char* link : {"splits", "split", layout::kScaleObject, layout::kOffsetObject})
      QCOMPARE(H5Lexists(file->get(), link, H5P_DEFAULT), 0);
  }
};

MASU_TEST(DatasetHeaderTest)
#include "dataset_header_test.moc"
