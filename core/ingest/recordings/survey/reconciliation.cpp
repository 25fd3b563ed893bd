// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/survey/reconciliation.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/name_list.h"
#include "core/table/number_text.h"
#include "core/table/unit_text.h"
#include "core/waveform/arrays/array_axes.h"

namespace masu::ingest {
namespace {

using waveform::RecordingInfo;

/// What most of the usable recordings have; the first of equals.
template <class Get>
auto mostCommon(const ImportPlan& plan, const std::vector<RecordingInfo>& headers, Get get) {
  std::map<std::decay_t<decltype(get(headers.front()))>, std::size_t> counts;
  std::decay_t<decltype(get(headers.front()))> best{};
  std::size_t bestCount = 0;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (plan.recordings().files[i].problem.empty()) ++counts[get(headers[i])];
  }
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!plan.recordings().files[i].problem.empty()) continue;
    const auto value = get(headers[i]);
    if (const std::size_t times = counts[value]; times > bestCount) {
      best = value;
      bestCount = times;
    }
  }
  return best;
}

/// Names that a format made up mean nothing: the first of two channels does not correspond to a single one.
bool areNumbered(const std::vector<std::string>& channels) {
  return channels == waveform::channelNames({}, channels.size());
}

/// The named channels that all usable recordings have, in the order of the first.
std::vector<std::string> commonChannels(const ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  std::optional<std::vector<std::string>> common;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!plan.recordings().files[i].problem.empty()) continue;
    if (areNumbered(headers[i].channels)) return {};
    if (!common) common = headers[i].channels;
    std::erase_if(*common, [&](const std::string& name) { return !std::ranges::count(headers[i].channels, name); });
  }
  return common.value_or(std::vector<std::string>());
}

/// Notes which channels of some recordings are left out, unless people chose channels.
void noteLeftOut(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  std::set<std::string> left;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (!plan.recordings().files[i].problem.empty()) continue;
    left.insert(headers[i].leftOut.begin(), headers[i].leftOut.end());
    for (const std::string& name : headers[i].channels) {
      if (!std::ranges::count(plan.recordings().channelNames, name)) left.insert(name);
    }
  }
  if (left.empty()) return;
  plan.notes.push_back({MASU_TEXT("core", "Left out, as they do not go with the channels taken: {0}."),
                        {namesListed({left.begin(), left.end()}, kAllListed)}});
}

/// Channels that were asked for as a recording calls them: an array of several goes by its own name, too, and a path
/// needs no slash before it.
std::vector<std::string> namesOf(const std::vector<std::string>& asked, const std::vector<std::string>& own) {
  const auto bare = [](std::string_view name) { return name.starts_with('/') ? name.substr(1) : name; };
  const auto isOfArray = [&](std::string_view channel, std::string_view array) {
    channel = bare(channel);
    array = bare(array);
    return channel.size() > array.size() + 1 && channel.starts_with(array) && channel[array.size()] == '.' &&
           channel.find_first_not_of("0123456789", array.size() + 1) == std::string_view::npos;
  };
  std::vector<std::string> names;
  for (const std::string& wanted : asked) {
    const auto same = std::ranges::find_if(own, [&](const auto& name) { return bare(name) == bare(wanted); });
    const std::size_t before = names.size();
    if (same != own.end()) {
      names.push_back(*same);
    } else {
      std::ranges::copy_if(own, std::back_inserter(names), [&](const auto& name) { return isOfArray(name, wanted); });
    }
    if (names.size() == before) names.push_back(wanted);
  }
  return names;
}

/// `model`: the first recording that has the channels wanted; empty where people asked for them.
void rejectChannels(RecordingPlan& recording, const std::vector<std::string>& own,
                    const std::vector<std::string>& wanted, const std::string& model) {
  const char* const sentence =
      model.empty()
          ? MASU_TEXT("core", "{0} has the channels {1}, not {2}; choose channels that all recordings have.")
          : MASU_TEXT("core",
                      "{0} has the channels {1}, not {2}, which are those of {3}: most recordings have them, or it is "
                      "the first of as many. Choose channels that all recordings have.");
  recording.reject(MASU_TEXT("core", "other channels"),
                   {sentence, {recording.path, namesListed(own, kAllListed), namesListed(wanted, kAllListed), model}});
}

