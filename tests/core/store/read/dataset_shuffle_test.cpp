// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/machine.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 20000;
constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

std::string textOf(std::uint64_t sample) {
  return sample % 7 == 0 ? "" : "note " + std::string(sample % 40, '~') + std::to_string(sample * sample);
}

std::vector<std::string> someTexts() {
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < kSamples; ++i) texts.push_back(textOf(i));
  return texts;
}

Result<store::WriteOutcome> write(const fs::path& file, const store::WriteOptions& options,
                                  Compression compression = Compression::none, const std::stop_token& stop = {}) {
  const auto contents = someContent(kSamples, compression);
  MASU_TRY(auto writer, store::DatasetWriter::create(file, infosOf(contents), options));
  MASU_CHECK(writer->appendTexts("note", someTexts()));
  for (const Piece& piece : randomPieces(contents.size(), kSamples, 1)) {
    MASU_CHECK(writePiece(*writer, contents[piece.object], piece));
  }
  Progress progress;
  return writer->finish(kSamples, someMeta(), {stop, progress});
}

store::WriteOptions shuffledBy(std::uint64_t seed, Resources resources = {2, kPlenty}) {
  return {.sync = false, .shuffle = store::Shuffling{seed, resources}};
}

std::vector<std::byte> valuesOf(const store::Dataset& dataset, const ObjectInfo& object) {
  const std::uint64_t bytes = object.element == store::Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  std::vector<std::byte> values(object.samples * bytes);
  if (const auto read = dataset.read(object, 0, object.samples, values); !read)
    qFatal("%s", read.error().message.english().c_str());
  return values;
}

/// Which sample is at each place, by where it came from.
std::vector<std::uint64_t> orderOf(const store::Dataset& dataset) {
  std::vector<store::Origin> origins(dataset.samples());
  const auto read =
      dataset.read(*dataset.find("origin"), 0, origins.size(), std::as_writable_bytes(std::span(origins)));
  if (!read) qFatal("%s", read.error().message.english().c_str());
  std::vector<std::uint64_t> order;
  for (const store::Origin& origin : origins) order.push_back(origin.position / 1000003);
  return order;
}

}  // namespace

class DatasetShuffleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void storesEverySampleOnceAndWhole_data();
  void storesEverySampleOnceAndWhole();
  void isTheSameWithAnyThreadsAndMemory_data();
  void isTheSameWithAnyThreadsAndMemory();
  void differsFromSeedToSeed();
  void isEvenlySpread();
  void keepsWithinItsMemory();
  void oneSampleStaysWhereItIs();
  void isRefusedForWholeRecordings();
  void leavesNothingWhereItIsCancelled();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void DatasetShuffleTest::storesEverySampleOnceAndWhole_data() {
  QTest::addColumn<masu::store::Compression>("compression");
  QTest::addColumn<quint64>("memory");
  QTest::addColumn<quint64>("partBytes");
  QTest::newRow("in memory") << Compression::none << quint64{kPlenty} << quint64{0};
  QTest::newRow("in stretches") << Compression::none << quint64{60000} << quint64{0};
  QTest::newRow("packed in stretches") << Compression::gzip << quint64{60000} << quint64{0};
  QTest::newRow("in next to no memory") << Compression::gzip << quint64{1} << quint64{0};
  QTest::newRow("in parts") << Compression::none << quint64{60000} << quint64{300000};
}

