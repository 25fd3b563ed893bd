// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/windowed_features.h"

#include <QTest>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "core/store/format/layout.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::DType;

namespace {

/// Recordings of these lengths, one after the other, whose frames are numbered from 1 over all of them and all
/// channels.
struct Recorded {
  DatasetContent content;
  std::vector<std::byte> values;
  std::vector<StoredWindow> windows;
  mutable std::uint64_t framesRead = 0;

  WindowedFeatures::Read read() const {
    return [this](const StoredObject& object, std::uint64_t first, std::span<std::byte> out) -> Result<void> {
      const bool frames = object.info.name == layout::kRecordings;
      const auto bytes = frames ? std::span<const std::byte>(values) : std::as_bytes(std::span(windows));
      const std::uint64_t at = first * (frames ? object.info.sampleBytes() : sizeof(StoredWindow));
      if (frames) framesRead += out.size() / object.info.sampleBytes();
      if (at > bytes.size() || out.size() > bytes.size() - at) return fail(Errc::internal, "A read beyond the end.");
      std::memcpy(out.data(), bytes.data() + at, out.size());
      return {};
    };
  }
};

template <class Value>
Recorded recorded(DType type, std::uint64_t channels, const std::vector<std::uint64_t>& lengths, std::uint64_t window,
                  std::vector<StoredWindow> windows) {
  Recorded all;
  std::uint64_t frames = 0;
  for (const std::uint64_t length : lengths) {
    all.content.meta.sources.push_back({"r", 0, length, "", 100});
    frames += length;
  }
  for (std::uint64_t channel = 0; channel < channels; ++channel) all.content.meta.schema.columns.emplace_back();
  all.content.meta.window = window;
  all.content.samples = windows.size();
  ObjectInfo info{
      .name = layout::kRecordings, .dtype = type, .sampleShape = {channels}, .samples = frames, .chunkSamples = 16};
  all.content.objects.push_back({info, {}});
  info = {.name = layout::kWindows, .samples = windows.size(), .chunkSamples = 16, .element = Element::window};
  all.content.objects.push_back({info, {}});
  std::vector<Value> numbers;
  for (std::uint64_t i = 0; i < frames * channels; ++i) numbers.push_back(static_cast<Value>(i + 1));
  all.values.resize(numbers.size() * sizeof(Value));
  std::memcpy(all.values.data(), numbers.data(), all.values.size());
  all.windows = std::move(windows);
  return all;
}

/// By the definition: frame after frame, channel after channel.
template <class Value>
std::vector<Value> byDefinition(const Recorded& all, std::uint64_t channels, Value silence) {
  std::vector<Value> samples;
  for (const StoredWindow& window : all.windows) {
    std::uint64_t begin = window.start;
    for (std::uint32_t r = 0; r < window.recording; ++r) begin += all.content.meta.sources[r].records;
    for (std::uint64_t channel = 0; channel < channels; ++channel) {
      for (std::uint64_t frame = 0; frame < all.content.meta.window; ++frame)
        samples.push_back(frame < window.length ? static_cast<Value>((begin + frame) * channels + channel + 1)
                                                : silence);
    }
  }
  return samples;
}

template <class Value>
void compare(DType type, std::uint64_t channels, std::uint64_t together) {
  std::mt19937 random(3);
  std::vector<StoredWindow> windows;
  for (int i = 0; i < 60; ++i) {
    const auto recording = static_cast<std::uint32_t>(random() % 3);
    const std::uint64_t length = recording == 0 ? 40 : recording == 1 ? 3 : 17;
    const std::uint64_t start = random() % (length + 1);
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(length - start, 8));
    windows.push_back({start, recording, random() % 3 == 0 ? static_cast<std::uint32_t>(random() % (most + 1)) : most});
  }
  Recorded all = recorded<Value>(type, channels, {40, 3, 17}, 8, windows);
  all.content.meta.silence = std::is_integral_v<Value> ? 120 : 0;
  const auto cuts = WindowedFeatures::of(all.content, "F.h5");
  QVERIFY(cuts && cuts->has_value());
  const auto expected = byDefinition<Value>(all, channels, std::is_integral_v<Value> ? 120 : 0);
  std::vector<Value> found(expected.size());
  const std::uint64_t values = 8 * channels;
  for (std::uint64_t first = 0; first < windows.size(); first += together) {
    const std::uint64_t count = std::min<std::uint64_t>(together, windows.size() - first);
    const auto out = std::as_writable_bytes(std::span(found).subspan(first * values, count * values));
    QVERIFY((*cuts)->cut(first, out, all.read()));
  }
  QVERIFY(found == expected);
}

}  // namespace