/// Channels: those asked for, else the named ones that all have, else those of most recordings. A recording without
/// them is rejected.
void settleChannels(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const auto& asked = plan.options.recordings.channels;
  const auto usable =
      std::ranges::find_if(plan.recordings().files, [](const auto& each) { return each.problem.empty(); });
  const auto first = static_cast<std::size_t>(usable - plan.recordings().files.begin());
  plan.recordings().channelNames = asked.empty()            ? commonChannels(plan, headers)
                                   : first < headers.size() ? namesOf(asked, headers[first].channels)
                                                            : asked;
  const bool byName = !plan.recordings().channelNames.empty();
  if (!byName)
    plan.recordings().channelNames = mostCommon(plan, headers, [](const RecordingInfo& info) { return info.channels; });
  // Whose channels they are; nobody's where they were asked for.
  const auto same = std::ranges::find(headers, plan.recordings().channelNames, &RecordingInfo::channels);
  const std::string model = byName || same == headers.end()
                                ? ""
                                : plan.recordings().files[static_cast<std::size_t>(same - headers.begin())].path;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    const auto& own = headers[i].channels;
    if (!recording.problem.empty() || own == plan.recordings().channelNames) continue;
    const bool hasAll = std::ranges::all_of(
        plan.recordings().channelNames, [&](const auto& name) { return std::ranges::find(own, name) != own.end(); });
    if (hasAll && byName) continue;
    rejectChannels(recording, own, plan.recordings().channelNames, model);
  }
  if (asked.empty()) noteLeftOut(plan, headers);
}

/// Rejects recordings that do not have the channels that a model learned from: each by itself, whatever is beside it.
/// The first of two channels without names is not the only one that the model knows.
void settleLearnedChannels(ImportPlan& plan, const std::vector<RecordingInfo>& headers,
                           const std::vector<std::string>& learned) {
  plan.recordings().channelNames = learned;
  const bool byName = !areNumbered(learned);
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    const auto& own = headers[i].channels;
    if (!recording.problem.empty() || own == learned) continue;
    if (byName && std::ranges::all_of(learned, [&](const auto& name) { return std::ranges::count(own, name) > 0; }))
      continue;
    recording.reject(
        MASU_TEXT("core", "other channels"),
        {MASU_TEXT("core",
                   "{0} has the channels {1}, and the model learned from {2}. Bring it to those channels before, or "
                   "train a model with recordings like it."),
         {recording.path, namesListed(own, kAllListed), namesListed(learned, kAllListed)}});
  }
  noteLeftOut(plan, headers);
}

/// A channel counts in one unit: that of most recordings which give one.
void settleUnits(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  for (const std::string& channel : plan.recordings().channelNames) {
    std::map<std::string, std::size_t> counts;
    std::string most;
    for (std::size_t i = 0; i < headers.size(); ++i) {
      const std::string unit = table::plainUnit(unitOf(headers[i], channel));
      if (!plan.recordings().files[i].problem.empty() || unit.empty()) continue;
      if (++counts[unit] > (most.empty() ? 0 : counts.at(most))) most = unit;
    }
    for (std::size_t i = 0; i < headers.size() && counts.size() > 1; ++i) {
      RecordingPlan& recording = plan.recordings().files[i];
      const std::string unit = unitOf(headers[i], channel);
      if (!recording.problem.empty() || unit.empty() || table::plainUnit(unit) == most) continue;
      recording.reject(MASU_TEXT("core", "other unit"),
                       {MASU_TEXT("core",
                                  "Channel {1} of {0} is in {2} where most have {3}, so that their values do not go "
                                  "together. Import it separately, or bring it to {3} before."),
                        {recording.path, channel, unit, most}});
    }
  }
}