void DatasetShuffleTest::storesEverySampleOnceAndWhole() {
  QFETCH(masu::store::Compression, compression);
  QFETCH(quint64, memory);
  QFETCH(quint64, partBytes);
  store::WriteOptions options = shuffledBy(5, {2, memory});
  options.partBytes = partBytes;
  REQUIRE_OK(write(path("plain.h5"), {.sync = false}));
  REQUIRE_OK(write(path("F.h5"), options, compression));
  const auto plain = *store::Dataset::open(path("plain.h5"));
  const auto shuffled = *store::Dataset::open(path("F.h5"));
  QCOMPARE(shuffled->partFiles().empty(), partBytes == 0);
  QCOMPARE(shuffled->meta().shuffleSeed, std::optional<std::uint64_t>(5));
  QVERIFY(!plain->meta().shuffleSeed);

  const std::vector<std::uint64_t> order = orderOf(*shuffled);
  std::vector<std::uint64_t> sorted = order;
  std::ranges::sort(sorted);
  QCOMPARE(sorted, orderOf(*plain));
  QVERIFY(order != sorted);
  for (const ObjectInfo& expected : plain->objects()) {
    if (expected.isText()) continue;
    const ObjectInfo& object = *shuffled->find(expected.name);
    QVERIFY(object.compression == compression);
    const std::vector<std::byte> before = valuesOf(*plain, expected);
    const std::vector<std::byte> after = valuesOf(*shuffled, object);
    const std::uint64_t bytes = before.size() / kSamples;
    for (std::uint64_t i = 0; i < kSamples; ++i)
      QVERIFY2(std::memcmp(&after[i * bytes], &before[order[i] * bytes], bytes) == 0, expected.name.c_str());
  }
  const auto texts = shuffled->readTexts("note", 0, kSamples);
  REQUIRE_OK(texts);
  for (std::uint64_t i = 0; i < kSamples; ++i) QCOMPARE((*texts)[i], textOf(order[i]));
  for (const ObjectInfo& object : shuffled->storedObjects()) {
    for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) QVERIFY(*shuffled->chunkIntact(object, chunk));
  }
}

void DatasetShuffleTest::isTheSameWithAnyThreadsAndMemory_data() {
  QTest::addColumn<masu::store::Compression>("compression");
  QTest::newRow("none") << Compression::none;
  QTest::newRow("gzip") << Compression::gzip;
}

void DatasetShuffleTest::isTheSameWithAnyThreadsAndMemory() {
  QFETCH(masu::store::Compression, compression);
  REQUIRE_OK(write(path("expected.h5"), shuffledBy(7), compression));
  for (const unsigned threads : {1U, 4U}) {
    for (const std::uint64_t memory : {std::uint64_t{20000}, std::uint64_t{500000}, kPlenty}) {
      fs::create_directory(path("other"));
      REQUIRE_OK(write(path("other") / "expected.h5", shuffledBy(7, {threads, memory}), compression));
      QVERIFY(bytesOf(path("other") / "expected.h5") == bytesOf(path("expected.h5")));
      fs::remove_all(path("other"));
    }
  }
}

void DatasetShuffleTest::differsFromSeedToSeed() {
  REQUIRE_OK(write(path("a.h5"), shuffledBy(1)));
  REQUIRE_OK(write(path("b.h5"), shuffledBy(2)));
  const auto a = orderOf(**store::Dataset::open(path("a.h5")));
  const auto b = orderOf(**store::Dataset::open(path("b.h5")));
  std::uint64_t same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
  QVERIFY2(same < 10, std::to_string(same).c_str());  // one is to be expected
}

/// Of every tenth of the file, a tenth came from every tenth of the source, within five deviations.
void DatasetShuffleTest::isEvenlySpread() {
  REQUIRE_OK(write(path("F.h5"), shuffledBy(3, {2, 60000})));
  const auto order = orderOf(**store::Dataset::open(path("F.h5")));
  constexpr std::uint64_t kTenth = kSamples / 10;
  std::array<std::array<double, 10>, 10> counts{};
  for (std::uint64_t i = 0; i < kSamples; ++i) counts[i / kTenth][order[i] / kTenth] += 1;
  const double expected = kTenth / 10.0;
  for (const auto& row : counts) {
    for (const double count : row) QVERIFY(std::abs(count - expected) < 5 * std::sqrt(expected * 0.9 * 0.9));
  }
}

