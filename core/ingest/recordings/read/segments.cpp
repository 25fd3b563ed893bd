// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/segments.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace masu::ingest {

using waveform::RecordingInfo;
using waveform::Segment;

namespace {

/// Gives each text a number in the order of their first appearance.
class LabelNumbers {
 public:
  explicit LabelNumbers(std::vector<std::string>& texts) : m_texts(texts) {}

  std::uint32_t of(const std::string& text) {
    const auto [entry, added] = m_numbers.emplace(text, static_cast<std::uint32_t>(m_texts.size()));
    if (added) m_texts.push_back(text);
    return entry->second;
  }

 private:
  std::vector<std::string>& m_texts;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

std::vector<Segment> segmentsOf(const RecordingInfo& info) {
  return info.segments.empty() ? std::vector<Segment>{{0, info.frames}} : info.segments;
}

std::uint64_t frameAt(double seconds, const RecordingInfo& info) {
  const double frame = std::round(seconds * info.rate);
  return static_cast<std::uint64_t>(std::clamp(frame, 0.0, static_cast<double>(info.frames)));
}

/// The part of [first, end) in each segment.
void addDivided(RecordingPlan& recording, const std::vector<Segment>& segments, std::uint64_t first, std::uint64_t end,
                std::uint32_t label) {
  auto segment = std::ranges::upper_bound(segments, first, {}, &Segment::first);
  if (segment != segments.begin()) --segment;
  for (; segment != segments.end() && segment->first < end; ++segment) {
    const std::uint64_t from = std::max(first, segment->first);
    const std::uint64_t to = std::min(end, segment->first + segment->frames);
    if (from < to) recording.segments.push_back({from, to - from, label});
  }
}

/// Frames of a recording that are in none of its segments. Those under annotations may overlap, in any order.
std::uint64_t outsideSegments(const RecordingPlan& recording) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
  spans.reserve(recording.segments.size());
  for (const SegmentPlan& segment : recording.segments)
    spans.emplace_back(segment.first, segment.first + segment.frames);
  std::ranges::sort(spans);
  std::uint64_t inside = 0;
  std::uint64_t reached = 0;
  for (const auto& [first, end] : spans) {
    if (end > reached) inside += end - std::max(first, reached);
    reached = std::max(reached, end);
  }
  return recording.frames - std::min(inside, recording.frames);
}

}  // namespace

void segmentByHeader(RecordingPlan& recording, const RecordingInfo& info) {
  recording.segments.clear();
  if (info.sampleShape.empty()) {
    if (info.segments.size() < 2) return;
    for (const Segment& segment : info.segments) recording.segments.push_back({segment.first, segment.frames});
    return;
  }
  const std::uint64_t length =
      std::accumulate(info.sampleShape.begin() + 1, info.sampleShape.end(), std::uint64_t{1}, std::multiplies<>());
  recording.segments.reserve(info.frames / length);
  for (std::uint64_t first = 0; first + length <= info.frames; first += length)
    recording.segments.push_back({first, length});
}

bool segmentByAnnotations(RecordingPlan& recording, const RecordingInfo& info) {
  if (info.annotations.empty() || info.rate <= 0) return false;
  const std::vector<Segment> segments = segmentsOf(info);
  LabelNumbers numbers(recording.labels);
  recording.segments.clear();
  auto later = info.annotations.begin();  // the first after the onset: it only moves forward
  for (const waveform::Annotation& note : info.annotations) {
    while (later != info.annotations.end() && !(later->onset > note.onset)) ++later;
    const double next = later == info.annotations.end() ? static_cast<double>(info.frames) / info.rate : later->onset;
    const double end = note.duration > 0 ? note.onset + note.duration : next;
    addDivided(recording, segments, frameAt(note.onset, info), frameAt(end, info), numbers.of(note.text));
  }
  return !recording.segments.empty();
}