/// Arrays of samples go with arrays of samples of one shape.
void settleShape(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  plan.recordings().sampleShape = mostCommon(plan, headers, [](const RecordingInfo& info) { return info.sampleShape; });
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty() || headers[i].sampleShape == plan.recordings().sampleShape) continue;
    const auto text = [](const auto& shape) -> Argument {
      if (shape.empty()) return Message::marked(MASU_TEXT("core", "no shape"));
      return table::shapeText(shape);
    };
    recording.reject(
        MASU_TEXT("core", "other shape"),
        {MASU_TEXT("core", "The samples of {0} have another shape than most: {1}, not {2}. Import them separately."),
         {recording.path, text(headers[i].sampleShape), text(plan.recordings().sampleShape)}});
  }
}

/// A rate of 0 is none.
const char* rateSentence(double rate, double most) {
  if (rate == 0) {
    return MASU_TEXT("core",
                     "{0} states no sampling rate where most have {2} frames a second; --rate {2} gives it one.");
  }
  if (most == 0) {
    return MASU_TEXT("core",
                     "{0} has {1} frames a second where most state no sampling rate; --rate {1} gives them one.");
  }
  return MASU_TEXT("core",
                   "{0} has {1} frames a second where most have {2}; resampling to {2} brings all to one rate.");
}

void settleRate(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  plan.recordings().rate = plan.options.recordings.rate;
  if (plan.recordings().rate == 0)
    plan.recordings().rate = mostCommon(plan, headers, [](const RecordingInfo& info) { return info.rate; });
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty() || headers[i].rate == plan.recordings().rate) continue;
    recording.reject(MASU_TEXT("core", "other rate"),
                     {rateSentence(headers[i].rate, plan.recordings().rate),
                      {recording.path, table::numberText(headers[i].rate, table::DType::f64),
                       table::numberText(plan.recordings().rate, table::DType::f64)}});
  }
}

/// Whether samples of one scale can be brought to another: both are of sound, whose full scale is known, or neither is,
/// so that values are what they are. Else only the same scale shows that they go together.
bool canBring(const SampleScale& own, const SampleScale& wanted) {
  return own.sound == wanted.sound || own == wanted;
}

/// Rejects recordings that cannot be brought to the scale asked for: each by itself, whatever is beside it.
void settleScale(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const std::optional<SampleScale>& wanted = plan.options.recordings.scale;
  if (!wanted) return;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    RecordingPlan& recording = plan.recordings().files[i];
    if (!recording.problem.empty()) continue;
    const bool integer = table::isInteger(headers[i].native);
    const SampleScale own{integer ? headers[i].native : table::DType::f32, headers[i].fullScale, headers[i].sound};
    if (canBring(own, *wanted)) continue;
    recording.reject(
        MASU_TEXT("core", "other scale"),
        {MASU_TEXT("core",
                   "The samples of {0} are {1}, those that the model learned from were {2}, as type (full scale). One "
                   "of them is not known to be sound, so that they cannot be brought to one scale. Save {0} in the "
                   "format of those recordings, or import all recordings together and train again."),
         {recording.path, scaleText(own), scaleText(*wanted)}});
  }
}

/// How many of the usable recordings something holds for, and the first of them.
struct Odd {
  std::size_t count = 0;
  std::size_t example = 0;
};

template <class Is>
Odd countOdd(const ImportPlan& plan, const std::vector<RecordingInfo>& headers, Is is) {
  Odd odd;
  for (std::size_t i = headers.size(); i-- > 0;) {
    if (!plan.recordings().files[i].problem.empty() || !is(headers[i])) continue;
    ++odd.count;
    odd.example = i;
  }
  return odd;
}