void DatasetShuffleTest::keepsWithinItsMemory() {
  constexpr std::uint64_t kBytes = 512;
  constexpr std::uint64_t kMany = (std::uint64_t{160} << 20U) / kBytes;
  constexpr std::uint64_t kMemory = std::uint64_t{16} << 20U;
  const ObjectInfo info{.name = "features", .dtype = DType::f32, .sampleShape = {kBytes / sizeof(float)}};
  auto writer = store::DatasetWriter::create(path("F.h5"), {info}, shuffledBy(9, {2, kMemory}));
  REQUIRE_OK(writer);
  constexpr std::uint64_t kStep = 1024;
  std::vector<float> samples(kStep * kBytes / sizeof(float));
  for (std::uint64_t first = 0; first < kMany; first += kStep) {
    for (std::uint64_t i = 0; i < kStep; ++i)
      std::ranges::fill(std::span(samples).subspan(i * kBytes / sizeof(float), kBytes / sizeof(float)),
                        static_cast<float>(first + i));
    REQUIRE_OK((*writer)->write(0, first, std::as_bytes(std::span(samples))));
  }
  const std::uint64_t before = flow::peakMemory().value;
  Progress progress;
  REQUIRE_OK((*writer)->finish(kMany, signalMeta(), {{}, progress}));
  [[maybe_unused]] const std::uint64_t took = flow::peakMemory().value - before;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which keep what was given back
  QVERIFY2(took < kMemory + (std::uint64_t{8} << 20U), std::to_string(took).c_str());
#endif
  const auto dataset = *store::Dataset::open(path("F.h5"));
  std::vector<bool> met(kMany);
  for (std::uint64_t first = 0; first < kMany; first += kStep) {
    REQUIRE_OK(dataset->read(*dataset->find("features"), first, kStep, std::as_writable_bytes(std::span(samples))));
    for (std::uint64_t i = 0; i < kStep; ++i) {
      const auto number = static_cast<std::uint64_t>(samples[i * kBytes / sizeof(float)]);
      QCOMPARE(samples[(i + 1) * kBytes / sizeof(float) - 1], static_cast<float>(number));
      QVERIFY(!met[number]);
      met[number] = true;
    }
  }
}

void DatasetShuffleTest::oneSampleStaysWhereItIs() {
  const ObjectInfo info{.name = "labels", .dtype = DType::u8};
  auto writer = store::DatasetWriter::create(path("F.h5"), {info}, shuffledBy(9));
  REQUIRE_OK(writer);
  const auto label = std::byte{1};
  REQUIRE_OK((*writer)->write(0, 0, std::span(&label, 1)));
  Progress progress;
  REQUIRE_OK((*writer)->finish(1, someMeta(), {{}, progress}));
  const auto dataset = *store::Dataset::open(path("F.h5"));
  QVERIFY(valuesOf(*dataset, *dataset->find("labels")) == std::vector{label});
}

void DatasetShuffleTest::isRefusedForWholeRecordings() {
  const ObjectInfo recordings{.name = "recordings", .dtype = DType::i16, .sampleShape = {2}, .samples = 1000};
  const ObjectInfo windows{.name = "windows"};
  const auto writer = store::DatasetWriter::create(path("F.h5"), {recordings, windows}, shuffledBy(1));
  QVERIFY(!writer);
  QCOMPARE(writer.error().code, Errc::invalidArgument);
  QVERIFY(namesIn(path("")).empty());
}

void DatasetShuffleTest::leavesNothingWhereItIsCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto outcome = write(path("F.h5"), shuffledBy(1, {2, 60000}), Compression::none, stop.get_token());
  QVERIFY(!outcome);
  QCOMPARE(outcome.error().code, Errc::cancelled);
  QVERIFY(namesIn(path("")).empty());
}

MASU_TEST(DatasetShuffleTest)
#include "dataset_shuffle_test.moc"
