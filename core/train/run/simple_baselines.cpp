// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/simple_baselines.h"

#include <optional>

#include "core/train/learning/simple_methods.h"
#include "core/train/models/guarded.h"
#include "core/train/run/model_run.h"
#include "core/train/run/stream_pass.h"

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

}  // namespace

Result<SimpleBaselines> scoreSimpleBaselines(const metrics::RunSpec& spec, const RunData& data,
                                             const std::stop_token& stop) {
  SimpleBaselines baselines;
  Methods methods(data.summary);
  if (methods.isEmpty()) return baselines;
  MASU_TRY(loader::TrainingRequest request, streamRequestOf(spec, data));
  request.narrow = false;
  const auto pass = [&](store::Split split, void (Methods::*work)(const loader::Batch&)) {
    return forEachBatch(data.dataset, loader::scoringStream(request, split), stop, [&](const loader::Batch& batch) {
      (methods.*work)(batch);
      return Result<void>();
    });
  };
  MASU_TRY(const double learned, pass(store::Split::train, &Methods::learn));
  methods.solve();
  MASU_TRY(const double scored, pass(store::Split::test, &Methods::score));
  baselines.loaderSeconds = learned + scored;
  baselines.ridge = methods.ridge();
  baselines.nearest = methods.nearest();
  return baselines;
}

}  // namespace masu::train
