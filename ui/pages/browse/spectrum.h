// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/waveform/signal/spectrum.h"
#include "ui/jobs/job_slot.h"
#include "ui/pages/browse/signals.h"

class QComboBox;

namespace masu::ui {

class Section;
class SpectrogramView;
class SpectrumView;

/// A peek at the frequencies of the selected sample: its spectrum, of the frames around the cursor where there is one,
/// and its spectrogram. Threads: the GUI thread, where a cursor's few frames are transformed; a quiet job does all of
/// them. Lifetime: borrows the runner.
class BrowseSpectrum : public QWidget {
  Q_OBJECT

 public:
  explicit BrowseSpectrum(JobRunner& runner, QWidget* parent = nullptr);

  /// `rate`: frames a second, or 0 if unknown. Padding is left out. Hides itself where there is no signal.
  void setSignals(const SampleSignals& read, double rate, const QStringList& channels);
  void clear();
  /// Of this sample and those that follow, where they have as many.
  void setChannel(int channel);
  /// In frames of the sample.
  void setCursor(std::optional<double> frame);

 private:
  /// What a job makes of a channel.
  struct Whole {
    waveform::Spectrum spectrum;
    waveform::Spectrogram picture;
  };

  void showChannel(int channel);
  void takeWhole(const Whole& whole);
  void showSpectrum();

  JobSlot m_job;
  SampleSignals m_signals;
  std::shared_ptr<const std::vector<float>> m_shown;  ///< the chosen channel
  std::size_t m_frames = 0;                           ///< of it, without padding
  waveform::Spectrum m_whole;                         ///< of them all; of those before until it is found
  double m_rate = 0;
  std::optional<double> m_cursor;
  int m_wanted = 0;  ///< the channel that was asked for
  QComboBox* m_channel;
  Section* m_spectrumSection;
  Section* m_spectrogramSection;
  SpectrumView* m_spectrum;
  SpectrogramView* m_spectrogram;
};

}  // namespace masu::ui
