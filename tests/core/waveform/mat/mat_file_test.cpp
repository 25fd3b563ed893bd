// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/mat/mat_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;
using waveform::test::contentOf;
using Names = std::vector<std::string>;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openMat(const fs::path& path, Names channels = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openMat(std::move(file), {.channels = std::move(channels), .raw = {}});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

}  // namespace

class MatFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
import struct
from scipy.io import savemat
rng = np.random.default_rng(5)
def values(kind, shape):
    if kind == 'bool': return rng.integers(0, 2, shape).astype(bool)
    if kind[0] == 'f': return rng.standard_normal(shape).astype(kind)
    info = np.iinfo(kind)
    return rng.integers(max(info.min, -2**53), min(info.max, 2**53), shape, dtype=np.int64, endpoint=True).astype(kind)
def save(name, variables, frames):
    for suffix, options in [('5', {}), ('7', dict(do_compression=True))]:
        savemat(name + suffix + '.mat', variables, long_field_names=True, **options)
        expect(name + suffix + '.mat', frames)
for kind in ['bool', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']:
    x = values(kind, (131, 3))
    save(kind, {'x': x}, x)
for kind in ['i2', 'u1', 'u2', 'i4', 'f4', 'f8']:
    x = values(kind, (131, 3))
    savemat(kind + '4.mat', {'x': x, 'fs': 8000.}, format='4')
    expect(kind + '4.mat', x)
x = rng.standard_normal((11, 2, 25))
save('samples', {'x': x, 'y': np.arange(11)}, x.transpose(0, 2, 1).reshape(-1, 2))
x = rng.integers(0, 256, (11, 3, 6, 5)).astype('u1')
save('images', {'x': x}, x.transpose(0, 2, 3, 1).reshape(-1, 3))
gs, other = rng.standard_normal((900, 1)), rng.standard_normal(900)
cell = np.empty(3, dtype=object)
cell[:] = [np.arange(4.), 'text', np.arange(900.) / 3]
runs = np.zeros(2, dtype=[('gs', 'O'), ('none', 'O')])
runs[0]['gs'], runs[1]['gs'] = np.arange(5.), np.arange(900.)
save('nested', {'bearing': {'sr': 97656., 'gs': gs, 'load': 25., 'deep': {'er': {'x': other}}}, 'title': 'abc',
                'parts': cell, 'runs': runs, 'BPFI': 118.75, 'empty': np.zeros((0, 0)), 'z': np.zeros(900, 'c16'),
                'flag': True},
      np.hstack([gs, other[:, None], (np.arange(900.) / 3)[:, None], np.arange(900.)[:, None]]))
expect('runs', np.stack([np.arange(900.), other], 1))
save('large', {'x': rng.integers(0, 4, 9_000_000).astype('f8')}, [0])
save('zeros', {'x': np.zeros(9_000_000)}, [0])
save('text', {'a': 'text'}, [0])
# MATLAB on a big-endian machine: a double of class 6 that is kept as 16-bit integers.
def element(kind, data): return struct.pack('>II', kind, len(data)) + data + bytes(-len(data) % 8)
x = np.arange(-60, 60).reshape(30, 4)
body = (element(6, struct.pack('>II', 6, 0)) + element(5, struct.pack('>ii', 30, 4)) +
        struct.pack('>HH4s', 1, 1, b'x') + element(3, x.astype('>i2').tobytes('F')))
with open('big.mat', 'wb') as f:
    f.write(b'MATLAB 5.0'.ljust(124) + b'\x01\x00MI' + element(14, body))
expect('big.mat', x)
with open('big4.mat', 'wb') as f:
    f.write(struct.pack('>IIIII', 1000, 30, 4, 0, 2) + b'x\0' + x.astype('>f8').tobytes('F'))
expect('big4.mat', x)
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfScipy() {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      const std::string stem = entry.path().stem().string();
      const bool isOther = stem.starts_with("large") || stem.starts_with("zeros") || stem.starts_with("text");
      if (entry.path().extension() != ".mat" || isOther) continue;
      const Names wanted =
          stem.starts_with("nested") ? Names{"bearing.gs", "bearing.deep.er.x", "parts{3}", "runs(2).gs"} : Names{};
      const auto source = openMat(entry.path(), wanted);
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (entry.path().filename().string() + ": " + difference).c_str());
      ++files;
    }
    QCOMPARE(files, 2 * 11 + 6 + 2 * 3 + 2);
  }

  void classesShowTheType() {
    const auto nativeOf = [&](const std::string& name) {
      const auto source = openMat(in(name + ".mat"));
      return source ? std::optional((*source)->info().native) : std::nullopt;
    };
    QCOMPARE(nativeOf("bool5"), DType::u8);
    QCOMPARE(nativeOf("i17"), DType::i8);
    QCOMPARE(nativeOf("u15"), DType::u8);
    QCOMPARE(nativeOf("i27"), DType::i16);
    QCOMPARE(nativeOf("u25"), DType::u16);
    QCOMPARE(nativeOf("i45"), DType::i32);
    QCOMPARE(nativeOf("u45"), DType::u32);
    QCOMPARE(nativeOf("i85"), DType::f64);
    QCOMPARE(nativeOf("f47"), DType::f32);
    QCOMPARE(nativeOf("f85"), DType::f64);
    QCOMPARE(nativeOf("big"), DType::f64);
    QCOMPARE(nativeOf("i24"), DType::i16);
  }

  void whatIsLongestGoesTogether_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("5") << "nested5.mat";
    QTest::newRow("7") << "nested7.mat";
  }
  void whatIsLongestGoesTogether() {
    QFETCH(const QString, file);
    const auto source = openMat(in(file.toStdString()));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels, (Names{"bearing.gs", "bearing.deep.er.x", "parts{3}", "runs(2).gs"}));
    QCOMPARE(info.rate, 97656.);
    for (const char* left :
         {"bearing.load", "title", "parts{1}", "parts{2}", "runs(1).gs", "BPFI", "empty", "z", "flag"}) {
      QVERIFY2(std::find(info.leftOut.begin(), info.leftOut.end(), left) != info.leftOut.end(), left);
    }
    QVERIFY(std::find(info.leftOut.begin(), info.leftOut.end(), "bearing.sr") == info.leftOut.end());
  }

  void variablesAreChosenByPath() {
    const auto source = openMat(in("nested7.mat"), {"runs(2).gs", "bearing.deep.er.x"});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const std::string difference = waveform::test::differenceFrom(**source, in("runs"));
    QVERIFY2(difference.empty(), difference.c_str());
    const auto missing = openMat(in("nested7.mat"), {"bearing.xs"});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY(sentence(missing.error()).find("bearing.gs [900, 1]") != std::string::npos);
    QVERIFY(sentence(openMat(in("nested5.mat"), {"title"}).error()).find("title in ") == 0);
    QVERIFY(sentence(openMat(in("text5.mat")).error()).find("a in ") == 0);
    QVERIFY(sentence(openMat(in("nested5.mat"), {"empty"}).error()).ends_with("holds no values."));
  }

  void samplesKeepTheirShape() {
    using Shape = std::vector<std::uint64_t>;
    QCOMPARE((*openMat(in("samples7.mat")))->info().sampleShape, (Shape{2, 25}));
    QCOMPARE((*openMat(in("images5.mat")))->info().sampleShape, (Shape{3, 6, 5}));
    QCOMPARE((*openMat(in("f84.mat")))->info().rate, 8000.);
  }

  void largeVariablesAreUnpackedToScratch() {
    const auto packed = openMat(in("large7.mat"));
    const auto plain = openMat(in("large5.mat"));
    QVERIFY2(packed, packed ? "" : sentence(packed.error()).c_str());
    QVERIFY(plain);
    std::vector<double> one(1000), other(1000);
    for (const std::uint64_t first : {0U, 4'567'891U, 8'999'000U}) {
      QVERIFY((*packed)->readExact(first, one));
      QVERIFY((*plain)->readExact(first, other));
      QVERIFY(one == other);
    }
  }

  void bombsAreNotUnpacked() {
    QVERIFY(openMat(in("zeros5.mat")));
    const auto source = openMat(in("zeros7.mat"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::unsupported);
    QVERIFY(sentence(source.error()).find("would unpack to 72000") != std::string::npos);
  }

  void cutFilesAreDamagedWhereverTheyEnd_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"nested5.mat", "nested7.mat", "i25.mat", "i27.mat", "f84.mat", "big.mat", "big4.mat"}) {
      QTest::newRow(file) << file;
    }
  }
  void cutFilesAreDamagedWhereverTheyEnd() {
    QFETCH(const QString, file);
    const std::string whole = contentOf(in(file.toStdString()));
    const bool hasSeveral = file.startsWith("nested") || file == "f84.mat";
    int opened = 0;
    for (std::size_t size = 0; size < whole.size(); size += size < 400 || size + 400 > whole.size() ? 1 : 61) {
      const auto source = waveform::openMat(waveform::test::memoryFile("cut.mat", whole.substr(0, size)), {});
      if (source) {
        // Nothing tells of variables after a cut that falls between two.
        QVERIFY2(hasSeveral, std::to_string(size).c_str());
        std::vector<double> values((*source)->info().frames * (*source)->info().channels.size());
        QVERIFY((*source)->readExact(0, values));
        ++opened;
        continue;
      }
      QVERIFY(sentence(source.error()).find("cut.mat") != std::string::npos);
      QVERIFY(source.error().code == Errc::damaged || size < 140);
    }
    QVERIFY2(opened <= 20, std::to_string(opened).c_str());
  }

  void changedBytesNeverCrash_data() { cutFilesAreDamagedWhereverTheyEnd_data(); }
  void changedBytesNeverCrash() {
    QFETCH(const QString, file);
    const std::string whole = contentOf(in(file.toStdString()));
    int found = 0;
    for (std::size_t at = 0; at < whole.size(); at += at < 1200 ? 1 : 97) {
      for (const int change : {0x01, 0x80, 0xFF}) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ change);
        const auto source = waveform::openMat(waveform::test::memoryFile("changed.mat", changed), {});
        if (!source) {
          QVERIFY(sentence(source.error()).ends_with('.'));
          ++found;
          continue;
        }
        QVERIFY((*source)->info().frames * (*source)->info().channels.size() <= 8 * whole.size());
        std::vector<double> values((*source)->info().frames * (*source)->info().channels.size());
        static_cast<void>((*source)->readExact(0, values));
      }
    }
    QVERIFY(found > 20);
  }

  void otherFilesAreNoMat() {
    std::ofstream(in("text.txt")) << "This text is long enough to be a header of version four.";
    QCOMPARE(openMat(in("text.txt")).error().code, Errc::format);
    const std::string four = contentOf(in("f84.mat")), five = contentOf(in("f85.mat")), big = contentOf(in("big4.mat"));
    for (const std::string& file : {four, five, big}) {
      QVERIFY(waveform::isMat(std::as_bytes(std::span(file).first(128))));
      QVERIFY(!waveform::isMat(std::as_bytes(std::span(file).first(10))));
    }
    const std::string zeros(128, '\0');
    QVERIFY(!waveform::isMat(std::as_bytes(std::span(zeros))));
  }

  void bearingRecordingsShowTheirRate() {
    const fs::path folder = fs::path(MASU_SHARED_DATA) / "mfpt-mat-sample" / "train_data";
    if (!fs::exists(folder)) QSKIP("the shared data sets are not here");
    int recordings = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const auto source = openMat(entry.path());
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      QCOMPARE((*source)->info().channels, Names{"bearing.gs"});
      QCOMPARE((*source)->info().frames, 146484U);
      QCOMPARE((*source)->info().rate, 48828.);
      const QString problem = waveform::test::runPython(m_folder.path().toStdString(),
                                                        "from scipy.io import loadmat\nb = loadmat(r'" +
                                                            QString::fromStdString(entry.path().string()) +
                                                            "')['bearing']\nexpect('mfpt', b['gs'][0, 0])\n");
      QVERIFY2(problem.isEmpty(), qPrintable(problem));
      const std::string difference = waveform::test::differenceFrom(**source, in("mfpt"));
      QVERIFY2(difference.empty(), difference.c_str());
      ++recordings;
    }
    QCOMPARE(recordings, 4);
  }
};

MASU_TEST(MatFileTest)
#include "mat_file_test.moc"
