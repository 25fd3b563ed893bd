// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/channel_types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/ingest/sources/source_opener.h"
#include "core/table/number_text.h"

namespace masu::ingest {
namespace {

using table::DType;
using waveform::RecordingInfo;

constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 18;

/// The smallest and largest value of each channel.
struct Range {
  double min = INFINITY;
  double max = -INFINITY;

  void add(double value) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
};

/// Reads one recording from end to end.
Result<void> extend(std::vector<Range>& ranges, const ImportPlan& plan, const RecordingCache& cache,
                    std::size_t recording, SourceOpener& opener, const std::stop_token& stop) {
  MASU_TRY(const auto source, openPlanned(opener, plan, recording, &cache));
  const RecordingInfo& info = source->info();
  const std::uint64_t width = info.channels.size();
  const std::uint64_t step = std::max<std::uint64_t>(1, kBlockValues / width);
  const std::vector<std::size_t> places = channelPlaces(plan, info);
  std::vector<double> values;
  for (std::uint64_t first = 0; first < info.frames; first += step) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    values.resize(std::min(step, info.frames - first) * width);
    MASU_CHECK(source->readExact(first, values));
    for (std::size_t c = 0; c < places.size(); ++c) {
      for (std::size_t at = places[c]; at < values.size(); at += width)
        ranges[c].add(plannedValue(plan, info, values[at]));
    }
  }
  return {};
}

/// What it takes to read all recordings once more.
struct Reading {
  const RecordingCache& cache;
  const Resources& resources;
  const JobContext& job;
};

/// What the channels reach over all recordings. One that cannot be read is passed over: the import rejects it.
Result<std::vector<Range>> rangesOf(const ImportPlan& plan, const Reading& reading) {
  const std::size_t count = plan.recordings().files.size();
  reading.job.progress.begin(MASU_TEXT("core", "Reading recordings"), count, Progress::Unit::steps);
  std::vector<Range> all(plan.recordings().channelNames.size());
  std::mutex mutex;
  const auto read = [&](SourceOpener& opener, std::size_t i, const std::stop_token& stop) -> Result<void> {
    if (!plan.recordings().files[i].problem.empty()) return {};
    std::vector<Range> own(all.size());
    const auto extended = extend(own, plan, reading.cache, i, opener, stop);
    if (!extended && extended.error().code == Errc::cancelled) return fail(extended.error());
    const std::lock_guard lock(mutex);
    for (std::size_t c = 0; extended && c < all.size(); ++c) {
      all[c].add(own[c].min);
      all[c].add(own[c].max);
    }
    return {};
  };
  MASU_CHECK(forEachRecording(count, reading.resources, reading.job, read));
  if (plan.options.recordings.rest == Tail::pad) {
    for (Range& range : all) range.add(plan.recordings().silence);
  }
  return all;
}

/// Errors: a channel whose values have no end.
Result<std::vector<downcast::Affine>> stepsOver(const ImportPlan& plan, const std::vector<Range>& ranges, DType type,
                                                bool integral) {
  std::vector<downcast::Affine> steps;
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    const auto affine = downcast::affineOver(type, ranges[c].min, ranges[c].max, integral);
    if (!affine) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The channel {0} has no finite range that {1} could be spread over. Choose f32."),
                  {plan.recordings().channelNames[c], std::string(table::name(type))});
    }
    steps.push_back(*affine);
  }
  return steps;
}

bool holdsAll(DType type, const std::vector<Range>& ranges) {
  return std::ranges::all_of(ranges, [type](const Range& range) {
    return table::lowest(type) <= range.min && range.max <= table::highest(type);
  });
}

Result<void> storeAsCodes(ImportPlan& plan, const std::vector<Range>& ranges, bool integral) {
  MASU_TRY(const auto steps, stepsOver(plan, ranges, plan.dtype, integral));
  for (std::size_t c = 0; c < steps.size(); ++c) plan.columns[c].steps = steps[c];
  plan.notes.push_back({MASU_TEXT("core", "Stored as codes of {0}, with a scale and an offset for each channel."),
                        {std::string(table::name(plan.dtype))}});
  return {};
}

/// Under `auto`: the narrowest integers that hold all values.
Result<void> narrowIntegers(ImportPlan& plan, const Reading& reading) {
  MASU_TRY(const auto ranges, rangesOf(plan, reading));
  for (const DType type : {DType::u8, DType::i8, DType::u16, DType::i16, DType::i32}) {
    if (table::sizeOf(type) >= table::sizeOf(plan.dtype) || !holdsAll(type, ranges)) continue;
    plan.dtype = type;
    plan.notes.push_back(
        {MASU_TEXT("core", "{0} holds every value of the recordings."), {std::string(table::name(type))}});
    return {};
  }
  return {};
}

