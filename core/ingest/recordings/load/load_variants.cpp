// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/load_variants.h"

#include <set>

#include "core/ingest/journal/resume_check.h"
#include "core/ingest/recordings/read/segments.h"

namespace masu::ingest {

void dropFailed(ImportPlan& plan, const std::vector<FailedRecording>& failures) {
  std::set<std::string> lost;
  for (const FailedRecording& failed : failures) {
    RecordingPlan& recording = plan.recordings().files[failed.planned];
    recording.reject(failed.reason, failed.problem);
    for (const std::string& label : labelsOf(recording)) lost.insert(label);
  }
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    for (const std::string& label : labelsOf(recording)) lost.erase(label);
  }
  std::erase_if(plan.classes, [&](const std::string& name) { return lost.contains(name); });
}

std::optional<table::DType> widerFloat(table::DType type) {
  if (type == table::DType::f16) return table::DType::f32;
  return type == table::DType::f32 ? std::optional(table::DType::f64) : std::nullopt;
}

std::string identityIn(table::DType type, const ImportPlan& plan, std::uint64_t partBytes) {
  ImportPlan typed = plan;
  typed.dtype = type;
  return identityOf(typed, partBytes);
}

bool mayBeIdentityOf(const std::string& identity, const ImportPlan& plan, std::uint64_t partBytes) {
  for (std::optional type = plan.dtype; type; type = widerFloat(*type)) {
    if (identity == identityIn(*type, plan, partBytes)) return true;
  }
  return false;
}

bool mayBeMadeOf(const store::DatasetMeta& meta, const ImportPlan& plan) {
  ImportPlan made = plan;
  std::vector<FailedRecording> failed;
  std::size_t found = 0;
  for (std::size_t i = 0; i < plan.sources.size(); ++i) {
    if (!plan.recordings().files[i].problem.empty()) continue;
    if (found < meta.sources.size() && isSameSource(meta.sources[found], plan.sources[i])) {
      ++found;
    } else {
      failed.push_back({i, "failed", {"It failed.", {}}});
    }
  }
  if (found < meta.sources.size()) return false;
  dropFailed(made, failed);
  for (std::optional type = plan.dtype; type; type = widerFloat(*type)) {
    made.dtype = *type;
    if (recipeFrom(made) == meta.recipe) return true;
  }
  return false;
}

}  // namespace masu::ingest
