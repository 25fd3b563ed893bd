// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_cache.h"

#include <QTest>
#include <fstream>

#include "core/ingest/recordings/load/recording_load.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;
using table::DType;

namespace {

std::string bytesOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Two channels of made-up values of one type, its extremes among them; counts how often it is read.
class FakeSource : public waveform::RecordingSource {
 public:
  explicit FakeSource(DType native, std::uint64_t frames) {
    m_info.frames = frames;
    m_info.channels = {"a", "b"};
    m_info.native = native;
  }
  const waveform::RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }
  int reads = 0;

  double valueAt(std::uint64_t at) const {
    if (at == 0) return table::lowest(m_info.native);
    if (at == 1) return table::highest(m_info.native);
    const auto byte = static_cast<double>(mix64(at) % 128);
    return table::isInteger(m_info.native) ? byte : m_info.native == DType::f64 ? byte / 3 : byte / 64;
  }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out) {
    ++reads;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(valueAt(2 * first + i));
    return {};
  }
  waveform::RecordingInfo m_info;
};

}  // namespace

class RecordingCacheTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  static std::vector<SourceState> someFile() {
    return {SourceState{"/proc/self/exe", *io::stampOf(std::filesystem::path("/proc/self/exe"))}};
  }

 private Q_SLOTS:
  void everyTypeIsHeldExactly_data() {
    QTest::addColumn<int>("type");
    for (const DType type :
         {DType::u8, DType::i8, DType::u16, DType::i16, DType::u32, DType::i32, DType::f16, DType::f32, DType::f64})
      QTest::newRow(std::string(table::name(type)).c_str()) << static_cast<int>(type);
  }
  void everyTypeIsHeldExactly() {
    QFETCH(int, type);
    FakeSource source(static_cast<DType>(type), 500);
    const auto held = std::make_shared<RecordingCache>(mebibytes(1));
    held->begin(1);
    QVERIFY(held->keep(0, source, someFile()));
    QCOMPARE(source.reads, 1);
    const auto reader = held->open(0);
    QVERIFY(reader != nullptr);
    QCOMPARE(reader->info().frames, std::uint64_t{500});
    std::vector<double> exact(2 * 100);
    QVERIFY(reader->readExact(300, exact));
    for (std::size_t i = 0; i < exact.size(); ++i) QCOMPARE(exact[i], source.valueAt(600 + i));
    std::vector<float> floats(2);
    QVERIFY(reader->read(0, floats));
    QCOMPARE(floats[0], static_cast<float>(source.valueAt(0)));
    QCOMPARE(floats[1], static_cast<float>(source.valueAt(1)));
    QCOMPARE(source.reads, 1);
    // A half is held as a float, which is not what it was.
    const bool same = source.info().native != DType::f16;
    QCOMPARE(reader->inMemory().size(), same ? 1000 * table::sizeOf(source.info().native) : std::size_t{0});
  }

  void noMoreIsHeldThanAllowed() {
    constexpr std::uint64_t kFrames = 1000;
    const Bytes most{10 * kFrames * 2 * sizeof(std::int16_t) - 1};
    const auto held = std::make_shared<RecordingCache>(most);
    held->begin(20);
    for (std::size_t i = 0; i < 20; ++i) {
      FakeSource source(DType::i16, kFrames);
      QVERIFY(held->keep(i, source, someFile()));
    }
    std::size_t there = 0;
    for (std::size_t i = 0; i < 20; ++i) there += held->open(i) != nullptr ? 1 : 0;
    QCOMPARE(there, std::size_t{9});
    QVERIFY(held->bytes() <= most);
    FakeSource large(DType::f64, std::uint64_t{1} << 60);
    const auto roomy = std::make_shared<RecordingCache>(gibibytes(1));
    roomy->begin(1);
    QVERIFY(roomy->keep(0, large, someFile()));
    QCOMPARE(large.reads, 0);
    QVERIFY(roomy->open(0) == nullptr);
  }

  void aFileThatChangedIsReadAgain() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    folder.add("b.wav", 100);
    const auto held = std::make_shared<RecordingCache>(mebibytes(1));
    QVERIFY(surveyRecordings(folder.options(100), m_job, {}, held));
    QVERIFY(held->open(0) != nullptr && held->open(1) != nullptr);
    folder.add("a.wav", 99);
    fs::remove(folder.recordings() / "b.wav");
    QVERIFY(held->open(0) == nullptr && held->open(1) == nullptr);
  }

  void theDatasetIsTheSameWithoutHolding() {
    const RecordingFolder folder;
    for (int i = 0; i < 30; ++i) folder.add(std::to_string(i % 3) + "_" + std::to_string(i) + ".wav", 500 + 97U * i, 2);
    auto options = folder.options(400, R"(name:^(\d)_)");
    options.recordings.hop = 300;
    for (const double rate : {0.0, 5000.0}) {
      options.recordings.rate = rate;
      const auto held = std::make_shared<RecordingCache>(mebibytes(16));
      const auto plan = surveyRecordings(options, m_job, {}, held);
      QVERIFY(plan && held->bytes().value > 0);
      const auto bytesWith = [&](std::shared_ptr<const RecordingCache> cache, const char* name) {
        const fs::path target = folder.path() / name / "out.h5";
        fs::create_directories(target.parent_path());
        LoadOptions load;
        load.target = target;
        load.cache = std::move(cache);
        const auto report = loadRecordings(*plan, load, {}, m_job);
        return report ? bytesOf(target) : std::string();
      };
      const std::string with = bytesWith(held, rate == 0 ? "with" : "with-rate");
      QVERIFY(!with.empty());
      QVERIFY(bytesWith(nullptr, rate == 0 ? "without" : "without-rate") == with);
    }
  }
};

MASU_TEST(RecordingCacheTest)
#include "recording_cache_test.moc"
