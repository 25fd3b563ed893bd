// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/channel_types.h"

#include <QTest>
#include <algorithm>
#include <fstream>
#include <tuple>

#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;

namespace {

/// Sixteen samples of 16 bits, from the lowest to the highest.
void addSound(const RecordingFolder& folder, int lowest, int highest, const std::string& name = "a.wav") {
  std::vector<std::int16_t> samples;
  for (int i = 0; i < 16; ++i) samples.push_back(static_cast<std::int16_t>(lowest + (highest - lowest) * i / 15));
  std::filesystem::create_directories(folder.recordings());
  QVERIFY(waveform::writeWav(folder.recordings() / name, samples, 1, 8000));
}

/// Two channels, x from 0 to 1 and y from 1 to 0, of which most are no binary fractions.
void addTable(const RecordingFolder& folder) {
  std::filesystem::create_directories(folder.recordings());
  std::ofstream file(folder.recordings() / "a.csv");
  file << "x,y\n";
  for (int i = 0; i <= 50; ++i) file << i / 50. << "," << 1 - i / 50. << "\n";
}

bool isNoted(const ImportPlan& plan, const std::string& sentence) {
  return std::ranges::any_of(plan.notes, [&](const Message& note) { return note.english() == sentence; });
}

}  // namespace

/// What the channels of recordings are stored as.
class ChannelTypesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void soundStaysAsItIs() {
    const RecordingFolder folder;
    addSound(folder, -32768, 32767);
    const auto plan = surveyOf(folder.options(4));
    QVERIFY(plan);
    QVERIFY(plan->dtype == DType::i16);
    QCOMPARE(plan->columns.size(), std::size_t{1});
    const ColumnPlan& channel = plan->columns.front();
    QVERIFY(channel.kind == Kind::integer && !channel.steps);
    // All samples, as there are few, in ascending order.
    QCOMPARE(channel.sampled.size(), std::size_t{16});
    QVERIFY(std::ranges::is_sorted(channel.sampled));
    QCOMPARE(channel.sampled.front(), -32768.);
    QCOMPARE(channel.sampled.back(), 32767.);
    QCOMPARE(channel.stats.count, std::uint64_t{16});
    QCOMPARE(channel.stats.max, 32767.);
  }

  /// Silence, which windows may be padded with, has to have a place, too.
  void theNarrowestIntegersThatHoldAllAreFound() {
    for (const auto& [lowest, highest, type] :
         {std::tuple(0, 255, DType::u8), {100, 200, DType::u8}, {-128, 127, DType::i8}, {-1, 128, DType::i16},
          {0, 256, DType::i16}, {-129, 0, DType::i16}}) {
      const RecordingFolder folder;
      addSound(folder, lowest, highest);
      ImportOptions options = folder.options(4);
      options.autoType = true;
      const auto plan = surveyOf(options);
      QVERIFY(plan);
      QCOMPARE(table::name(plan->dtype), table::name(type));
      const std::string sentence = std::string(table::name(type)) + " holds every value of the recordings.";
      QCOMPARE(isNoted(*plan, sentence), type != DType::i16);
      QVERIFY(plan->columns.front().kind == Kind::integer);
    }
  }

  /// Codes are used where the type does not hold the samples as they are.
  void aTypeThatIsAskedForIsPlainWhereItHoldsAll() {
    const RecordingFolder quiet;
    addSound(quiet, -100, 100);
    ImportOptions options = quiet.options(4);
    options.dtype = DType::i8;
    const auto plain = surveyOf(options);
    QVERIFY(plain);
    QVERIFY(plain->dtype == DType::i8 && !plain->columns.front().steps);
    const RecordingFolder loud;
    addSound(loud, -20000, 20000);
    options = loud.options(4);
    options.dtype = DType::i8;
    const auto codes = surveyOf(options);
    QVERIFY(codes);
    QVERIFY(codes->columns.front().steps);
    QVERIFY(codes->columns.front().kind == Kind::decimal);
    QVERIFY(isNoted(*codes, "Stored as codes of i8, with a scale and an offset for each channel."));
    const downcast::AffineCodes steps(DType::i8, {*codes->columns.front().steps});
    for (const double value : {-20000., -20., 0., 19999., 20000.}) QVERIFY(steps.holds(0, value));
    options.dtype = DType::f32;
    const auto floats = surveyOf(options);
    QVERIFY(floats);
    QVERIFY(floats->dtype == DType::f32 && !floats->columns.front().steps);
  }

  void decimalsAreFloatsUnlessAsked() {
    const RecordingFolder folder;
    addTable(folder);
    ImportOptions options = folder.options(4);
    const auto plain = surveyOf(options);
    QVERIFY(plain);
    QVERIFY(plain->dtype == DType::f32);
    QCOMPARE(plain->columns[1].name, std::string("y"));
    QVERIFY(plain->columns[1].kind == Kind::decimal && !plain->columns[1].steps);
    options.autoType = true;
    const auto automatic = surveyOf(options);
    QVERIFY(automatic);
    QVERIFY(automatic->dtype == DType::f32);
  }

  /// Over a range of 1 a step is about 1/254 in 8 bits, and 1/65534 in 16; half of one is what is lost.
  void aToleranceDecidesHowNarrowCodesAre() {
    const RecordingFolder folder;
    addTable(folder);
    ImportOptions options = folder.options(4);
    options.autoType = true;
    for (const auto& [tolerance, type] : {std::pair(0.0021, DType::i8), {0.0018, DType::i16}, {8e-6, DType::i16}}) {
      options.tolerance = tolerance;
      const auto plan = surveyOf(options);
      QVERIFY(plan);
      QCOMPARE(table::name(plan->dtype), table::name(type));
      for (const ColumnPlan& channel : plan->columns) QVERIFY(channel.steps && channel.kind == Kind::decimal);
    }
    options.tolerance = 1e-6;
    const auto floats = surveyOf(options);
    QVERIFY(floats);
    QVERIFY(floats->dtype == DType::f32 && !floats->columns.front().steps);
    QVERIFY(isNoted(*floats, "No narrower type keeps the channels within 1e-06: they are stored as f32."));
  }

  void aTypeThatCannotHoldThemIsRefused() {
    const RecordingFolder folder;
    addSound(folder, -100, 100);
    ImportOptions options = folder.options(4);
    options.dtype = DType::u8;
    const auto refused = surveyOf(options);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    QCOMPARE(refused.error().message.english(),
             std::string("The type u8 cannot hold these recordings, whose samples are i16. Choose f32, or leave the "
                         "choice to Masu."));
    options.dtype = DType::i32;
    QVERIFY(surveyOf(options));
  }

  /// One recording gives a unit of the second channel, the other none.
  void aUnitIsThatOfAllRecordings() {
    const RecordingFolder folder;
    folder.addEdf("a.edf", "mV");
    folder.addEdf("b.edf", "");
    const auto plan = surveyOf(folder.options(50));
    QVERIFY(plan);
    QCOMPARE(plan->columns[0].unit, std::string("uV"));
    QVERIFY(plan->columns[1].unit.empty());
    QVERIFY(isNoted(*plan, "Channel EMG is in mV in a.edf, and b.edf gives no unit. The values are stored as they are, "
                           "and the channel without a unit."));
  }

 private:
  Result<ImportPlan> surveyOf(const ImportOptions& options) { return surveyRecordings(options, m_job); }

  Progress m_progress;
  JobContext m_job{{}, m_progress};
};

MASU_TEST(ChannelTypesTest)
#include "channel_types_test.moc"
