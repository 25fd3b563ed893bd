#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/job_slot.h"
#include "ui/pages/browse_page_signals.h"

class QComboBox;

namespace masu::ui {

class Section;
class SpectrogramView;
class SpectrumView;

/// A peek at the frequencies of the selected sample: its spectrum, of the frames around the cursor where there is one,
/// and its spectrogram. Threads: the GUI thread; a quiet job makes the spectrogram. Lifetime: borrows the runner.
class BrowseSpectrum : public QWidget {
  Q_OBJECT

 public:
  explicit BrowseSpectrum(JobRunner& runner, QWidget* parent = nullptr);

  /// `rate`: frames a second, or 0. Padding is left out. Hides itself where there is no signal.
  void setSignals(const SampleSignals& read, double rate, const QStringList& channels);
  void clear();
  /// In frames of the sample.
  void setCursor(std::optional<double> frame);

  const SpectrumView& spectrum() const { return *m_spectrum; }
  const SpectrogramView& spectrogram() const { return *m_spectrogram; }

 private:
  void showChannel(int channel);
  void showSpectrum();

  JobSlot m_job;
  SampleSignals m_signals;
  std::shared_ptr<const std::vector<float>> m_shown;  ///< the chosen channel, without padding
  double m_rate = 0;
  std::optional<double> m_cursor;
  QComboBox* m_channel;
  Section* m_spectrumSection;
  Section* m_spectrogramSection;
  SpectrumView* m_spectrum;
  SpectrogramView* m_spectrogram;
};

}  // namespace masu::ui
