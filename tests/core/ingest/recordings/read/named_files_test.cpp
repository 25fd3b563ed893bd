// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings whose header names the files with their samples.
#include <QProcess>
#include <QTest>
#include <cmath>
#include <fstream>

#include "core/ingest/recordings/load/recording_load.h"
#include "core/ingest/recordings/read/read_ranges.h"
#include "core/ingest/recordings/read/recording_files.h"
#include "core/ingest/sources/sources.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

class NamedFilesTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  static void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
  }

  /// A record of 100 frames, each of the value that its bytes come to.
  static void addRecord(const RecordingFolder& folder, const std::string& name, char byte) {
    const std::string own = fs::path(name).filename().string();
    write(folder.recordings() / (name + ".hea"), own + " 1 100 100\n" + own + ".dat 16 100/mV 16 0 0 0 0 ECG\n");
    write(folder.recordings() / (name + ".dat"), std::string(200, byte));
  }

  static std::vector<std::string> namesOf(const std::vector<store::SourceFile>& sources) {
    std::vector<std::string> names;
    for (const store::SourceFile& source : sources) names.push_back(source.path);
    return names;
  }

  /// Where nobody says what the source is.
  static SourceKind kindByName(const fs::path& source) {
    ImportOptions options;
    options.sources = {source};
    return kindOf(options).value();
  }

 private Q_SLOTS:
  void aHeaderIsTheRecordingAndWhatItNamesIsNot() {
    const RecordingFolder folder;
    addRecord(folder, "a/100", '\1');
    addRecord(folder, "b/100", '\2');
    // Some records keep their samples in a MAT file, which would be the same recording again.
    write(folder.recordings() / "c/m.hea", "m 1 100 100\nm.mat 16+24 100/mV 16 0 0 0 0 ECG\n");
    write(folder.recordings() / "c/m.mat", std::string(24, '\0') + std::string(200, '\3'));
    QCOMPARE(kindByName(folder.recordings()), SourceKind::recordings);
    QCOMPARE(kindByName(folder.recordings() / "a/100.hea"), SourceKind::recordings);
    const ImportOptions options = folder.options(50);
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(namesOf(plan->sources), (std::vector<std::string>{"a/100.hea", "b/100.hea", "c/m.hea"}));
    for (const RecordingPlan& recording : plan->recordings().files) QCOMPARE(recording.problem, std::string());
    QCOMPARE(plan->recordings().channelNames, std::vector<std::string>{"ECG"});
    QCOMPARE(plan->columns.front().unit, std::string("mV"));
    QVERIFY(std::abs(plan->columns.front().stats.min - 2.57) < 1e-6);
    QVERIFY(std::abs(plan->columns.front().stats.max - 7.71) < 1e-6);
    const auto report =
        loadRecordings(*plan, {.target = folder.dataset(), .rejects = {}, .write = {.sync = false}}, {}, m_job);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
  }

  void anArchiveHoldsThemToo() {
    const RecordingFolder folder;
    addRecord(folder, "a/100", '\1');
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.recordings().string()));
    python.start("/usr/bin/python3", {"-m", "zipfile", "-c", "../r.zip", "a/"});
    QVERIFY(python.waitForFinished(60000) && python.exitCode() == 0);
    ImportOptions options = folder.options(50);
    options.sources = {folder.path() / "r.zip"};
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(namesOf(plan->sources), std::vector<std::string>{"a/100.hea"});
    QCOMPARE(plan->recordings().files.front().problem, std::string());
    QCOMPARE(plan->recordings().files.front().frames, 100U);
  }

  void samplesAloneLeadToTheirHeader() {
    const RecordingFolder folder;
    addRecord(folder, "100", '\1');
    ImportOptions options = folder.options(50);
    options.sources = {folder.recordings() / "100.dat"};
    const auto stated = surveyRecordings(options, m_job);
    const auto sentence = [](const Error& error) { return error.message.english(); };
    QVERIFY(!stated);
    QVERIFY2(sentence(stated.error()).find("that 100.hea describes") != std::string::npos,
             sentence(stated.error()).c_str());
    ImportOptions found;
    found.sources = options.sources;
    const auto kind = kindOf(found);
    QVERIFY(!kind);
    QVERIFY2(sentence(kind.error()).find("that 100.hea describes") != std::string::npos,
             sentence(kind.error()).c_str());
    // Whoever states their layout has them as they are.
    options.recordings.raw = waveform::RawLayout{};
    QVERIFY(surveyRecordings(options, m_job));
  }

  void aBrainVisionHeaderBringsSamplesAndMarkers() {
    const RecordingFolder folder;
    write(folder.recordings() / "s.vhdr",
          "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=$b.eeg\nMarkerFile=$b.vmrk\n"
          "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=1\nSamplingInterval=10000\n"
          "[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\nCh1=Cz,,0.5,\xB5V\n");
    write(folder.recordings() / "s.eeg", std::string(200, '\1'));
    write(folder.recordings() / "s.vmrk",
          "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\nMk1=New Segment,,1,1,0\n"
          "Mk2=Stimulus,S  1,1,50,0\nMk3=Stimulus,S  2,51,50,0\n");
    ImportOptions options = folder.options(50, "annotation");
    QCOMPARE(kindByName(folder.recordings()), SourceKind::recordings);
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(namesOf(plan->sources), std::vector<std::string>{"s.vhdr"});
    QCOMPARE(plan->recordings().files.front().problem, std::string());
    QCOMPARE(plan->classes, (std::vector<std::string>{"S  1", "S  2"}));
    QCOMPARE(plan->recordings().files.front().named.size(), 2U);
    options.sources = {folder.recordings() / "s.eeg"};
    options.recordings.labelFrom.clear();
    const auto samples = surveyRecordings(options, m_job);
    QVERIFY(!samples);
    QVERIFY2(samples.error().message.english().find("that s.vhdr describes") != std::string::npos,
             samples.error().message.english().c_str());
  }

  void aChangeOfTheSamplesIsAChangeOfTheRecording() {
    const RecordingFolder folder;
    addRecord(folder, "100", '\1');
    const auto plan = surveyRecordings(folder.options(50), m_job);
    QVERIFY(plan);
    QCOMPARE(plan->sources.front().bytes, 200 + fs::file_size(folder.recordings() / "100.hea"));
    const auto before = RecordingStates(*plan).of(0);
    write(folder.recordings() / "100.dat", std::string(202, '\2'));
    QVERIFY(before && RecordingStates(*plan).of(0) != before);
    const auto again = surveyRecordings(folder.options(50), m_job);
    QVERIFY(again);
    QVERIFY(again->sources.front().hash != plan->sources.front().hash);
    fs::remove(folder.recordings() / "100.dat");
    QVERIFY(!RecordingStates(*plan).of(0));
  }

  void aChecksumIsComparedByTheSurvey() {
    const RecordingFolder folder;
    addRecord(folder, "right", '\1');
    addRecord(folder, "wrong", '\1');
    for (const char* name : {"right", "wrong"}) {
      // 100 × 257 is 25700.
      const std::string own(name);
      write(folder.recordings() / (own + ".hea"),
            own + " 1 100 100\n" + own + ".dat 16 100/mV 16 0 0 " + (own == "right" ? "25700" : "25701") + " 0 ECG\n");
    }
    const auto plan = surveyRecordings(folder.options(50), m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->recordings().files[0].problem, std::string());
    QCOMPARE(plan->recordings().files[1].reason, std::string("damaged"));
    QVERIFY(plan->recordings().files[1].problem.find("is 25700, where its header states 25701") != std::string::npos);
  }
};

MASU_TEST(NamedFilesTest)
#include "named_files_test.moc"
