#include "ui/pages/browse_page_spectrum.h"

#include <QComboBox>
#include <QVBoxLayout>
#include <algorithm>
#include <span>

#include "core/waveform/spectrum.h"
#include "ui/charts/spectrogram_view.h"
#include "ui/charts/spectrum_view.h"
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
  connect(m_channel, &QComboBox::currentIndexChanged, this, &BrowseSpectrum::showChannel);
  hide();
}

void BrowseSpectrum::setSignals(const SampleSignals& read, double rate, const QStringList& channels) {
  m_signals = read;
  m_rate = rate;
  const int wanted = std::clamp(m_channel->currentIndex(), 0, static_cast<int>(read.channels.size()) - 1);
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

void BrowseSpectrum::setCursor(std::optional<double> frame) {
  m_cursor = frame;
  if (m_shown) showSpectrum();
}

void BrowseSpectrum::showChannel(int channel) {
  if (channel < 0 || static_cast<std::size_t>(channel) >= m_signals.channels.size()) return;
  const std::vector<float>& values = *m_signals.channels[static_cast<std::size_t>(channel)];
  const auto present = static_cast<std::ptrdiff_t>(std::min(m_signals.frames, values.size()));
  m_shown = std::make_shared<const std::vector<float>>(values.begin(), values.begin() + present);
  showSpectrum();
  const double highest = m_rate > 0 ? m_rate / 2 : 0;
  m_spectrogramSection->setCaption(highest > 0 ? tr("0 to %1").arg(formatFrequency(highest)) : QString());
  m_job.run<waveform::Spectrogram>(
      {.title = tr("Find frequencies"), .icon = QStringLiteral("wave"), .kind = Job::Kind::quiet},
      [shown = m_shown, rate = m_rate](const JobContext& job) {
        return waveform::spectrogramOf(*shown, rate, waveform::spectrumShapeFor(shown->size(), kColumns), job);
      },
      [this](Result<waveform::Spectrogram> made) {
        if (!made) return;  // cancelled: another is on its way
        const auto frames = static_cast<double>(m_shown->size());
        m_spectrogram->setPicture(
            {.decibels = std::move(made->decibels),
             .bins = made->bins,
             .start = m_rate > 0 ? formatSeconds(0, 1) : QStringLiteral("0"),
             .end = m_rate > 0 ? formatSeconds(frames / m_rate, 3) : formatCount(static_cast<std::uint64_t>(frames))});
      });
}

void BrowseSpectrum::showSpectrum() {
  const auto frames = static_cast<double>(m_shown->size());
  std::span<const float> part(*m_shown);
  waveform::SpectrumShape shape = waveform::spectrumShapeFor(part.size(), kColumns);
  const bool around = m_cursor && *m_cursor < frames && part.size() > kAtCursor;
  if (around) {
    const double first = std::clamp(*m_cursor - kAtCursor / 2.0, 0.0, frames - static_cast<double>(kAtCursor));
    part = part.subspan(static_cast<std::size_t>(first), kAtCursor);
    shape = {kAtCursor, kAtCursor};
  }
  const waveform::Spectrum spectrum = waveform::spectrumOf(part, m_rate, shape);
  m_spectrumSection->setHeading(around ? tr("At the cursor") : tr("Spectrum"));
  m_spectrumSection->setCaption(around ? tr("%1 frames, dB").arg(formatCount(kAtCursor)) : tr("all frames, dB"));
  m_spectrum->setLevels(spectrum.decibels, spectrum.step, m_rate > 0);
  m_spectrogram->setCursorAt(m_cursor && frames > 0 ? std::optional(*m_cursor / frames) : std::nullopt);
}

}  // namespace masu::ui
