// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>
#include <limits>

#include "core/manifest/check/check_context.h"
#include "core/manifest/check/origin_order.h"

namespace masu::manifest {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
/// Up to this share of the windows may be set aside to part the splits; beyond, drawing again loses less.
constexpr double kFew = 0.1;

/// Positions in ascending order that the next window of another split may reach into. Memory: by the changes of the
/// distance between them, not by their number.
class PendingWindows {
 public:
  void add(std::uint64_t position, std::uint64_t length) {
    std::erase_if(m_runs, [&](const Run& run) { return position - run.last >= length; });
    Run* const run = m_runs.empty() ? nullptr : &m_runs.back();
    if (run == nullptr || (run->count > 1 && position - run->last != run->step)) {
      m_runs.push_back({position, 0, 1});
      return;
    }
    run->step = position - run->last;
    run->last = position;
    ++run->count;
  }

  /// Forgets them all. Returns how many of them a window at `position` shares frames with.
  std::uint64_t takeThoseBefore(std::uint64_t position, std::uint64_t length) {
    std::uint64_t reached = 0;
    for (const Run& run : m_runs) {
      const std::uint64_t distance = position - run.last;
      if (distance >= length) continue;
      reached += run.step == 0 ? run.count : std::min(run.count, (length - 1 - distance) / run.step + 1);
    }
    m_runs.clear();
    return reached;
  }

 private:
  struct Run {
    std::uint64_t last = 0;  ///< of positions that are `step` apart
    std::uint64_t step = 0;
    std::uint64_t count = 0;
  };
  std::vector<Run> m_runs;
};

/// Follows the used windows of one recording in ascending order.
class WindowRun {
 public:
  struct Step {
    bool overlaps = false;      ///< a window of another split, at or before its position, reaches into this one
    std::uint64_t earlier = 0;  ///< windows before it that share frames with this one, but with none before it
    bool borders = false;       ///< the window before is another split's, and less than a window away
  };

  Step take(store::Split split, std::uint64_t position, std::uint64_t length) {
    Step step;
    for (std::size_t other = 1; other < m_last.size(); ++other) {
      const bool mine = other == static_cast<std::size_t>(split);
      if (!mine && m_last[other] != kNever && position - m_last[other] < length) step.overlaps = true;
    }
    // Those that wait are all of the split of the window before.
    if (m_before != split) step.earlier = m_pending.takeThoseBefore(position, length);
    if (!step.overlaps) m_pending.add(position, length);
    step.borders =
        m_splits != 0 && m_before != split && position - m_last[static_cast<std::size_t>(m_before)] < 2 * length;
    m_turns += step.borders ? 1 : 0;
    m_splits |= 1U << static_cast<unsigned>(split);
    if (m_previous != kNever && position > m_previous) m_hop = std::min(m_hop, position - m_previous);
    m_previous = position;
    m_before = split;
    m_last[static_cast<std::size_t>(split)] = position;
    return step;
  }

  /// True where splits alternate more often than if each were one run, or were in the middle of another's.
  bool interleaved() const { return m_turns > 2 * (static_cast<unsigned>(std::popcount(m_splits)) - 1); }

  /// The least distance of two windows; kNever without two.
  std::uint64_t hop() const { return m_hop; }

 private:
  std::array<std::uint64_t, store::kSplitCount> m_last = {kNever, kNever, kNever, kNever};  ///< of each split
  unsigned m_splits = 0;                                                                    ///< a bit for each seen
  store::Split m_before = store::Split::unused;
  std::uint64_t m_turns = 0;
  std::uint64_t m_previous = kNever;
  std::uint64_t m_hop = kNever;
  PendingWindows m_pending;  ///< that share no frames with a window of another split so far
};

/// What the runs of all recordings add up to.
struct Tally {
  explicit Tally(std::uint64_t samples) : overlapping(samples) {}

