// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_recording.h"

#include <QTest>
#include <utility>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;

namespace {

/// An array whose elements are `base` and their place, the last index fastest; or one that cannot be read.
class PlaceArray final : public NumberArray {
 public:
  PlaceArray(Shape shape, double base, bool broken = false)
      : m_shape(std::move(shape)), m_base(base), m_broken(broken) {}

  Result<void> read(const Slab& slab, std::span<double> out) override {
    if (m_broken) return fail(Errc::damaged, "It cannot be read.");
    readFrom(slab, 0, 0, 0, out);
    return {};
  }

 private:
  void readFrom(const Slab& slab, std::size_t axis, std::uint64_t place, std::size_t to, std::span<double> out) {
    if (axis == slab.size()) {
      out[to] = m_base + static_cast<double>(place);
      return;
    }
    for (std::uint64_t i = 0; i < slab[axis].count; ++i) {
      readFrom(slab, axis + 1, place * m_shape[axis] + slab[axis].start + i, to + i * slab[axis].step, out);
    }
  }

  Shape m_shape;
  double m_base;
  bool m_broken;
};

ArrayPart part(const Shape& shape, double base, std::uint64_t firstChannel, std::uint64_t channels) {
  return {std::make_shared<PlaceArray>(shape, base), *axesOf(shape), firstChannel, channels};
}

RecordingInfo named(std::vector<std::string> channels) {
  RecordingInfo info;
  info.channels = std::move(channels);
  return info;
}

}  // namespace

/// Recordings made of arrays, against indices worked out from their axes.
class ArrayRecordingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A vector, two rows of a matrix with time along its second dimension, and a column of one along its first.
  void channelsOfSeveralArraysAreBesideEachOther() {
    auto source = recordingOf(named({"v", "b", "c", "d"}),
                              {part({50}, 0, 0, 1), part({4, 50}, 1000, 1, 2), part({50, 3}, 2000, 2, 1)}, "x");
    QCOMPARE(source->info().frames, std::uint64_t{50});
    QVERIFY(source->info().sampleShape.empty());
    for (const auto& [first, count] : {std::pair(0U, 50U), {0U, 1U}, {13U, 9U}, {49U, 1U}, {50U, 0U}}) {
      std::vector<double> out(4 * count);
      QVERIFY(source->readExact(first, out));
      for (unsigned i = 0; i < count; ++i) {
        const unsigned t = first + i;
        QCOMPARE(out[4 * i], static_cast<double>(t));
        QCOMPARE(out[4 * i + 1], 1000. + 50 + t);
        QCOMPARE(out[4 * i + 2], 1000. + 100 + t);
        QCOMPARE(out[4 * i + 3], 2000. + 3 * t + 2);
      }
    }
  }

  /// [N, C, H, W]: frame t is row t / W of sample t / (H × W). Blocks begin and end anywhere.
  void samplesFollowEachOtherInTime() {
    constexpr std::uint64_t kN = 3, kC = 2, kH = 4, kW = 5;
    auto source = recordingOf(named({"one", "two"}), {part({kN, kC, kH, kW}, 0, 0, kC)}, "x");
    const std::uint64_t frames = source->info().frames;
    QCOMPARE(frames, kN * kH * kW);
    QCOMPARE(source->info().sampleShape, (Shape{kC, kH, kW}));
    for (std::uint64_t first = 0; first < frames; ++first) {
      for (std::uint64_t count = 1; count <= frames - first; count += 3) {
        std::vector<double> out(kC * count);
        QVERIFY(source->readExact(first, out));
        for (std::uint64_t i = 0; i < out.size(); ++i) {
          const std::uint64_t t = first + i / kC;
          const std::uint64_t place = t / (kH * kW) * kC * kH * kW + i % kC * kH * kW + t % (kH * kW);
          QCOMPARE(out[i], static_cast<double>(place));
        }
      }
    }
  }

  void floatsAreTheSameNumbers() {
    auto source = recordingOf(named({"a", "b"}), {part({40'000, 2}, 0.25, 0, 2)}, "x");
    std::vector<float> floats(2 * 40'000);
    QVERIFY(source->read(0, floats));
    for (std::size_t i = 0; i < floats.size(); ++i) QCOMPARE(floats[i], static_cast<float>(i) + 0.25F);
  }

  void aNumberAloneIsOneFrame() {
    auto source = recordingOf(named({"a"}), {part({}, 7, 0, 1)}, "x");
    QCOMPARE(source->info().frames, std::uint64_t{1});
    std::vector<double> out(1);
    QVERIFY(source->readExact(0, out));
    QCOMPARE(out.front(), 7.);
  }

  void framesAfterTheEndAreRefused() {
    auto source = recordingOf(named({"a"}), {part({10}, 0, 0, 1)}, "some.npy");
    std::vector<double> out(3);
    const auto refused = source->readExact(8, out);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::invalidArgument);
    QCOMPARE(refused.error().message.english(),
             std::string("some.npy has 10 frames; it cannot be read up to frame 11."));
    QVERIFY(!source->readExact(~std::uint64_t{0}, out));
    QVERIFY(source->readExact(7, out));
  }

  void anArrayThatCannotBeReadIsAnError() {
    const Shape shape = {10};
    ArrayPart broken = part(shape, 0, 0, 1);
    broken.array = std::make_shared<PlaceArray>(shape, 0, true);
    auto source = recordingOf(named({"a", "b"}), {part(shape, 0, 0, 1), broken}, "x");
    std::vector<double> out(4);
    QVERIFY(source->readExact(0, out).error().code == Errc::damaged);
    std::vector<float> floats(4);
    QVERIFY(source->read(0, floats).error().code == Errc::damaged);
  }
};

MASU_TEST(ArrayRecordingTest)
#include "array_recording_test.moc"
