// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/waveform/flat/npy_file.h"
#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;
using Names = std::vector<std::string>;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openNpz(const fs::path& path, Names channels = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openNpz(std::move(file), {.channels = std::move(channels), .raw = {}});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

}  // namespace

class NpzFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
rng = np.random.default_rng(4)
x = rng.standard_normal((700, 1))
y = rng.integers(-100, 100, (1, 700)).astype('i2')
wide = rng.standard_normal((3, 700)).astype('f4')
rest = dict(short=np.zeros(699), fs=np.array(12000), rpm=np.array([1797]), title=np.array('text'),
            who=np.array([{}], dtype=object), c=np.zeros(700, 'c16'))
for name, save in [('stored.npz', np.savez), ('deflated.npz', np.savez_compressed)]:
    save(name, DE=x, FE=y, W=wide, **rest)
    expect(name, np.hstack([x, y.T, wide.T]))
expect('chosen', np.hstack([wide[[1]].T, y.T, wide[[0]].T]))
samples = rng.integers(0, 256, (300, 2, 40)).astype('u1')
np.savez('samples.npz', y=np.arange(5000), x=samples, z=np.zeros((2, 2, 2, 2, 2)))
expect('samples.npz', samples.transpose(0, 2, 1).reshape(-1, 2))
np.savez('numbers.npz', a=np.array(3.5), fs=np.array(100))
np.savez('none.npz', a=np.array('text'))
np.savez('nothing.npz')
np.savez('rates.npz', x=x, **{'fs': np.array(5.), 'b/fs': np.array(7.), 'b/x': x[:600], 'a/x': x[:500]})
np.savez('bad rate.npz', x=x, fs=np.array(-1))
np.savez('large.npz', x=np.arange(9_000_000.))
np.savez_compressed('bomb.npz', x=np.zeros(20_000_000))
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void allArraysOfTheLongestLengthAreTaken_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("stored") << "stored.npz";
    QTest::newRow("deflated") << "deflated.npz";
  }
  void allArraysOfTheLongestLengthAreTaken() {
    QFETCH(const QString, file);
    const auto source = openNpz(in(file.toStdString()));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels, (Names{"DE", "FE", "W.1", "W.2", "W.3"}));
    QCOMPARE(info.leftOut, (Names{"short", "rpm", "title", "who", "c"}));
    QCOMPARE(info.rate, 12000.);
    QCOMPARE(info.native, DType::f64);
    const std::string difference = waveform::test::differenceFrom(**source, in(file.toStdString()));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void namedArraysAndChannelsAreTakenInTheirOrder() {
    const auto source = openNpz(in("deflated.npz"), {"W.2", "FE", "W.1"});
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE((*source)->info().channels, (Names{"W.2", "FE", "W.1"}));
    QCOMPARE((*source)->info().leftOut, Names{});
    QCOMPARE((*source)->info().native, DType::f32);
    const std::string difference = waveform::test::differenceFrom(**source, in("chosen"));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void namesThatDoNotGoAreOneSentence() {
    const auto says = [&](const Names& names) { return sentence(openNpz(in("stored.npz"), names).error()); };
    const std::string missing = says({"DE", "nope"});
    QVERIFY2(missing.find("There is no \"nope\"") == 0, missing.c_str());
    QVERIFY2(missing.find("DE [700, 1], FE [1, 700], W [3, 700], short [699]") != std::string::npos, missing.c_str());
    QVERIFY(says({"DE", "short"}).find("DE and short") == 0);
    QVERIFY(says({"who"}).find("Python objects") != std::string::npos);
    QVERIFY(says({"c"}).find("complex numbers") != std::string::npos);
    QVERIFY(says({"W.4"}).find("There is no \"W.4\"") == 0);
  }

  void anArrayOfSamplesIsTakenAlone() {
    const auto source = openNpz(in("samples.npz"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels, (Names{"x.1", "x.2"}));
    QCOMPARE(info.leftOut, (Names{"y", "z"}));
    QCOMPARE(info.sampleShape, (std::vector<std::uint64_t>{2, 40}));
    QCOMPARE(info.native, DType::u8);
    const std::string difference = waveform::test::differenceFrom(**source, in("samples.npz"));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void theRateIsTheOneNearestToTheArray() {
    QCOMPARE((*openNpz(in("rates.npz")))->info().rate, 5.);
    QCOMPARE((*openNpz(in("rates.npz"), {"b/x"}))->info().rate, 7.);
    QCOMPARE((*openNpz(in("rates.npz"), {"a/x"}))->info().rate, 5.);
    QCOMPARE((*openNpz(in("bad rate.npz")))->info().rate, 0.);
  }

  void filesWithoutRecordingsAreOneSentence() {
    QCOMPARE((*openNpz(in("numbers.npz")))->info().channels, (Names{"a", "fs"}));
    QVERIFY(sentence(openNpz(in("none.npz")).error()).find("<U4") != std::string::npos);
    const auto nothing = openNpz(in("nothing.npz"));
    QVERIFY(!nothing);
    QVERIFY(sentence(nothing.error()).ends_with('.'));
  }

  void largeArraysAreReadFromScratch() {
    const auto source = openNpz(in("large.npz"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    std::vector<double> values(3);
    QVERIFY((*source)->readExact(8'999'997, values));
    QCOMPARE(values, (std::vector<double>{8'999'997, 8'999'998, 8'999'999}));
  }

  void bombsAreNotUnpacked() {
    const auto source = openNpz(in("bomb.npz"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::unsupported);
    QVERIFY(sentence(source.error()).find("bomb.npz") != std::string::npos);
  }

  void cutFilesAreAnErrorWhereverTheyEnd() {
    const fs::path path = in("cut.npz");
    fs::copy_file(in("deflated.npz"), path);
    // Inside of the last record, whose last bytes are zeros, nothing is lost.
    constexpr std::uintmax_t kLastRecord = 22;
    for (std::uintmax_t size = fs::file_size(path) - kLastRecord; size > 0;
         size -= std::min<std::uintmax_t>(size, 37)) {
      fs::resize_file(path, size);
      const auto source = openNpz(path);
      QVERIFY2(!source, std::to_string(size).c_str());
      QVERIFY(sentence(source.error()).find("cut.npz") != std::string::npos);
    }
  }

  void changedBytesNeverGiveOtherValues() {
    const std::string whole = waveform::test::contentOf(in("deflated.npz"));
    int found = 0;
    for (std::size_t at = 0; at < whole.size(); at += 101) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0x55);
      const auto source = waveform::openNpz(waveform::test::memoryFile("changed.npz", changed), {});
      if (!source) {
        QVERIFY(sentence(source.error()).ends_with('.'));
        ++found;
        continue;
      }
      // A name, a type, a date: what is read is then told as another array, or is as it was.
      std::vector<double> values((*source)->info().frames * (*source)->info().channels.size());
      static_cast<void>((*source)->readExact(0, values));
    }
    QVERIFY(found > 50);
  }

  void encryptedMembersAreRefused() {
    std::string file = waveform::test::contentOf(in("stored.npz"));
    for (std::size_t at = 0; (at = file.find("PK\1\2", at)) != std::string::npos; ++at) file[at + 8] |= 1;
    for (std::size_t at = 0; (at = file.find("PK\3\4", at)) != std::string::npos; ++at) file[at + 6] |= 1;
    const auto source = waveform::openNpz(waveform::test::memoryFile("secret.npz", file), {});
    QVERIFY(!source);
    QVERIFY2(sentence(source.error()).find("encrypted") != std::string::npos, sentence(source.error()).c_str());
    QVERIFY(sentence(source.error()).find("secret.npz") != std::string::npos);
  }

  void npzIsKnownByItsFirstMember() {
    const auto headOf = [&](const fs::path& path) {
      std::ifstream file(path, std::ios::binary);
      std::string head(64, '\0');
      file.read(head.data(), 64);
      return head;
    };
    const std::string npz = headOf(in("stored.npz"));
    QVERIFY(waveform::isNpz(std::as_bytes(std::span(npz))));
    for (std::size_t size = 0; size < 36; ++size) QVERIFY(!waveform::isNpz(std::as_bytes(std::span(npz).first(size))));
    std::string other = npz;
    other.replace(other.find(".npy"), 4, ".csv");
    QVERIFY(!waveform::isNpz(std::as_bytes(std::span(other))));
  }

  void bearingRecordingsHaveTheirChannels() {
    const fs::path folder = fs::path(MASU_SHARED_DATA) / "cwru-10class" / "Data" / "1797 RPM";
    if (!fs::exists(folder)) QSKIP("the shared data sets are not here");
    int recordings = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const auto source = openNpz(entry.path());
      QVERIFY2(source, entry.path().c_str());
      const bool isNormal = entry.path().stem() == "1797_Normal";
      QCOMPARE((*source)->info().channels, isNormal ? (Names{"DE", "FE"}) : (Names{"DE", "FE", "BA"}));
      const QString problem = waveform::test::runPython(
          m_folder.path().toStdString(),
          "z = np.load(r'" + QString::fromStdString(entry.path().string()) + "')\nexpect('cwru', z['DE'])\n");
      QVERIFY2(problem.isEmpty(), qPrintable(problem));
      const auto drive = openNpz(entry.path(), {"DE"});
      QVERIFY(drive);
      const std::string difference = waveform::test::differenceFrom(**drive, in("cwru"));
      QVERIFY2(difference.empty(), difference.c_str());
      ++recordings;
    }
    QCOMPARE(recordings, 10);
  }
};

MASU_TEST(NpzFileTest)
#include "npz_file_test.moc"