/// Samples that are cut from recordings while they are read are what their windows say.
class WindowedFeaturesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void samplesAreWhatWindowsSay_data() {
    QTest::addColumn<qulonglong>("channels");
    QTest::addColumn<qulonglong>("together");
    for (const qulonglong channels : {1, 3}) {
      for (const qulonglong together : {1, 7, 60})
        QTest::addRow("%llu channels, %llu at once", channels, together) << channels << together;
    }
  }
  void samplesAreWhatWindowsSay() {
    QFETCH(qulonglong, channels);
    QFETCH(qulonglong, together);
    compare<std::uint8_t>(DType::u8, channels, together);
    compare<std::int16_t>(DType::i16, channels, together);
    compare<float>(DType::f32, channels, together);
    compare<double>(DType::f64, channels, together);
  }

  /// Overlapping windows in a row take each frame once.
  void sharedFramesAreReadOnce() {
    std::vector<StoredWindow> windows;
    for (std::uint64_t start = 0; start + 8 <= 100; start += 2) windows.push_back({start, 0, 8});
    const Recorded all = recorded<float>(DType::f32, 1, {100}, 8, windows);
    const auto cuts = WindowedFeatures::of(all.content, "F.h5");
    QVERIFY(cuts && cuts->has_value());
    std::vector<float> samples(windows.size() * 8);
    QVERIFY((*cuts)->cut(0, std::as_writable_bytes(std::span(samples)), all.read()));
    QCOMPARE(all.framesRead, std::uint64_t{100});
  }

  void readersSeeOrdinaryFeatures() {
    const Recorded all = recorded<std::int16_t>(DType::i16, 2, {20}, 8, {{0, 0, 8}, {12, 0, 8}});
    const auto cuts = WindowedFeatures::of(all.content, "F.h5");
    QVERIFY(cuts && cuts->has_value());
    const ObjectInfo& features = (*cuts)->features();
    QCOMPARE(features.name, std::string("features"));
    QCOMPARE(features.sampleShape, (std::vector<std::uint64_t>{2, 8}));
    QCOMPARE(features.samples, std::uint64_t{2});
    QVERIFY(features.cut && features.dtype == DType::i16);
    QVERIFY(!WindowedFeatures::of(DatasetContent(), "F.h5")->has_value());
  }

  /// Of codes, silence is the nearest one; never the lowest, which says that a value is missing.
  void silenceIsACode() {
    Recorded all = recorded<std::int16_t>(DType::i16, 2, {20}, 4, {{0, 0, 0}});
    all.content.meta.schema.columns[0].scale = 0.5;
    all.content.meta.schema.columns[0].offset = 10;
    all.content.meta.schema.columns[1].scale = 1e-6;
    all.content.meta.schema.columns[1].offset = 100;
    const auto cuts = WindowedFeatures::of(all.content, "F.h5");
    QVERIFY(cuts && cuts->has_value());
    std::vector<std::int16_t> sample(8);
    QVERIFY((*cuts)->cut(0, std::as_writable_bytes(std::span(sample)), all.read()));
    QCOMPARE(sample, (std::vector<std::int16_t>{-20, -20, -20, -20, -32767, -32767, -32767, -32767}));
  }

  void windowsStayInTheirRecordings_data() {
    QTest::addColumn<qulonglong>("start");
    QTest::addColumn<uint>("recording");
    QTest::addColumn<uint>("length");
    QTest::addColumn<bool>("fits");
    constexpr qulonglong kLast = std::numeric_limits<qulonglong>::max();
    QTest::newRow("all of a recording") << qulonglong{0} << 1U << 8U << true;
    QTest::newRow("its end") << qulonglong{5} << 1U << 3U << true;
    QTest::newRow("nothing at its end") << qulonglong{8} << 1U << 0U << true;
    QTest::newRow("into the next") << qulonglong{13} << 0U << 8U << false;
    QTest::newRow("beyond the last") << qulonglong{1} << 1U << 8U << false;
    QTest::newRow("from beyond") << qulonglong{9} << 1U << 0U << false;
    QTest::newRow("a sum that overflows") << kLast << 0U << 8U << false;
    QTest::newRow("longer than a sample") << qulonglong{0} << 0U << 9U << false;
    QTest::newRow("no such recording") << qulonglong{0} << 2U << 1U << false;
    QTest::newRow("the last number") << qulonglong{0} << 0xFFFFFFFFU << 1U << false;
  }
  void windowsStayInTheirRecordings() {
    QFETCH(qulonglong, start);
    QFETCH(uint, recording);
    QFETCH(uint, length);
    QFETCH(bool, fits);
    const Recorded all = recorded<float>(DType::f32, 1, {20, 8}, 8, {{0, 0, 8}, {start, recording, length}});
    const auto cuts = WindowedFeatures::of(all.content, "F.h5");
    QVERIFY(cuts && cuts->has_value());
    std::vector<float> samples(16);
    const auto cut = (*cuts)->cut(0, std::as_writable_bytes(std::span(samples)), all.read());
    QCOMPARE(cut.has_value(), fits);
    if (cut) return;
    QCOMPARE(cut.error().code, Errc::damaged);
    QVERIFY(cut.error().message.english().find("the window of sample 1 leaves") != std::string::npos);
  }

  void aDescriptionThatDoesNotFitIsRefused() {
    const auto refused = [](const std::function<void(DatasetContent&)>& change) {
      Recorded all = recorded<float>(DType::f32, 1, {20, 8}, 8, {{0, 0, 8}});
      change(all.content);
      const auto cuts = WindowedFeatures::of(all.content, "F.h5");
      return !cuts && cuts.error().code == Errc::format;
    };
    QVERIFY(!refused([](DatasetContent&) {}));
    QVERIFY(refused([](DatasetContent& content) { content.objects.pop_back(); }));
    QVERIFY(refused([](DatasetContent& content) { content.objects.erase(content.objects.begin()); }));
    QVERIFY(refused([](DatasetContent& content) { content.objects[0].info.sampleShape = {1, 1}; }));
    QVERIFY(refused([](DatasetContent& content) { content.objects[0].info.samples = 29; }));
    QVERIFY(refused([](DatasetContent& content) { content.meta.sources[0].records = 21; }));
    QVERIFY(refused([](DatasetContent& content) { content.meta.sources[0].records = ~std::uint64_t{0} - 7; }));
    QVERIFY(refused([](DatasetContent& content) { content.meta.window = 0; }));
    QVERIFY(refused([](DatasetContent& content) { content.meta.window = std::uint64_t{1} << 31U; }));
  }
};

MASU_TEST(WindowedFeaturesTest)
#include "windowed_features_test.moc"
