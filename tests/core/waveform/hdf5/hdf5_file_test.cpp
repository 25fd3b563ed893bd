// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/waveform/mat/mat_file.h"
#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;
using waveform::test::contentOf;
using Names = std::vector<std::string>;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openHdf5(const fs::path& path, Names channels = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openHdf5(std::move(file), {.channels = std::move(channels), .raw = {}});
}

Result<std::unique_ptr<waveform::RecordingSource>> openMat(const fs::path& path, Names channels = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openMat(std::move(file), {.channels = std::move(channels), .raw = {}});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

}  // namespace

class Hdf5FileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
import h5py
rng = np.random.default_rng(6)
def values(kind, shape):
    if kind == 'bool': return rng.integers(0, 2, shape).astype(bool)
    if kind[1] == 'f': return rng.standard_normal(shape).astype(kind)
    info = np.iinfo(kind)
    return rng.integers(max(info.min, -2**53), min(info.max, 2**53), shape, dtype=np.int64, endpoint=True).astype(kind)
layouts = {'plain': {}, 'chunked': dict(chunks=(50, 2)),
           'packed': dict(chunks=(40, 3), compression='gzip', shuffle=True, fletcher32=True)}
for kind in ['bool'] + [order + k for order in '<>' for k in 'i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8'.split()]:
    for layout, options in layouts.items():
        name = 'type ' + kind.replace('<', 'l').replace('>', 'b') + ' ' + layout + '.h5'
        x = values(kind, (131, 3))
        with h5py.File(name, 'w') as f: f.create_dataset('x', data=x, **options)
        expect(name, x)
def shaped(name, x, frames):
    for layout in [{}, dict(chunks=True, compression='gzip')]:
        file = 'shape ' + name + str(len(layout)) + '.h5'
        with h5py.File(file, 'w') as f: f.create_dataset('x', data=x, **(layout if x.ndim else {}))
        expect(file, frames)
shaped('scalar', np.array(2.5), [[2.5]])
shaped('vector', np.arange(500.), np.arange(500.))
shaped('wide', np.arange(2000).reshape(4, 500), np.arange(2000).reshape(4, 500).T)
x = rng.integers(0, 256, (30, 3, 40)).astype('u1')
shaped('samples', x, x.transpose(0, 2, 1).reshape(-1, 3))
x = rng.integers(0, 256, (30, 3, 7, 5)).astype('u1')
shaped('images', x, x.transpose(0, 2, 3, 1).reshape(-1, 3))
a, b = rng.standard_normal(800), rng.integers(-9, 9, (800, 2)).astype('i2')
c = rng.standard_normal((1, 800)).astype('f4')
with h5py.File('groups.h5', 'w') as f:
    f['g/x'] = a
    f['g/fs'] = 100.
    f['g/deep/y'] = b
    f['z'] = c
    f['short'] = np.arange(799)
    f['text'] = 'words'
    f['complex'] = np.zeros(800, 'c16')
    f['records'] = np.zeros(800, [('a', 'f4'), ('b', 'i2')])
    f['nothing'] = h5py.Empty('f4')
    f['soft'] = h5py.SoftLink('/g/x')
    f['outside'] = h5py.ExternalLink('other.h5', '/x')
    f['again'] = f['g']
expect('groups.h5', np.hstack([b, a[:, None], c.T]))
expect('chosen', np.hstack([c.T, b[:, [1]]]))
with h5py.File('virtual.h5', 'w') as f:
    layout = h5py.VirtualLayout((10,), 'f8')
    layout[:] = h5py.VirtualSource('other.h5', 'x', (10,))
    f.create_virtual_dataset('x', layout)
with h5py.File('external.h5', 'w') as f:
    f.create_dataset('x', (10,), 'u1', external=[('/etc/passwd', 0, 10)])
with h5py.File('unwritten.h5', 'w') as f: f.create_dataset('x', (1000,), 'f8', chunks=(100,))
with h5py.File('absurd.h5', 'w') as f:
    x = f.create_dataset('x', (2**60,), 'u1', chunks=(1000,))
    x[:10] = 1
with h5py.File('inexact.h5', 'w') as f: f['x'] = np.array([2**53 + 1])
with h5py.File('empty.h5', 'w') as f: pass
with h5py.File('dataset.h5', 'w') as f:
    f['features'] = np.arange(12.).reshape(4, 3)
    f.attrs['masu_format'] = 3
