// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <memory>

#include "core/loader/stream/training_streams.h"
#include "core/train/models/confine.h"
#include "core/train/models/guarded.h"
#include "core/train/probe/probe.h"
#include "core/train/run/run_data.h"

namespace masu::train {

namespace {

constexpr const char* kFailed = MASU_TEXT("core", "The learning rate could not be found: {0}.");
constexpr std::uint32_t kSteps = 100;
constexpr double kLeast = 1e-6;
constexpr double kMost = 10;

double rateAt(std::uint32_t step) {
  return kLeast * std::pow(kMost / kLeast, static_cast<double>(step) / (kSteps - 1));
}

/// Of the last tries, or of the first ones.
double meanLoss(const std::vector<metrics::RateTry>& tries, bool last) {
  constexpr std::size_t kTries = 5;
  double sum = 0;
  for (std::size_t i = 0; i < kTries; ++i) sum += tries[last ? tries.size() - 1 - i : i].loss;
  return sum / kTries;
}

/// A model on its way through the rates.
struct Searcher {
  std::unique_ptr<Learner> learner;
  Score score;
  metrics::RateCurve curve;
  bool ranAway = false;
};

class RateSearch {
 public:
  RateSearch(const metrics::RunSpec& spec, const EventSink& sink, const JobContext& job)
      : m_spec(spec), m_sink(sink), m_job(job) {}

  Result<std::vector<metrics::RateCurve>> find();

 private:
  Result<void> openStream();
  Result<void> begin(const std::string& model);
  Result<void> take(Searcher& searcher, int run, std::uint32_t step, const loader::Batch& batch);

  const metrics::RunSpec& m_spec;
  const EventSink& m_sink;
  const JobContext& m_job;
  RunData m_data;
  std::unique_ptr<loader::BatchStream> m_stream;
  std::vector<Searcher> m_searchers;
};

Result<void> RateSearch::openStream() {
  MASU_TRY(loader::TrainingRequest request, loader::trainingRequestOf(m_spec, m_data.resources));
  request.epochs = kSteps;  // a split may be a single batch
  request.narrow = bestDevice() == Device::cuda;
  MASU_TRY(m_stream, train::openStream(m_data.dataset, loader::learningStream(request)));
  return {};
}

Result<void> RateSearch::begin(const std::string& model) {
  LearnerOptions options = learnerOptionsOf(m_spec, m_data.lossSpec);
  options.model = model;
  options.steps = kSteps;
  Searcher searcher;
  MASU_TRY(searcher.learner, Learner::create(options, m_data.summary));
  searcher.score = {m_data.summary.classes.size(), m_data.summary.valueCount()};
  searcher.curve.model = model;
  if (m_sink) {
    m_sink(metrics::RunStarted{static_cast<int>(m_searchers.size()), model, searcher.learner->parameters(), 1, kSteps,
                               kMost, m_data.confinement, {deviceName()}});
  }
  m_searchers.push_back(std::move(searcher));
  return {};
}

Result<void> RateSearch::take(Searcher& searcher, int run, std::uint32_t step, const loader::Batch& batch) {
  if (searcher.ranAway) return {};
  const double rate = rateAt(step);
  searcher.learner->fixRate(rate);
  Result<void> learned = searcher.learner->learn(batch, searcher.score);
  const double loss = searcher.score.lastLoss();
  // A loss that became NaN ends the curve, and is not a failure.
  searcher.ranAway = !std::isfinite(loss);
  if (searcher.ranAway) return {};
  MASU_CHECK(std::move(learned));
  std::vector<metrics::RateTry>& tries = searcher.curve.tries;
  tries.push_back({rate, loss});
  constexpr std::size_t kEnough = 10;
  searcher.ranAway = tries.size() >= kEnough && meanLoss(tries, true) > 2 * meanLoss(tries, false);
  if (m_sink) {
    metrics::StepDone done;
    done.run = run;
    done.epoch = 1;
    done.step = step + 1;
    done.loss = loss;
    done.learningRate = rate;
    m_sink(done);
  }
  return {};
}

Result<std::vector<metrics::RateCurve>> RateSearch::find() {
  MASU_TRY(m_data, openRunData(m_spec, m_job.stop));
  MASU_CHECK(openStream());
  for (const std::string& model : m_spec.models) MASU_CHECK(begin(model));
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, m_stream->next(m_job.stop));
    if (batch == nullptr) break;
    for (std::size_t i = 0; i < m_searchers.size(); ++i) {
      MASU_CHECK(take(m_searchers[i], static_cast<int>(i), step, *batch));
    }
  }
  std::vector<metrics::RateCurve> curves;
  for (Searcher& searcher : m_searchers) {
    searcher.curve.suggested = metrics::suggestedRate(searcher.curve.tries);
    curves.push_back(std::move(searcher.curve));
  }
  return curves;
}

}  // namespace

Result<std::vector<metrics::RateCurve>> findRates(const metrics::RunSpec& spec, const EventSink& sink,
                                                  const JobContext& job) {
  if (spec.models.empty() || spec.batch < 1) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Name at least one model, and a batch of at least one sample."));
  }
  for (const std::string& model : spec.models) {
    if (metrics::isClosedForm(model)) return fail(metrics::closedFormError(model, "--find-lr"));
  }
  return guarded(kFailed, [&] { return RateSearch(spec, sink, job).find(); });
}

}  // namespace masu::train