bool segmentByTexts(RecordingPlan& recording, const RecordingInfo& info, const waveform::TextColumn& column) {
  const auto hasText = [](const waveform::TextRun& run) { return !run.text.empty(); };
  if (std::ranges::none_of(column.runs, hasText)) return false;
  const std::vector<Segment> segments = segmentsOf(info);
  LabelNumbers numbers(recording.labels);
  recording.segments.clear();
  for (std::size_t i = 0; i < column.runs.size(); ++i) {
    const std::uint64_t end = i + 1 < column.runs.size() ? column.runs[i + 1].first : info.frames;
    if (hasText(column.runs[i]))
      addDivided(recording, segments, column.runs[i].first, end, numbers.of(column.runs[i].text));
  }
  return !recording.segments.empty();
}

Result<void> labelSamples(RecordingPlan& recording, const std::vector<std::string>& labels) {
  if (labels.size() != recording.segments.size()) {
    return fail(Errc::format, MASU_TEXT("core", "{0} holds {1} samples, and its list of labels {2}."),
                {recording.path, std::to_string(recording.segments.size()), std::to_string(labels.size())},
                {recording.path});
  }
  LabelNumbers numbers(recording.labels);
  for (std::size_t i = 0; i < labels.size(); ++i) recording.segments[i].label = numbers.of(labels[i]);
  return {};
}

std::vector<waveform::RecordingSegment> segmentsOf(const RecordingPlan& recording, std::uint64_t number) {
  if (recording.segments.empty()) return {{number, 0, recording.frames}};
  std::vector<waveform::RecordingSegment> segments;
  segments.reserve(recording.segments.size());
  for (const SegmentPlan& segment : recording.segments) segments.push_back({number, segment.first, segment.frames});
  return segments;
}

const std::string& labelOf(const RecordingPlan& recording, std::size_t segment) {
  if (recording.segments.empty() || recording.segments[segment].label == SegmentPlan::kOfRecording)
    return recording.label;
  return recording.labels[recording.segments[segment].label];
}

std::vector<std::string> labelsOf(const RecordingPlan& recording) {
  return recording.labels.empty() ? std::vector{recording.label} : recording.labels;
}

std::uint64_t samplesOf(const RecordingPlan& recording, const ImportPlan& plan) {
  const waveform::WindowRule rule = windowRuleOf(plan);
  if (recording.segments.empty()) return waveform::windowCount(recording.frames, rule);
  std::uint64_t samples = 0;
  for (const SegmentPlan& segment : recording.segments) samples += waveform::windowCount(segment.frames, rule);
  return samples;
}

waveform::FrameUse frameUseOf(const ImportPlan& plan) {
  waveform::FrameUse all;
  if (!plan.recordings().sampleShape.empty() || plan.recordings().window == 0) return all;
  const waveform::WindowRule rule = windowRuleOf(plan);
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    if (recording.segments.empty()) all.add(waveform::frameUse(recording.frames, rule));
    for (const SegmentPlan& segment : recording.segments) all.add(waveform::frameUse(segment.frames, rule));
    if (recording.segments.empty()) continue;
    const std::uint64_t outside = outsideSegments(recording);
    if (!recording.labels.empty()) {
      all.unlabelled += outside;
    } else {  // segments that are shorter than a window, dropped
      all.frames += outside;
      all.rest += outside;
    }
  }
  return all;
}

waveform::WindowRule windowRuleOf(const ImportPlan& plan) {
  return {.length = plan.recordings().window,
          .hop = plan.recordings().hop,
          .padRest = plan.options.recordings.rest == Tail::pad};
}

bool holdsImages(const ImportPlan& plan) {
  return plan.recordings().sampleShape.size() == 3;
}

bool holdsRows(const ImportPlan& plan) {
  return plan.recordings().sampleShape.size() == 1;
}

std::vector<std::uint64_t> featureShape(const ImportPlan& plan) {
  if (holdsRows(plan)) return {plan.recordings().channelNames.size()};
  if (!holdsImages(plan)) return {plan.recordings().channelNames.size(), plan.recordings().window};
  return {plan.recordings().channelNames.size(), plan.recordings().sampleShape[1], plan.recordings().sampleShape[2]};
}

}  // namespace masu::ingest