/// Under `auto`: codes where half a step is within the tolerance.
Result<void> narrowDecimals(ImportPlan& plan, const Reading& reading) {
  const double tolerance = plan.options.tolerance.value_or(0);
  if (tolerance <= 0) return {};
  MASU_TRY(const auto ranges, rangesOf(plan, reading));
  for (const DType type : {DType::i8, DType::i16}) {
    const auto steps = stepsOver(plan, ranges, type, false);
    if (!steps) return {};
    const auto widest = std::ranges::max_element(*steps, {}, &downcast::Affine::scale);
    if (downcast::kHalfStep * static_cast<double>(widest->scale) > tolerance) continue;
    plan.dtype = type;
    return storeAsCodes(plan, ranges, false);
  }
  plan.notes.push_back({MASU_TEXT("core", "No narrower type keeps the channels within {0}: they are stored as f32."),
                        {table::numberText(tolerance, DType::f64)}});
  return {};
}

Result<void> chooseType(ImportPlan& plan, DType native, const Reading& reading) {
  const bool integral = table::isInteger(native);
  // Decimals are stored as f32 unless asked: what that costs is measured.
  plan.dtype = plan.options.dtype.value_or(native == DType::f64 ? DType::f32 : native);
  if (plan.options.autoType && !plan.options.dtype)
    return integral ? narrowIntegers(plan, reading) : narrowDecimals(plan, reading);
  const bool holds = integral && table::lowest(plan.dtype) <= table::lowest(native) &&
                     table::highest(native) <= table::highest(plan.dtype);
  if (holds || !table::isInteger(plan.dtype)) {
    if (holds || !integral) return {};
  } else if (downcast::canBeCodes(plan.dtype)) {
    MASU_TRY(const auto ranges, rangesOf(plan, reading));
    return integral && holdsAll(plan.dtype, ranges) ? Result<void>() : storeAsCodes(plan, ranges, integral);
  }
  return fail(
      Errc::invalidArgument,
      MASU_TEXT(
          "core",
          "The type {0} cannot hold these recordings, whose samples are {1}. Choose f32, or leave the choice to Masu."),
      {std::string(table::name(plan.dtype)), std::string(table::name(native))});
}

/// The unit of a channel, where all recordings give one and keep their values; a note where some give none. They have
/// one unit, in whatever spelling.
std::string sharedUnit(ImportPlan& plan, const std::vector<RecordingInfo>& headers, const std::string& channel) {
  const std::vector<RecordingPlan>& files = plan.recordings().files;
  const RecordingPlan* with = nullptr;     // the first that gives the unit
  const RecordingPlan* without = nullptr;  // the first that gives none
  std::string unit;
  for (std::size_t i = 0; i < headers.size() && !plan.recordings().rescaled; ++i) {
    if (!files[i].problem.empty()) continue;
    const std::string own = unitOf(headers[i], channel);
    const RecordingPlan*& first = own.empty() ? without : with;
    if (first == nullptr) first = &files[i];
    if (unit.empty()) unit = own;
  }
  if (with == nullptr || without == nullptr) return unit;
  plan.notes.push_back({MASU_TEXT("core",
                                  "Channel {0} is in {1} in {2}, and {3} gives no unit. The values are stored as they "
                                  "are, and the channel without a unit."),
                        {channel, unit, with->path, without->path}});
  return {};
}

constexpr std::size_t kMostSampledRecordings = 32;
constexpr std::uint64_t kMostSampledFrames = 2048;  ///< of one recording
/// Of all of them: more give no new information, and each value is tried in every type.
constexpr std::uint64_t kSampledFrames = std::uint64_t{1} << 14;
constexpr std::uint64_t kSampledValuesEach = std::uint64_t{1} << 18;

/// Appends some frames from the middle of one recording to the columns.
Result<void> sampleOne(ImportPlan& plan, const RecordingCache& cache, std::size_t recording, std::uint64_t most,
                       SourceOpener& opener) {
  MASU_TRY(const auto source, openPlanned(opener, plan, recording, &cache));
  const waveform::RecordingInfo& info = source->info();
  const std::uint64_t width = info.channels.size();
  const std::uint64_t frames =
      std::min({info.frames, most, std::max<std::uint64_t>(1, kSampledValuesEach / std::max<std::uint64_t>(1, width))});
  std::vector<double> values(frames * width);
  MASU_CHECK(source->readExact((info.frames - frames) / 2, values));
  const std::vector<std::size_t> places = channelPlaces(plan, info);
  for (std::size_t c = 0; c < places.size(); ++c) {
    for (std::size_t at = places[c]; at < values.size(); at += width) {
      const double value = plannedValue(plan, info, values[at]);
      if (!std::isnan(value)) plan.columns[c].sampled.push_back(value);
    }
  }
  return {};
}

