#pragma once

#include <vector>

#include "core/waveform/edf_header.h"
#include "core/waveform/recording_source.h"

namespace masu::waveform {

/// What the annotation signals of an EDF+ or BDF+ file tell.
struct EdfNotes {
  std::vector<Annotation> annotations;  ///< as RecordingInfo has them
  std::vector<Segment> runs;            ///< records without a gap between them, in order; units: records
};

/// Reads all annotations of a file. Records of EDF+D follow each other without a gap where one starts when the one in
/// front ends, give or take half a sample of the fastest signal; one that starts earlier is behind a gap, too. A time
/// within a gap is that of the sample behind it. In a file that is not EDF+ what is no annotation is passed over.
/// Cost: a small read a record. Errors: an annotation signal that holds something else; records of EDF+D without a
/// time; more than a million annotations or gaps, or 64 MiB of texts.
Result<EdfNotes> readEdfNotes(const io::File& file, const EdfHeader& header);

}  // namespace masu::waveform
