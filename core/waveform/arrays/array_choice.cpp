// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "core/waveform/arrays/array_recording.h"

namespace masu::waveform {
namespace {

/// Channels of a listed array that were chosen.
struct Choice {
  std::size_t array = 0;
  ArrayAxes axes;
  std::uint64_t firstChannel = 0;
  std::uint64_t channels = 0;
};

std::string_view withoutRoot(std::string_view name) {
  return name.starts_with('/') ? name.substr(1) : name;
}

/// The struct or group that an array is in, and its own name.
std::string_view folderOf(std::string_view name) {
  const auto end = name.find_last_of("./");
  return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
}
std::string_view ownNameOf(std::string_view name) {
  return name.substr(name.find_last_of("./") + 1);
}

bool isRate(const ListedArray& array) {
  constexpr std::array<std::string_view, 6> kNames{"sr", "fs", "Fs", "sample_rate", "sampling_rate", "samplerate"};
  return array.type && elementsOf(array.shape) == 1 &&
         std::find(kNames.begin(), kNames.end(), ownNameOf(array.name)) != kNames.end();
}

std::optional<ArrayAxes> meaningOf(const ArrayList& list, const ListedArray& array) {
  auto axes = list.rows ? axesOfRows(array.shape) : axesOf(array.shape, list.frames);
  if (axes && !array.axes.empty()) axes->axes = array.axes;
  return axes;
}

/// The first names of what a file holds, for a sentence.
std::string contentsOf(const ArrayList& list) {
  constexpr std::size_t kShown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, list.arrays.size()); ++i) {
    const ListedArray& array = list.arrays[i];
    text += (i == 0 ? "" : ", ") + (array.name.empty() ? "c1 …" : array.name);
    if (array.type) text += " " + shapeText(array.shape);
  }
  return list.arrays.size() > kShown ? text + " …" : text;
}

tl::unexpected<Error> failIn(const ArrayList& list, Errc code, std::string text, std::vector<Argument> arguments) {
  arguments.insert(arguments.begin(), list.path);
  return fail(code, std::move(text), std::move(arguments), {list.path});
}

Result<Choice> choose(const ArrayList& list, std::size_t index) {
  const ListedArray& array = list.arrays[index];
  const std::string name = array.name.empty() ? shapeText(array.shape) : array.name;
  if (array.problem) return fail(*array.problem);
  if (!array.type) {
    return failIn(list, Errc::unsupported, MASU_TEXT("core", "{1} in {0} is not an array of real numbers."), {name});
  }
  auto axes = meaningOf(list, array);
  if (!axes) {
    return failIn(list, Errc::unsupported,
                  MASU_TEXT("core", "{1} in {0} has the shape {2}; arrays of one to four dimensions can be read."),
                  {name, shapeText(array.shape)});
  }
  if (elementsOf(array.shape) == 0) {
    return failIn(list, Errc::format, MASU_TEXT("core", "{1} in {0} holds no values."), {name});
  }
  const std::uint64_t channels = axes->channels();
  if (channels > kMostChannels) {
    return failIn(list, Errc::unsupported,
                  MASU_TEXT("core", "{1} in {0} would make {2} channels of {3} frames; at most {4} can be read."),
                  {name, std::to_string(channels), std::to_string(axes->frames()), std::to_string(kMostChannels)});
  }
  return Choice{index, std::move(*axes), 0, channels};
}

/// An array by its name, or one channel by that.
Result<Choice> chooseNamed(const ArrayList& list, const std::string& wanted) {
  const auto named = std::find_if(list.arrays.begin(), list.arrays.end(), [&](const ListedArray& array) {
    return !array.name.empty() && withoutRoot(array.name) == withoutRoot(wanted);
  });
  if (named != list.arrays.end()) return choose(list, static_cast<std::size_t>(named - list.arrays.begin()));
  for (std::size_t i = 0; i < list.arrays.size(); ++i) {
    const auto axes = list.arrays[i].type ? meaningOf(list, list.arrays[i]) : std::nullopt;
    if (!axes || axes->channels() > kMostChannels) continue;
    const std::vector<std::string> names = channelNames(list.arrays[i].name, axes->channels());
    const auto channel = std::find_if(
        names.begin(), names.end(), [&](const std::string& name) { return withoutRoot(name) == withoutRoot(wanted); });
    if (channel == names.end()) continue;
    MASU_TRY(Choice choice, choose(list, i));
    choice.firstChannel = static_cast<std::uint64_t>(channel - names.begin());
    choice.channels = 1;
    return choice;
  }
  return failIn(list, Errc::notFound, MASU_TEXT("core", "There is no \"{1}\" in {0}. It holds: {2}."),
                {wanted, contentsOf(list)});
}

