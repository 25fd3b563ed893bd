// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// A signal of a file whose signals may differ in rate.
struct RatedSignal {
  std::string label;          ///< unique in its file
  std::uint64_t samples = 0;  ///< in a time that is the same for all signals
  double rate = 0;            ///< samples a second; 0 for all where the file does not say
};

/// The places of signals in a list of them.
using SignalPlaces = std::vector<std::size_t>;

/// Which signals of a file become its recording, and the labels of the others.
struct SignalChoice {
  SignalPlaces taken;
  std::vector<std::string> leftOut;
};

/// Chooses those that are `asked` for, in this order. If none is: with a `rate`, all that can be brought to it; else
/// those of the rate that most share, of equals the higher. `rate`: to bring all to; 0: their own. `path` is what
/// messages name. Requires: at least one signal. Errors: a label that is not there; different rates where none is
/// asked for.
Result<SignalChoice> chooseSignals(const std::vector<RatedSignal>& signals, const std::vector<std::string>& asked,
                                   double rate, const std::string& path);

/// Opens signals of one rate as a recording at that rate.
using OpenSignals = std::function<std::unique_ptr<RecordingSource>(const SignalPlaces& places)>;

/// The chosen signals as one recording: one is opened for all signals of a rate, brought to `rate` where that is not 0,
/// each between its gaps, and these are joined in the order of the choice. Errors: a signal cannot be brought to it.
Result<std::unique_ptr<RecordingSource>> joinedSignals(const std::vector<RatedSignal>& signals,
                                                       const SignalPlaces& taken, double rate, const std::string& path,
                                                       const OpenSignals& open);

}  // namespace masu::waveform
