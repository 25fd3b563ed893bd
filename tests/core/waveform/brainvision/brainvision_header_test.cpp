// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_header.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

const std::string kPath = "/folder/own.vhdr";

/// A header that is read, with lines in the place of its own of the same name, or without those of no value.
std::string headerWith(const std::vector<std::pair<std::string, std::string>>& changes = {}) {
  std::string text = "Brain Vision Data Exchange Header File Version 1.0\n";
  const std::pair<const char*, std::vector<std::pair<std::string, std::string>>> sections[] = {
      {"[Common Infos]",
       {{"DataFile", "own.eeg"},
        {"MarkerFile", ""},
        {"DataFormat", "BINARY"},
        {"DataType", ""},
        {"DataOrientation", "MULTIPLEXED"},
        {"DataPoints", ""},
        {"NumberOfChannels", "2"},
        {"SamplingInterval", "4000"},
        {"SegmentationType", ""},
        {"SegmentDataPoints", ""}}},
      {"[Binary Infos]",
       {{"BinaryFormat", "INT_16"},
        {"UseBigEndianOrder", ""},
        {"DataOffset", ""},
        {"SegmentHeaderSize", ""},
        {"TrailerSize", ""},
        {"ChannelOffset", ""}}},
      {"[Channel Infos]", {{"Ch1", "Fp1,,0.5,mV"}, {"Ch2", "Fp2"}}}};
  for (const auto& [section, lines] : sections) {
    text += std::string(section) + "\n";
    for (auto [name, value] : lines) {
      for (const auto& [changed, to] : changes) {
        if (changed == name) value = to;
      }
      if (!value.empty()) text += name + "=" + value + "\n";
    }
  }
  return text;
}

Result<BrainVisionHeader> read(const std::vector<std::pair<std::string, std::string>>& changes = {}) {
  return readBrainVisionHeader(headerWith(changes), kPath);
}

Result<BrainVisionMarkers> readMarkers(const std::string& lines) {
  return readBrainVisionMarkers("BrainVision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n" + lines,
                                "own.vmrk", 250, 1000);
}

}  // namespace

class BrainVisionHeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsNotSaidHasTheDefaultsOfTheFormat() {
    const auto header = read();
    QVERIFY2(header, header ? "" : header.error().message.english().c_str());
    QCOMPARE(header->rate, 250.);
    QCOMPARE(header->data, std::string("own.eeg"));
    QVERIFY(header->markers.empty());
    QVERIFY(header->type == ElementType::i16);
    QVERIFY(!header->bigEndian && !header->vectorized);
    QCOMPARE(header->offset + header->frames + header->segmentFrames, std::uint64_t{0});
    QCOMPARE(header->channels.size(), std::size_t{2});
    QCOMPARE(header->channels[0].unit, std::string("mV"));
    QCOMPARE(header->channels[0].resolution, .5);
    QCOMPARE(header->channels[1].label, std::string("Fp2"));
    QCOMPARE(header->channels[1].unit, std::string("µV"));
    QCOMPARE(header->channels[1].resolution, 1.);
  }

  void whatIsSaidIsRead() {
    const auto header = read({{"DataFile", "$b.dat"},
                              {"MarkerFile", "sub/m.vmrk"},
                              {"DataOrientation", "vectorized"},
                              {"DataType", "TimeDomain"},
                              {"DataPoints", "77"},
                              {"SegmentationType", "MARKERBASED"},
                              {"SegmentDataPoints", "7"},
                              {"BinaryFormat", "ieee_float_32"},
                              {"UseBigEndianOrder", "YES"},
                              {"DataOffset", "12"},
                              {"TrailerSize", "0"},
                              {"Ch2", "Fp1"}});
    QVERIFY2(header, header ? "" : header.error().message.english().c_str());
    QCOMPARE(header->data, std::string("own.dat"));
    QCOMPARE(header->markers, std::string("sub/m.vmrk"));
    QVERIFY(header->type == ElementType::f32);
    QVERIFY(header->bigEndian && header->vectorized);
    QCOMPARE(header->offset, std::uint64_t{12});
    QCOMPARE(header->frames, std::uint64_t{77});
    QCOMPARE(header->segmentFrames, std::uint64_t{7});
    QVERIFY(header->channels[0].label != header->channels[1].label);
  }

  void whatCannotBeReadIsRefusedByItsName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("damaged");
    const auto add = [](const char* name, const char* value, bool damaged = true) {
      QTest::addRow("%s %s", name, value) << name << value << damaged;
    };
    add("DataFormat", "ASCII", false);
    add("DataType", "FREQUENCYDOMAIN", false);
    add("DataOrientation", "DIAGONAL");
    add("SamplingInterval", "0");
    add("SamplingInterval", "-4000");
    add("SamplingInterval", "often");
    add("DataPoints", "many");
    add("BinaryFormat", "UINT_16", false);
    add("UseBigEndianOrder", "MAYBE");
    add("SegmentHeaderSize", "8", false);
    add("TrailerSize", "9", false);
    add("ChannelOffset", "10", false);
    add("DataOffset", "-1");
    add("NumberOfChannels", "0");
    add("NumberOfChannels", "65537");
    add("DataFile", "../other.eeg", false);
    add("DataFile", "/etc/passwd", false);
    add("MarkerFile", "../other.vmrk", false);
    add("Ch1", "Fp1,,much,V");
    add("Ch1", "Fp1,,0,V");
    add("Ch2", "Fp2,,1e300,V");
  }
  void whatCannotBeReadIsRefusedByItsName() {
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    QFETCH(const bool, damaged);
    const auto header = read({{name.toStdString(), value.toStdString()}});
    QVERIFY(!header);
    QVERIFY(header.error().code == (damaged ? Errc::damaged : Errc::unsupported));
    const std::string sentence = header.error().message.english();
    QVERIFY2(sentence.find(kPath) != std::string::npos, sentence.c_str());
    const std::string shown =
        name.startsWith("Ch") && damaged ? value.section(',', 2, 2).toStdString() : value.toStdString();
    QVERIFY2(sentence.find(shown) != std::string::npos, sentence.c_str());
  }

  void whatIsMissingIsDamage() {
    QVERIFY(read({{"NumberOfChannels", "3"}}).error().message.english().find("Ch3") != std::string::npos);
    for (const char* needed : {"DataFile", "DataOrientation", "SamplingInterval", "NumberOfChannels"})
      QVERIFY2(!read({{needed, ""}}), needed);
    QVERIFY(readBrainVisionHeader("[Common Infos]\n", kPath).error().code == Errc::format);
    QVERIFY(readBrainVisionMarkers(headerWith(), kPath, 250, 10).error().code == Errc::format);
  }

  void markersAreInTheOrderOfTime() {
    const auto markers = readMarkers(
        "Mk1=New Segment,,1,1,0,20200101\nMk2=Stimulus,S  "
        "2,501,1,0\nMk3=Comment,a\\1b,251,100,0\nMk10=Response,,1000,9,0\n"
        "Mk4=New Segment,,601,1,0\nMk5=new segment,,301,1,0\nMk6=New Segment,,601,1,0\nOther=Stimulus,S 9,1,1,0\n");
    QVERIFY2(markers, markers ? "" : markers.error().message.english().c_str());
    QCOMPARE(markers->starts, (std::vector<std::uint64_t>{300, 600}));
    const auto& notes = markers->annotations;
    QCOMPARE(notes.size(), std::size_t{3});
    QCOMPARE(notes[0].text, std::string("a,b"));
    QCOMPARE(notes[0].onset, 1.);
    QCOMPARE(notes[0].duration, .4);
    QCOMPARE(notes[1].text, std::string("S  2"));
    QCOMPARE(notes[1].onset, 2.);
    QCOMPARE(notes[1].duration, 0.);
    // Its type, where nothing describes it; and no marker lasts longer than the recording.
    QCOMPARE(notes[2].text, std::string("Response"));
    QCOMPARE(notes[2].onset, 999 / 250.);
    QCOMPARE(notes[2].duration, 0.);
  }

  void aMarkerIsAtAFrame() {
    QVERIFY(readMarkers("Mk7=Stimulus,S 1,1000,1,0\n"));
    for (const char* place : {"0", "1001", "-1", "x", ""}) {
      const auto markers = readMarkers(std::string("Mk7=Stimulus,S 1,") + place + ",1,0\n");
      QVERIFY2(!markers, place);
      QVERIFY(markers.error().code == Errc::damaged);
      const std::string sentence = markers.error().message.english();
      QVERIFY2(sentence.find("Mk7") != std::string::npos && sentence.find("1000") != std::string::npos,
               sentence.c_str());
    }
  }
};

MASU_TEST(BrainVisionHeaderTest)
#include "brainvision_header_test.moc"
