// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/usable_recordings.h"

#include <algorithm>
#include <numeric>

#include "core/ingest/labels/label_codes.h"
#include "core/ingest/recordings/read/segments.h"
#include "core/store/format/pyramid.h"

namespace masu::ingest {

UsableRecordings usableOf(const ImportPlan& plan) {
  UsableRecordings usable;
  if (plan.target == store::Target::values) usable.labelType = labelTypeOf(plan);
  const auto classCodes = codesOf(plan.classes);
  std::vector<waveform::RecordingSegment> segments;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < plan.recordings().files.size(); ++i) {
    const RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    const auto own = segmentsOf(recording, usable.planned.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (plan.target == store::Target::classes) usable.labelCodes.push_back(classCodes.at(labelOf(recording, k)));
      if (plan.target != store::Target::values) continue;
      usable.labelValues.push_back(labelValue(labelOf(recording, k)));
      if (usable.labelType == table::DType::i64) usable.labelWholes.push_back(wholeLabel(labelOf(recording, k)));
    }
    segments.insert(segments.end(), own.begin(), own.end());
    usable.planned.push_back(i);
    groups.push_back(recording.group);
  }
  if (!plan.options.recordings.groupFrom.empty()) usable.groupNames = sortedNames(groups);
  const auto groupCodes = codesOf(usable.groupNames);
  const bool samples = !plan.recordings().sampleShape.empty();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::uint64_t own = samples ? i : segments[i].recording;
    const auto group = groupCodes.empty() ? own : groupCodes.at(groups[segments[i].recording]);
    usable.groups.push_back(static_cast<std::int32_t>(group));
  }
  usable.windows = {std::move(segments), windowRuleOf(plan)};
  return usable;
}

std::vector<std::uint64_t> lengthsOf(const ImportPlan& plan) {
  std::vector<std::uint64_t> lengths;
  for (const RecordingPlan& recording : plan.recordings().files)
    if (recording.problem.empty()) lengths.push_back(recording.frames);
  return lengths;
}

table::DType labelTypeOf(const ImportPlan& plan) {
  std::vector<std::string> labels;
  for (const RecordingPlan& recording : plan.recordings().files) {
    if (!recording.problem.empty()) continue;
    const std::size_t count = std::max<std::size_t>(1, recording.segments.size());
    for (std::size_t k = 0; k < count; ++k) labels.push_back(labelOf(recording, k));
  }
  return typeOfValues(labels);
}

std::vector<store::ObjectInfo> objectsOf(const ImportPlan& plan) {
  std::vector<store::ObjectInfo> objects;
  const auto add = [&](const char* name, table::DType type, std::vector<std::uint64_t> shape) {
    store::ObjectInfo object;
    object.name = name;
    object.dtype = type;
    object.sampleShape = std::move(shape);
    object.compression = plan.options.compression;
    objects.push_back(std::move(object));
  };
  const bool whole = plan.options.recordings.keep == StoreAs::recordings;
  const auto lengths = whole ? lengthsOf(plan) : std::vector<std::uint64_t>();
  if (whole) {
    add("recordings", plan.dtype, {plan.recordings().channelNames.size()});
    objects.back().samples = std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
    add("windows", table::DType::u32, {});
  } else {
    add("features", plan.dtype, featureShape(plan));
  }
  if (plan.target == store::Target::classes) {
    add("labels", table::narrowestUnsigned(plan.classes.empty() ? 0 : plan.classes.size() - 1), {});
  }
  if (plan.target == store::Target::values) add("labels", labelTypeOf(plan), {});
  add("group", table::DType::i32, {});
  add("origin", table::DType::u32, {});
  for (const store::PyramidLevel& level : store::pyramidOver(lengths)) {
    add(level.name().c_str(), plan.dtype, {plan.recordings().channelNames.size(), 2});
    objects.back().samples = level.blocks();
  }
  return objects;
}

}  // namespace masu::ingest
