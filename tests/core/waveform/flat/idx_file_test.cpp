// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/idx_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/io/packed_file.h"
#include "core/io/unpack.h"
#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openIdx(const fs::path& path) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openIdx(std::move(file), {});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

/// One of MNIST's packed files, unpacked.
Result<io::File> unpacked(const fs::path& path) {
  MASU_TRY(auto packed, io::PackedFile::open(path));
  return io::unpackAll(path.stem(), [&packed](std::span<std::byte> out) { return packed.read(out); });
}

}  // namespace

class IdxFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  fs::path write(const std::string& bytes) const {
    std::ofstream(in("hostile.idx"), std::ios::binary) << bytes;
    return in("hostile.idx");
  }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
import struct
rng = np.random.default_rng(2)
codes = {0x08: '>u1', 0x09: '>i1', 0x0B: '>i2', 0x0C: '>i4', 0x0D: '>f4', 0x0E: '>f8'}
shapes = {1: (300,), 2: (20, 31), 3: (20, 5, 7), 4: (9, 3, 5, 4)}
frames = {1: lambda a: a, 2: lambda a: a.reshape(-1), 3: lambda a: a.reshape(-1),
          4: lambda a: a.transpose(0, 2, 3, 1).reshape(-1, 3)}
for code, kind in codes.items():
    for dims, shape in shapes.items():
        a = (rng.standard_normal(shape) * 60).astype(kind)
        name = '%s%d.idx' % (kind[1:], dims)
        with open(name, 'wb') as f:
            f.write(struct.pack('>HBB', 0, code, dims) + struct.pack('>%dI' % dims, *shape) + a.tobytes())
        expect(name, frames[dims](a))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfNumpy() {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      if (entry.path().extension() != ".idx" || !fs::exists(entry.path().string() + ".values")) continue;
      const auto source = openIdx(entry.path());
      QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (entry.path().filename().string() + ": " + difference).c_str());
      ++files;
    }
    QCOMPARE(files, 6 * 4);
  }

  void dimensionsAreSamplesChannelsAndFrames() {
    using Shape = std::vector<std::uint64_t>;
    QCOMPARE((*openIdx(in("u11.idx")))->info().sampleShape, Shape{});
    QCOMPARE((*openIdx(in("u12.idx")))->info().sampleShape, (Shape{1, 31}));
    QCOMPARE((*openIdx(in("u13.idx")))->info().sampleShape, (Shape{1, 5, 7}));
    QCOMPARE((*openIdx(in("u14.idx")))->info().sampleShape, (Shape{3, 5, 4}));
    QCOMPARE((*openIdx(in("u13.idx")))->info().native, DType::u8);
    QCOMPARE((*openIdx(in("f43.idx")))->info().native, DType::f32);
  }

  void cutFilesAreDamagedWhereverTheyEnd() {
    const fs::path path = in("cut.bin");
    fs::copy_file(in("i23.idx"), path);
    for (std::uintmax_t size = fs::file_size(path); size-- > 4;) {
      fs::resize_file(path, size);
      const auto source = openIdx(path);
      QVERIFY2(!source, std::to_string(size).c_str());
      QCOMPARE(source.error().code, Errc::damaged);
    }
  }

  void hostileFilesAreOneSentence_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("magic alone") << QByteArray("\0\0\x08\x03", 4);
    QTest::newRow("product wraps") << QByteArray("\0\0\x0e\x02\xff\xff\xff\xff\xff\xff\xff\xff", 12);
    QTest::newRow("absurd product") << QByteArray("\0\0\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16);
    QTest::newRow("no dimensions") << QByteArray("\0\0\x08\0", 4);
    QTest::newRow("unknown type") << QByteArray("\0\0\x0a\x01\0\0\0\x01z", 9);
    QTest::newRow("more than promised") << QByteArray("\0\0\x08\x01\0\0\0\x01zz", 10);
    QTest::newRow("nothing inside") << QByteArray("\0\0\x08\x02\0\0\0\x01\0\0\0\0", 12);
  }
  void hostileFilesAreOneSentence() {
    QFETCH(const QByteArray, content);
    const fs::path path = write(content.toStdString());
    const auto source = openIdx(path);
    QVERIFY(!source);
    QVERIFY(sentence(source.error()).ends_with('.'));
    QVERIFY(!waveform::idxLabels(*io::File::openRead(path)));
  }

  void labelsAreTexts() {
    const auto labels =
        waveform::idxLabels(*io::File::openRead(write(std::string("\0\0\x09\x01\0\0\0\x03\x05\xff\0", 11))));
    QVERIFY(labels);
    QCOMPARE(*labels, (std::vector<std::string>{"5", "-1", "0"}));
    for (const char* none : {"u12.idx", "f41.idx"}) {
      const auto refused = waveform::idxLabels(*io::File::openRead(in(none)));
      QVERIFY(!refused);
      QVERIFY(sentence(refused.error()).find("holds no labels") != std::string::npos);
    }
  }

  void mnistIsImagesAndLabels() {
    const fs::path folder = fs::path(MASU_SHARED_DATA) / "mnist";
    if (!fs::exists(folder)) QSKIP("the shared data sets are not here");
    auto images = unpacked(folder / "t10k-images-idx3-ubyte.gz");
    QVERIFY(images);
    const auto source = waveform::openIdx(std::move(*images), {});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.sampleShape, (std::vector<std::uint64_t>{1, 28, 28}));
    QCOMPARE(info.frames, 10000U * 784U);
    QCOMPARE(info.native, DType::u8);

    const auto labels = waveform::idxLabels(*unpacked(folder / "t10k-labels-idx1-ubyte.gz"));
    QVERIFY(labels);
    QCOMPARE(labels->size(), 10000U);
    const QString problem = waveform::test::runPython(
        m_folder.path().toStdString(),
        "import gzip\n"
        "folder = r'" +
            QString::fromStdString(folder.string()) +
            "/t10k-'\n"
            "x = np.frombuffer(gzip.open(folder + 'images-idx3-ubyte.gz').read()[16:], 'u1')\n"
            "y = np.frombuffer(gzip.open(folder + 'labels-idx1-ubyte.gz').read()[8:], 'u1')\n"
            "expect('images', x)\nexpect('labels', y)\n");
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    const std::vector<double> expected = waveform::test::doublesOf(in("labels.values"));
    for (std::size_t i = 0; i < expected.size(); ++i)
      QCOMPARE((*labels)[i], std::to_string(static_cast<int>(expected[i])));
    const std::string difference = waveform::test::differenceFrom(**source, in("images"));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void magicIsTwoZerosATypeAndDimensions() {
    const std::string good("\0\0\x08\x03", 4);
    const std::string text = "abcd";
    QVERIFY(waveform::isIdx(std::as_bytes(std::span(good))));
    QVERIFY(!waveform::isIdx(std::as_bytes(std::span(text))));
    QVERIFY(!waveform::isIdx({}));
  }
};

MASU_TEST(IdxFileTest)
#include "idx_file_test.moc"
