// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/resampled.h"

#include <QTest>
#include <cmath>
#include <numbers>

#include "tests/fixtures/test_group.h"

using namespace masu;
using waveform::RecordingInfo;
using waveform::RecordingSource;

namespace {

/// Two tones at any length: channel c1 and, half as high, c2.
class Tones : public RecordingSource {
 public:
  Tones(std::uint64_t frames, double rate, double hertz, double silence = 0) : m_hertz(hertz) {
    m_info.frames = frames;
    m_info.rate = rate;
    m_info.channels = {"c1", "c2"};
    m_info.silence = silence;
  }
  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override {
    if (first + out.size() / 2 > m_info.frames) return fail(Errc::damaged, "read behind the end");
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double time = static_cast<double>(first + i / 2) / m_info.rate;
      out[i] = static_cast<float>(at(time, i % 2) + m_info.silence);
    }
    return {};
  }
  Result<void> readExact(std::uint64_t, std::span<double>) override { return fail(Errc::internal, "not asked for"); }

  double at(double time, std::size_t channel) const {
    return 1000 * std::sin(2 * std::numbers::pi * m_hertz / static_cast<double>(1 + channel) * time);
  }

 private:
  RecordingInfo m_info;
  double m_hertz;
};

}  // namespace

class ResampledTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void toneKeepsItsShape_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("half") << 16000. << 8000.;
    QTest::newRow("double") << 8000. << 16000.;
    QTest::newRow("44.1 to 8 kHz") << 44100. << 8000.;
    QTest::newRow("8 to 44.1 kHz") << 8000. << 44100.;
    QTest::newRow("no common divisor") << 8001. << 8000.;
    QTest::newRow("a quarter of a frame a second over") << 9765.25 << 8000.;
    QTest::newRow("to a rate with a decimal") << 8000. << 5512.5;
    QTest::newRow("thirds") << 8000. / 3 << 4000.;
  }
  void toneKeepsItsShape() {
    QFETCH(const double, from);
    QFETCH(const double, to);
    const auto frames = static_cast<std::uint64_t>(from * 5) + 7;
    const Tones tones(frames, from, 400);
    auto source = waveform::resampled(std::make_unique<Tones>(frames, from, 400, 128), to);
    QVERIFY(source);
    const auto& info = (*source)->info();
    QCOMPARE(info.rate, to);
    QCOMPARE(info.native, table::DType::f32);
    QCOMPARE(info.frames, static_cast<std::uint64_t>(std::ceil(static_cast<double>(frames) * to / from)));
    std::vector<float> all(info.frames * 2);
    QVERIFY((*source)->read(0, all));
    // Its edges ring, as before and after there is nothing.
    const std::size_t edge = static_cast<std::size_t>(to / 10);
    for (std::size_t i = edge; i < info.frames - edge; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        const double expected = tones.at(static_cast<double>(i) / to, c);
        QVERIFY2(std::abs(all[2 * i + c] - expected) < .1, qPrintable(QString("frame %1").arg(i)));
      }
    }
  }

  void framesDoNotDependOnTheOrderOfReads() {
    const auto open = [] { return waveform::resampled(std::make_unique<Tones>(100'000, 44100, 1234), 8000).value(); };
    const auto whole = open();
    std::vector<float> all(whole->info().frames * 2);
    QVERIFY(whole->read(0, all));
    const auto parts = open();
    for (const std::uint64_t first : {18000U, 0U, 2970U, 17999U, 2900U}) {
      std::vector<double> some(2 * 100);
      QVERIFY(parts->readExact(first, some));
      for (std::size_t i = 0; i < some.size(); ++i) QCOMPARE(static_cast<float>(some[i]), all[2 * first + i]);
    }
  }

  void toneAboveTheNewRateIsGone() {
    const auto source = waveform::resampled(std::make_unique<Tones>(48000, 48000, 7000), 8000).value();
    std::vector<float> middle(2 * 2000);
    QVERIFY(source->read(3000, middle));
    for (std::size_t i = 0; i < middle.size(); i += 2) QVERIFY(std::abs(middle[i]) < .1);
  }

  void impossibleRatesAreSentences() {
    for (const double rate : {0.5, 8000.12345, 1e7, 10., -1., static_cast<double>(NAN)}) {
      const auto source = waveform::resampled(std::make_unique<Tones>(100, 8000, 100), rate);
      QVERIFY(!source);
      QCOMPARE(source.error().code, Errc::unsupported);
    }
  }
};

MASU_TEST(ResampledTest)
#include "resampled_test.moc"
