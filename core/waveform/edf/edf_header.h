// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// One signal of an EDF or BDF file, and how its stored integers become values.
struct EdfSignal {
  std::string label;  ///< as in the file, made unique; never empty
  std::string unit;
  std::uint64_t samples = 0;  ///< of one record
  std::uint64_t offset = 0;   ///< bytes from the record's first to this signal's
  double digitalMin = 0;      ///< value = (stored − digitalMin) × gain + physicalMin
  double gain = 1;
  double physicalMin = 0;
  bool annotations = false;  ///< its bytes are texts with times, not samples

  double valueOf(std::int32_t stored) const { return (stored - digitalMin) * gain + physicalMin; }
};

/// The header of an EDF, EDF+, BDF or BDF+ file.
/// Invariant: the file holds `records` records of `recordBytes` from `bytes` on.
struct EdfHeader {
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;
  std::uint64_t recordBytes = 0;
  std::uint32_t sampleBytes = 2;  ///< 3 in BDF
  double duration = 0;            ///< of a record in seconds; 0 where the file does not say
  bool plus = false;              ///< EDF+ or BDF+
  bool gapped = false;            ///< EDF+D: records have times of their own
  std::vector<EdfSignal> signals;

  /// Samples a second; 0 where the file does not say.
  double rateOf(std::uint64_t samples) const;
};

/// True for the beginning of a file that is EDF or BDF; 192 bytes are enough to be sure.
bool isEdf(std::span<const std::byte> head);

/// Reads the header and holds it against the file's size. A file whose recorder did not note the number of records (−1)
/// has as many as are whole; up to a record's length after the last is not part of it. A signal whose header gives no
/// range, or one of no extent, keeps its stored integers without a unit. Cost: 256 bytes a signal.
/// Errors: not EDF; a header that says what cannot be; fewer or more records than it promises; no records.
Result<EdfHeader> readEdfHeader(const io::File& file);

/// What the annotation signals of an EDF+ or BDF+ file say.
struct EdfNotes {
  std::vector<Annotation> annotations;  ///< as RecordingInfo has them
  std::vector<Segment> runs;            ///< records without a gap between them, in order; units: records
};

/// Reads all annotations of a file. Records of EDF+D follow each other without a gap where one starts when the one in
/// front ends, give or take half a sample of the fastest signal; one that starts earlier follows a gap, too. A time
/// within a gap is that of the sample after it. In a file that is not EDF+ what is not an annotation is passed over.
/// Cost: a small read a record. Errors: an annotation signal that holds something else; records of EDF+D without a
/// time; more than a million annotations or gaps, or 64 MiB of texts.
Result<EdfNotes> readEdfNotes(const io::File& file, const EdfHeader& header);

}  // namespace masu::waveform
