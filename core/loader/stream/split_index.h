// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/loader/order/sample_index.h"
#include "core/loader/stream/stream_options.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// The manifest of a name. Errors: there is none, in a sentence that says what to do.
Result<store::Assignment> manifestOf(const store::Dataset& dataset, const std::string& name);

/// The manifest that the options name; empty where they ask for every sample. Errors: no such manifest.
Result<store::Assignment> assignmentOf(const store::Dataset& dataset, const StreamOptions& options);

/// The samples that the options ask for. `assignment` is their manifest; null for every sample.
/// Errors: there are none.
Result<std::shared_ptr<const SampleIndex>> indexOfSplit(const store::Dataset& dataset,
                                                        const store::Assignment* assignment,
                                                        const StreamOptions& options);

/// The samples whose statistics normalise or fill; null where nobody needs them. Errors: there are none.
Result<std::shared_ptr<const SampleIndex>> trainIndex(const store::Dataset& dataset,
                                                      const store::Assignment* assignment, const StreamOptions& options,
                                                      std::shared_ptr<const SampleIndex> streamed);

}  // namespace masu::loader
