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
  const auto& namesBefore = before->meta().classes;
  const auto& namesAfter = after->meta().classes;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
  MASU_CHECK(forEachChange(*before, *after, job, [&](std::uint32_t old, std::uint32_t now) { ++counts[{old, now}]; }));
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
