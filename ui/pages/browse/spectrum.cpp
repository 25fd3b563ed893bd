// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/spectrum.h"

#include <QComboBox>
#include <QVBoxLayout>
#include <algorithm>
#include <span>

#include "core/waveform/signal/spectrum.h"
#include "ui/charts/signal/spectrogram_view.h"
#include "ui/charts/signal/spectrum_view.h"
#include "ui/text/format.h"
#include "ui/widgets/section.h"

namespace masu::ui {
namespace {

constexpr std::uint64_t kAtCursor = 512;
constexpr std::size_t kColumns = 384;

}  // namespace

BrowseSpectrum::BrowseSpectrum(JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_job(runner),
      m_channel(new QComboBox),
      m_spectrumSection(new Section(tr("Spectrum"))),
      m_spectrogramSection(new Section(tr("Spectrogram"))),
      m_spectrum(new SpectrumView),
      m_spectrogram(new SpectrogramView) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_channel->setAccessibleName(tr("Channel"));
  m_spectrumSection->content()->addWidget(m_channel);
  m_spectrumSection->content()->addWidget(m_spectrum);
  m_spectrogramSection->content()->addWidget(m_spectrogram);
  column->addWidget(m_spectrumSection);
  column->addWidget(m_spectrogramSection);
  connect(m_channel, &QComboBox::activated, this, &BrowseSpectrum::setChannel);
  connect(m_channel, &QComboBox::currentIndexChanged, this, &BrowseSpectrum::showChannel);
  hide();
}

void BrowseSpectrum::setSignals(const SampleSignals& read, double rate, const QStringList& channels) {
  m_signals = read;
  m_rate = rate;
  const int wanted = std::clamp(m_wanted, 0, std::max(0, static_cast<int>(read.channels.size()) - 1));
  const QSignalBlocker quiet(m_channel);
  m_channel->clear();
  for (std::size_t i = 0; i < read.channels.size(); ++i) {
    const auto at = static_cast<qsizetype>(i);
    m_channel->addItem(at < channels.size() ? channels[at] : QString::number(i + 1));
  }
  m_channel->setVisible(read.channels.size() > 1);
  setVisible(!read.channels.empty());
  if (read.channels.empty()) return;
  m_channel->setCurrentIndex(wanted);
  showChannel(wanted);
}

void BrowseSpectrum::clear() {
  m_job.drop();
  m_signals = {};
  m_shown.reset();
  hide();
}

void BrowseSpectrum::setChannel(int channel) {
  m_wanted = channel;
  if (channel < m_channel->count()) m_channel->setCurrentIndex(channel);
}

void BrowseSpectrum::setCursor(std::optional<double> frame) {
  m_cursor = frame;
  if (m_shown) showSpectrum();
}

void BrowseSpectrum::showChannel(int channel) {
  if (channel < 0 || static_cast<std::size_t>(channel) >= m_signals.channels.size()) return;
  m_shown = m_signals.channels[static_cast<std::size_t>(channel)];
  m_frames = std::min(m_signals.frames, m_shown->size());
  showSpectrum();
  const double highest = m_rate > 0 ? m_rate / 2 : 0;
  m_spectrogramSection->setCaption(highest > 0 ? tr("0 to %1").arg(formatFrequency(highest)) : QString());
  m_job.run<std::shared_ptr<const Whole>>(
      {.title = tr("Find frequencies"), .icon = QStringLiteral("wave"), .kind = Job::Kind::quiet},
      [shown = m_shown, frames = m_frames,
       rate = m_rate](const JobContext& job) -> Result<std::shared_ptr<const Whole>> {
        const std::span<const float> values = std::span(*shown).first(frames);
        const waveform::SpectrumShape shape = waveform::spectrumShapeFor(frames, kColumns);
        MASU_TRY(waveform::Spectrogram picture, waveform::spectrogramOf(values, rate, shape, job));
        return std::make_shared<const Whole>(waveform::spectrumOf(values, rate, shape), std::move(picture));
      },
      [this](Result<std::shared_ptr<const Whole>> made) {
        if (made) takeWhole(**made);  // else cancelled: another is on its way
      });
}

void BrowseSpectrum::takeWhole(const Whole& whole) {
  m_whole = whole.spectrum;
  showSpectrum();
  const auto frames = static_cast<double>(m_frames);
  m_spectrogram->setPicture(
      {.decibels = whole.picture.decibels,
       .bins = whole.picture.bins,
       .start = m_rate > 0 ? formatSeconds(0, 1) : QStringLiteral("0"),
       .end = m_rate > 0 ? formatSeconds(frames / m_rate, 3) : formatCount(static_cast<std::uint64_t>(frames))});
}

void BrowseSpectrum::showSpectrum() {
  const auto frames = static_cast<double>(m_frames);
  m_spectrogram->setCursorAt(m_cursor && frames > 0 ? std::optional(*m_cursor / frames) : std::nullopt);
  const bool around = m_cursor && *m_cursor < frames && m_frames > kAtCursor;
  m_spectrumSection->setHeading(around ? tr("At the cursor") : tr("Spectrum"));
  m_spectrumSection->setCaption(around ? tr("%1 frames, dB").arg(formatCount(kAtCursor)) : tr("all frames, dB"));
  if (!around) return m_spectrum->setLevels(m_whole.decibels, m_whole.step, m_rate > 0);
  const double first = std::clamp(*m_cursor - kAtCursor / 2.0, 0.0, frames - static_cast<double>(kAtCursor));
  const auto part = std::span<const float>(*m_shown).subspan(static_cast<std::size_t>(first), kAtCursor);
  const waveform::Spectrum spectrum = waveform::spectrumOf(part, m_rate, {kAtCursor, kAtCursor});
  m_spectrum->setLevels(spectrum.decibels, spectrum.step, m_rate > 0);
}

}  // namespace masu::ui