with h5py.File('names.h5', 'w') as f: f[b'caf\xe9'] = np.arange(9.)
with h5py.File('many.h5', 'w') as f:
    x = f.create_dataset('x', (8, 400000), 'f4', chunks=(1, 100000), compression='gzip', compression_opts=1)
    x[:] = np.arange(3200000).reshape(8, 400000) % 1000
with h5py.File('one.h5', 'w') as f:
    f.create_dataset('x', data=np.arange(9_500_000.) // 1000, chunks=(9_500_000,), compression='gzip',
                     compression_opts=1)
with h5py.File('small.h5', 'w') as f: f.create_dataset('g/x', data=np.arange(40.), chunks=(8,), compression='gzip')
# Numbers that attributes scale, as netCDF files have them.
def scaled(name, x, values, **attrs):
    with h5py.File('scaled ' + name + '.h5', 'w') as f: f.create_dataset('x', data=x).attrs.update(attrs)
    expect('scaled ' + name + '.h5', values)
stored = rng.integers(-500, 500, (60, 3)).astype('i2')
stored[7, 1] = stored[59, 2] = -999
gaps = np.where(stored == -999, np.nan, stored.astype('f8'))
scaled('both', stored, gaps * 0.01 + 273.15, scale_factor=0.01, add_offset=273.15, _FillValue=np.int16(-999))
scaled('narrow', stored, gaps * 0.5 + 2, scale_factor=np.float32(0.5), add_offset=np.float32(2),
       missing_value=np.int16([-999]))
scaled('gaps', stored, gaps, _FillValue=np.int16(-999))
floats = np.array([1.5, 1e20, 2.5, np.nan], 'f4')
scaled('floats', floats, [1.5, np.nan, 2.5, np.nan], _FillValue=np.float32(1e20), missing_value=1e20)
scaled('plain', floats, floats, _FillValue=np.float32(np.nan), scale_factor=1., units='m', add_offset='none')
# Unsigned ones as netCDF's classic format has them, and the fill value of its 64-bit integers, which no double holds.
octets = np.array([0, 1, 127, 128, 200, 255], 'u1')
scaled('octets', octets.view('i1'), octets, _Unsigned='true')
scaled('octet gaps', octets.view('i1'), np.where(octets == 255, np.nan, octets * 0.5), _Unsigned=np.bytes_('true'),
       _FillValue=np.int8(-1), scale_factor=np.float32(0.5))
scaled('words', np.uint16([0, 40000, 65535]), [0, -25536, np.nan], _Unsigned='false', missing_value=65535)
wide = np.array([5, -2**63 + 2, -7, 2**53], 'i8')
scaled('fill', wide, [5, np.nan, -7, 2**53], _FillValue=np.int64(-2**63 + 2))
scaled('fill scaled', wide[:3], [5 * 0.1, np.nan, -7 * 0.1], _FillValue=np.int64(-2**63 + 2), scale_factor=0.1)
scaled('beside the fill', wide + [0, 1, 0, 0], wide * 1., _FillValue=np.int64(-2**63 + 2))
# A marker of the other sign is none, unless an attribute says that the bits are of the other sign.
scaled('no marker', np.array([0, 5], 'u8'), [0, 5], missing_value=-1)
scaled('no marker of signed', np.array([2**63 - 1 - 1023, -1], 'i8'), [2**63 - 1024, -1],
       _FillValue=np.uint64(2**64 - 1))
scaled('marker of bits', np.array([3, -2], 'i8'), [3, np.nan], _Unsigned='true', _FillValue=np.uint64(2**64 - 2))
for name, attrs in dict(zero=dict(scale_factor=0.), nan=dict(add_offset=np.nan),
                        two=dict(scale_factor=[1., 2.])).items():
    with h5py.File('scaled by ' + name + '.h5', 'w') as f: f.create_dataset('x', data=stored).attrs.update(attrs)
# A MAT file of version 7.3, as MATLAB lays it out.
def mat(name, fill):
    with h5py.File(name, 'w', userblock_size=512) as f: fill(f)
    with open(name, 'r+b') as f: f.write(b'MATLAB 7.3 MAT-file'.ljust(124) + b'\x00\x02IM')
