// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/window_reader.h"

#include <QTest>
#include <cstring>
#include <random>
#include <set>

#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;

namespace {

std::vector<double> valuesIn(const std::vector<std::byte>& bytes, DType type) {
  std::vector<double> values(bytes.size() / table::sizeOf(type));
  table::dispatch(type, [&]<class T>(T) {
    if constexpr (std::is_arithmetic_v<T>) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        T value{};
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        values[i] = static_cast<double>(value);
      }
    }
  });
  return values;
}

}  // namespace

/// Windows are read as a dataset stores them, in any order.
class WindowReaderTest : public QObject {
  Q_OBJECT

  Progress m_progress;

  ImportPlan surveyed(const ImportOptions& options) {
    auto plan = surveyRecordings(options, {{}, m_progress});
    if (!plan) qFatal("%s", plan.error().message.english().c_str());
    return std::move(*plan);
  }

  /// The values of a window of `length` frames, channel after channel; nothing where it cannot be read.
  static Result<std::vector<double>> read(WindowReader& reader, const ImportPlan& plan, const waveform::Window& window,
                                          std::uint64_t length) {
    const std::size_t channels = plan.recordings().channelNames.size();
    std::vector<std::byte> bytes(channels * length * table::sizeOf(plan.dtype), std::byte{0x55});
    std::vector<ChannelTally> tallies(channels);
    MASU_CHECK(reader.read(window, bytes, tallies));
    return valuesIn(bytes, plan.dtype);
  }

 private Q_SLOTS:
  void anyWindowHasTheFramesOfItsRecording_data() {
    QTest::addColumn<DType>("type");
    for (const DType type : {DType::i16, DType::i32, DType::f32, DType::f64})
      QTest::newRow(std::string(table::name(type)).c_str()) << type;
  }

  void anyWindowHasTheFramesOfItsRecording() {
    QFETCH(DType, type);
    const RecordingFolder folder;
    const std::vector<std::pair<std::string, std::uint64_t>> files = {{"a.wav", 500}, {"b.wav", 300}};
    for (const auto& [name, frames] : files) folder.add(name, frames, 3);
    ImportPlan plan = surveyed(folder.options(100));
    plan.dtype = type;
    // The last channel first, and one of them left out.
    auto& names = plan.recordings().channelNames;
    QCOMPARE(names.size(), std::size_t{3});
    names = {names[2], names[0]};
    const int channels[] = {2, 0};
    WindowReader reader(plan, {}, 0);
    std::mt19937 random(6);
    for (int round = 0; round < 300; ++round) {
      // Mostly further on in the same recording, so that what overlaps is not read again.
      const std::size_t file = round / 40 % 2;
      const auto& [name, frames] = files[file];
      const std::uint64_t start = round % 10 == 0 ? random() % frames : (static_cast<unsigned>(round) * 7) % frames;
      const std::uint64_t present = 1 + random() % std::min<std::uint64_t>(120, frames - start);
      const std::uint64_t length = present + random() % 3;
      const auto values = read(reader, plan, {0, file, start, present}, length);
      QVERIFY2(values, values ? "" : values.error().message.english().c_str());
      std::vector<double> expected;
      for (const int channel : channels) {
        for (std::uint64_t i = 0; i < length; ++i)
          expected.push_back(i < present ? RecordingFolder::valueAt(name, start + i, channel) : 0);
      }
      QCOMPARE(*values, expected);
    }
  }

  /// Numbers that floats do not hold have no way through floats.
  void doublesStayExact() {
    const RecordingFolder folder;
    std::vector<double> samples;
    for (int i = 0; i < 400; ++i) samples.push_back(0.1 * i + 1e-12);
    std::filesystem::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "a.raw", std::ios::binary)
        .write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(8 * samples.size()));
    ImportOptions options = folder.options(50);
    options.recordings.raw = waveform::RawLayout{.type = DType::f64};
    ImportPlan plan = surveyed(options);
    plan.dtype = DType::f64;
    WindowReader reader(plan, {}, 0);
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{30}, std::uint64_t{350}}) {
      const auto values = read(reader, plan, {0, 0, start, 50}, 50);
      QVERIFY2(values, values ? "" : values.error().message.english().c_str());
      const auto first = samples.begin() + static_cast<std::ptrdiff_t>(start);
      QVERIFY(std::equal(values->begin(), values->end(), first, first + 50));
    }
  }

  /// One that cannot be read takes nothing from those after it.
  void aRecordingThatChangedIsRefused() {
    const RecordingFolder folder;
    for (const char* name : {"a.wav", "b.wav", "c.wav"}) folder.add(name, 200, 1);
    ImportPlan plan = surveyed(folder.options(100));
    folder.add("b.wav", 201, 1);
    std::filesystem::remove(folder.recordings() / "c.wav");
    WindowReader reader(plan, {}, 0);
    for (int round = 0; round < 2; ++round) {
      QVERIFY(read(reader, plan, {0, 0, 0, 100}, 100));
      const auto changed = read(reader, plan, {0, 1, 0, 100}, 100);
      QVERIFY(!changed);
      QCOMPARE(changed.error().code, Errc::damaged);
      QVERIFY(changed.error().message.english().find("b.wav changed since it was inspected") != std::string::npos);
      QCOMPARE(read(reader, plan, {0, 2, 0, 100}, 100).error().code, Errc::notFound);
    }
    // A channel that the plan has is not there any more.
    plan.recordings().channelNames.push_back("another");
    WindowReader other(plan, {}, 0);
    QCOMPARE(read(other, plan, {0, 0, 0, 100}, 100).error().code, Errc::damaged);
  }

  void channelsAreFoundByTheirNames() {
    ImportPlan plan;
    plan.content.emplace<RecordingsPlan>().channelNames = {"c", "a", "x"};
    waveform::RecordingInfo info;
    info.channels = {"a", "b", "c"};
    QCOMPARE(channelPlaces(plan, info), (std::vector<std::size_t>{2, 0}));
    QVERIFY(channelPlaces(plan, {}).empty());
  }

  /// Recordings of several scales are brought to one.
  void samplesAreWorthThePlansScale() {
    ImportPlan plan;
    RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
    waveform::RecordingInfo info;
    info.fullScale = 128;
    info.silence = 128;
    QCOMPARE(plannedValue(plan, info, 192), 192.0);
    recordings.scale = SampleScale{DType::i16, 32768, true};
    recordings.rescaled = true;
    QCOMPARE(plannedValue(plan, info, 192), 16384.0);
    QCOMPARE(plannedValue(plan, info, 128), 0.0);
  }

  /// People and programs count failures by these words.
  void failuresHaveShortNames() {
    std::set<std::string_view> names;
    for (const Errc code : {Errc::damaged, Errc::format, Errc::noSamples, Errc::notFound, Errc::io})
      QVERIFY(names.insert(reasonOf(code)).second);
    QCOMPARE(reasonOf(Errc::permission), reasonOf(Errc::io));
  }
};

MASU_TEST(WindowReaderTest)
#include "window_reader_test.moc"
