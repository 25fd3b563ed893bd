// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_array.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "opened_hdf5.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Array = Result<std::shared_ptr<NumberArray>>;

/// Datasets that h5py wrote.
class Hdf5ArrayTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<Hdf5File> m_file;

  Array openArray(const char* name, Hdf5Layout layout = {}, std::uint64_t memory = 0) const {
    return Hdf5Array::open(m_file, name, std::move(layout), memory);
  }
  static std::vector<double> read(const Array& array, const Slab& slab, std::size_t values) {
    std::vector<double> out(values, -1);
    return array && (*array)->read(slab, out) ? out : std::vector<double>();
  }

 private Q_SLOTS:
  void initTestCase() {
    const std::filesystem::path folder = m_folder.path().toStdString();
    const QString problem = waveform::test::runH5py(folder, "a.h5", R"(
f['box'] = np.arange(2 * 3 * 4, dtype='>i2').reshape(2, 3, 4)
f['half'] = np.array([.5, -2], 'f2')
f['single'] = np.array([.1], 'f4')
f['number'] = 2.5
f['bytes'] = np.array([-1, 5, 7], 'i1')
f['long'] = np.array([2**53 + 1, 4, -2**63], 'i8')
f['nothing'] = np.zeros((0, 3))
f.create_dataset('unwritten', (5, 5), 'f4')
f.create_dataset('huge', (1 << 40,), 'f8', chunks=(1024,), compression='gzip')[3] = 1
f.create_dataset('outside', (4,), 'f8', external=[('x.raw', 0, 32)])
layout = h5py.VirtualLayout((3,), 'f8')
layout[:] = h5py.VirtualSource('elsewhere.h5', 'x', (3,))
f.create_virtual_dataset('virtual', layout)
f.create_dataset('chunked', data=np.arange(1 << 19, dtype='f8').reshape(512, 1024), chunks=(512, 512))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_file = waveform::test::openedHdf5(folder / "a.h5");
    QVERIFY(m_file->id);
  }

  void aBoxGoesWhereItsStepsSay() {
    const Array box = openArray("box", {.type = ElementType::i16, .packing = {}});
    QVERIFY(box);
    std::vector<double> all;
    for (int i = 0; i < 24; ++i) all.push_back(i);
    QCOMPARE(read(box, {{0, 2, 12}, {0, 3, 4}, {0, 4, 1}}, 24), all);
    // Element (i, j, k) is 12 i + 4 j + k; here the first dimension is the fastest.
    QCOMPARE(read(box, {{0, 2, 1}, {1, 2, 2}, {3, 1, 4}}, 4), (std::vector<double>{7, 19, 11, 23}));
    // What no element goes to stays.
    QCOMPARE(read(box, {{1, 1, 0}, {0, 1, 0}, {1, 2, 2}}, 4), (std::vector<double>{13, -1, 14, -1}));
    QCOMPARE(read(box, {{0, 2, 1}, {0, 0, 1}, {0, 4, 1}}, 2), (std::vector<double>{-1, -1}));
  }

  void reversedDimensionsAreCountedFromTheLast() {
    const Array box = openArray("box", {.type = ElementType::i16, .reversed = true, .packing = {}});
    QVERIFY(box);
    // The same elements as (0, 1, 3), (1, 1, 3), (0, 2, 3) and (1, 2, 3) from the other side.
    QCOMPARE(read(box, {{3, 1, 4}, {1, 2, 2}, {0, 2, 1}}, 4), (std::vector<double>{7, 19, 11, 23}));
  }

  void elementsAreExactNumbers() {
    QCOMPARE(read(openArray("half", {.type = ElementType::f16, .packing = {}}), {{0, 2, 1}}, 2),
             (std::vector<double>{.5, -2}));
    QCOMPARE(read(openArray("single", {.type = ElementType::f32, .packing = {}}), {{0, 1, 1}}, 1),
             std::vector<double>{static_cast<double>(.1F)});
    QCOMPARE(read(openArray("number"), {}, 1), std::vector<double>{2.5});
    const Array empty = openArray("nothing");
    QVERIFY(empty);
    QVERIFY((*empty)->read({{0, 0, 3}, {0, 3, 1}}, {}));
  }

  void packedNumbersBecomeValues() {
    NumberPacking packing{.scale = 2, .offset = 1, .missing = {5}, .missingBits = {}, .readAs = {}};
    const auto values = read(openArray("bytes", {.type = ElementType::i8, .packing = packing}), {{0, 3, 1}}, 3);
    QCOMPARE(values.size(), std::size_t{3});
    QCOMPARE(values[0], -1.);
    QVERIFY(std::isnan(values[1]));
    QCOMPARE(values[2], 15.);
    const NumberPacking other{.missing = {}, .missingBits = {}, .readAs = ElementType::u8};
    QCOMPARE(read(openArray("bytes", {.type = ElementType::i8, .packing = other}), {{0, 3, 1}}, 3),
             (std::vector<double>{255, 5, 7}));
  }

  void anIntegerWithoutADoubleIsRefusedUnlessItIsMissing() {
    const Array array = openArray("long", {.type = ElementType::i64, .packing = {}});
    QVERIFY(array);
    std::vector<double> out(3);
    const auto inexact = (*array)->read({{0, 3, 1}}, out);
    QVERIFY(!inexact);
    QVERIFY(inexact.error().message.english().find("a.h5") != std::string::npos);
    QCOMPARE(read(array, {{1, 2, 1}}, 2), (std::vector<double>{4, -0x1p63}));
    const NumberPacking packing{.missing = {}, .missingBits = {(std::uint64_t{1} << 53U) + 1}, .readAs = {}};
    const auto values = read(openArray("long", {.type = ElementType::i64, .packing = packing}), {{0, 3, 1}}, 3);
    QCOMPARE(values.size(), std::size_t{3});
    QVERIFY(std::isnan(values[0]));
    QCOMPARE(values[1], 4.);
  }

  void whatHoldsNoValuesIsRefusedByItsName_data() {
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("damaged");
    QTest::newRow("unwritten") << "never written" << true;
    QTest::newRow("huge") << "too small" << true;
    QTest::newRow("outside") << "in other files" << false;
    QTest::newRow("virtual") << "in other files" << false;
    QTest::newRow("absent") << "cannot be read" << true;
  }
  void whatHoldsNoValuesIsRefusedByItsName() {
    QFETCH(const QString, says);
    QFETCH(const bool, damaged);
    const char* name = QTest::currentDataTag();
    const Array array = openArray(name);
    QVERIFY(!array);
    QVERIFY(array.error().code == (damaged ? Errc::damaged : Errc::unsupported));
    const std::string sentence = array.error().message.english();
    QVERIFY2(sentence.find(says.toStdString()) != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find("a.h5") != std::string::npos, sentence.c_str());
    if (says != "cannot be read") QVERIFY2(sentence.find(name) != std::string::npos, sentence.c_str());
  }

  /// Its chunks take 2 MiB each, of which three are in memory.
  void aChunkFitsIntoTheMemory() {
    constexpr std::uint64_t kNeeded = 6U << 20U;
    for (const std::uint64_t memory : {std::uint64_t{0}, kNeeded, 10 * kNeeded}) {
      const auto values = read(openArray("chunked", {}, memory), {{0, 512, 2}, {511, 2, 1}}, 1024);
      QCOMPARE(values.size(), std::size_t{1024});
      QCOMPARE(values[0], 511.);
      QCOMPARE(values[1023], 511. * 1024 + 512);
    }
    const Array small = openArray("chunked", {}, kNeeded - 1);
    QVERIFY(!small);
    QVERIFY(small.error().code == Errc::outOfMemory);
    const std::string sentence = small.error().message.english();
    QVERIFY2(sentence.find("takes 6 MiB") != std::string::npos, sentence.c_str());
  }
};

MASU_TEST(Hdf5ArrayTest)
#include "hdf5_array_test.moc"