  std::uint64_t used = 0;
  std::uint64_t borders = 0;
  std::uint64_t interleaved = 0;         ///< recordings
  SampleBitmap overlapping;              ///< those that share frames with one of another split at or before them
  std::uint32_t example = 0;             ///< the first recording in which windows overlap
  std::uint32_t interleavedExample = 0;  ///< or splits take turns
  std::uint64_t overlaps = 0;  ///< how many those are; without them no two windows of different splits share frames
  std::uint64_t sharing = 0;   ///< windows that share frames with one of another split, at any side
  std::uint64_t hop = kNever;
};

Result<Tally> follow(const CheckContext& context, std::uint64_t length) {
  Tally tally(context.dataset.samples());
  std::vector<WindowRun> windowRuns(context.dataset.meta().sources.size());
  const OriginOrder order{context.memoryBytes};
  MASU_CHECK(order.forEach(context, [&](const LocatedSample& located) {
    const store::Split split = context.splitOf(located.sample);
    const WindowRun::Step step = windowRuns[located.origin.source].take(split, located.origin.position, length);
    ++tally.used;
    tally.borders += step.borders ? 1 : 0;
    tally.sharing += step.earlier + (step.overlaps ? 1 : 0);
    if (!step.overlaps) return;
    tally.example = tally.overlaps == 0 ? located.origin.source : std::min(tally.example, located.origin.source);
    ++tally.overlaps;
    tally.overlapping.add(located.sample);
  }));
  for (std::uint32_t source = 0; source < windowRuns.size(); ++source) {
    tally.hop = std::min(tally.hop, windowRuns[source].hop());
    if (!windowRuns[source].interleaved()) continue;
    if (tally.interleaved++ == 0) tally.interleavedExample = source;
  }
  return tally;
}

Result<void> evaluate(const CheckContext& context, const Tally& tally, std::uint64_t length, OverlapsFound& found) {
  Check& check = found.check;
  const auto& meta = context.dataset.meta();
  const Message fix = {MASU_TEXT("core",
                                 "Keep recordings whole (groups by source), or split in order of position with a "
                                 "gap."),
                       {}};
  if (tally.overlaps > 0) {
    markFailed(check, Severity::serious,
               {MASU_TEXT("core", "{0} windows share frames with a window of another split, in {1}, for one."),
                {std::to_string(tally.sharing), meta.sources[tally.example].path}},
               fix);
  } else if (tally.interleaved > 0) {
    markFailed(check, Severity::warning,
               {MASU_TEXT("core",
                          "Windows of different splits are interleaved in {0} of the recordings, {1}, for one. Those "
                          "beside a window of another split resemble it, {2} in all, so that scores will be too good."),
                {std::to_string(tally.interleaved), meta.sources[tally.interleavedExample].path,
                 std::to_string(tally.borders)}},
               fix);
  } else {
    check.detail = {MASU_TEXT("core", "No window shares frames with one of another split."), {}};
    return {};
  }
  if (tally.interleaved == 0 && static_cast<double>(tally.overlaps) <= kFew * static_cast<double>(tally.used)) {
    check.remedy.setAside = tally.overlapping.set();
    return {};
  }
  const std::string wholes = context.dataset.find("group") != nullptr ? "group" : "source";
  MASU_TRY(const bool enough, groupsSuffice(context, wholes));
  // So many windows that those on its sides do not even touch.
  const Redraw apart = {.order = "position", .gap = (length + tally.hop - 1) / tally.hop};
  const bool ordered = context.plan && context.plan->order == apart.order;
  check.remedy.redraw = ordered || !enough ? apart : Redraw{.groupBy = wholes};
  if (ordered && enough) found.otherwise = Redraw{.groupBy = wholes};
  return {};
}

}  // namespace

Result<OverlapsFound> checkOverlaps(const CheckContext& context) {
  OverlapsFound found;
  found.check.name = "overlapping_windows";
  const auto shape = context.dataset.sampleShape();
  if (!cutIntoWindows(context.dataset)) {
    found.check.detail = {MASU_TEXT("core", "The samples are not windows of recordings."), {}};
    return found;
  }
  MASU_TRY(const Tally tally, follow(context, shape.back()));
  MASU_CHECK(evaluate(context, tally, shape.back(), found));
  return found;
}

}  // namespace masu::manifest
