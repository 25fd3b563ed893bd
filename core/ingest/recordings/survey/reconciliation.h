// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// Settles what the recordings of one dataset share: their channels (those asked for, else the named ones that all
/// have, else those of most), the shape of samples, the rate, the unit of each channel; and that samples can be brought
/// to the scale that was asked for, where there is one. A recording that does not agree gets that as its problem;
/// channels that are not taken become a note. `headers` are parallel to plan.recordings().files. `learned`: the
/// channels that a model learned from, which each recording has to have whatever is beside it: by their names, and by
/// their number where the names were made up; empty: there is no model, or people chose channels.
void reconcileRecordings(ImportPlan& plan, const std::vector<waveform::RecordingInfo>& headers,
                         const std::vector<std::string>& learned = {});

/// Numbers that attributes scale do not go with those that a version stored which did not read the attributes. Errors:
/// the recipe is of such a version, and recordings of the plan have such attributes.
Result<void> checkUnpackedAlike(const ImportPlan& recipe, const ImportPlan& plan);

/// The type, with the full scale in brackets.
std::string scaleText(const SampleScale& scale);

/// The unit of a channel as the recording gives it; empty where it gives none, or has no such channel.
std::string unitOf(const waveform::RecordingInfo& recording, const std::string& channel);

}  // namespace masu::ingest
