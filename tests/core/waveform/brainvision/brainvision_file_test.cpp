// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::waveform;
using waveform::test::memoryFile;

namespace {

using Files = std::map<std::string, std::string>;

std::string headerWith(const std::string& common, const std::string& binary = "BinaryFormat=INT_16\n",
                       const std::string& channels = "Ch1=Fp1,,0.5,\xC2\xB5V\nCh2=a\\1b,,,\n") {
  return "Brain Vision Data Exchange Header File Version 1.0\r\n; a comment\r\n[Common Infos]\n" + common +
         "DataFile=$b.eeg\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=2\n"
         "SamplingInterval=3906.25\n[Binary Infos]\n" +
         binary + "[Channel Infos]\n" + channels + "[Comment]\nDataFile=/etc/passwd\n";
}

std::string markersWith(const std::string& lines) {
  return "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n" + lines;
}

/// A recording in memory, whose header is day/r.vhdr.
Result<std::unique_ptr<RecordingSource>> openRecording(const std::string& header, const Files& files,
                                                       const RecordingRequest& request = {}) {
  const auto open = [&](const std::string& name) -> Result<io::File> {
    if (!files.contains(name)) return fail(Errc::notFound, "no such file");
    return memoryFile(name.c_str(), files.at(name));
  };
  return openBrainVision(memoryFile("day/r.vhdr", header), request, open);
}

std::string sentence(const Result<std::unique_ptr<RecordingSource>>& opened) {
  return opened ? std::string() : opened.error().message.english();
}

}  // namespace

class BrainVisionFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  /// Every type of samples in both orders, as the BrainVision Core Data Format has them.
  void initTestCase() {
    const QString problem = waveform::test::runPython(m_folder.path().toStdString(), R"(
rng = np.random.default_rng(4)
for kind, dtype in (('INT_16', 'i2'), ('INT_32', 'i4'), ('IEEE_FLOAT_32', 'f4')):
    for order in ('MULTIPLEXED', 'VECTORIZED'):
        for big in ('NO', 'YES'):
            name = '%s_%s_%s' % (kind, order, big)
            values = (rng.standard_normal((301, 3)) * 1000).astype(('>' if big == 'YES' else '<') + dtype)
            open(name + '.eeg', 'wb').write((values if order == 'MULTIPLEXED' else values.T).tobytes())
            scales = ['0.0022621781', '', '-10']
            open(name + '.vhdr', 'w', encoding='utf-8').write('\n'.join([
                'BrainVision Data Exchange Header File Version 2.0', '[common infos]', 'Codepage=UTF-8',
                'DataFile=' + name + '.eeg', 'DataFormat=BINARY', 'DATAORIENTATION=' + order, 'NumberOfChannels=3',
                'DataPoints=301', 'SamplingInterval=2000', '[Binary Infos]', 'BinaryFormat=' + kind,
                'UseBigEndianOrder=' + big, '[Channel Infos]'] + ['Ch%d=E%d,,%s,mV' % (i + 1, i, s)
                                                                  for i, s in enumerate(scales)]))
            expect(name + '.vhdr', values.astype('f8') * [float(s or 1) for s in scales])
)");
    if (problem.contains("not installed") || problem.contains("No module named")) QSKIP(qPrintable(problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void valuesAreThoseOfNumpy() {
    int recordings = 0;
    for (const auto& entry : fs::directory_iterator(in(""))) {
      if (entry.path().extension() != ".vhdr") continue;
      const auto header = io::File::openRead(entry.path());
      QVERIFY(header);
      const auto source =
          openBrainVision(*header, {}, [&](const std::string& name) { return io::File::openRead(in(name)); });
      QVERIFY2(source, sentence(source).c_str());
      QCOMPARE((*source)->info().rate, 500.);
      const std::string difference = waveform::test::differenceFrom(**source, entry.path());
      QVERIFY2(difference.empty(), (entry.path().filename().string() + ": " + difference).c_str());
      ++recordings;
    }
    QCOMPARE(recordings, 3 * 2 * 2);
  }

  void whatTheHeaderSaysIsKept() {
    const auto source = openRecording(headerWith(""), {{"r.eeg", std::string("\x01\0\x02\0\x03\0\x04\0", 8)}});
    QVERIFY2(source, sentence(source).c_str());
    const RecordingInfo& info = (*source)->info();
    QCOMPARE(info.rate, 256.);
    QCOMPARE(info.channels, (std::vector<std::string>{"Fp1", "a,b"}));
    QCOMPARE(info.units, (std::vector<std::string>{"µV", "µV"}));
    std::vector<double> values(4);
    QVERIFY((*source)->readExact(0, values));
    QCOMPARE(values, (std::vector<double>{.5, 2, 1.5, 4}));
    const auto chosen = openRecording(headerWith(""), {{"r.eeg", std::string("\x01\0\x02\0", 4)}},
                                      {.channels = {"a,b", "Fp1"}, .raw = {}});
    QVERIFY2(chosen, sentence(chosen).c_str());
    std::vector<double> turned(2);
    QVERIFY((*chosen)->readExact(0, turned));
    QCOMPARE(turned, (std::vector<double>{2, .5}));
    // Unscaled samples stay what they are; a header of the first version may be in Latin-1.
    const auto plain = openRecording(headerWith("", "BinaryFormat=INT_16\n", "Ch1=A,,1,\xB5V\nCh2=B\n"),
                                     {{"r.eeg", std::string(4, '\1')}});
    QVERIFY2(plain, sentence(plain).c_str());
    QCOMPARE((*plain)->info().native, table::DType::i16);
    QCOMPARE((*plain)->info().units, (std::vector<std::string>{"µV", "µV"}));
  }

  void markersAreAnnotationsAndGaps() {
    const auto source = openRecording(
        headerWith("MarkerFile=r.vmrk\n"),
        {{"r.eeg", std::string(400, '\1')},
         {"r.vmrk", markersWith("Mk1=New Segment,,1,1,0,20240101\nMk2=Stimulus,S\\1 1,33,1,0\nMk3=New Segment,,41,1,0\n"
                                "Mk10=Comment,,65,32,0\n; Mk4=a comment\n")}});
    QVERIFY2(source, sentence(source).c_str());
    const RecordingInfo& info = (*source)->info();
    QVERIFY((info.segments == std::vector<Segment>{{0, 40}, {40, 60}}));
    QCOMPARE(info.annotations.size(), 2U);
    QCOMPARE(info.annotations[0].text, std::string("S, 1"));
    QCOMPARE(info.annotations[0].onset, .125);
    QCOMPARE(info.annotations[0].duration, 0.);
    QCOMPARE(info.annotations[1].text, std::string("Comment"));
    QCOMPARE(info.annotations[1].duration, .125);
    // At one moment they are in the order of their numbers.
    const auto together = openRecording(
        headerWith("MarkerFile=r.vmrk\n"),
        {{"r.eeg", std::string(400, '\1')}, {"r.vmrk", markersWith("Mk2=Stimulus,S,33,1,0\nMk10=Comment,C,33,1,0\n")}});
    QVERIFY2(together, sentence(together).c_str());
    QCOMPARE((*together)->info().annotations.back().text, std::string("C"));
    const auto cut = openRecording(headerWith("SegmentationType=MARKERBASED\nSegmentDataPoints=25\n"),
                                   {{"r.eeg", std::string(400, '\1')}});
    QVERIFY2(cut, sentence(cut).c_str());
    QCOMPARE((*cut)->info().segments.size(), 4U);
  }

  void recordingsThatCannotBeAreOneSentence_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const std::string& header, const char* says) {
      QTest::newRow(name) << QByteArray::fromStdString(header) << says;
    };
    const auto replaced = [](std::string_view from, std::string_view to) {
      std::string header = headerWith("");
      return header.replace(header.find(from), from.size(), to);
    };
    add("another text", "hello\n", "is not the header of a BrainVision recording");
    add("another version", replaced("Version 1", "Version 9"), "is not the header of a BrainVision recording");
    add("text", replaced("BINARY", "ASCII"), "as \"ASCII\", which is not read");
    add("orientation", replaced("MULTIPLEXED", "DIAGONAL"), "\"DIAGONAL\" as DataOrientation");
    add("interval", replaced("3906.25", "0"), "\"0\" as SamplingInterval");
    add("spectra", headerWith("DataType=FREQUENCYDOMAIN\n"), "\"FREQUENCYDOMAIN\", which is not read");
    add("type", headerWith("", "BinaryFormat=UINT_16\n"), "binary format \"UINT_16\"");
    add("trailer", headerWith("", "BinaryFormat=INT_16\nTrailerSize=9\n"), "TrailerSize = 9, which is not read");
    add("resolution", headerWith("", "BinaryFormat=INT_16\n", "Ch1=A,,x,V\nCh2=B\n"), "\"x\" as Ch1");
    add("no channel", headerWith("", "BinaryFormat=INT_16\n", "Ch1=A\n"), "\"\" as Ch2");
    add("channels", replaced("Channels=2", "Channels=65537"), "\"65537\" as NumberOfChannels");
    add("outside", replaced("$b.eeg", "../r.eeg"), "Only files in its own folder");
    add("absolute", replaced("$b.eeg", "/etc/passwd"), "Only files in its own folder");
    add("missing", replaced("$b.eeg", "other.eeg"), "other.eeg, which is missing");
    add("cut short", headerWith("DataPoints=4\n"), "has 12 bytes, where 4 frames of 4 bytes");
    add("more", headerWith("DataPoints=2\n"), "has 12 bytes, where 2 frames of 4 bytes");
    add("within a frame", headerWith("", "BinaryFormat=INT_16\nDataOffset=2\n"), "r.eeg has 12 bytes");
    add("segments", headerWith("SegmentationType=FIXTIME\nSegmentDataPoints=2\n"), "not segments of 2 frames");
    add("no markers", headerWith("MarkerFile=$b.vmrk\n"), "r.vmrk, which is missing");
    add("other markers", headerWith("MarkerFile=r.eeg\n"), "is not a file of BrainVision markers");
    add("late marker", headerWith("MarkerFile=late.vmrk\n"), "is at none of the 3 frames");
  }
  void recordingsThatCannotBeAreOneSentence() {
    QFETCH(const QByteArray, header);
    QFETCH(const QString, says);
    const auto source = openRecording(
        header.toStdString(), {{"r.eeg", std::string(12, '\1')}, {"late.vmrk", markersWith("Mk1=Stimulus,S,4,1,0\n")}});
    QVERIFY(!source);
    QVERIFY2(sentence(source).find(says.toStdString()) != std::string::npos, sentence(source).c_str());
    QVERIFY(sentence(source).ends_with('.'));
  }
};

MASU_TEST(BrainVisionFileTest)
#include "brainvision_file_test.moc"
