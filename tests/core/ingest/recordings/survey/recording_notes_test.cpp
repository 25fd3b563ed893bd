// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <fstream>

#include "core/ingest/recordings/read/segments.h"
#include "core/ingest/survey.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// What a survey of recordings guessed, and what windows leave out of them, is said before the import.
class RecordingNotesTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  static const char* sentence(const Result<ImportPlan>& plan) {
    static std::string text;
    text = plan ? std::string() : plan.error().message.english();
    return text.c_str();
  }

  /// A note of the survey has this text; false where there is none, or no survey.
  bool isSaid(const ImportOptions& options, const char* text) {
    const auto plan = surveyRecordings(options, m_job);
    return plan && std::ranges::any_of(plan->notes, [&](const Message& note) {
             return note.english().find(text) != std::string::npos;
           });
  }

 private Q_SLOTS:
  void theColumnThatIsTakenForTheTimeIsNoted() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream file(folder.recordings() / "a.csv");
    file << "t,hum,lab\n";
    for (int i = 0; i < 30; ++i) file << 20 + i << "," << i % 7 << ".5," << (i < 15 ? "a\n" : "b\n");
    file.close();
    ImportOptions options = folder.options(3, "column:lab");
    const auto guessed = surveyRecordings(options, m_job);
    QVERIFY2(guessed, sentence(guessed));
    QCOMPARE(guessed->recordings().channelNames, std::vector<std::string>{"hum"});
    QCOMPARE(guessed->recordings().files[0].timeColumns, std::vector<std::string>{"t"});
    QCOMPARE(guessed->notes.front().english(),
             std::string("The times of frames are taken from t in a.csv, which is not stored as a channel; their rate "
                         "is 1 Hz. If it is a channel, use --time none; if another column is the time, --time COLUMN. "
                         "Recordings like it: 1 of 1."));
    // What the note advises does away with the guess.
    options.recordings.time = "";
    const auto stated = surveyRecordings(options, m_job);
    QVERIFY2(stated, sentence(stated));
    QCOMPARE(stated->recordings().channelNames, (std::vector<std::string>{"t", "hum"}));
    QVERIFY(stated->recordings().files[0].timeColumns.empty());
    QVERIFY(std::ranges::none_of(stated->notes, [](const Message& note) {
      return note.english().find("The times of frames") != std::string::npos;
    }));
    // A recipe does the same to other recordings.
    const auto back = planFromRecipe(recipeFrom(*stated));
    QVERIFY2(back, sentence(back));
    const auto again = replan(*back, folder.options(), m_job);
    QVERIFY2(again, sentence(again));
    QCOMPARE(again->recordings().channelNames, (std::vector<std::string>{"t", "hum"}));
    // So does naming the channels, and naming the time does away with the note.
    options.recordings.time.reset();
    options.recordings.channels = {"t", "hum"};
    QVERIFY(!isSaid(options, "The times of frames"));
    options.recordings.channels.clear();
    options.recordings.time = "t";
    QVERIFY(!isSaid(options, "The times of frames"));
    QCOMPARE(surveyRecordings(options, m_job)->recordings().channelNames, std::vector<std::string>{"hum"});
  }

  void aColumnOfTimesHasOneRole() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "a.csv") << "t,hum,lab\n1,2,a\n2,5,a\n3,4,b\n4,1,b\n";
    ImportOptions options = folder.options(2, "column:lab");
    options.recordings.time = "lab";
    QCOMPARE(sentence(surveyRecordings(options, m_job)),
             "--time and --label-from both name the column lab, which has one role only. Leave one of them out.");
    options.recordings.time = "hum";
    options.recordings.channels = {"hum", "t"};
    QVERIFY(std::string(sentence(surveyRecordings(options, m_job))).starts_with("--time and --channels both name"));
    options.recordings.channels.clear();
    options.recordings.time = "clock";
    const std::string none = sentence(surveyRecordings(options, m_job));
    QVERIFY2(none.ends_with("a.csv has no column clock for --time. It has t, hum, lab."), none.c_str());
    const RecordingFolder sounds;
    sounds.add("a.wav", 10);
    options = sounds.options(5);
    options.recordings.time = "";
    QCOMPARE(sentence(surveyRecordings(options, m_job)),
             "None of these recordings is a table, so --time has no effect: leave it out.");
  }

  void aTableThatIsTakenForARecordingIsNoted() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "a.csv") << "1,5,x\n3,4,x\n2,7,y\n9,8,y\n";
    ImportOptions options = folder.options(2, "column:c3");
    const auto said = [&](const char* text) { return isSaid(options, text); };
    QVERIFY(said("The first line of a.csv is read as values"));
    QVERIFY(!said("is read as a recording"));
    options.as = SourceKind::automatic;
    QVERIFY(said("a.csv is a table and is read as a recording"));
    options.table.header = false;
    QVERIFY(!said("is read as values"));
  }

  void framesThatWindowsAddAndLeaveOutAreNoted() {
    const RecordingFolder folder;
    folder.add("a.wav", 6);
    folder.add("b.wav", 8);
    ImportOptions options = folder.options(4);
    const auto said = [&](const char* text) { return isSaid(options, text); };
    QVERIFY(said("padded with silence to 4 frames: 1 of 4. Frames of padding: 2 of 16; the statistics of channels"));
    QVERIFY(!said("left out"));
    options.recordings.rest = Tail::drop;
    QVERIFY(said("after the last window of a segment: 2 of 14."));
    QVERIFY(!said("padded with silence"));
    options.recordings.window = 2;
    options.recordings.hop = 3;
    QVERIFY(said("the hop of 3 frames is longer than the window: 3 of 14."));
    options.recordings.keep = StoreAs::recordings;
    options.recordings.window = 4;
    options.recordings.hop.reset();
    options.recordings.rest = Tail::pad;
    QVERIFY(said("Frames of padding: 2 of 16."));
  }

  void framesUnderNoLabelAreNoted() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream file(folder.recordings() / "a.csv");
    file << "hum,lab\n";
    for (int i = 0; i < 30; ++i) file << i % 7 << ".5," << (i < 10 ? "a\n" : i < 15 ? "\n" : "b\n");
    file.close();
    ImportOptions options = folder.options(5, "column:lab");
    QVERIFY(isSaid(options, "Frames that are left out, as they are under no label: 5 of 30."));
    options.recordings.labelFrom.clear();
    QVERIFY(!isSaid(options, "under no label"));
  }

  void whatAListNamesInVainIsNotedOnce() {
    const RecordingFolder folder;
    folder.add("a.wav", 10);
    folder.add("b.wav", 10);
    const std::string list = (folder.path() / "list.csv").string();
    std::ofstream(list) << "file,word,who\na,up,x\nb,down,y\nc,up,z\nd,down,z\n";
    const auto notesOf = [&](const std::string& labels, const std::string& groups) {
      ImportOptions options = folder.options(10, labels);
      options.recordings.groupFrom = groups;
      const auto plan = surveyRecordings(options, m_job);
      std::vector<std::string> notes;
      for (const Message& note : plan ? plan->notes : std::vector<Message>()) {
        if (note.english().starts_with("Recordings in the list")) notes.push_back(note.english());
      }
      return notes;
    };
    const std::vector<std::string> once = {"Recordings in the list " + list +
                                           " that are not among the sources: 2, first c."};
    QCOMPARE(notesOf("csv:" + list + "#1,2", ""), once);
    QCOMPARE(notesOf("", "csv:" + list + "#file,who"), once);
    QCOMPARE(notesOf("csv:" + list + "#1,2", "csv:" + list + "#file,who"), once);
    QCOMPARE(notesOf("csv:" + list + "#1,2", "csv:" + list + "#1,2"), once);
  }

  void otherChannelsAreThoseOfARecording() {
    const RecordingFolder folder;
    folder.add("a.wav", 10);
    folder.add("b.wav", 10, 2);
    ImportOptions options = folder.options(10);
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, sentence(plan));
    const std::string& problem = plan->recordings().files[1].problem;
    QVERIFY2(problem.starts_with("b.wav has the channels c1, c2, not c1, which are those of a.wav:"), problem.c_str());
  }

  void whatIsPaddedAlthoughTheRestIsDroppedIsNoted() {
    const RecordingFolder folder;
    folder.add("a.wav", 2500);
    folder.add("b.wav", 700);
    ImportOptions options = folder.options(1000);
    const auto said = [&](const char* text) { return isSaid(options, text); };
    QVERIFY(!said("shorter than the window"));
    options.recordings.rest = Tail::drop;
    QVERIFY(said("One recording is shorter than the window"));
    folder.add("c.wav", 999);
    QVERIFY(said("2 recordings are shorter than the window"));
    options.recordings.window = 600;
    QVERIFY(!said("shorter than the window"));
  }

  /// Segments of 120, 30 and 100 frames: the short one is a rest, unless it is padded or all are as short.
  void aSegmentThatNoWindowFitsIntoIsDroppedWithTheRest() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream file(folder.recordings() / "1.csv");
    file << "time,x\n";
    for (int i = 0; i < 250; ++i) {
      const int later = i < 120 ? 0 : i < 150 ? 1000 : 2000;
      file << (i + later) / 100. << "," << i % 7 << ".5\n";
    }
    file.close();
    ImportOptions options = folder.options(50);
    options.recordings.rest = Tail::drop;
    const auto dropped = surveyRecordings(options, m_job);
    QVERIFY2(dropped, sentence(dropped));
    QCOMPARE(dropped->samples, std::uint64_t{4});
    const waveform::FrameUse use = frameUseOf(*dropped);
    QCOMPARE(use.paddedWindows, std::uint64_t{0});
    QCOMPARE(use.rest, std::uint64_t{50});  // 20 of the first, all 30 of the second
    QCOMPARE(use.frames, std::uint64_t{250});
    QVERIFY(!isSaid(options, "shorter than the window"));
    options.recordings.window = 150;
    const auto kept = surveyRecordings(options, m_job);
    QVERIFY2(kept, sentence(kept));
    QCOMPARE(kept->samples, std::uint64_t{3});
    QVERIFY(isSaid(options, "shorter than the window"));
    options.recordings.window = 50;
    options.recordings.rest = Tail::pad;
    QCOMPARE(surveyRecordings(options, m_job)->samples, std::uint64_t{6});
  }
};

MASU_TEST(RecordingNotesTest)
#include "recording_notes_test.moc"
