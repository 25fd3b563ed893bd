// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_packing.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "opened_hdf5.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using enum ElementType;

/// What attributes that h5py wrote say of a dataset.
class Hdf5PackingTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<Hdf5File> m_file;

  ListedArray packed(const char* name, ElementType stored) const {
    ListedArray array;
    array.name = name;
    array.type = stored;
    const io::Hdf5Lock lock;
    const Hdf5Id dataset(H5Dopen2(m_file->id.get(), name, H5P_DEFAULT), H5Dclose);
    readPacking(*m_file, dataset.get(), array);
    return array;
  }

 private Q_SLOTS:
  void initTestCase() {
    const std::filesystem::path folder = m_folder.path().toStdString();
    const QString problem = waveform::test::runH5py(folder, "p.h5", R"(
def make(name, kind, **attributes):
    d = f.create_dataset(name, data=np.zeros(3, kind))
    for a, v in attributes.items(): d.attrs[a] = v
f4, f8 = np.float32, np.float64
make('plain', 'i2')
make('narrow', 'i2', scale_factor=f4(.5), add_offset=f4(3))
make('wide scale', 'i2', scale_factor=f8(.5))
make('wide offset', 'i2', scale_factor=f4(.5), add_offset=f8(3))
make('whole', 'i2', scale_factor=np.int16(2))
make('whole wide', 'i2', scale_factor=np.int32(2))
make('wide', 'i4', scale_factor=f4(.5))
make('one', 'i2', scale_factor=f8(1), add_offset=f8(0))
make('filled', 'i2', _FillValue=np.int16(-999), missing_value=np.array([-1, -2], 'i2'))
make('floats', 'f4', _FillValue=f8(1e20), missing_value=f4('nan'))
make('long', 'i8', _FillValue=np.int64(-2**63), missing_value=np.int64(2**53 + 1))
make('long unsigned', 'u8', _FillValue=np.int64(-1), missing_value=np.uint64(2**64 - 1))
make('bytes', 'i1', _Unsigned='True', _FillValue=np.int8(-1))
make('signed bytes', 'u1', _Unsigned=np.bytes_('false'), _FillValue=np.uint8(255))
make('no bytes', 'u1', _Unsigned='true')
make('text', 'i2', scale_factor='2', _FillValue='none')
make('zero', 'i2', scale_factor=f8(0))
make('nan', 'i2', add_offset=f8('nan'))
make('two', 'i2', scale_factor=np.array([1., 2.]))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_file = waveform::test::openedHdf5(folder / "p.h5");
    QVERIFY(m_file->id);
  }

  void scaledNumbersAreFloatsThatHoldThem_data() {
    QTest::addColumn<QByteArray>("dataset");
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("type");
    const auto add = [](const char* name, ElementType stored, ElementType type) {
      QTest::newRow(name) << QByteArray(name) << static_cast<int>(stored) << static_cast<int>(type);
    };
    add("plain", i16, i16);
    add("narrow", i16, f32);
    add("wide scale", i16, f64);
    add("wide offset", i16, f64);
    add("whole", i16, f32);
    add("whole wide", i16, f64);
    add("wide", i32, f64);
    add("one", i16, i16);
    add("filled", i16, f32);
    add("floats", f32, f32);
    add("long", i64, f64);
    add("bytes", i8, f32);
    add("no bytes", u8, u8);
    add("text", i16, i16);
  }
  void scaledNumbersAreFloatsThatHoldThem() {
    QFETCH(const QByteArray, dataset);
    QFETCH(const int, stored);
    QFETCH(const int, type);
    const ListedArray array = packed(dataset.constData(), static_cast<ElementType>(stored));
    QVERIFY(!array.problem);
    QCOMPARE(static_cast<int>(*array.type), type);
  }

  void scaleAndOffsetAreThoseOfTheAttributes() {
    const NumberPacking packing = packed("narrow", i16).packing;
    QCOMPARE(packing.valueOf(4), 5.);
    QVERIFY(packing.isScaled() && !packing.hasMissing());
    QVERIFY(packed("plain", i16).packing.isPlain());
    QVERIFY(packed("text", i16).packing.isPlain());
  }

  void missingValuesAreThoseOfBothAttributes() {
    const NumberPacking packing = packed("filled", i16).packing;
    for (const double missing : {-999., -1., -2.}) QVERIFY(std::isnan(packing.valueOf(missing)));
    QCOMPARE(packing.valueOf(-3), -3.);
    // As the file holds it: a float, which the attribute need not be; not a number is missing anyway.
    const NumberPacking floats = packed("floats", f32).packing;
    QCOMPARE(floats.missing, std::vector<double>{static_cast<double>(1e20F)});
    QCOMPARE(packed("long", i64).packing.missingBits,
             (std::vector<std::uint64_t>{std::uint64_t{1} << 63U, (std::uint64_t{1} << 53U) + 1}));
  }

  void aMissingValueThatTheTypeDoesNotHoldIsNone() {
    QCOMPARE(packed("long unsigned", u64).packing.missingBits, std::vector<std::uint64_t>{~std::uint64_t{0}});
  }

  void bitsMayBeOfTheOtherSignedness() {
    const ListedArray bytes = packed("bytes", i8);
    QVERIFY(bytes.packing.readAs == u8);
    QCOMPARE(bytes.packing.missing, std::vector<double>{255});
    const ListedArray other = packed("signed bytes", u8);
    QVERIFY(other.packing.readAs == i8);
    QCOMPARE(other.packing.missing, std::vector<double>{-1});
    QVERIFY(!packed("no bytes", u8).packing.readAs);
  }

  void aScaleWithoutValuesIsTheProblemOfItsArray() {
    for (const char* name : {"zero", "nan", "two"}) {
      const ListedArray array = packed(name, i16);
      QVERIFY2(array.problem, name);
      QVERIFY(array.problem->code == Errc::format);
      const std::string sentence = array.problem->message.english();
      QVERIFY2(sentence.find(name) != std::string::npos && sentence.find("p.h5") != std::string::npos,
               sentence.c_str());
      QVERIFY(array.packing.isPlain());
      QVERIFY(array.type == i16);
    }
  }
};

MASU_TEST(Hdf5PackingTest)
#include "hdf5_packing_test.moc"
