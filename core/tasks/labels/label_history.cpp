// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/labels/label_history.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/manifest/samples/sample_codes.h"
#include "core/store/read/label_editions.h"

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
  manifest::CodeReader readBefore(*before, *before->find("labels"));
  manifest::CodeReader readAfter(*after, *after->find("labels"));
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> counts;
  for (std::uint64_t first = 0; first < before->samples(); first += manifest::kBlockSamples) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(manifest::kBlockSamples, before->samples() - first);
    MASU_TRY(const auto codesBefore, readBefore.read(first, count));
    MASU_TRY(const auto codesAfter, readAfter.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto old = static_cast<std::size_t>(codesBefore[i]);
      const auto now = static_cast<std::size_t>(codesAfter[i]);
      if (namesBefore[old] != namesAfter[now]) ++counts[{codesBefore[i], codesAfter[i]}];
    }
    job.progress.add(count);
  }
  for (const auto& [codes, samples] : counts) {
    diff.changed += samples;
    diff.moves.push_back({namesBefore[static_cast<std::size_t>(codes.first)],
                          namesAfter[static_cast<std::size_t>(codes.second)], samples});
  }
  std::ranges::stable_sort(diff.moves, std::greater<>(), &LabelMove::samples);
  diff.appeared = onlyIn(namesAfter, namesBefore);
  diff.vanished = onlyIn(namesBefore, namesAfter);
  return diff;
}

}  // namespace masu::tasks
