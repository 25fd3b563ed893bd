// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/store/read/dataset.h"
#include "ui/models/network_lens.h"
#include "ui/models/row_source.h"

namespace masu::ui {

/// One sample's signals and what is known of it, as a worker reads them. An image's channels are signals, too.
struct SampleSignals {
  std::uint64_t sample = 0;
  SampleRow row;
  std::vector<std::shared_ptr<const std::vector<float>>> channels;
  std::size_t frames = 0;  ///< of the recording; values beyond are padding
};

/// `lens`: how their values are shown; what a network sees has no padding, as it sees that, too.
/// Errors: a chunk that cannot be read. Requires: a dataset of waveforms or images. Threads: any.
Result<std::vector<SampleSignals>> readSignals(const store::Dataset& dataset, const std::vector<std::uint64_t>& samples,
                                               const NetworkLens& lens = {});

}  // namespace masu::ui
