// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/signal_choice.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/table/number_text.h"
#include "core/waveform/signal/joined_recording.h"
#include "core/waveform/signal/resampled.h"

namespace masu::waveform {
namespace {

std::string rateText(double rate) {
  return table::numberText(rate, table::DType::f64);
}

Result<SignalPlaces> askedPlaces(const std::vector<RatedSignal>& signals, const std::vector<std::string>& asked,
                                 const std::string& path) {
  SignalPlaces taken;
  for (const std::string& name : asked) {
    const auto found = std::ranges::find(signals, name, &RatedSignal::label);
    if (found == signals.end()) {
      std::string labels;
      for (const RatedSignal& signal : signals) labels += (labels.empty() ? "" : ", ") + signal.label;
      return fail(Errc::notFound, MASU_TEXT("core", "{0} has no channel {1}. It has {2}."), {path, name, labels},
                  {path});
    }
    taken.push_back(static_cast<std::size_t>(found - signals.begin()));
  }
  return taken;
}

template <class Takes>
SignalPlaces placesWhere(const std::vector<RatedSignal>& signals, const Takes& takes) {
  SignalPlaces places;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (takes(signals[i])) places.push_back(i);
  }
  return places;
}

SignalPlaces mostCommon(const std::vector<RatedSignal>& signals) {
  std::map<std::uint64_t, std::size_t> counts;
  for (const RatedSignal& signal : signals) ++counts[signal.samples];
  std::pair<std::size_t, std::uint64_t> best;
  for (const auto& [samples, count] : counts) best = std::max(best, {count, samples});
  return placesWhere(signals, [&](const RatedSignal& signal) { return signal.samples == best.second; });
}

Result<void> checkOneRate(const std::vector<RatedSignal>& signals, const SignalPlaces& taken, const std::string& path) {
  const auto samples = [&](std::size_t i) { return signals[i].samples; };
  const auto [least, most] = std::ranges::minmax_element(taken, {}, samples);
  if (samples(*least) == samples(*most)) return {};
  if (signals[*most].rate <= 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The channels asked of {0} differ in rate. Ask for channels of one rate."), {path},
                {path});
  }
  std::string rates;
  for (const std::size_t i : taken) {
    rates += (rates.empty() ? "" : ", ") + signals[i].label + " " + rateText(signals[i].rate);
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The channels asked of {0} differ in rate: {1} a second. Ask for channels of one rate, or for "
                        "a rate to bring them to, such as {2}."),
              {path, rates, rateText(signals[*most].rate)}, {path});
}

Result<std::unique_ptr<RecordingSource>> atRate(std::unique_ptr<RecordingSource> recording, double rate,
                                                const std::string& path) {
  const double own = recording->info().rate;
  if (rate == 0 || own == rate) return recording;
  if (canResample(own, rate)) return resampled(std::move(recording), rate);
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The channel {1} of {0} has {2} samples a second and cannot be brought to {3}: rates are whole "
                        "numbers up to 1000000, at most 256 times apart."),
              {path, recording->info().channels.front(), rateText(own), rateText(rate)}, {path});
}

}  // namespace

Result<SignalChoice> chooseSignals(const std::vector<RatedSignal>& signals, const std::vector<std::string>& asked,
                                   double rate, const std::string& path) {
  SignalChoice choice;
  if (!asked.empty()) {
    MASU_TRY(choice.taken, askedPlaces(signals, asked, path));
  } else if (rate != 0) {
    choice.taken = placesWhere(
        signals, [&](const RatedSignal& signal) { return signal.rate == rate || canResample(signal.rate, rate); });
  }
  if (choice.taken.empty()) choice.taken = mostCommon(signals);
  if (rate == 0) MASU_CHECK(checkOneRate(signals, choice.taken, path));
  std::vector<bool> isTaken(signals.size(), false);
  for (const std::size_t place : choice.taken) isTaken[place] = true;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (!isTaken[i]) choice.leftOut.push_back(signals[i].label);
  }
  return choice;
}

Result<std::unique_ptr<RecordingSource>> joinedSignals(const std::vector<RatedSignal>& signals,
                                                       const SignalPlaces& taken, double rate, const std::string& path,
                                                       const OpenSignals& open) {
  std::vector<SignalPlaces> groups;
  std::vector<ChannelPlace> places;
  const auto samplesOf = [&](std::size_t i) { return signals[i].samples; };
  for (const std::size_t i : taken) {
    const auto group =
        std::ranges::find(groups, samplesOf(i), [&](const SignalPlaces& g) { return samplesOf(g.front()); });
    const auto part = static_cast<std::size_t>(group - groups.begin());
    if (group == groups.end()) groups.emplace_back();
    places.push_back({part, groups[part].size()});
    groups[part].push_back(i);
  }
  if (groups.size() == 1) return atRate(open(taken), rate, path);
  std::vector<std::unique_ptr<RecordingSource>> parts;
  for (const SignalPlaces& group : groups) {
    MASU_TRY(auto part, atRate(open(group), rate, path));
    parts.push_back(std::move(part));
  }
  return joined(std::move(parts), std::move(places));
}

}  // namespace masu::waveform
