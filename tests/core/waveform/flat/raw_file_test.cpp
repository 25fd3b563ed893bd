// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/raw_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;
using waveform::RawLayout;

namespace {

Result<std::unique_ptr<waveform::RecordingSource>> openRaw(const fs::path& path, std::string_view layout,
                                                           std::vector<std::string> channels = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  MASU_TRY(const RawLayout raw, waveform::rawLayoutFrom(layout));
  return waveform::openRaw(std::move(file), {.channels = std::move(channels), .raw = raw});
}

std::string sentence(const Error& error) {
  return error.message.english();
}

}  // namespace

class RawFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
rng = np.random.default_rng(3)
for kind in ['f8', 'f4', 'f2', 'i4', 'u4', 'i2', 'u2', 'i1', 'u1']:
    for order in '<>':
        a = (rng.standard_normal((257, 3)) * 100).astype(order + kind)
        name = kind + order
        with open(name, 'wb') as f: f.write(b'header!' + a.tobytes())
        expect(name, a)
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfNumpy_data() {
    QTest::addColumn<QString>("kind");
    for (const auto& [type, kind] : {std::pair("f64", "f8"),
                                     {"f32", "f4"},
                                     {"f16", "f2"},
                                     {"i32", "i4"},
                                     {"u32", "u4"},
                                     {"i16", "i2"},
                                     {"u16", "u2"},
                                     {"i8", "i1"},
                                     {"u8", "u1"}}) {
      QTest::newRow(type) << (QString(kind) + '<');
      QTest::newRow((std::string(">") + type).c_str()) << (QString(kind) + '>');
    }
  }
  void valuesAreThoseOfNumpy() {
    QFETCH(const QString, kind);
    const std::string type = QTest::currentDataTag();
    const fs::path path = in(kind.toStdString());
    const auto source = openRaw(path, type + ",3,7");
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE(table::name((*source)->info().native), std::string_view(type).substr(type.starts_with('>') ? 1 : 0));
    const std::string difference = waveform::test::differenceFrom(**source, path);
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void layoutsAreReadAsWritten() {
    QCOMPARE(*waveform::rawLayoutFrom("i16,8"), (RawLayout{DType::i16, false, 8, 0}));
    QCOMPARE(*waveform::rawLayoutFrom(">f32,2,512"), (RawLayout{DType::f32, true, 2, 512}));
    for (const char* text : {"i16,8", ">f32,2,512", "u8,1"}) {
      QCOMPARE(waveform::rawLayoutText(*waveform::rawLayoutFrom(text)), text);
    }
    for (const char* wrong : {"", "i16,0", "i16,8,x", "i16,8,0,0", "i64,1", "i16le,1", ">,1", "i16,65537", "i16,-1",
                              "i16, 8", "i16,99999999999999999999"}) {
      QVERIFY2(!waveform::rawLayoutFrom(wrong), wrong);
    }
  }

  void channelsAreChosenByName() {
    const auto source = openRaw(in("u1<"), "u8,3,7", {"c3"});
    QVERIFY(source);
    std::vector<double> third(257);
    QVERIFY((*source)->readExact(0, third));
    const std::vector<double> all = waveform::test::doublesOf(in("u1<.values"));
    for (std::size_t i = 0; i < third.size(); ++i) QCOMPARE(third[i], all[3 * i + 2]);
  }

  void moreChannelsThanFramesStayChannels() {
    std::ofstream(in("few"), std::ios::binary) << "abcdefgh";
    const auto source = openRaw(in("few"), "u8,4");
    QVERIFY(source);
    QCOMPARE((*source)->info().frames, 2U);
    QCOMPARE((*source)->info().channels.size(), 4U);
  }

  void aFileThatDoesNotFitTheLayoutIsRefused() {
    std::ofstream(in("odd"), std::ios::binary) << std::string(101, 'x');
    const auto odd = openRaw(in("odd"), "i16,8");
    QVERIFY(!odd);
    QVERIFY(sentence(odd.error()).find("5 bytes are left after 6 frames of 16 bytes") != std::string::npos);
    for (const char* header : {"i16,1,101", "i16,1,102", "i16,1,18446744073709551615"}) {
      const auto none = openRaw(in("odd"), header);
      QVERIFY2(!none, header);
      QVERIFY(sentence(none.error()).find("holds no samples") != std::string::npos);
    }
  }

  void myoRecordingsHaveEightChannels() {
    const fs::path folder = fs::path(MASU_SHARED_DATA) / "myo-raw-sample" / "PreTrainingDataset";
    if (!fs::exists(folder)) QSKIP("the shared data sets are not here");
    const fs::path file = folder / "Male0" / "training0" / "classe_0.dat";
    const QString problem = waveform::test::runPython(
        m_folder.path().toStdString(),
        "expect('myo', np.fromfile(r'" + QString::fromStdString(file.string()) + "', '<i2').reshape(-1, 8))\n");
    if (problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    const auto source = openRaw(file, "i16,8");
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const std::string difference = waveform::test::differenceFrom(**source, in("myo"));
    QVERIFY2(difference.empty(), difference.c_str());
    int recordings = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      QVERIFY2(openRaw(entry.path(), "i16,8"), entry.path().c_str());
      ++recordings;
    }
    QCOMPARE(recordings, 56);
  }
};

MASU_TEST(RawFileTest)
#include "raw_file_test.moc"