/// What a recording takes where nobody named its channels.
Result<std::vector<Choice>> chooseLongest(const ArrayList& list) {
  std::vector<Choice> usable;
  std::optional<Error> problem;
  for (std::size_t i = 0; i < list.arrays.size(); ++i) {
    if (auto choice = choose(list, i)) {
      usable.push_back(std::move(*choice));
    } else if (!problem) {
      problem = std::move(choice.error());
    }
  }
  if (usable.empty()) {
    if (problem) return fail(*problem);
    return failIn(list, Errc::noSamples, MASU_TEXT("core", "{0} holds no arrays."), {});
  }
  const auto size = [](const Choice& choice) { return choice.axes.frames() * choice.channels; };
  const auto largest = std::max_element(usable.begin(), usable.end(),
                                        [&](const Choice& a, const Choice& b) { return size(a) < size(b); });
  // A single number is a setting, unless the file holds nothing else.
  const std::uint64_t least = std::min<std::uint64_t>(2, size(*largest));
  std::vector<Choice> taken;
  if (largest->axes.hasSamples()) {
    taken.push_back(*largest);
    return taken;
  }
  std::uint64_t longest = 0;
  for (const Choice& choice : usable) {
    if (!choice.axes.hasSamples()) longest = std::max(longest, choice.axes.frames());
  }
  for (Choice& choice : usable) {
    if (choice.axes.hasSamples() || choice.axes.frames() != longest || size(choice) < least) continue;
    taken.push_back(std::move(choice));
  }
  return taken;
}

/// Channels of one recording have the same frames, cut into samples alike.
Result<void> checkAlike(const ArrayList& list, const std::vector<Choice>& choices) {
  std::uint64_t channels = 0;
  for (const Choice& choice : choices) {
    channels += choice.channels;
    const Choice& first = choices.front();
    if (choice.axes.frames() == first.axes.frames() && choice.axes.sampleShape(1) == first.axes.sampleShape(1))
      continue;
    return failIn(list, Errc::invalidArgument,
                  MASU_TEXT("core",
                            "{1} and {2} in {0} do not go together: their shapes are {3} and {4}. Choose arrays of the "
                            "same length."),
                  {list.arrays[first.array].name, list.arrays[choice.array].name, shapeText(first.axes.shape),
                   shapeText(choice.axes.shape)});
  }
  if (channels <= kMostChannels) return {};
  return failIn(list, Errc::unsupported, MASU_TEXT("core", "{0} would make {1} channels; at most {2} can be read."),
                {std::to_string(channels), std::to_string(kMostChannels)});
}

/// The single number that states the rate of an array called `name`, if any.
std::optional<std::size_t> findRate(const ArrayList& list, std::string_view name) {
  std::vector<std::size_t> rates;
  for (std::size_t i = 0; i < list.arrays.size(); ++i) {
    if (isRate(list.arrays[i])) rates.push_back(i);
  }
  for (std::string_view folder = folderOf(name);; folder = folderOf(folder)) {
    for (const std::size_t rate : rates) {
      if (folderOf(list.arrays[rate].name) == folder) return rate;
    }
    if (folder.empty()) break;
  }
  return rates.size() == 1 ? std::optional(rates.front()) : std::nullopt;
}

Result<double> readRate(const ArrayList& list, std::string_view name) {
  const auto found = findRate(list, name);
  if (!found) return 0;
  double rate = 0;
  MASU_TRY(const auto array, list.open(*found));
  MASU_CHECK(array->read(Slab(list.arrays[*found].shape.size(), SlabAxis{0, 1, 0}), std::span(&rate, 1)));
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

Result<std::unique_ptr<RecordingSource>> assemble(const ArrayList& list, std::vector<Choice> choices,
                                                  RecordingInfo info) {
  MASU_CHECK(checkAlike(list, choices));
  std::vector<ArrayPart> parts;
  std::map<std::size_t, std::shared_ptr<NumberArray>> opened;
  for (Choice& choice : choices) {
    const ListedArray& array = list.arrays[choice.array];
    const auto names = channelNames(array.name, choice.axes.channels());
    const auto first = names.begin() + static_cast<std::ptrdiff_t>(choice.firstChannel);
    info.channels.insert(info.channels.end(), first, first + static_cast<std::ptrdiff_t>(choice.channels));
    if (info.matrix.empty() && !list.rows && array.axes.empty() && isMatrix(array.shape)) info.matrix = array.shape;
    if (!array.packing.isPlain()) info.unpacked = true;
    const table::DType type = storedTypeOf(*array.type);
    info.native = parts.empty() ? type : widerOf(info.native, type);
    auto& numbers = opened[choice.array];
    if (!numbers) {
      MASU_TRY(numbers, list.open(choice.array));
    }
    parts.push_back({numbers, std::move(choice.axes), choice.firstChannel, choice.channels});
  }
  return recordingOf(std::move(info), std::move(parts), list.path);
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> openArrays(const ArrayList& list, const std::vector<std::string>& wanted) {
  std::vector<Choice> choices;
  for (const std::string& name : wanted) {
    MASU_TRY(Choice choice, chooseNamed(list, name));
    choices.push_back(std::move(choice));
  }
  RecordingInfo info;
  if (wanted.empty()) {
    MASU_TRY(choices, chooseLongest(list));
    for (std::size_t i = 0; i < list.arrays.size(); ++i) {
      const bool isTaken =
          std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.array == i; });
      if (!isTaken && !isRate(list.arrays[i])) info.leftOut.push_back(list.arrays[i].name);
    }
  }
  MASU_TRY(info.rate, readRate(list, list.arrays[choices.front().array].name));
  return assemble(list, std::move(choices), std::move(info));
}

Result<std::unique_ptr<RecordingSource>> openOnly(std::shared_ptr<NumberArray> array, ListedArray listed,
                                                  const std::string& path, const RecordingRequest& request) {
  return openArrays({.path = path,
                     .arrays = {std::move(listed)},
                     .open = [&](std::size_t) { return array; },
                     .frames = request.frames},
                    request.channels);
}

}  // namespace masu::waveform