/// A matrix with time along its second dimension is read against the usual order, which is to be known.
void noteMatrices(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  if (plan.options.recordings.frames != waveform::FrameAxis::longer) return;
  const auto [turned, example] = countOdd(
      plan, headers, [](const RecordingInfo& info) { return !info.matrix.empty() && info.matrix[0] < info.matrix[1]; });
  if (turned == 0) return;
  const std::string& path = plan.recordings().files[example].path;
  const auto& shape = headers[example].matrix;
  if (headers.size() == 1) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "{0} is a matrix of the shape {1}: its longer dimension is taken as time, so it has {2} channels. "
                   "State --frames first if its rows are the frames."),
         {path, waveform::shapeText(shape), std::to_string(shape[0])}});
    return;
  }
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "{0} of {1} recordings are matrices with more columns than rows, {2} of the shape {3} among them: "
                 "their longer dimension is taken as time. State --frames first if rows are the frames."),
       {std::to_string(turned), std::to_string(headers.size()), path, waveform::shapeText(shape)}});
}

/// A rate as one would state it.
std::string adviceOf(double rate) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), rate < 100 ? "%.3g" : "%.0f", rate);
  return text.data();
}

/// Frames without an even pace are taken as they follow each other, which is to be known.
void noteUneven(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const auto [uneven, example] =
      countOdd(plan, headers, [](const RecordingInfo& info) { return info.unevenRate != 0; });
  if (uneven == 0) return;
  if (headers.size() == 1) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "The times in {0} are uneven; its frames are taken as they follow each other. A rate to bring them "
                   "to, such as {1}, makes them even."),
         {plan.recordings().files[example].path, adviceOf(headers[example].unevenRate)}});
    return;
  }
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "The times in {0} of {1} recordings are uneven, {2} among them; their frames are taken as they follow "
                 "each other. A rate to bring them to, such as {3}, makes them even."),
       {std::to_string(uneven), std::to_string(headers.size()), plan.recordings().files[example].path,
        adviceOf(headers[example].unevenRate)}});
}

/// Notes something of the usable recordings for which `is` holds: `sentence` of the first of them, which may say how
/// many they are.
template <class Is>
void noteOdd(ImportPlan& plan, const std::vector<RecordingInfo>& headers, const char* sentence, Is is) {
  const auto [count, example] = countOdd(plan, headers, is);
  if (count == 0) return;
  const RecordingInfo& info = headers[example];
  plan.notes.push_back(
      {sentence,
       {plan.recordings().files[example].path, std::to_string(count), std::to_string(headers.size()),
        std::to_string(info.timesBack), std::to_string(info.timeGaps), std::to_string(info.timesRepeated)}});
}

/// Which column is the time is a guess unless it was asked for, by its name or by what it holds, and what it holds is
/// not stored.
void noteTimeColumns(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  if (plan.options.recordings.time) return;
  const auto [count, example] =
      countOdd(plan, headers, [](const RecordingInfo& info) { return !info.timeColumns.empty(); });
  if (count == 0) return;
  const RecordingInfo& info = headers[example];
  plan.notes.push_back(
      {info.rate > 0 ? MASU_TEXT("core",
                                 "The times of frames are taken from {1} in {0}, which is not stored as a channel; "
                                 "their rate is {2} Hz. If it is a channel, use --time none; if another column is the "
                                 "time, --time COLUMN. Recordings like it: {3} of {4}.")
                     : MASU_TEXT("core",
                                 "The times of frames are taken from {1} in {0}, which is not stored as a channel; "
                                 "they give no rate. If it is a channel, use --time none; if another column is the "
                                 "time, --time COLUMN. Recordings like it: {3} of {4}."),
       {plan.recordings().files[example].path, namesListed(info.timeColumns, kAllListed), adviceOf(info.rate),
        std::to_string(count), std::to_string(headers.size())}});
}

