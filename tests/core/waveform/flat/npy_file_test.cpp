// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/npy_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openNpy(const fs::path& path, std::vector<std::string> channels = {},
                                                           waveform::FrameAxis frames = waveform::FrameAxis::longer) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openNpy(std::move(file), {.channels = std::move(channels), .raw = {}, .frames = frames});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

/// An NPY file of version 1 with any header.
void writeNpy(const fs::path& path, std::string header, const std::string& data, int length = -1) {
  const auto bytes = static_cast<unsigned>(length < 0 ? static_cast<int>(header.size()) : length);
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(bytes & 0xFFU);
  file += static_cast<char>(bytes >> 8U);
  std::ofstream(path, std::ios::binary) << file << header << data;
}

}  // namespace

class NpyFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
rng = np.random.default_rng(1)
def values(dtype, shape):
    dtype = np.dtype(dtype)
    if dtype.kind == 'b': return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in 'iu':
        info = np.iinfo(dtype)
        low, high = max(info.min, -2**53), min(info.max, 2**53)
        x = rng.integers(low, high, shape, dtype=np.int64, endpoint=True).astype(dtype)
        x.flat[0], x.flat[-1] = low, high
        return x
    x = rng.standard_normal(shape).astype(dtype)
    x.flat[0] = np.nan
    x.flat[-1] = -np.inf
    return x
def save(name, array, version):
    with open(name, 'wb') as f: np.lib.format.write_array(f, array, version)
