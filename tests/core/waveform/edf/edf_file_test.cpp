// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numbers>

#include "core/base/permutation.h"
#include "core/waveform/signal/resampled.h"
#include "tests/fixtures/edf_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using waveform::Segment;

class EdfFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }
  std::vector<double> written(const std::string& name, int signal) const {
    return doublesOf(in(name + "." + std::to_string(signal) + ".f64"));
  }
  static std::string realFile(const char* name) {
    return std::string(MASU_SHARED_DATA) + "/edf-pyedflib/pyedflib/tests/data/" + name;
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(runEdfFiles({"make", m_folder.path()})); }

  void valuesAreThoseWritten_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("channels");
    QTest::addColumn<QList<int>>("signalNumbers");
    QTest::addColumn<double>("rate");
    QTest::newRow("edf+d") << "gaps.edf" << QStringList{"A", "B"} << QList<int>{0, 2} << 200.;
    QTest::newRow("edf+d, one of another rate") << "gaps.edf" << QStringList{"slow"} << QList<int>{1} << 20.;
    QTest::newRow("edf+d, turned round") << "gaps.edf" << QStringList{"B", "A"} << QList<int>{2, 0} << 200.;
    QTest::newRow("bdf+d") << "gaps.bdf" << QStringList{"A", "B"} << QList<int>{0, 2} << 200.;
    QTest::newRow("bdf+d, one of another rate") << "gaps.bdf" << QStringList{"slow"} << QList<int>{1} << 20.;
    QTest::newRow("bdf") << "plain.bdf" << QStringList{"A1", "Status"} << QList<int>{0, 1} << 64.;
    QTest::newRow("edf+c") << "run1.edf" << QStringList{"A", "B"} << QList<int>{0, 2} << 200.;
    QTest::newRow("rare samples") << "tones.edf" << QStringList{"rare"} << QList<int>{3} << .5;
    QTest::newRow("no duration") << "timeless.edf" << QStringList{"A"} << QList<int>{0} << 0.;
  }
  void valuesAreThoseWritten() {
    QFETCH(const QString, file);
    QFETCH(const QStringList, channels);
    QFETCH(const QList<int>, signalNumbers);
    QFETCH(const double, rate);
    RecordingRequest request;
    for (const QString& channel : channels) request.channels.push_back(channel.toStdString());
    const auto source = openEdf(in(file.toStdString()), request);
    QVERIFY2(source, source ? "" : source.error().message.english().c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.rate, rate);
    QCOMPARE(info.channels, request.channels);
    const auto values = wholeOf(**source);
    QVERIFY(!values.empty());
    std::vector<float> floats(values.size());
    QVERIFY((*source)->read(0, floats));
    for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(floats[i], static_cast<float>(values[i]));
    for (qsizetype i = 0; i < channels.size(); ++i) {
      const auto expected = written(file.toStdString(), signalNumbers[i]);
      QCOMPARE(expected.size(), info.frames);
      QVERIFY(channelOf(values, info.channels.size(), static_cast<std::size_t>(i)) == expected);
    }
  }

  void gapsAreSegmentsAtEachRate() {
    for (const char* name : {"gaps.edf", "gaps.bdf"}) {
      const auto fast = openEdf(in(name)).value();
      QVERIFY((fast->info().segments == std::vector<Segment>{{0, 400}, {400, 300}, {700, 200}}));
      QCOMPARE(fast->info().leftOut, std::vector<std::string>{"slow"});
      QCOMPARE(fast->info().units, (std::vector<std::string>{"uV", "mV"}));
      const auto slow = openEdf(in(name), {.channels = {"slow"}, .rate = 0, .raw = {}}).value();
      QVERIFY((slow->info().segments == std::vector<Segment>{{0, 40}, {40, 30}, {70, 20}}));
    }
    QVERIFY(openEdf(in("run0.edf")).value()->info().segments.empty());
  }

  void annotationsLieWhereTheirSamplesAre() {
    struct Expected {
      double onset;
      double duration;
      const char* text;
    };
    const std::vector<Expected> expected{{.25, 0, "begin"}, {1.75, 1, "over the gap"}, {2, 0, "in the gap"},
                                         {2.25, .5, "two"}, {2.25, .5, "texts"},       {3.5, 0, "later"},
                                         {4.5, 0, "end"},   {4.5, 0, "終わり"}};
    for (const char* name : {"gaps.edf", "gaps.bdf"}) {
      const auto source = openEdf(in(name)).value();
      const auto& notes = source->info().annotations;
      QCOMPARE(notes.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(notes[i].text, expected[i].text);
        QVERIFY(std::abs(notes[i].onset - expected[i].onset) < 1e-9);
        QVERIFY(std::abs(notes[i].duration - expected[i].duration) < 1e-9);
      }
    }
  }

  void readingInAnyBlocksIsReadingWhole_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("rate");
    for (const char* file : {"gaps.edf", "gaps.bdf", "tones.edf", "plain.bdf"}) {
      for (const int rate : {0, 70, 200, 333}) {
        if (rate == 0 || QString(file) != "plain.bdf") QTest::addRow("%s at %d", file, rate) << file << rate * 1.;
      }
    }
  }
  void readingInAnyBlocksIsReadingWhole() {
    QFETCH(const QString, file);
    QFETCH(const double, rate);
    const RecordingRequest request{.channels = {}, .rate = rate, .raw = {}};
    const auto whole = openEdf(in(file.toStdString()), request).value();
    const auto& info = whole->info();
    const auto values = wholeOf(*whole);
    QVERIFY(!values.empty());
    const auto parts = openEdf(in(file.toStdString()), request).value();
    for (std::uint64_t i = 0; i < 300; ++i) {
      const std::uint64_t first = mix64(2 * i) % info.frames;
      const std::uint64_t frames = 1 + mix64(2 * i + 1) % std::min<std::uint64_t>(i + 3, info.frames - first);
      std::vector<double> block(frames * info.channels.size());
      QVERIFY(parts->readExact(first, block));
      QVERIFY(std::equal(block.begin(), block.end(),
                         values.begin() + static_cast<std::ptrdiff_t>(first * info.channels.size())));
    }
    std::vector<double> beyond(2 * info.channels.size());
    QVERIFY(!parts->readExact(info.frames - 1, beyond));
  }

  void unaskedTheRateThatMostShareIsTaken() {
    const auto source = openEdf(in("tones.edf")).value();
    QCOMPARE(source->info().rate, 200.);
    QCOMPARE(source->info().channels, (std::vector<std::string>{"fast", "other"}));
    QCOMPARE(source->info().leftOut, (std::vector<std::string>{"slow", "rare"}));
  }

  void askedChannelsOfDifferentRatesNeedARate() {
    const auto source = openEdf(in("tones.edf"), {.channels = {"slow", "fast"}, .rate = 0, .raw = {}});
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::invalidArgument);
    const std::string sentence = source.error().message.english();
    QVERIFY2(sentence.find("slow 20, fast 200 a second") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.ends_with("such as 200."), sentence.c_str());
  }

  void anUnknownChannelIsReportedWithThoseThereAre() {
    const auto source = openEdf(in("tones.edf"), {.channels = {"Fast"}, .rate = 0, .raw = {}});
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::notFound);
    QVERIFY(source.error().message.english().ends_with("has no channel Fast. It has fast, slow, other, rare."));
  }

  void channelsOfDifferentRatesComeTogetherAtOne_data() {
    QTest::addColumn<double>("rate");
    for (const int rate : {20, 100, 200, 250}) QTest::addRow("%d", rate) << rate * 1.;
  }
  void channelsOfDifferentRatesComeTogetherAtOne() {
    QFETCH(const double, rate);
    const auto source = openEdf(in("tones.edf"), {.channels = {}, .rate = rate, .raw = {}}).value();
    const auto& info = source->info();
    QCOMPARE(info.rate, rate);
    QCOMPARE(info.frames, static_cast<std::uint64_t>(20 * rate));
    // One value in two seconds: more than 256 times slower than the faster ones of these rates.
    std::vector<std::string> channels = {"fast", "slow", "other"};
    const bool tooFar = rate > 128;
    if (!tooFar) channels.emplace_back("rare");
    QCOMPARE(info.channels, channels);
    QCOMPARE(info.leftOut, tooFar ? std::vector<std::string>{"rare"} : std::vector<std::string>{});
    const std::size_t width = channels.size();
    const auto values = wholeOf(*source);
    const double amplitude = 20000 * 200. / 65535;
    const double offset = -100 + 32768 * 200. / 65535;
    // Away from the edges the same tone was sampled at both rates: one of 3 and one of 5 Hz.
    for (auto i = static_cast<std::size_t>(8 * rate); i < static_cast<std::size_t>(12 * rate); ++i) {
      const double phase = 2 * std::numbers::pi * static_cast<double>(i) / rate;
      QVERIFY(std::abs(values[width * i] - offset - amplitude * std::sin(3 * phase)) < .02);
      QVERIFY(std::abs(values[width * i + 1] - offset - amplitude * std::sin(3 * phase)) < .02);
      QVERIFY(std::abs(values[width * i + 2] - offset - amplitude * std::sin(5 * phase)) < .02);
    }
  }

  void aRateThatAnAskedChannelCannotHaveIsRefused() {
    const auto source = openEdf(in("tones.edf"), {.channels = {"fast", "rare"}, .rate = 200, .raw = {}});
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::unsupported);
    QVERIFY(source.error().message.english().find("The channel rare of ") == 0);
    QVERIFY(source.error().message.english().find("has 0.5 samples a second and cannot be brought to 200") !=
            std::string::npos);
  }

  void aFileWithoutTimesHasNoRate() {
    const auto source = openEdf(in("timeless.edf"), {.channels = {}, .rate = 200, .raw = {}}).value();
    QCOMPARE(source->info().rate, 0.);
    QVERIFY(wholeOf(*source) == written("timeless.edf", 0));
  }

  void nothingSoundsOverAGap_data() {
    QTest::addColumn<double>("rate");
    for (const int rate : {20, 50, 150, 200}) QTest::addRow("%d", rate) << rate * 1.;
  }
  void nothingSoundsOverAGap() {
    QFETCH(const double, rate);
    const RecordingRequest request{.channels = {"B", "slow", "A"}, .rate = rate, .raw = {}};
    const auto source = openEdf(in("gaps.edf"), request).value();
    const auto& info = source->info();
    QCOMPARE(info.segments.size(), 3U);
    const auto values = wholeOf(*source);
    std::uint64_t frames = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      // A segment is what a file of its records alone would be.
      const auto alone = openEdf(in("run" + std::to_string(i) + ".edf"), request).value();
      QCOMPARE(info.segments[i], (Segment{frames, alone->info().frames}));
      const auto expected = wholeOf(*alone);
      QVERIFY(std::equal(expected.begin(), expected.end(), values.begin() + static_cast<std::ptrdiff_t>(3 * frames)));
      frames += alone->info().frames;
    }
    QCOMPARE(info.frames, frames);
    QCOMPARE(info.units, (std::vector<std::string>{"mV", "degC", "uV"}));
    QCOMPARE(info.annotations.size(), 8U);
    QCOMPARE(info.annotations[2].onset, static_cast<double>(info.segments[1].first) / rate);
  }

  void laxHeadersAreUnderstood() {
    const auto source = openEdf(in("lax.edf")).value();
    const auto& info = source->info();
    QCOMPARE(info.rate, 100.);
    QCOMPARE(info.frames, 150U);  // of five records, though the header says -1
    QCOMPARE(info.channels,
             (std::vector<std::string>{"T8-P8", "T8-P8 (2)", "c3", "µ-rhythm", "T8-P8 (2) (2)", "脳波", "温度", "c8"}));
    // Signals without a range keep their integers, which have no unit.
    QCOMPARE(info.units, (std::vector<std::string>{"µV", "", "", "", "µV", "µV", "µV", "µV"}));
    const auto values = wholeOf(*source);
    for (int i = 0; i < 8; ++i) {
      QVERIFY2(channelOf(values, 8, static_cast<std::size_t>(i)) == written("lax.edf", i), std::to_string(i).c_str());
    }
  }

  void annotationsAloneAreNoRecording() {
    const auto source = openEdf(in("notes.edf"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::format);
    QVERIFY(source.error().message.english().ends_with("holds annotations alone, and no signal."));
  }

  void edfIsKnownByItsBeginning() {
    const auto starts = [](const std::string& head) { return waveform::isEdf(std::as_bytes(std::span(head))); };
    for (const char* name : {"gaps.edf", "gaps.bdf", "plain.bdf", "tones.edf", "lax.edf"}) {
      QVERIFY(starts(bytesOf(in(name)).substr(0, 256)));
    }
    QVERIFY(!starts(""));
    QVERIFY(!starts("0,1,2,3,4"));
    QVERIFY(!starts("0       " + std::string(300, 'x')));
    QVERIFY(!starts("RIFF1234WAVE"));
  }

  void realFilesReadAsNumpyReadsThem_data() {
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"test_generator.edf", "test_legacy.edf", "test_subsecond.edf", "test_utf8.edf", "test_generator.bdf",
          "test_generator_datarec_generator_0_5.bdf", "test_generator_datarec_generator_2.bdf"}) {
      QTest::newRow(file) << file;
    }
  }
  void realFilesReadAsNumpyReadsThem() {
    QFETCH(const QString, file);
    const fs::path path = realFile(file.toStdString().c_str());
    if (!fs::exists(path)) QSKIP("the shared data sets are not here");
    const auto printed = runEdfFiles({"read", QString::fromStdString(path.string()), m_folder.path()});
    QVERIFY(printed);
    const QJsonArray channels = QJsonDocument::fromJson(*printed)["channels"].toArray();
    for (qsizetype i = 0; i < channels.size(); ++i) {
      const QJsonValue channel = channels[i];
      const auto source =
          openEdf(path, {.channels = {channel["label"].toString().toStdString()}, .rate = 0, .raw = {}});
      QVERIFY2(source, source ? "" : source.error().message.english().c_str());
      QCOMPARE((*source)->info().rate, channel["rate"].toDouble());
      QCOMPARE((*source)->info().units.front(), channel["unit"].toString().toStdString());
      QVERIFY(wholeOf(**source) == doublesOf(in(std::to_string(i) + ".f64")));
    }
    QCOMPARE(openEdf(path).value()->info().channels.size() + openEdf(path).value()->info().leftOut.size(),
             static_cast<std::size_t>(channels.size()));
  }

  void realAnnotationsAreThoseOfTheFiles() {
    if (!fs::exists(realFile("test_utf8.edf"))) QSKIP("the shared data sets are not here");
    const auto generator = openEdf(realFile("test_generator.edf")).value();
    QCOMPARE(generator->info().frames, 120'000U);
    QCOMPARE(generator->info().channels.size(), 11U);
    QCOMPARE(generator->info().annotations.size(), 2U);
    QCOMPARE(generator->info().annotations[0].text, "Recording starts");
    QCOMPARE(generator->info().annotations[1].text, "Recording ends");
    QCOMPARE(generator->info().annotations[1].onset, 600.);
    // Times count from the first sample, which is 0.3945312 s after the start in whole seconds.
    const auto chinese = openEdf(realFile("test_utf8.edf")).value();
    const auto& notes = chinese->info().annotations;
    const auto found = std::ranges::find(notes, "中文测试八个字", &waveform::Annotation::text);
    QVERIFY(found != notes.end());
    QVERIFY(std::abs(found->onset - (120 - .3945312)) < 1e-9);
  }

  void fiveRatesAreFiveRecordingsOrOneAtARate() {
    const fs::path path = realFile("test_generator.bdf");
    if (!fs::exists(path)) QSKIP("the shared data sets are not here");
    const auto alone = openEdf(path).value();
    QCOMPARE(alone->info().channels, std::vector<std::string>{"sine 5Hz"});
    QCOMPARE(alone->info().leftOut.size(), 4U);
    const auto all = openEdf(path, {.channels = {}, .rate = 1000, .raw = {}}).value();
    QCOMPARE(all->info().channels.size(), 5U);
    QCOMPARE(all->info().frames, 30'000U);
    const auto values = wholeOf(*all);
    QVERIFY(channelOf(values, 5, 0) == wholeOf(*alone));
  }
};

MASU_TEST(EdfFileTest)
#include "edf_file_test.moc"
