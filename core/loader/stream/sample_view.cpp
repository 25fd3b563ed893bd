// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/sample_view.h"

#include <numeric>

#include "core/flow/machine.h"
#include "core/loader/batch/stream_fields.h"
#include "core/loader/read/row_reader.h"
#include "core/loader/stream/split_index.h"
#include "core/loader/stream/stream_plan.h"

namespace masu::loader {

Result<std::shared_ptr<const SampleView>> SampleView::open(std::shared_ptr<const store::Dataset> dataset,
                                                           const store::Assignment* assignment, const Options& options,
                                                           const std::stop_token& stop) {
  MASU_TRY(const StreamFields fields, StreamFields::of(*dataset));
  std::shared_ptr<SampleView> view(new SampleView);
  view->m_object = fields.object(Field::features);
  if (view->m_object == nullptr) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has no numbers that a network could see, only categories."),
                {dataset->path().string()}, {dataset->path().string()});
  }
  StreamOptions asked;
  asked.manifest = options.manifest;
  asked.normalise = options.normalise;
  asked.split.reset();  // any sample may be looked at
  MASU_TRY(const auto index, indexOfSplit(*dataset, assignment, asked));
  MASU_TRY(const auto train, trainIndex(*dataset, assignment, asked, index));
  const FeatureGather::Options transform{options.normalise, dataset->meta().missingByTrainMean};
  MASU_TRY(view->m_gather, FeatureGather::measured(*dataset, *view->m_object, transform, train.get(),
                                                   flow::resolve(options.resources).threads, stop));
  if (options.normalise) view->m_moments = view->m_gather.moments();
  view->m_dataset = std::move(dataset);
  return std::shared_ptr<const SampleView>(std::move(view));
}

Result<void> SampleView::check(const store::Dataset& dataset, const AugmentSpec& spec) {
  if (spec.mixup > 0) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "mixup mixes the samples of a batch, so a single sample cannot show it; leave it out."));
  }
  return checkAugment(dataset, spec);
}

Result<std::vector<float>> SampleView::features(std::span<const std::uint64_t> samples, const Draw& draw,
                                                const std::stop_token& stop) const {
  MASU_CHECK(check(*m_dataset, draw.augment));
  RowReader reader;
  MASU_TRY(const auto stored, reader.read(*m_dataset, *m_object, samples, stop));
  std::vector<std::uint64_t> rows(samples.size());
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  std::vector<float> values(samples.size() * valuesPerSample());
  m_gather.gather({stored.data(), m_object->sampleBytes()}, rows, values);
  const Augmenter augmenter(draw.augment, m_dataset->sampleShape(), draw.seed);
  if (augmenter.active()) augmenter.apply(draw.epoch, samples, values);
  return values;
}

}  // namespace masu::loader
