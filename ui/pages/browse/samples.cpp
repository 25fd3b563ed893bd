// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/samples.h"

#include <algorithm>

#include "ui/theme/split_colours.h"

namespace masu::ui {

BrowseSamples::BrowseSamples(QWidget* view, JobRunner& runner, QWidget* parent)
    : BrowseSignalPane(view, parent), m_job(runner) {}

void BrowseSamples::setDataset(std::shared_ptr<const store::Dataset> dataset) {
  m_dataset = dataset && shows(*dataset) ? std::move(dataset) : nullptr;
  m_splits.reset();
  m_lens = {};
  forgetSamples();
  choose(std::nullopt);
  begin();
}

void BrowseSamples::setSplits(std::shared_ptr<const SplitIndex> splits) {
  m_splits = std::move(splits);
  redraw();
}

void BrowseSamples::setLens(NetworkLens lens) {
  m_lens = std::move(lens);
  m_samples.clear();
  choose(m_chosen);
  look();
}

const SampleSignals* BrowseSamples::signalsOf(std::uint64_t sample) const {
  const auto found = std::ranges::lower_bound(m_samples, sample, {}, &SampleSignals::sample);
  return found == m_samples.end() || found->sample != sample ? nullptr : &*found;
}

int BrowseSamples::splitOf(std::uint64_t sample) const {
  return m_splits && sample < m_splits->samples() ? shownSplit(static_cast<int>(m_splits->at(sample))) : -1;
}

void BrowseSamples::read(const std::vector<std::uint64_t>& wanted) {
  std::vector<SampleSignals> kept;
  std::vector<std::uint64_t> missing;
  for (const std::uint64_t sample : wanted) {
    if (const SampleSignals* there = signalsOf(sample))
      kept.push_back(*there);
    else
      missing.push_back(sample);
  }
  if (missing.empty()) {
    m_job.drop();
    return take(std::move(kept));
  }
  m_job.run<std::vector<SampleSignals>>(
      {.title = tr("Read samples"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [dataset = m_dataset, missing, lens = m_lens](const JobContext&) { return readSignals(*dataset, missing, lens); },
      [this, kept = std::move(kept)](Result<std::vector<SampleSignals>> read) mutable {
        if (!read) {
          if (read.error().code != Errc::cancelled) Q_EMIT failed(read.error());
          return;
        }
        std::ranges::move(*read, std::back_inserter(kept));
        take(std::move(kept));
      });
}

void BrowseSamples::take(std::vector<SampleSignals> samples) {
  std::ranges::sort(samples, {}, &SampleSignals::sample);
  m_samples = std::move(samples);
  redraw();
  announce();
}

void BrowseSamples::forgetSamples() {
  m_job.drop();
  m_samples.clear();
}

void BrowseSamples::choose(std::optional<std::uint64_t> sample) {
  m_chosen = sample;
  m_unannounced = sample.has_value();
}

void BrowseSamples::announce() {
  if (!m_unannounced || signalsOf(*m_chosen) == nullptr) return;
  m_unannounced = false;
  Q_EMIT sampleSelected(*m_chosen);
}

}  // namespace masu::ui