/// Reads some frames from the middle of some recordings, spread evenly, into `sampled` and `stats` of plan.columns, one
/// a channel: what a narrower type would lose is estimated from them. What cannot be read is passed over; the import
/// reports it. Requires: the channels are described. Errors: cancelled.
Result<void> sampleChannels(ImportPlan& plan, const RecordingCache& cache, const Resources& resources,
                            const JobContext& job) {
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < plan.recordings().files.size(); ++i) {
    if (plan.recordings().files[i].problem.empty()) usable.push_back(i);
  }
  const std::size_t taken = std::min(usable.size(), kMostSampledRecordings);
  const std::uint64_t most = std::min(kMostSampledFrames, kSampledFrames / std::max<std::size_t>(1, taken));
  SourceOpener opener(memoryPerThread(resources));
  for (std::size_t i = 0; i < taken; ++i) {
    if (job.stopRequested()) return fail(Error::cancelled());
    static_cast<void>(sampleOne(plan, cache, usable[i * usable.size() / taken], most, opener));
  }
  for (ColumnPlan& column : plan.columns) {
    std::ranges::sort(column.sampled);
    for (const double value : column.sampled) column.stats.add(value);
  }
  return {};
}

/// Samples of several formats are brought to one scale, or are stored as decimals on the scale that they share.
void noteScales(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  std::map<double, std::size_t> scales;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (plan.recordings().files[i].problem.empty()) scales.emplace(headers[i].fullScale, i);
  }
  const auto& [full, file] = *scales.rbegin();
  const auto& [otherFull, otherFile] = *scales.begin();
  if (full == 1) return;
  const auto text = [](double value) { return table::numberText(value, DType::f64); };
  if (scales.size() == 1) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Resampling makes fractions of samples, so those of all recordings become "
                                    "decimals. Their full scale stays {0}."),
                          {text(full)}});
    return;
  }
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "The full scale of {0} is {1}, that of {2} is {3}. To be alike, the samples of all "
                 "recordings are divided by theirs and stored as fractions of it."),
       {plan.recordings().files[otherFile].path, text(otherFull), plan.recordings().files[file].path, text(full)}});
}

/// Finds what scale the samples of all recordings are stored on, and returns the type that holds them: that of the
/// recordings, or f32 where they have several, or are brought to another scale.
DType settleScale(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  RecordingsPlan& recordings = plan.recordings();
  const std::optional<SampleScale>& asked = plan.options.recordings.scale;
  const RecordingInfo* first = nullptr;
  bool sameType = true;
  bool sameScale = true;
  bool sound = false;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!recordings.files[i].problem.empty()) continue;
    if (first == nullptr) first = &headers[i];
    sameType = sameType && headers[i].native == first->native;
    sameScale = sameScale && headers[i].fullScale == first->fullScale && headers[i].silence == first->silence;
    sound = sound || headers[i].sound;
  }
  const double full = asked ? asked->full : sameScale ? first->fullScale : 1;
  recordings.rescaled = !sameScale || first->fullScale != full;
  recordings.silence = recordings.rescaled ? 0 : first->silence;
  // A scale that was asked for is noted where a recording has another.
  if (!asked && (recordings.rescaled || !sameType)) noteScales(plan, headers);
  const DType native = recordings.rescaled || !sameType ? DType::f32 : first->native;
  recordings.scale = SampleScale{table::isInteger(native) ? native : DType::f32, full, sound};
  return native;
}

}  // namespace

Result<void> settleChannelTypes(ImportPlan& plan, const std::vector<RecordingInfo>& headers,
                                const RecordingCache& cache, const Resources& resources, const JobContext& job) {
  const DType native = settleScale(plan, headers);
  for (const std::string& channel : plan.recordings().channelNames) plan.columns.emplace_back().name = channel;
  for (ColumnPlan& column : plan.columns) column.unit = sharedUnit(plan, headers, column.name);
  MASU_CHECK(chooseType(plan, native, {cache, resources, job}));
  for (ColumnPlan& column : plan.columns) {
    const bool whole = table::isInteger(plan.dtype) && !column.steps;
    column.kind = whole ? table::Kind::integer : table::Kind::decimal;
  }
  return sampleChannels(plan, cache, resources, job);
}

}  // namespace masu::ingest
