// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/types.h"

#include <QTest>
#include <cstring>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::DType;

namespace {

const std::vector<DType> kTypes = {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32,
                                   DType::i16, DType::u16, DType::i8,  DType::u8,  DType::i64};

}  // namespace

/// The types of objects in a file, and back.
class TypesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTypeIsRecognised() {
    const hdf5::Lock lock;
    for (const DType type : kTypes) {
      const ObjectInfo object{.name = "features", .dtype = type};
      const auto made = hdf5::typeOf(object, "d.h5");
      QVERIFY(made);
      QCOMPARE(H5Tget_size(made->get()), static_cast<std::size_t>(object.elementBytes()));
      ObjectInfo read{.name = "features", .dtype = type == DType::u8 ? DType::f64 : DType::u8};
      QVERIFY(hdf5::recogniseType(made->get(), read, "d.h5"));
      QVERIFY(read.dtype == type);
    }
    for (const Element element : {Element::origin, Element::window, Element::textEnds, Element::textBytes}) {
      ObjectInfo object{.name = "x", .element = element};
      const auto made = hdf5::typeOf(object, "d.h5");
      QVERIFY(made);
      QCOMPARE(H5Tget_size(made->get()), static_cast<std::size_t>(object.elementBytes()));
      QVERIFY(hdf5::recogniseType(made->get(), object, "d.h5"));
    }
  }

  void otherTypesAreRefusedByTheObject() {
    const hdf5::Lock lock;
    for (const hid_t type : {H5T_STD_I32BE, H5T_IEEE_F64BE, H5T_STD_U64LE, H5T_C_S1}) {
      ObjectInfo object{.name = "kept/odd"};
      const auto recognised = hdf5::recogniseType(type, object, "d.h5");
      QVERIFY(!recognised);
      QVERIFY(recognised.error().code == Errc::format);
      const std::string sentence = recognised.error().message.english();
      QVERIFY2(sentence.find("kept/odd") != std::string::npos && sentence.find("d.h5") != std::string::npos,
               sentence.c_str());
    }
    // What is not a number has one type.
    ObjectInfo origin{.name = "origin", .element = Element::origin};
    QVERIFY(!hdf5::recogniseType(H5T_STD_U32LE, origin, "d.h5"));
    ObjectInfo bytes{.name = "kept/t", .element = Element::textBytes};
    QVERIFY(!hdf5::recogniseType(H5T_STD_I8LE, bytes, "d.h5"));
  }

  /// The library converts what it is told are halves.
  void halvesAreThoseOfTheStandard() {
    const hdf5::Lock lock;
    const auto half = hdf5::typeOf({.name = "features", .dtype = DType::f16}, "d.h5");
    QVERIFY(half);
    const std::pair<std::uint16_t, double> numbers[] = {{0x3C00, 1},          {0xC000, -2},      {0x7BFF, 65504},
                                                        {0x3555, 0x1.554p-2}, {0x0001, 0x1p-24}, {0x8000, 0}};
    for (const auto& [bits, number] : numbers) {
      double value = 0;
      std::memcpy(&value, &bits, sizeof(bits));
      QVERIFY(H5Tconvert(half->get(), H5T_NATIVE_DOUBLE, 1, &value, nullptr, H5P_DEFAULT) >= 0);
      QCOMPARE(value, number);
    }
  }

  void dimensionsBeginWithTheSamples() {
    using Dimensions = std::vector<hsize_t>;
    QCOMPARE(hdf5::dimensionsOf({.name = "features", .sampleShape = {2, 3}}, 7), (Dimensions{7, 2, 3}));
    QCOMPARE(hdf5::dimensionsOf({.name = "labels"}, 0), Dimensions{0});
  }

  void anEntryOfAChunkIsAsInMemory() {
    const hdf5::Lock lock;
    const auto type = hdf5::chunkEntryType("d.h5");
    QVERIFY(type);
    QCOMPARE(H5Tget_size(type->get()), sizeof(hdf5::ChunkEntry));
    const std::pair<const char*, std::size_t> fields[] = {{"address", 0}, {"size", 8}, {"filter_mask", 12}};
    for (const auto& [name, offset] : fields) {
      const int index = H5Tget_member_index(type->get(), name);
      QVERIFY2(index >= 0, name);
      QCOMPARE(H5Tget_member_offset(type->get(), static_cast<unsigned>(index)), offset);
    }
  }
};

MASU_TEST(TypesTest)
#include "types_test.moc"
