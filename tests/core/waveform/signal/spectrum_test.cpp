// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/spectrum.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

std::vector<float> tones(std::size_t frames) {
  std::mt19937 random(3);
  std::vector<float> values(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    const double t = static_cast<double>(i);
    values[i] = static_cast<float>(0.2 + std::sin(0.3 * t) + 0.01 * std::sin(1.7 * t) +
                                   1e-3 * (static_cast<double>(random()) / 4294967296.0 - 0.5));
  }
  return values;
}

template <class T>
void write(const QString& path, const std::vector<T>& values) {
  std::ofstream(path.toStdString(), std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

}  // namespace

class SpectrumTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

 private Q_SLOTS:
  void isWhatScipyFinds_data() {
    QTest::addColumn<int>("frames");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("hop");
    QTest::newRow("overlapping") << 5000 << 512 << 128;
    QTest::newRow("side by side") << 4096 << 64 << 64;
    QTest::newRow("with gaps, not a power of two") << 3000 << 250 << 333;
    QTest::newRow("one stretch") << 1000 << 1000 << 1;
    QTest::newRow("two frames") << 40 << 2 << 1;
  }
  void isWhatScipyFinds() {
    QFETCH(const int, frames);
    QFETCH(const int, length);
    QFETCH(const int, hop);
    constexpr double kRate = 8000;
    const SpectrumShape shape{static_cast<std::uint64_t>(length), static_cast<std::uint64_t>(hop)};
    const auto values = tones(static_cast<std::size_t>(frames));
    const auto picture = spectrogramOf(values, kRate, shape, m_job);
    QVERIFY(picture);
    const Spectrum mean = spectrumOf(values, kRate, shape);
    const QTemporaryDir folder;
    write(folder.filePath("values"), values);
    write(folder.filePath("picture"), picture->decibels);
    write(folder.filePath("mean"), mean.decibels);
    QProcess python;
    python.setWorkingDirectory(folder.path());
    python.start("/usr/bin/python3", {"-c", QString(R"(
import numpy as np
from scipy.signal import get_window
n, hop, step = %1, %2, %3
x = np.fromfile('values', 'f4').astype('f8')
w = get_window('hann', n)
at = range(0, len(x) - n + 1, hop)
p = np.array([np.abs(np.fft.rfft(x[i:i + n] * w)) ** 2 for i in at]) / w.sum() ** 2
p[:, 1:-1] *= 2
if hop <= n and n > 2:
    from scipy.signal import spectrogram
    f, t, q = spectrogram(x, 8000, window='hann', nperseg=n, noverlap=n - hop, detrend=False, scaling='spectrum')
    np.testing.assert_allclose(q.T, p, rtol=1e-9, atol=1e-18)
    assert abs(f[1] - step) < 1e-9
got = np.fromfile('picture', 'f4').reshape(len(at), n // 2 + 1)
# A transform in single precision leaves some 1e-7 of the strongest amplitude.
near = lambda a, b: np.testing.assert_allclose(10 ** (a.astype('f8') / 20), np.sqrt(b), rtol=1e-5, atol=4e-7)
near(got, p)
near(np.fromfile('mean', 'f4'), p.mean(0))
)")
                                                .arg(length)
                                                .arg(hop)
                                                .arg(picture->step)});
    QVERIFY(python.waitForFinished(60000));
    const QByteArray complaint = python.readAllStandardError();
    QVERIFY2(complaint.isEmpty(), complaint.constData());
  }

  void aSineHasItsMeanSquareAtItsFrequency() {
    std::vector<float> values(4096);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(std::sin(2 * std::numbers::pi * 1000 * static_cast<double>(i) / 8000));
    const Spectrum spectrum = spectrumOf(values, 8000, {512, 128});
    const auto peak = std::ranges::max_element(spectrum.decibels) - spectrum.decibels.begin();
    QCOMPARE(static_cast<double>(peak) * spectrum.step, 1000.0);
    QVERIFY(std::abs(static_cast<double>(spectrum.decibels[static_cast<std::size_t>(peak)]) + 3.0103) < 0.001);
  }

  void silenceAndGapsHaveNoLevel() {
    const std::vector<float> nothing(100, NAN);
    for (const float level : spectrumOf(nothing, 0, {64, 32}).decibels) QCOMPARE(level, kSilenceDecibels);
    const Spectrum none = spectrumOf({}, 0, {64, 32});
    QCOMPARE(none.decibels.size(), std::size_t{33});
    QCOMPARE(none.step, 1.0 / 64);
  }

  void picturesStayAsLargeAsWhatShowsThem() {
    for (const std::uint64_t frames : {0ULL, 1ULL, 100ULL, 4096ULL, 1'000'000ULL, 1ULL << 50U}) {
      const SpectrumShape shape = spectrumShapeFor(frames, 400);
      QVERIFY(shape.length >= 2 && shape.length % 2 == 0 && shape.hop > 0);
      QVERIFY(shape.length <= 65'536);
      QVERIFY(frames / shape.hop <= 400 || shape.hop == shape.length / 4);
    }
  }

  void stopsWhenAsked() {
    std::stop_source source;
    source.request_stop();
    const auto picture = spectrogramOf(tones(5000), 0, {512, 128}, {source.get_token(), m_progress});
    QVERIFY(!picture);
    QCOMPARE(picture.error().code, Errc::cancelled);
  }
};

MASU_TEST(SpectrumTest)
#include "spectrum_test.moc"
