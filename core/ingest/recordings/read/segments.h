// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/waveform/recording/recording_source.h"
#include "core/waveform/signal/windows.h"

namespace masu::ingest {

/// Divides a recording into what windows are cut from, as its header says: the samples of an array, the segments
/// between gaps, else one segment that is not listed.
void segmentByHeader(RecordingPlan& recording, const waveform::RecordingInfo& info);

/// The segments under annotations, each with the annotation's text for a label: from its onset for its duration, or to
/// the next annotation where it has none. A gap divides it. False where there are no annotations, and nothing changes.
bool segmentByAnnotations(RecordingPlan& recording, const waveform::RecordingInfo& info);

/// The segments beside the texts of a column, each with its text for a label; frames without a text are left out, and
/// a gap divides. False where there is no text, and nothing changes.
bool segmentByTexts(RecordingPlan& recording, const waveform::RecordingInfo& info, const waveform::TextColumn& column);

/// Gives the samples of an array their labels, in order. Errors: more or fewer labels than samples.
Result<void> labelSamples(RecordingPlan& recording, const std::vector<std::string>& labels);

/// The segments of a recording; the whole recording where none are listed. `recording` of each is
/// `number`.
std::vector<waveform::RecordingSegment> segmentsOf(const RecordingPlan& recording, std::uint64_t number);

/// The label of a recording's segment by its place in segmentsOf.
const std::string& labelOf(const RecordingPlan& recording, std::size_t segment);

/// The labels of a recording: its own, or those of its segments.
std::vector<std::string> labelsOf(const RecordingPlan& recording);

/// How many samples a recording gives.
std::uint64_t samplesOf(const RecordingPlan& recording, const ImportPlan& plan);

/// What the windows of all recordings without a problem add and leave out, and the frames of these recordings under no
/// label where their parts have labels; nothing of images and rows.
waveform::FrameUse frameUseOf(const ImportPlan& plan);

waveform::WindowRule windowRuleOf(const ImportPlan& plan);

/// {C, T}, or {C, H, W} of images, or {C} of rows.
std::vector<std::uint64_t> featureShape(const ImportPlan& plan);
/// Rows are samples of one dimension, as a table has them: each channel is a column.
bool holdsRows(const ImportPlan& plan);
/// Images are samples of three dimensions: they are stored whole.
bool holdsImages(const ImportPlan& plan);

}  // namespace masu::ingest
