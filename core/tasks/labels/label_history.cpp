// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/labels/label_history.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/store/read/label_editions.h"
#include "core/tasks/labels/label_codes.h"

namespace masu::tasks {

namespace {

std::vector<std::string> onlyIn(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  std::vector<std::string> names;
  for (const std::string& name : one)
    if (std::ranges::find(other, name) == other.end()) names.push_back(name);
  return names;
}

}  // namespace

Result<LabelHistory> labelHistory(const std::filesystem::path& file, const JobContext& job) {
  MASU_TRY(const store::EditsFile edits, store::openEdits(file, job.stop));
  return LabelHistory{edits.editions(), edits.current()};
}

Result<LabelDiff> diffLabels(const std::filesystem::path& file, std::uint64_t from, std::uint64_t to,
                             const JobContext& job) {
  MASU_TRY(const auto before, store::openEdition(file, from, job.stop));
  MASU_TRY(const auto after, store::openEdition(file, to, job.stop));
  LabelDiff diff;
  if (before->meta().target != store::Target::classes || before->find("labels") == nullptr) return diff;
  job.progress.begin(MASU_TEXT("core", "Comparing the labels"), before->samples(), Progress::Unit::samples);
  const auto& namesBefore = before->meta().classes;
  const auto& namesAfter = after->meta().classes;
  LabelsInOrder labelsBefore(*before);
  LabelsInOrder labelsAfter(*after);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
  for (std::uint64_t sample = 0; sample < before->samples(); ++sample) {
    if (sample % manifest::kBlockSamples == 0 && job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const std::uint32_t old, labelsBefore.of(sample));
    MASU_TRY(const std::uint32_t now, labelsAfter.of(sample));
    if (namesBefore[old] != namesAfter[now]) ++counts[{old, now}];
    if (sample % manifest::kBlockSamples == 0)
      job.progress.add(std::min<std::uint64_t>(manifest::kBlockSamples, before->samples() - sample));
  }
  for (const auto& [codes, samples] : counts) {
    diff.changed += samples;
    diff.moves.push_back({namesBefore[codes.first], namesAfter[codes.second], samples});
  }
  std::ranges::stable_sort(diff.moves, std::greater<>(), &LabelMove::samples);
  diff.appeared = onlyIn(namesAfter, namesBefore);
  diff.vanished = onlyIn(namesBefore, namesAfter);
  return diff;
}

}  // namespace masu::tasks