def put(f, path, x, kind, **attrs):
    d = f.create_dataset(path, data=x)
    d.attrs['MATLAB_class'] = np.bytes_(kind)
    for k, v in attrs.items(): d.attrs[k] = v
def fill(f):
    put(f, 'bearing/gs', a.reshape(1, -1), 'double')
    put(f, 'bearing/sr', np.array([[48828.]]), 'double')
    put(f, 'two', b.T, 'int16')
    put(f, 'flag', (b[:, :1] > 0).T.astype('u1'), 'logical', MATLAB_int_decode=np.int32(1))
    put(f, 'text', np.zeros((800, 1), 'u2'), 'char', MATLAB_int_decode=np.int32(2))
    put(f, 'none', np.array([0, 800], 'u8'), 'double', MATLAB_empty=np.uint8(1))
    put(f, '#refs#/a', np.zeros((1, 800)), 'double')
    f.create_group('sparse').attrs['MATLAB_sparse'] = np.uint64(800)
    put(f, 'sparse/data', np.zeros(800), 'double')
mat('seven.mat', fill)
expect('seven.mat', np.hstack([a[:, None], b[:, :1] > 0, b]))
x = rng.standard_normal((11, 2, 25))
mat('samples.mat', lambda f: put(f, 'x', x.T, 'double'))
expect('samples.mat', x.transpose(0, 2, 1).reshape(-1, 2))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void aDatasetIsNoRecording() {
    const auto opened = openHdf5(in("dataset.h5"));
    QVERIFY(!opened);
    QVERIFY2(sentence(opened.error()).find("is a dataset that Masu wrote") != std::string::npos,
             sentence(opened.error()).c_str());
    QCOMPARE(opened.error().code, Errc::unsupported);
  }

  void valuesAreThoseOfH5py() {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with(".h5") || !(name.starts_with("type ") || name.starts_with("shape "))) continue;
      const auto source = openHdf5(entry.path());
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (name + ": " + difference).c_str());
      ++files;
    }
    QCOMPARE(files, (1 + 2 * 11) * 3 + 2 * 5);
  }

  /// A chunk beyond 64 MiB is unpacked once, not for each block.
  void largeChunksAreReadOnce() {
    const auto source = openHdf5(in("one.h5"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto bytesRead = [] {
      std::ifstream counters("/proc/self/io");
      std::string name;
      std::uint64_t bytes = 0;
      counters >> name >> bytes;
      return bytes;
    };
    const std::uint64_t before = bytesRead();
    if (before == 0) QSKIP("The kernel counts no bytes here.");
    std::vector<double> values(1000);
    for (std::uint64_t block = 0; block < 20; ++block) {
      QVERIFY((*source)->readExact(block * 450'000, values));
      QCOMPARE(values.front(), static_cast<double>(block * 450));
    }
    QVERIFY(bytesRead() - before < 2 * fs::file_size(in("one.h5")));
  }

  /// The library holds a chunk whole: where the memory does not suffice for that, nothing is read.
  void aChunkBeyondTheMemoryIsRefused() {
    const auto openIn = [&](std::uint64_t memory) {
      return waveform::openHdf5(io::File::openRead(in("one.h5")).value(),
                                {.channels = {}, .raw = {}, .memory = memory});
    };
    const auto refused = openIn(std::uint64_t{200} << 20U);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::outOfMemory);
    const std::string said = sentence(refused.error());
    // 9,500,000 numbers of 8 bytes, three times.
    QVERIFY2(said.find("takes 218 MiB") != std::string::npos && said.find("may take 200") != std::string::npos,
             said.c_str());
    QVERIFY(openIn(std::uint64_t{218} << 20U));
    QVERIFY(openIn(0));
  }

  void elementTypesStayNarrow() {
    const auto nativeOf = [&](const std::string& kind) -> std::optional<DType> {
      const auto source = openHdf5(in("type " + kind + " packed.h5"));
      return source ? std::optional((*source)->info().native) : std::nullopt;
    };
    QCOMPARE(nativeOf("bool"), DType::u8);
    QCOMPARE(nativeOf("bi1"), DType::i8);
    QCOMPARE(nativeOf("lu1"), DType::u8);
    QCOMPARE(nativeOf("bi2"), DType::i16);
    QCOMPARE(nativeOf("lu2"), DType::u16);
    QCOMPARE(nativeOf("bi4"), DType::i32);
    QCOMPARE(nativeOf("lu4"), DType::u32);
    QCOMPARE(nativeOf("bi8"), DType::f64);
    QCOMPARE(nativeOf("lf2"), DType::f16);
    QCOMPARE(nativeOf("bf4"), DType::f32);
    QCOMPARE(nativeOf("lf8"), DType::f64);
  }

  void datasetsOfTheLongestLengthGoTogether() {
    const auto source = openHdf5(in("groups.h5"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels, (Names{"/again/deep/y.1", "/again/deep/y.2", "/again/x", "/z"}));
    QCOMPARE(info.rate, 100.);
    for (const char* left : {"/short", "/text", "/complex", "/records", "/nothing"}) {
      QVERIFY2(std::find(info.leftOut.begin(), info.leftOut.end(), left) != info.leftOut.end(), left);
    }
    const std::string difference = waveform::test::differenceFrom(**source, in("groups.h5"));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void datasetsAreChosenByPath() {
    const auto source = openHdf5(in("groups.h5"), {"z", "/again/deep/y.2"});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const std::string difference = waveform::test::differenceFrom(**source, in("chosen"));
    QVERIFY2(difference.empty(), difference.c_str());
    const auto missing = openHdf5(in("groups.h5"), {"/nope"});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY2(sentence(missing.error()).find("/again/deep/y [800, 2]") != std::string::npos,
             sentence(missing.error()).c_str());
    QVERIFY(sentence(openHdf5(in("groups.h5"), {"/text"}).error()).find("/text in ") == 0);
  }

  void namesInAnyEncodingBecomeUtf8() {
    const auto source = openHdf5(in("names.h5"), {"/caf\u00e9"});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE((*source)->info().channels, Names{"/caf\u00e9"});
  }

  void samplesKeepTheirShape() {
    using Shape = std::vector<std::uint64_t>;
    QCOMPARE((*openHdf5(in("shape samples2.h5")))->info().sampleShape, (Shape{3, 40}));
    QCOMPARE((*openHdf5(in("shape images0.h5")))->info().sampleShape, (Shape{3, 7, 5}));
  }

  void whatCannotBeReadIsOneSentence_data() {
    QTest::addColumn<QString>("says");
    QTest::newRow("virtual") << "are in other files";
    QTest::newRow("external") << "are in other files";
    QTest::newRow("unwritten") << "never written";
    QTest::newRow("absurd") << "too small for all it promises";
    QTest::newRow("inexact") << "2^53";
    QTest::newRow("empty") << "holds no arrays";
    QTest::newRow("scaled beside the fill") << "2^53";
    QTest::newRow("scaled by zero") << "of which no values can be made";
    QTest::newRow("scaled by nan") << "of which no values can be made";
    QTest::newRow("scaled by two") << "of which no values can be made";
  }
  void whatCannotBeReadIsOneSentence() {
    QFETCH(const QString, says);
    const auto source = openHdf5(in(std::string(QTest::currentDataTag()) + ".h5"));
    QVERIFY(!source);
    QVERIFY2(sentence(source.error()).find(says.toStdString()) != std::string::npos, sentence(source.error()).c_str());
  }

  void numbersAreScaledAsTheirAttributesSay() {
    for (const auto& [name, native, unpacked] :
         {std::tuple{"both", DType::f64, true}, std::tuple{"narrow", DType::f32, true},
          std::tuple{"gaps", DType::f32, true}, std::tuple{"floats", DType::f32, true},
          std::tuple{"plain", DType::f32, false}, std::tuple{"octets", DType::u8, true},
          std::tuple{"octet gaps", DType::f32, true}, std::tuple{"words", DType::f32, true},
          std::tuple{"fill", DType::f64, true}, std::tuple{"fill scaled", DType::f64, true}}) {
      const fs::path path = in("scaled " + std::string(name) + ".h5");
      const auto source = openHdf5(path);
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      QCOMPARE((*source)->info().native, native);
      QCOMPARE((*source)->info().unpacked, unpacked);
      const std::string difference = waveform::test::differenceFrom(**source, path);
      QVERIFY2(difference.empty(), (name + (": " + difference)).c_str());
    }
  }

  void blocksAcrossManyChunksAreReadOnce() {
    const auto source = openHdf5(in("many.h5"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE((*source)->info().channels.size(), 8U);
    std::vector<float> values(8 * 1000);
    for (std::uint64_t first = 0; first < 400000; first += 1000) {
      QVERIFY((*source)->read(first, values));
      for (std::size_t i = 0; i < values.size(); i += 77) {
        QCOMPARE(values[i], static_cast<float>((i % 8 * 400000 + first + i / 8) % 1000));
      }
    }
  }

  void filesOfMatlabHaveVariables() {
    const auto source = openMat(in("seven.mat"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels, (Names{"bearing.gs", "flag", "two.1", "two.2"}));
    QCOMPARE(info.leftOut, (Names{"none", "text"}));
    QCOMPARE(info.rate, 48828.);
    const std::string difference = waveform::test::differenceFrom(**source, in("seven.mat"));
    QVERIFY2(difference.empty(), difference.c_str());
    const auto flag = openMat(in("seven.mat"), {"flag"});
    QVERIFY(flag);
    QCOMPARE((*flag)->info().native, DType::u8);

    const auto samples = openMat(in("samples.mat"));
    QVERIFY2(samples, samples ? "" : sentence(samples.error()).c_str());
    QCOMPARE((*samples)->info().sampleShape, (std::vector<std::uint64_t>{2, 25}));
    const std::string other = waveform::test::differenceFrom(**samples, in("samples.mat"));
    QVERIFY2(other.empty(), other.c_str());
  }

  void filesInMemoryAreReadAlike() {
    const auto source = waveform::openHdf5(waveform::test::memoryFile("groups.h5", contentOf(in("groups.h5"))), {});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    std::string difference = waveform::test::differenceFrom(**source, in("groups.h5"));
    QVERIFY2(difference.empty(), difference.c_str());
    const auto mat = waveform::openMat(waveform::test::memoryFile("seven.mat", contentOf(in("seven.mat"))), {});
    QVERIFY2(mat, mat ? "" : sentence(mat.error()).c_str());
    difference = waveform::test::differenceFrom(**mat, in("seven.mat"));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void cutFilesAreAnErrorWhereverTheyEnd() {
    for (const char* file : {"small.h5", "shape vector0.h5", "seven.mat"}) {
      const std::string whole = contentOf(in(file));
      for (std::size_t size = 0; size < whole.size(); size += whole.size() / 40 + 1) {
        io::File cut = waveform::test::memoryFile("cut.file", whole.substr(0, size));
        const bool isMat = std::string(file).ends_with(".mat");
        const auto source = isMat ? waveform::openMat(std::move(cut), {}) : waveform::openHdf5(std::move(cut), {});
        QVERIFY2(!source, (file + std::to_string(size)).c_str());
        QVERIFY2(sentence(source.error()).find("cut.file") != std::string::npos, sentence(source.error()).c_str());
      }
    }
  }

  void changedBytesNeverCrash() {
    int found = 0;
    int opened = 0;
    for (const char* file : {"small.h5", "groups.h5"}) {
      const std::string whole = contentOf(in(file));
      for (std::size_t at = 0; at < whole.size(); at += at < 2000 ? 13 : whole.size() / 60) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0xFF);
        const auto source = waveform::openHdf5(waveform::test::memoryFile("changed.h5", changed), {});
        if (source) {
          ++opened;
          continue;
        }
        QVERIFY(sentence(source.error()).ends_with('.'));
        QVERIFY(sentence(source.error()).find("changed.h5") != std::string::npos);
        ++found;
      }
    }
    QVERIFY2(found > 10 && opened > 10, (std::to_string(found) + " " + std::to_string(opened)).c_str());
  }

  void theMarkMayComeBehindABlockOfTheWriters() {
    const std::string plain = contentOf(in("small.h5")), mat = contentOf(in("seven.mat"));
    QVERIFY(waveform::isHdf5(std::as_bytes(std::span(plain).first(8))));
    QVERIFY(!waveform::isHdf5(std::as_bytes(std::span(plain).first(7))));
    QVERIFY(waveform::isHdf5(std::as_bytes(std::span(mat).first(1024))));
    QVERIFY(waveform::isMat(std::as_bytes(std::span(mat).first(128))));
    QVERIFY(!waveform::isHdf5(std::as_bytes(std::span(mat).first(512))));
    QVERIFY(!waveform::openHdf5(waveform::test::memoryFile("text", "no such file"), {}));
  }
};

MASU_TEST(Hdf5FileTest)
#include "hdf5_file_test.moc"