/// Samples that are brought to the scale of others are no longer what the file holds.
void noteScale(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  const std::optional<SampleScale>& wanted = plan.options.recordings.scale;
  if (!wanted) return;
  const auto [count, example] =
      countOdd(plan, headers, [&](const RecordingInfo& info) { return info.fullScale != wanted->full; });
  if (count == 0) return;
  const auto text = [](double value) { return table::numberText(value, table::DType::f64); };
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "The samples of {0}, whose full scale is {1}, are brought to the full scale of those that the model "
                 "learned from, {2}. Recordings like it: {3} of {4}."),
       {plan.recordings().files[example].path, text(headers[example].fullScale), text(wanted->full),
        std::to_string(count), std::to_string(headers.size())}});
}

/// What is made of times that do not follow each other.
void noteOddTimes(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  noteOdd(plan, headers,
          MASU_TEXT("core",
                    "The times in {0} do not increase, so it has no rate, and its frames are taken as they follow each "
                    "other. Sort them by time if that is not their order. Recordings like it: {1} of {2}."),
          [](const RecordingInfo& info) { return !info.timesIncrease; });
  noteOdd(plan, headers,
          MASU_TEXT("core",
                    "The times in {0} go back (places: {3}): it is cut there, and a window holds frames of one segment "
                    "only. Recordings like it: {1} of {2}."),
          [](const RecordingInfo& info) { return info.timesBack > 0; });
  noteOdd(plan, headers,
          MASU_TEXT("core",
                    "The times in {0} leave gaps (places: {4}): it is cut there, and a window holds frames of one "
                    "segment only. Recordings like it: {1} of {2}."),
          [](const RecordingInfo& info) { return info.timeGaps > 0; });
  noteOdd(plan, headers,
          MASU_TEXT("core",
                    "Frames in {0} that have the time of the frame before them: {5}. They are kept as frames of their "
                    "own. Recordings like it: {1} of {2}."),
          [](const RecordingInfo& info) { return info.timesRepeated > 0; });
}

void noteUnpacked(ImportPlan& plan, const std::vector<RecordingInfo>& headers) {
  noteOdd(plan, headers,
          MASU_TEXT("core",
                    "The numbers in {0} are read as its attributes say (scale_factor, add_offset, _FillValue, "
                    "missing_value, _Unsigned): they may be scaled, and some may be missing. Recordings like it: {1} "
                    "of {2}."),
          [](const RecordingInfo& info) { return info.unpacked; });
  plan.recordings().unpacked = countOdd(plan, headers, [](const auto& info) { return info.unpacked; }).count > 0;
}

}  // namespace

std::string scaleText(const SampleScale& scale) {
  return std::string(table::name(scale.type)) + " (" + table::numberText(scale.full, table::DType::f64) + ")";
}

std::string unitOf(const RecordingInfo& recording, const std::string& channel) {
  const auto place = std::ranges::find(recording.channels, channel) - recording.channels.begin();
  const auto at = static_cast<std::size_t>(place);
  return at < recording.units.size() ? recording.units[at] : std::string();
}

Result<void> checkUnpackedAlike(const ImportPlan& recipe, const ImportPlan& plan) {
  if (recipe.recordings().unpacked || !plan.recordings().unpacked.value_or(false)) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "Attributes of the new recordings scale their numbers (scale_factor, add_offset) or mark "
                        "missing ones. The version of Masu that imported the earlier recordings did not read such "
                        "attributes. Import all recordings again, so that their numbers go together."));
}

void reconcileRecordings(ImportPlan& plan, const std::vector<RecordingInfo>& headers,
                         const std::vector<std::string>& learned) {
  if (learned.empty()) {
    settleChannels(plan, headers);
  } else {
    settleLearnedChannels(plan, headers, learned);
  }
  settleShape(plan, headers);
  settleRate(plan, headers);
  settleUnits(plan, headers);
  settleScale(plan, headers);
  noteTimeColumns(plan, headers);
  noteUneven(plan, headers);
  noteOddTimes(plan, headers);
  noteMatrices(plan, headers);
  noteScale(plan, headers);
  noteUnpacked(plan, headers);
}

}  // namespace masu::ingest