for kind in ['b1', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8']:
    for order in '<>':
        for layout in 'CF':
            for version in [(1, 0), (2, 0), (3, 0)]:
                a = np.array(values(order + kind, (113, 3)), order=layout)
                name = '%s%s%s%d.npy' % (kind, 'l' if order == '<' else 'b', layout, version[0])
                save(name, a, version)
                expect(name, a)
for layout in 'CF':
    def shaped(name, shape, frames):
        a = np.array(values('<i2', shape), order=layout)
        name = name + layout + '.npy'
        save(name, a, (1, 0))
        expect(name, frames(a))
    shaped('scalar', (), lambda a: a.reshape(1, 1))
    shaped('vector', (500,), lambda a: a)
    shaped('column', (500, 1), lambda a: a)
    shaped('row', (1, 500), lambda a: a.T)
    shaped('wide', (5, 400), lambda a: a.T)
    shaped('long', (400, 5), lambda a: a)
    shaped('square', (20, 20), lambda a: a)
    shaped('samples', (20, 4, 31), lambda a: a.transpose(0, 2, 1).reshape(-1, 4))
    shaped('one sample', (1, 3, 64), lambda a: a[0].T)
    shaped('images', (11, 3, 8, 9), lambda a: a.transpose(0, 2, 3, 1).reshape(-1, 3))
    shaped('far', (9000, 2, 7), lambda a: a.transpose(0, 2, 1).reshape(-1, 2))
a = np.arange(400 * 5).reshape(400, 5)
np.save('chosen.npy', a)
expect('chosen.npy', a[:, [3, 0]])
np.save('exact.npy', np.array([2**62, -2**63, 2**53 + 2], '<i8'))
expect('exact.npy', [2.**62, -2.**63, 2**53 + 2])
np.save('inexact.npy', np.array([1, 2**53 + 1], '<u8'))
np.save('objects.npy', np.array([{}, 1], dtype=object), allow_pickle=True)
np.save('complex.npy', np.zeros(3, 'c8'))
np.save('records.npy', np.zeros(3, [('a', '<f4'), ('b', '<i2', (2,))]))
np.save('text.npy', np.array(['a', 'bc']))
np.save('times.npy', np.zeros(3, 'M8[s]'))
np.save('long double.npy', np.zeros(3, np.longdouble))
np.save('five.npy', np.zeros((2, 2, 2, 2, 2)))
np.save('empty.npy', np.zeros((0, 5)))
np.save('channels.npy', np.zeros((2, 70000, 2), 'u1'))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfNumpy() {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      if (entry.path().extension() != ".npy" || !fs::exists(entry.path().string() + ".values")) continue;
      if (entry.path().filename() == "chosen.npy") continue;
      const auto source = openNpy(entry.path());
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (entry.path().filename().string() + ": " + difference).c_str());
      ++files;
    }
    QCOMPARE(files, 12 * 2 * 2 * 3 + 2 * 11 + 1);
  }

  void elementTypesStayNarrow() {
    const auto nativeOf = [&](const std::string& kind) { return (*openNpy(in(kind + "bF2.npy")))->info().native; };
    QCOMPARE(nativeOf("b1"), DType::u8);
    QCOMPARE(nativeOf("i1"), DType::i8);
    QCOMPARE(nativeOf("u1"), DType::u8);
    QCOMPARE(nativeOf("i2"), DType::i16);
    QCOMPARE(nativeOf("u2"), DType::u16);
    QCOMPARE(nativeOf("i4"), DType::i32);
    QCOMPARE(nativeOf("u4"), DType::u32);
    QCOMPARE(nativeOf("i8"), DType::f64);
    QCOMPARE(nativeOf("u8"), DType::f64);
    QCOMPARE(nativeOf("f2"), DType::f16);
    QCOMPARE(nativeOf("f4"), DType::f32);
    QCOMPARE(nativeOf("f8"), DType::f64);
  }

  void timeIsTheLongerDimensionOrTheOneStated() {
    using waveform::FrameAxis;
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
np.save('few.npy', np.arange(3 * 40, dtype='<i2').reshape(3, 40))
np.save('row.npy', np.arange(40, dtype='<i2').reshape(1, 40))
)");
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    const auto firstFrame = [&](FrameAxis frames) {
      const auto source = openNpy(in("few.npy"), {}, frames);
      std::vector<double> frame((*source)->info().channels.size());
      if (!(*source)->readExact(1, frame)) frame.clear();
      return frame;
    };
    QCOMPARE(firstFrame(FrameAxis::longer), (std::vector<double>{1, 41, 81}));
    QCOMPARE(firstFrame(FrameAxis::last), (std::vector<double>{1, 41, 81}));
    const std::vector<double> row = firstFrame(FrameAxis::first);
    QCOMPARE(row.size(), std::size_t{40});
    QCOMPARE(row[0], 40.);
    QCOMPARE((*openNpy(in("few.npy")))->info().matrix, (std::vector<std::uint64_t>{3, 40}));
    // Of a vector there is nothing to state.
    const auto vector = openNpy(in("row.npy"), {}, FrameAxis::first);
    QCOMPARE((*vector)->info().frames, 40U);
    QVERIFY((*vector)->info().matrix.empty());
  }

  void samplesKeepTheirShape() {
    using Shape = std::vector<std::uint64_t>;
    QCOMPARE((*openNpy(in("samplesC.npy")))->info().sampleShape, (Shape{4, 31}));
    QCOMPARE((*openNpy(in("imagesF.npy")))->info().sampleShape, (Shape{3, 8, 9}));
    QCOMPARE((*openNpy(in("wideC.npy")))->info().sampleShape, Shape{});
    QCOMPARE((*openNpy(in("wideC.npy")))->info().channels, (std::vector<std::string>{"c1", "c2", "c3", "c4", "c5"}));
  }

  void channelsAreChosenByName() {
    const auto source = openNpy(in("chosen.npy"), {"c4", "c1"});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE((*source)->info().channels, (std::vector<std::string>{"c4", "c1"}));
    const std::string difference = waveform::test::differenceFrom(**source, in("chosen.npy"));
    QVERIFY2(difference.empty(), difference.c_str());
    const auto missing = openNpy(in("chosen.npy"), {"c6"});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY(sentence(missing.error()).find("[400, 5]") != std::string::npos);
  }

  void integersThatNoDoubleHoldsAreAnErrorOfReading() {
    const auto source = openNpy(in("inexact.npy"));
    QVERIFY(source);
    std::vector<double> value(1);
    QVERIFY((*source)->readExact(0, value));
    const auto read = (*source)->readExact(1, value);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::unsupported);
  }

  void framesBehindTheEndAreAnError() {
    const auto source = openNpy(in("longC.npy"));
    std::vector<double> values(10);
    QVERIFY((*source)->readExact(398, values));
    QVERIFY(!(*source)->readExact(399, values));
    QVERIFY(!(*source)->readExact(~std::uint64_t{0}, values));
  }

  void whatIsNoArrayOfRealNumbersIsRefused_data() {
    QTest::addColumn<QString>("says");
    QTest::newRow("objects") << "Python objects";
    QTest::newRow("complex") << "complex numbers";
    QTest::newRow("records") << "records";
    QTest::newRow("text") << "\"<U2\"";
    QTest::newRow("times") << "\"<M8[s]\"";
    QTest::newRow("long double") << "\"<f16\"";
    QTest::newRow("five") << "[2, 2, 2, 2, 2]";
    QTest::newRow("channels") << "70000 channels";
  }
  void whatIsNoArrayOfRealNumbersIsRefused() {
    QFETCH(const QString, says);
    const auto source = openNpy(in(std::string(QTest::currentDataTag()) + ".npy"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::unsupported);
    QVERIFY2(sentence(source.error()).find(says.toStdString()) != std::string::npos, sentence(source.error()).c_str());
  }

  void anEmptyArrayHoldsNoValues() {
    const auto source = openNpy(in("empty.npy"));
    QVERIFY(!source);
    QVERIFY(sentence(source.error()).ends_with("holds no values."));
  }

  void cutFilesAreDamagedWhereverTheyEnd() {
    const fs::path path = in("cut.npy");
    fs::copy_file(in("f4lC1.npy"), path, fs::copy_options::overwrite_existing);
    QVERIFY(openNpy(path));
    for (std::uintmax_t size = fs::file_size(path); size-- > 0;) {
      fs::resize_file(path, size);
      const auto source = openNpy(path);
      QVERIFY2(!source, std::to_string(size).c_str());
      QCOMPARE(source.error().code, size < 6 ? Errc::format : Errc::damaged);
      QVERIFY(sentence(source.error()).find("cut.npy") != std::string::npos);
    }
  }

  void bytesBehindTheArrayAreNoDamage() {
    const fs::path path = in("tail.npy");
    fs::copy_file(in("vectorC.npy"), path);
    std::ofstream(path, std::ios::app) << "more";
    QVERIFY(openNpy(path));
  }

  void hostileHeadersAreOneSentence_data() {
    QTest::addColumn<QString>("header");
    const auto row = [](const char* name, const char* header) { QTest::newRow(name) << QString(header); };
    row("empty", "");
    row("no dictionary", "[1, 2]");
    row("no shape", "{'descr': '<f8', 'fortran_order': False}");
    row("unknown key", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}");
    row("negative size", "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}");
    row("number too large", "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}");
    row("product overflows", "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}");
    row("product wraps to 1", "{'descr': '<f8', 'fortran_order': False, 'shape': (18446744073709551615, 3)}");
    row("bytes wrap", "{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952,)}");
    row("larger than the file", "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,)}");
    row("open tuple", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,");
    row("open text", "{'descr': '<f8");
    row("open list", "{'descr': [('a', '<f8'), (");
    row("order is no truth", "{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}");
  }
  void hostileHeadersAreOneSentence() {
    QFETCH(const QString, header);
    writeNpy(in("hostile.npy"), header.toStdString(), std::string(64, '\0'));
    const auto source = openNpy(in("hostile.npy"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::damaged);
    QVERIFY(sentence(source.error()).ends_with('.'));
  }

  void aHeaderLongerThanTheFileIsDamaged() {
    writeNpy(in("hostile.npy"), "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", "12345678", 60000);
    const auto source = openNpy(in("hostile.npy"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::damaged);
  }

  void headersOfPythonTwoAreRead() {
    writeNpy(in("two.npy"), "{'descr': '<i2', 'fortran_order': False, 'shape': (2L, 1L), }",
             std::string("\1\0\2\0", 4));
    const auto source = openNpy(in("two.npy"));
    QVERIFY(source);
    std::vector<double> values(2);
    QVERIFY((*source)->readExact(0, values));
    QCOMPARE(values, (std::vector<double>{1, 2}));
  }

  void otherFilesAreNoNpy() {
    std::ofstream(in("text.txt")) << "hello";
    QCOMPARE(openNpy(in("text.txt")).error().code, Errc::format);
    const std::string magic = "\x93NUMPY";
    QVERIFY(waveform::isNpy(std::as_bytes(std::span(magic))));
    QVERIFY(!waveform::isNpy(std::as_bytes(std::span(magic).first(5))));
  }
};

MASU_TEST(NpyFileTest)
#include "npy_file_test.moc"
