// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/step_states.h"

#include "ui/shell/step_bar.h"
#include "ui/text/format.h"

namespace masu::ui {

namespace {

QString splitState(const Session& session) {
  const tasks::ManifestFacts* manifest = session.manifestInfo();
  if (manifest == nullptr) return {};
  return formatShares({manifest->counts.train, manifest->counts.validation, manifest->counts.test});
}

QString fitState(const Session& session) {
  if (!session.estimate()) return {};
  const auto& estimate = *session.estimate();
  const std::uint64_t memory = estimate.input.hostMemory.value;
  if (memory == 0) return {};
  return formatPercent(static_cast<double>(estimate.ledger.host.value) / static_cast<double>(memory));
}

QString trainState(const Session& session) {
  const auto log = session.runLog();
  if (!log) return {};
  const auto runs = log->runs();
  if (runs.empty()) return {};
  const auto count = static_cast<int>(runs.size());
  return log->finished() ? StepBar::tr("%n run(s)", nullptr, count) : StepBar::tr("%n live", nullptr, count);
}

}  // namespace

QString stateOf(Step step, const Session& session, const JobRunner&) {
  switch (step) {
    case Step::import:
      if (session.plan()) return StepBar::tr("plan");
      return session.dataset() ? StepBar::tr("done") : QString();
    case Step::browse:
      return session.dataset() ? formatCountShort(session.dataset()->samples()) : QString();
    case Step::split:
      return splitState(session);
    case Step::fit:
      return fitState(session);
    case Step::train:
      return trainState(session);
    case Step::start:
    case Step::export_:
      break;
  }
  return {};
}

QString projectDetail(const Session& session) {
  if (const auto dataset = session.dataset()) {
    const std::uint64_t samples = dataset->samples();
    return counted(StepBar::tr("%n sample(s)", nullptr, pluralOf(samples)), samples);
  }
  return session.plan() ? StepBar::tr("not imported yet") : QString();
}

}  // namespace masu::ui
