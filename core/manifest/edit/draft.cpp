// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/edit/draft.h"

#include <algorithm>
#include <functional>

#include "core/manifest/edit/change_recorder.h"

namespace masu::manifest {

namespace {

/// Records what of [first, first + count) is elsewhere than `wanted(sample)` says.
template <class Wanted>
Result<void> recordRuns(ChangeRecorder& recorder, const store::Assignment& now, std::uint64_t first,
                        std::uint64_t count, const Wanted& wanted) {
  const std::uint64_t end = first + count;
  while (first < end) {
    const store::Split from = now[first];
    const store::Split to = wanted(first);
    std::uint64_t next = first + 1;
    while (next < end && now[next] == from && wanted(next) == to) ++next;
    if (from != to) MASU_CHECK(recorder.add(first, next - first, from, to));
    first = next;
  }
  return {};
}

}  // namespace

Result<Draft> Draft::begin(std::shared_ptr<const store::Dataset> dataset, store::Assignment assignment,
                           const std::stop_token& stop) {
  if (assignment.size() != dataset->samples()) {
    return fail(
        Errc::invalidArgument, MASU_TEXT("core", "A manifest of {0} samples does not fit {1}, which has {2}."),
        {std::to_string(assignment.size()), dataset->path().filename().string(), std::to_string(dataset->samples())});
  }
  Draft draft(std::move(dataset), std::move(assignment));
  const SplitCounts counts = countsOf(draft.m_assignment);
  draft.m_counts = {counts.unused, counts.train, counts.validation, counts.test};
  const store::ObjectInfo* labels = draft.classLabels();
  if (labels == nullptr) return draft;
  draft.m_perClass.resize(draft.m_dataset->meta().classes.size());
  CodeReader reader(*draft.m_dataset, *labels);
  for (std::uint64_t first = 0; first < draft.m_assignment.size(); first += kBlockSamples) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, draft.m_assignment.size() - first);
    MASU_TRY(const auto codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto code = static_cast<std::size_t>(codes[i]);
      if (code >= draft.m_perClass.size()) draft.m_perClass.resize(code + 1);
      ++draft.m_perClass[code][static_cast<std::size_t>(draft.m_assignment[first + i])];
    }
  }
  return draft;
}

const store::ObjectInfo* Draft::classLabels() const {
  return m_dataset->meta().target == store::Target::classes ? m_dataset->find("labels") : nullptr;
}

Result<Change> Draft::changeMoving(const SampleSet& samples, store::Split to, const std::stop_token& stop) const {
  ChangeRecorder recorder(*m_dataset, classLabels());
  TaggedRuns::Cursor cursor(samples.runs());
  for (TaggedRun run; cursor.next(run);) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_CHECK(recordRuns(recorder, m_assignment, run.first, run.count, [to](std::uint64_t) { return to; }));
  }
  return recorder.finish();
}

Result<Change> Draft::changeInto(const store::Assignment& assignment, const std::stop_token& stop) const {
  ChangeRecorder recorder(*m_dataset, classLabels());
  const auto wanted = [&](std::uint64_t sample) { return assignment[sample]; };
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_CHECK(recordRuns(recorder, m_assignment, first, count, wanted));
  }
  return recorder.finish();
}

Result<Change> Draft::move(const SampleSet& samples, store::Split to, const std::stop_token& stop) {
  MASU_TRY(Change change, changeMoving(samples, to, stop));
  redo(change);
  return change;
}

Result<Change> Draft::replace(const store::Assignment& assignment, const std::stop_token& stop) {
  MASU_TRY(Change change, changeInto(assignment, stop));
  redo(change);
  return change;
}

void Draft::apply(const Change& change, bool back) {
  change.forEachRun(back, [&](std::uint64_t first, std::uint64_t count, store::Split from, store::Split to) {
    std::fill_n(m_assignment.begin() + static_cast<std::ptrdiff_t>(first), count, to);
    m_counts[static_cast<std::size_t>(from)] -= count;
    m_counts[static_cast<std::size_t>(to)] += count;
  });
  for (const ClassShift& shift : change.classes()) {
    if (shift.classCode >= m_perClass.size()) m_perClass.resize(shift.classCode + 1);
    for (std::size_t split = 0; split < shift.by.size(); ++split) {
      const auto by = static_cast<std::uint64_t>(shift.by[split]);
      // Unsigned arithmetic wraps, so that a shift downwards adds its complement.
      m_perClass[shift.classCode][split] += back ? std::uint64_t{0} - by : by;
    }
  }
  if (m_groups) m_groups->follow(change, back);
}

Result<void> Draft::groupBy(const GroupLevels& levels, const std::stop_token& stop) {
  MASU_TRY(m_groups, GroupTree::build(*m_dataset, m_assignment, levels, stop));
  return {};
}

}  // namespace masu::manifest
