// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/waveform/arrays/array_axes.h"
#include "core/waveform/arrays/number_array.h"
#include "core/waveform/arrays/packing.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// An array that a file lists.
struct ListedArray {
  std::string name;  ///< with the path to it: `bearing.gs`, `/g/x`; empty where the file is this one array
  std::vector<std::uint64_t> shape;
  std::optional<ElementType> type;  ///< nothing for what is not an array of numbers: text, complex numbers, objects
  std::optional<Error> problem;     ///< why it is none, where there is more to say
  std::vector<ArrayAxis> axes;      ///< where the format knows what dimensions mean; empty: by the shape
  NumberPacking packing = {};       ///< of its numbers in the file; `type` and what is read of it are values
};

/// The arrays of a file, and how to open one of them.
struct ArrayList {
  std::string path;  ///< of the file, for messages
  std::vector<ListedArray> arrays;
  std::function<Result<std::shared_ptr<NumberArray>>(std::size_t array)> open;
  /// Of matrices the rows are samples, and of vectors the numbers: see axesOfRows().
  bool rows = false;
  FrameAxis frames = FrameAxis::longer;  ///< of matrices, where `rows` is not set
};

/// Makes arrays channels of a recording. `wanted` names arrays, or single channels of them (`X.2`), and takes exactly
/// those in that order. Without names the recording is the largest array where that one is an array of samples; else
/// all vectors and matrices of the longest length, and what is left is in info().leftOut.
/// A single number called sr, fs, Fs, sample_rate, sampling_rate or samplerate is the rate: the one beside the first
/// array taken, else in a struct or group around it, else the only one there is.
/// Errors: a name that is not there or no numbers; arrays of different lengths; more than kMostChannels channels; no
/// values.
Result<std::unique_ptr<RecordingSource>> openArrays(const ArrayList& list, const std::vector<std::string>& wanted);

/// The same for a file that is one array.
Result<std::unique_ptr<RecordingSource>> openOnly(std::shared_ptr<NumberArray> array, ListedArray listed,
                                                  const std::string& path, const RecordingRequest& request);

}  // namespace masu::waveform
