// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/recording_survey.h"

#include <QProcess>
#include <QStringList>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <map>

#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/ingest/survey.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// Whole numbers of 16 bits, without a rate.
void addArray(const RecordingFolder& folder, const std::string& name, std::size_t frames) {
  std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (" + std::to_string(frames) + ",), }";
  header.append(117 - header.size(), ' ') += '\n';
  std::ofstream file(folder.recordings() / name, std::ios::binary);
  file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << std::string(2 * frames, '\1');
}

/// A sound of 24 bits at 8000 Hz.
void addSound24(const RecordingFolder& folder, const std::string& name, std::uint32_t frames) {
  std::string bytes;
  const auto put = [&](std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  };
  bytes += "RIFF";
  put(36 + 3 * frames, 4);
  bytes += "WAVEfmt ";
  put(16, 4);
  put(1, 2);
  put(1, 2);
  put(8000, 4);
  put(24000, 4);
  put(3, 2);
  put(24, 2);
  bytes += "data";
  put(3 * frames, 4);
  for (std::uint32_t i = 0; i < frames; ++i) put(1000 * i, 3);
  std::ofstream(folder.recordings() / name, std::ios::binary) << bytes;
}

class RecordingSurveyTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  static QString sentence(const Error& error) { return QString::fromStdString(error.message.english()); }

 private Q_SLOTS:
  void whatIsMadeOfOddTimesIsNoted_data() {
    QTest::addColumn<QStringList>("times");
    QTest::addColumn<QString>("note");
    const auto even = [](int first, int count, int step) {
      QStringList times;
      for (int i = 0; i < count; ++i) times << QString::number((first + i * step) / 100.);
      return times;
    };
    QTest::newRow("even") << even(0, 300, 1) << QString();
    QTest::newRow("back") << even(0, 150, 1) + even(50, 150, 1) << "go back (places: 1): it is cut there";
    QTest::newRow("gap") << even(0, 150, 1) + even(600, 150, 1) << "leave gaps (places: 1): it is cut there";
    QTest::newRow("repeated") << even(0, 150, 1) + even(149, 150, 1)
                              << "that have the time of the frame before them: 1.";
    QTest::newRow("backwards") << even(300, 300, -1) << "do not increase, so it has no rate";
    QTest::newRow("one time") << even(300, 300, 0) << "do not increase, so it has no rate";
  }
  void whatIsMadeOfOddTimesIsNoted() {
    QFETCH(const QStringList, times);
    QFETCH(const QString, note);
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    for (const char* name : {"1.csv", "2.csv"}) {
      std::ofstream file(folder.recordings() / name);
      file << "time,x\n";
      for (qsizetype i = 0; i < times.size(); ++i) file << times[i].toStdString() << "," << i % 7 << ".5\n";
    }
    Progress progress;
    const auto plan = surveyRecordings(folder.options(50), {{}, progress});
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->notes.size(), note.isEmpty() ? std::size_t{1} : std::size_t{2});
    QVERIFY(plan->notes.front().english().starts_with("The times of frames are taken from time in 1.csv"));
    if (note.isEmpty()) return;
    const QString noted = QString::fromStdString(plan->notes.back().english());
    QVERIFY2(noted.contains(note) && noted.contains(" in 1.csv ") && noted.endsWith(": 2 of 2."), qPrintable(noted));
  }

  void walksFoldersInOrderAndPassesOverOtherFiles() {
    const RecordingFolder folder;
    folder.add("b/2.wav", 10);
    folder.add("a/1.WAV", 10);
    folder.add("0.wav", 10);
    folder.add("._0.wav", 10);
    folder.add(".hidden/3.wav", 10);
    std::ofstream(folder.recordings() / "SOURCE.txt") << "where it is from";
    const auto plan = surveyRecordings(folder.options(), m_job);
    QVERIFY(plan);
    QCOMPARE(plan->recordings().files.size(), 3U);
    QCOMPARE(plan->recordings().files[0].path, std::string("0.wav"));
    QCOMPARE(plan->recordings().files[1].path, std::string("a/1.WAV"));
    QCOMPARE(plan->recordings().files[2].path, std::string("b/2.wav"));
    QCOMPARE(plan->samples, 3U);
    QCOMPARE(plan->recordings().window, 10U);
    QCOMPARE(plan->dtype, table::DType::i16);
    QCOMPARE(plan->recordings().channelNames, std::vector<std::string>{"c1"});
  }

  void filesAndFoldersShareTheDeepestRoot() {
    const RecordingFolder folder;
    folder.add("x/a/1.wav", 10);
    folder.add("x/b/2.wav", 10);
    ImportOptions options = folder.options();
    options.sources = {folder.recordings() / "x" / "b" / "2.wav", folder.recordings() / "x" / "a"};
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY(plan);
    QCOMPARE(plan->recordings().files[0].path, std::string("a/1.wav"));
    QCOMPARE(plan->recordings().files[1].path, std::string("b/2.wav"));
  }

  void emptyFolderIsOneSentence() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "notes.md") << "nothing to hear";
    const auto plan = surveyRecordings(folder.options(), m_job);
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, Errc::noSamples);
    QVERIFY(sentence(plan.error()).startsWith("There are no recordings in "));
  }

  void windowsThatNoSampleCouldHoldAreRefused() {
    const RecordingFolder folder;
    folder.add("a.wav", 5000);
    // The second would wrap around to two bytes a sample.
    for (const std::uint64_t window : {std::uint64_t{1} << 32U, (std::uint64_t{1} << 63U) + 1}) {
      const auto plan = surveyRecordings(folder.options(window), m_job);
      QVERIFY(!plan);
      QVERIFY2(sentence(plan.error()).contains("choose one of at most"), qPrintable(sentence(plan.error())));
    }
    for (const double seconds : {1e9, 1e300, 1e-9}) {
      ImportOptions options = folder.options();
      options.recordings.windowSeconds = seconds;
      const auto plan = surveyRecordings(options, m_job);
      QVERIFY(!plan);
      const QString says = sentence(plan.error());
      QVERIFY2(says.contains(seconds < 1 ? "are not a whole number of frames" : "are too long"), qPrintable(says));
    }
  }

  void aMatrixWithTimeAlongItsSecondDimensionIsReported() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    const auto write = [&](const char* name, int rows, int columns) {
      std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                           std::to_string(columns) + "), }";
      header.resize(117, ' ');
      std::ofstream(folder.recordings() / name, std::ios::binary)
          << std::string("\x93NUMPY\x01\0\x76\0", 10) << header << '\n'
          << std::string(static_cast<std::size_t>(rows * columns), '\1');
    };
    write("few.npy", 12, 40);
    const auto proposed = surveyRecordings(folder.options(), m_job);
    QVERIFY2(proposed, proposed ? "" : qPrintable(sentence(proposed.error())));
    QCOMPARE(proposed->recordings().channelNames.size(), std::size_t{12});
    QVERIFY(std::ranges::any_of(proposed->notes, [](const Message& note) {
      return note.english().starts_with("few.npy is a matrix of the shape [12, 40]: its longer dimension");
    }));
    ImportOptions options = folder.options();
    options.recordings.frames = waveform::FrameAxis::first;
    const auto stated = surveyRecordings(options, m_job);
    QVERIFY(stated);
    QCOMPARE(stated->recordings().channelNames.size(), std::size_t{40});
    QCOMPARE(stated->recordings().window, 12U);
    QVERIFY(stated->notes.empty());
    const auto again = planFromRecipe(recipeFrom(*stated));
    QVERIFY(again);
    QCOMPARE(again->options.recordings.frames, waveform::FrameAxis::first);

    const RecordingFolder sounds;
    sounds.add("a.wav", 100);
    options = sounds.options();
    options.recordings.frames = waveform::FrameAxis::first;
    const auto useless = surveyRecordings(options, m_job);
    QVERIFY(!useless);
    QVERIFY(sentence(useless.error()).contains("--frames has no effect"));
  }

  void whatATypeWouldLoseIsMeasuredOnValues() {
    const RecordingFolder folder;
    folder.add("a.wav", 5000);
    const auto plan = surveyRecordings(folder.options(100), m_job);
    QVERIFY(plan);
    const ColumnPlan& column = plan->columns.at(0);
    QVERIFY(column.sampled.size() >= 1000);
    QVERIFY(std::ranges::is_sorted(column.sampled));
    QVERIFY(column.stats.min < -128 && column.stats.max > 127);
    QCOMPARE(column.stats.min, column.sampled.front());
  }

  void missingSourceIsNotFound() {
    const RecordingFolder folder;
    const auto plan = surveyRecordings(folder.options(), m_job);
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, Errc::notFound);
  }

  void differentLengthsNeedAWindow() {
    const RecordingFolder folder;
    folder.add("1.wav", 1148);
    folder.add("2.wav", 3000);
    folder.add("3.wav", 18262);
    const auto plan = surveyRecordings(folder.options(), m_job);
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, Errc::invalidArgument);
    for (const char* length : {"1148", "3000", "18262"}) QVERIFY(sentence(plan.error()).contains(length));
    QCOMPARE(surveyRecordings(folder.options(1000), m_job)->samples, 2U + 3U + 19U);
  }

  void labelsAreSortedClasses_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QStringList>("classes");
    QTest::newRow("numbers by value") << QStringList{"10_a.wav", "9_b.wav", "-1_c.wav"} << R"(name:^(-?\d+)_)"
                                      << QStringList{"-1", "9", "10"};
    QTest::newRow("text by bytes") << QStringList{"10_a.wav", "9_b.wav", "x_c.wav"} << R"(name:^(\w+)_)"
                                   << QStringList{"10", "9", "x"};
    QTest::newRow("folders") << QStringList{"yes/1.wav", "no/1.wav", "no/2.wav"} << "folder"
                             << QStringList{"no", "yes"};
  }
  void labelsAreSortedClasses() {
    QFETCH(const QStringList, names);
    QFETCH(const QString, rule);
    QFETCH(const QStringList, classes);
    const RecordingFolder folder;
    for (const QString& name : names) folder.add(name.toStdString(), 10);
    const auto plan = surveyRecordings(folder.options(0, rule.toStdString()), m_job);
    QVERIFY(plan);
    QCOMPARE(plan->target, store::Target::classes);
    QCOMPARE(plan->classes.size(), static_cast<std::size_t>(classes.size()));
    for (qsizetype i = 0; i < classes.size(); ++i)
      QCOMPARE(plan->classes[static_cast<std::size_t>(i)], classes[i].toStdString());
  }

  void labelsComeFromAList() {
    const RecordingFolder folder;
    for (const char* name : {"x/1.wav", "x/002.wav", "three.wav", "four.wav", "five.wav"}) folder.add(name, 10);
    std::ofstream(folder.path() / "list.csv") << "speaker,file,word\nann,x/1.wav,yes\nbob,2,no\nann,three.wav,yes\n"
                                                 "bob,four,no\nbob,five,\n";
    auto options = folder.options(0, "csv:" + (folder.path() / "list.csv").string() + "#file,word");
    options.recordings.groupFrom = "csv:" + (folder.path() / "list.csv").string() + "#file,speaker";
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : qPrintable(sentence(plan.error())));
    const std::map<std::string, std::string> words{
        {"x/1.wav", "yes"}, {"x/002.wav", "no"}, {"three.wav", "yes"}, {"four.wav", "no"}, {"five.wav", ""}};
    for (const RecordingPlan& recording : plan->recordings().files) QCOMPARE(recording.label, words.at(recording.path));
    QCOMPARE(plan->samples, 4U);
    QCOMPARE(plan->recordings().files.front().group, std::string("bob"));
    QCOMPARE(plan->recordings().files.front().reason, std::string("no label"));
    QVERIFY(plan->recordings().files.front().unlabelled);
  }

  void wrongListsAreSentences_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("said");
    QTest::newRow("two labels") << QByteArray("file,label\na,x\na,y\n") << "#file,label"
                                << "two labels: x and y";
    QTest::newRow("no such column") << QByteArray("file,label\na,x\n") << "#file,word"
                                    << "no column word";
    QTest::newRow("one column") << QByteArray("file\na\nb\n") << ""
                                << "needs two columns";
  }
  void wrongListsAreSentences() {
    QFETCH(const QByteArray, content);
    QFETCH(const QString, columns);
    QFETCH(const QString, said);
    const RecordingFolder folder;
    folder.add("a.wav", 10);
    std::ofstream(folder.path() / "list.csv") << content.toStdString();
    const auto plan = surveyRecordings(
        folder.options(0, "csv:" + (folder.path() / "list.csv").string() + columns.toStdString()), m_job);
    QVERIFY(!plan);
    QVERIFY2(sentence(plan.error()).contains(said), qPrintable(sentence(plan.error())));
  }

  void decimalLabelsAreValues() {
    const RecordingFolder folder;
    folder.add("speed 1.5.wav", 10);
    folder.add("speed 2.wav", 10);
    auto options = folder.options(0, R"(name:speed (.+)\.wav)");
    QCOMPARE(surveyRecordings(options, m_job)->target, store::Target::values);
    options.target = store::Target::classes;
    QCOMPARE(surveyRecordings(options, m_job)->classes, (std::vector<std::string>{"1.5", "2"}));
    folder.add("speed fast.wav", 10);
    options.target = store::Target::values;
    QCOMPARE(surveyRecordings(options, m_job).error().code, Errc::invalidArgument);
  }

  void whatDoesNotFitIsRejectedWithItsReason() {
    const RecordingFolder folder;
    folder.add("1_a.wav", 100);
    folder.add("2_b.wav", 100);
    folder.add("3_rate.wav", 100, 1, 44100);
    folder.add("4_stereo.wav", 100, 2);
    folder.add("nolabel.wav", 100);
    folder.add("5_cut.wav", 100);
    std::filesystem::resize_file(folder.recordings() / "5_cut.wav", 100);
    std::ofstream(folder.recordings() / "6_text.wav") << "no sound";
    const auto plan = surveyRecordings(folder.options(100, R"(name:^(\d)_)"), m_job);
    QVERIFY(plan);
    const std::vector<std::string> reasons{"",        "", "other rate", "other channels", "damaged", "not a recording",
                                           "no label"};
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      QCOMPARE(plan->recordings().files[i].reason, reasons[i]);
      QCOMPARE(plan->recordings().files[i].problem.empty(), reasons[i].empty());
      QCOMPARE(plan->recordings().files[i].unlabelled, reasons[i] == "no label");
    }
    QCOMPARE(plan->samples, 2U);
    QCOMPARE(plan->classes, (std::vector<std::string>{"1", "2"}));
  }

  void aSoundWithoutFramesIsARecording() {
    const RecordingFolder folder;
    folder.add("1.wav", 100);
    folder.add("2.wav", 0);
    const auto plan = surveyRecordings(folder.options(100), m_job);
    QVERIFY(plan);
    QCOMPARE(plan->recordings().files[1].reason, std::string("no frames"));
    QVERIFY(plan->recordings().files[1].problem.ends_with("2.wav holds no samples."));
  }

  void recordingsWithoutARateHaveNone() {
    const RecordingFolder folder;
    folder.add("1.wav", 100);
    folder.add("2.wav", 100);
    addArray(folder, "3.npy", 100);
    const auto most = surveyRecordings(folder.options(10), m_job);
    QVERIFY(most);
    QVERIFY2(
        most->recordings().files[2].problem.ends_with("3.npy states no sampling rate where most have 8000 frames a "
                                                      "second; --rate 8000 gives it one."),
        most->recordings().files[2].problem.c_str());
    addArray(folder, "4.npy", 100);
    addArray(folder, "5.npy", 100);
    const auto few = surveyRecordings(folder.options(10), m_job);
    QVERIFY(few);
    QVERIFY2(few->recordings().files[0].problem.ends_with("1.wav has 8000 frames a second where most state no sampling "
                                                          "rate; --rate 8000 gives them one."),
             few->recordings().files[0].problem.c_str());
  }

  void samplesOfSeveralScalesAreNoted() {
    const RecordingFolder folder;
    folder.add("1.wav", 100);
    folder.add("2.wav", 100);
    const auto alike = surveyRecordings(folder.options(10), m_job);
    QVERIFY(alike && !alike->recordings().rescaled);
    const auto noted = [](const ImportPlan& plan) {
      return std::ranges::any_of(plan.notes, [](const Message& note) {
        return note.english().find("The full scale of 1.wav is 32768, that of 3.wav is 8388608.") != std::string::npos;
      });
    };
    QVERIFY(!noted(*alike));
    addSound24(folder, "3.wav", 100);
    const auto mixed = surveyRecordings(folder.options(10), m_job);
    QVERIFY(mixed && mixed->recordings().rescaled);
    QVERIFY(noted(*mixed));
  }

  /// The scale of recordings of one type does not depend on whether some of them are resampled.
  void resamplingKeepsTheScale() {
    const RecordingFolder folder;
    folder.add("1.wav", 100);
    folder.add("2.wav", 200, 1, 16000);
    auto options = folder.options(10);
    options.recordings.rate = 8000;
    const auto mixed = surveyRecordings(options, m_job);
    QVERIFY(mixed && !mixed->recordings().rescaled);
    QVERIFY(mixed->recordings().scale == (SampleScale{table::DType::f32, 32768, true}));
    QVERIFY(mixed->recordings().scale->sound);
    QCOMPARE(mixed->dtype, table::DType::f32);
    QVERIFY(mixed->columns[0].stats.max > 1000);
    const auto noted = std::ranges::count_if(mixed->notes, [](const Message& note) {
      return note.english() ==
             "Resampling makes fractions of samples, so those of all recordings become decimals. Their full scale "
             "stays 32768.";
    });
    QCOMPARE(noted, std::ptrdiff_t{1});
  }

  void aFileThatBeginsAsNothingKnownIsNotCalledASound() {
    const RecordingFolder folder;
    folder.add("1.wav", 100);
    std::ofstream(folder.recordings() / "2.edf") << "no EDF";
    std::ofstream(folder.recordings() / "3.mat");
    const auto plan = surveyRecordings(folder.options(100), m_job);
    QVERIFY(plan);
    QCOMPARE(plan->recordings().files[1].reason, std::string("not a recording"));
    QVERIFY(
        plan->recordings().files[1].problem.ends_with("is not a supported recording, or its beginning is damaged."));
    QCOMPARE(plan->recordings().files[2].reason, std::string("damaged"));
    QVERIFY(plan->recordings().files[2].problem.ends_with("3.mat is empty."));
  }

  void anArrayThatIsNotThereMakesOtherChannels() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.recordings().string()));
    python.start("/usr/bin/python3", {"-c",
                                      "import numpy as np; np.savez('a', DE=np.arange(9.)); "
                                      "np.savez('b', FE=np.arange(9.))"});
    QVERIFY(python.waitForFinished(60000));
    auto options = folder.options(9);
    options.recordings.channels = {"DE"};
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : qPrintable(sentence(plan.error())));
    QCOMPARE(plan->recordings().files[0].reason, std::string());
    QCOMPARE(plan->recordings().files[1].reason, std::string("other channels"));
  }

  void numbersThatAttributesScaleAreNoted() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.recordings().string()));
    python.start("/usr/bin/python3", {"-c",
                                      "import h5py, numpy as np\n"
                                      "for name in ('a.h5', 'b.h5'):\n"
                                      "    with h5py.File(name, 'w') as f:\n"
                                      "        x = f.create_dataset('x', data=np.arange(9, dtype='i2'))\n"
                                      "        if name == 'b.h5': x.attrs['scale_factor'] = 0.5\n"});
    QVERIFY(python.waitForFinished(60000));
    if (python.exitCode() != 0) QSKIP("h5py is not installed.");
    const auto plan = surveyRecordings(folder.options(9), m_job);
    QVERIFY2(plan, plan ? "" : qPrintable(sentence(plan.error())));
    QVERIFY(!plan->notes.empty());
    const std::string note = plan->notes.back().english();
    QVERIFY2(note.starts_with("The numbers in b.h5 are read as its attributes say") && note.ends_with(": 1 of 2."),
             note.c_str());
    // A version that did not read the attributes did not record it either.
    const auto recipe = planFromRecipe(recipeFrom(*plan));
    QVERIFY(recipe);
    QCOMPARE(recipe->recordings().unpacked, std::optional(true));
    QVERIFY(checkUnpackedAlike(*recipe, *plan));
    ImportPlan earlier = *recipe;
    earlier.recordings().unpacked.reset();
    QCOMPARE(planFromRecipe(recipeFrom(earlier))->recordings().unpacked, std::optional<bool>());
    QCOMPARE(checkUnpackedAlike(earlier, *plan).error().code, Errc::unsupported);
    ImportPlan plain = *plan;
    plain.recordings().unpacked = false;
    QVERIFY(checkUnpackedAlike(earlier, plain));
  }

  void tablesAreSpelledAsTheOptionsSay() {
    const RecordingFolder folder;
    std::filesystem::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "a.csv") << "1,5;2\n3;4,25\n-;7\n";
    auto options = folder.options(3);
    options.table.delimiter = ';';
    options.table.decimal = ',';
    options.table.header = false;
    options.table.missingMarkers = {"-"};
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : qPrintable(sentence(plan.error())));
    QCOMPARE(plan->recordings().files[0].problem, std::string());
    QCOMPARE(plan->recordings().files[0].frames, 3U);
    QCOMPARE(plan->recordings().channelNames, (std::vector<std::string>{"c1", "c2"}));
    QCOMPARE(plan->columns[0].stats.max, 3.0);
    QCOMPARE(plan->columns[1].stats.min, 2.0);
    // A recipe says the same again.
    const auto again = planFromRecipe(recipeFrom(*plan));
    QVERIFY(again);
    QCOMPARE(again->options.table.delimiter, std::optional(';'));
    QCOMPARE(again->options.table.header, std::optional(false));
    QVERIFY(!again->options.table.quote && !again->options.table.encoding);
    QCOMPARE(recipeFrom(*again), recipeFrom(*plan));
  }

  void nothingUsableNamesTheFirstProblem() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    const auto plan = surveyRecordings(folder.options(10, R"(name:^(\d)_)"), m_job);
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, Errc::noSamples);
    QVERIFY(sentence(plan.error()).contains("a.wav has no label"));
  }

  void chosenChannelsAdmitWhoeverHasThem() {
    const RecordingFolder folder;
    folder.add("mono.wav", 10, 1);
    folder.add("stereo.wav", 10, 2);
    auto options = folder.options();
    options.recordings.channels = {"c1"};
    QCOMPARE(surveyRecordings(options, m_job)->samples, 2U);
    options.recordings.channels = {"c2"};
    QCOMPARE(surveyRecordings(options, m_job)->samples, 1U);
  }

  void aRateBringsAllToIt() {
    const RecordingFolder folder;
    folder.add("slow.wav", 8000, 1, 8000);
    folder.add("fast.wav", 44100, 1, 44100);
    auto options = folder.options();
    options.recordings.rate = 16000;
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY(plan);
    QCOMPARE(plan->samples, 2U);
    QCOMPARE(plan->recordings().window, 16000U);
    QCOMPARE(plan->dtype, table::DType::f32);
  }

  void aRecipeCutsOtherRecordingsAlike() {
    const RecordingFolder first;
    first.add("zebra/1.wav", 100);
    first.add("no/1.wav", 100);
    const auto plan = surveyRecordings(first.options(0, "folder"), m_job);
    QVERIFY(plan);
    const auto recipe = planFromRecipe(recipeFrom(*plan));
    QVERIFY2(recipe, recipe ? "" : qPrintable(sentence(recipe.error())));
    const RecordingFolder second;
    second.add("yes/1.wav", 250);
    second.add("no/2.wav", 100);
    ImportOptions options;
    options.sources = {second.recordings()};
    const auto bound = replan(*recipe, options, m_job);
    QVERIFY2(bound, bound ? "" : qPrintable(sentence(bound.error())));
    QCOMPARE(bound->recordings().window, 100U);
    QCOMPARE(bound->samples, 4U);
    QCOMPARE(bound->classes, (std::vector<std::string>{"no", "zebra", "yes"}));
  }

  void typesThatCannotHoldTheSamplesAreRefused() {
    const RecordingFolder folder;
    folder.add("a.wav", 10);
    auto options = folder.options();
    for (const auto type : {table::DType::u8, table::DType::u16, table::DType::u32}) {
      options.dtype = type;
      QCOMPARE(surveyRecordings(options, m_job).error().code, Errc::invalidArgument);
    }
    for (const auto type : {table::DType::i8, table::DType::i16, table::DType::i32, table::DType::f16,
                            table::DType::f32, table::DType::f64}) {
      options.dtype = type;
      QCOMPARE(surveyRecordings(options, m_job)->dtype, type);
    }
  }
};

MASU_TEST(RecordingSurveyTest)
#include "recording_survey_test.moc"
