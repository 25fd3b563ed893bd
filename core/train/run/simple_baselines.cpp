// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/simple_baselines.h"

#include <functional>
#include <optional>

#include "core/train/learning/simple_methods.h"
#include "core/train/models/confine.h"
#include "core/train/models/guarded.h"
#include "core/train/run/model_run.h"

namespace masu::train {

namespace {

/// The two methods, where they are cheap and as long as they give numbers.
class Methods {
 public:
  explicit Methods(const DatasetSummary& summary)
      : m_ridgeScore(summary.classes.size(), summary.valueCount()),
        m_nearestScore(summary.classes.size(), summary.valueCount()) {
    const std::size_t width = SampleRows(summary).width();
    if (RidgeBaseline::isCheap(summary, width)) m_ridge.emplace(summary);
    if (NearestBaseline::isCheap(summary, width)) m_nearest.emplace(summary);
  }

  bool isEmpty() const { return !m_ridge && !m_nearest; }

  void learn(const loader::Batch& batch) {
    attempt(m_ridge, [&](RidgeBaseline& ridge) { return ridge.add(batch), true; });
    attempt(m_nearest, [&](NearestBaseline& nearest) { return nearest.add(batch), true; });
  }
  void solve() {
    attempt(m_ridge, [](RidgeBaseline& ridge) { return ridge.solve(), true; });
  }
  void score(const loader::Batch& batch) {
    attempt(m_ridge, [&](const RidgeBaseline& ridge) { return ridge.score(batch, m_ridgeScore); });
    attempt(m_nearest, [&](const NearestBaseline& nearest) { return nearest.score(batch, m_nearestScore); });
  }

  metrics::Figures ridge() const { return m_ridge ? m_ridgeScore.figures() : metrics::Figures(); }
  metrics::Figures nearest() const { return m_nearest ? m_nearestScore.figures() : metrics::Figures(); }

 private:
  /// A method that fails leaves figures out: the run itself is complete.
  template <class Method, class Work>
  static void attempt(std::optional<Method>& method, Work work) {
    if (!method) return;
    const Result<bool> done = guarded("{0}", [&]() -> Result<bool> { return work(*method); });
    if (!done || !*done) method.reset();
  }

  std::optional<RidgeBaseline> m_ridge;
  std::optional<NearestBaseline> m_nearest;
  Score m_ridgeScore;
  Score m_nearestScore;
};

/// Returns the processor time of the stream.
Result<double> forEachBatch(const RunData& data, const loader::StreamOptions& options, const std::stop_token& stop,
                            const std::function<void(const loader::Batch&)>& work) {
  MASU_TRY(const auto stream, openStream(data.dataset, options));
  for (bool more = true; more;) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, stream->next(stop));
    if (batch == nullptr) break;
    work(*batch);
    more = !batch->lastOfEpoch;
  }
  return stream->report().workerSeconds;
}

}  // namespace

Result<SimpleBaselines> scoreSimpleBaselines(const metrics::RunSpec& spec, const RunData& data,
                                             const std::stop_token& stop) {
  SimpleBaselines baselines;
  Methods methods(data.summary);
  if (methods.isEmpty()) return baselines;
  MASU_TRY(loader::TrainingRequest request, streamRequestOf(spec, data));
  request.narrow = false;
  const auto options = [&](store::Split split) { return loader::scoringStream(request, split); };
  MASU_TRY(baselines.loaderSeconds, forEachBatch(data, options(store::Split::train), stop,
                                                 [&](const loader::Batch& batch) { methods.learn(batch); }));
  methods.solve();
  MASU_TRY(const double seconds, forEachBatch(data, options(store::Split::test), stop,
                                              [&](const loader::Batch& batch) { methods.score(batch); }));
  baselines.loaderSeconds += seconds;
  baselines.ridge = methods.ridge();
  baselines.nearest = methods.nearest();
  return baselines;
}

}  // namespace masu::train
