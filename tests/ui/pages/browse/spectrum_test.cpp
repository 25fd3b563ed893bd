// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/spectrum.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <cmath>
#include <numbers>

#include "tests/fixtures/test_group.h"
#include "ui/charts/signal/spectrogram_view.h"
#include "ui/charts/signal/spectrum_view.h"
#include "ui/jobs/job_runner.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr double kToneRate = 8000;
constexpr std::size_t kToneFrames = 4096;

/// Of one frequency in the first half, and of another in the second.
std::shared_ptr<const std::vector<float>> twoTones(double first, double second) {
  auto values = std::make_shared<std::vector<float>>();
  for (std::size_t i = 0; i < kToneFrames; ++i) {
    const double hertz = i < kToneFrames / 2 ? first : second;
    values->push_back(
        static_cast<float>(0.5 * std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i) / kToneRate)));
  }
  return values;
}

SampleSignals tonesOf(const std::vector<std::pair<double, double>>& channels, std::size_t frames = kToneFrames) {
  SampleSignals read;
  read.frames = frames;
  for (const auto& [first, second] : channels) read.channels.push_back(twoTones(first, second));
  return read;
}

}  // namespace

class SpectrumTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_runner = std::make_unique<JobRunner>();
    m_peek = std::make_unique<BrowseSpectrum>(*m_runner);
    m_view = m_peek->findChild<SpectrumView*>();
    m_channel = m_peek->findChild<QComboBox*>();
  }
  void cleanup() {
    m_peek.reset();
    m_runner.reset();
  }

  void withoutASignalThereIsNothingToSee() {
    QVERIFY(m_peek->isHidden());
    m_peek->setSignals(tonesOf({{1000, 1000}}), kToneRate, {});
    QVERIFY(!m_peek->isHidden());
    m_peek->setSignals({}, kToneRate, {});
    QVERIFY(m_peek->isHidden());
    m_peek->setSignals(tonesOf({{1000, 1000}}), kToneRate, {});
    m_peek->clear();
    QVERIFY(m_peek->isHidden());
    m_peek->setCursor(10);  // of nothing
    QVERIFY(m_peek->isHidden());
  }

  void allFramesAreShownUntilThereIsACursor() {
    m_peek->setSignals(tonesOf({{1000, 1000}}), kToneRate, {});
    QTRY_VERIFY2(loudestAt("1,000"), qPrintable(m_view->accessibleDescription()));
    QVERIFY(says("Spectrum") && says("all frames, dB") && says("0 to 4\u00A0kHz"));
    const auto* picture = m_peek->findChild<SpectrogramView*>();
    QTRY_VERIFY(!picture->image().isNull());
  }

  void aCursorShowsTheFramesAroundIt() {
    m_peek->setSignals(tonesOf({{1000, 2000}}), kToneRate, {});
    m_peek->setCursor(100);
    QVERIFY(says("At the cursor"));
    QVERIFY2(loudestAt("1,000"), qPrintable(m_view->accessibleDescription()));
    m_peek->setCursor(3900);
    QVERIFY2(loudestAt("2,000"), qPrintable(m_view->accessibleDescription()));
    m_peek->setCursor(kToneFrames);  // beyond the end
    QVERIFY(!says("At the cursor"));
    m_peek->setCursor(100);
    m_peek->setCursor(std::nullopt);
    QVERIFY(says("Spectrum") && !says("At the cursor"));
  }

  /// As many as the recording has; what is beyond is not the signal.
  void paddingHasNoPart() {
    m_peek->setSignals(tonesOf({{1000, 2000}}, kToneFrames / 2), kToneRate, {});
    m_peek->setCursor(3000);
    QVERIFY(!says("At the cursor"));
    m_peek->setCursor(2047);
    QVERIFY(says("At the cursor"));
    QVERIFY2(loudestAt("1,000"), qPrintable(m_view->accessibleDescription()));
    // So few are shown whole wherever the cursor is.
    m_peek->setSignals(tonesOf({{1000, 2000}}, 512), kToneRate, {});
    m_peek->setCursor(100);
    QVERIFY(!says("At the cursor"));
  }

  void aChannelStaysChosenWhereThereAreAsMany() {
    m_peek->setSignals(tonesOf({{1000, 1000}, {2000, 2000}}), kToneRate, {"left"});
    QVERIFY(!m_channel->isHidden());
    QCOMPARE(m_channel->itemText(0), "left");
    QCOMPARE(m_channel->itemText(1), "2");  // without a name
    m_peek->setCursor(1000);
    m_peek->setChannel(1);
    QVERIFY2(loudestAt("2,000"), qPrintable(m_view->accessibleDescription()));
    m_peek->setSignals(tonesOf({{1000, 1000}}), kToneRate, {"left"});
    QVERIFY(m_channel->isHidden());
    QVERIFY2(loudestAt("1,000"), qPrintable(m_view->accessibleDescription()));
    m_peek->setSignals(tonesOf({{1000, 1000}, {2000, 2000}}), kToneRate, {"left", "right"});
    QCOMPARE(m_channel->currentText(), "right");
    QVERIFY2(loudestAt("2,000"), qPrintable(m_view->accessibleDescription()));
  }

  void withoutARateThereAreNoHertz() {
    m_peek->setSignals(tonesOf({{1000, 1000}}), 0, {});
    m_peek->setCursor(1000);
    QVERIFY2(m_view->accessibleDescription().startsWith("loudest at 0.125 cycles a frame"),
             qPrintable(m_view->accessibleDescription()));
    for (const QLabel* label : m_peek->findChildren<QLabel*>()) QVERIFY(!label->text().contains("Hz"));
  }

 private:
  bool loudestAt(const char* hertz) const {
    return m_view->accessibleDescription().startsWith(QString("loudest at %1 Hz").arg(hertz));
  }
  bool says(const QString& text) const {
    for (const QLabel* label : m_peek->findChildren<QLabel*>())
      if (label->text() == text) return true;
    return false;
  }

  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<BrowseSpectrum> m_peek;
  SpectrumView* m_view = nullptr;
  QComboBox* m_channel = nullptr;
};

MASU_TEST(SpectrumTest)
#include "spectrum_test.moc"
