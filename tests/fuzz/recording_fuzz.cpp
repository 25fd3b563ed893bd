// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes, opened as a recording of the format that MASU_FORMAT names: an error, or frames that can all be read.
#include <algorithm>
#include <memory>
#include <vector>

#include "core/waveform/brainvision/brainvision_file.h"
#include "core/waveform/edf/edf_file.h"
#include "core/waveform/flat/idx_file.h"
#include "core/waveform/flat/npy_file.h"
#include "core/waveform/flat/raw_file.h"
#include "core/waveform/hdf5/hdf5_file.h"
#include "core/waveform/mat/mat_file.h"
#include "core/waveform/sound/audio_file.h"
#include "core/waveform/wfdb/wfdb_file.h"
#include "tests/fuzz/child_reports.h"
#include "tests/fuzz/fuzz_input.h"

using namespace masu;
using namespace masu::waveform;

namespace {

#if MASU_FORMAT == 8
/// The first four bytes say how the others are laid out.
Result<std::unique_ptr<RecordingSource>> opened(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return fail(Errc::format, "");
  const RawLayout layout{.type = static_cast<table::DType>(data[0] % 9U),
                         .bigEndian = (data[0] & 128U) != 0,
                         .channels = 1U + data[1],
                         .header = data[2] + 256U * (data[3] % 2U)};
  return openRaw(fuzz::fileOf(data + 4, size - 4), {.channels = {}, .raw = layout});
}
#elif MASU_FORMAT >= 9
/// The first two bytes say how many of the others are the header, and whether there are annotations; all files that it
/// names hold the rest.
Result<std::unique_ptr<RecordingSource>> opened(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return fail(Errc::format, "");
  const std::size_t length = std::min<std::size_t>(data[0] + 256U * (data[1] % 128U), size - 2);
  const io::File header = fuzz::fileOf(data + 2, length);
  std::size_t files = 0;
  const auto open = [&](const std::string& name) -> Result<io::File> {
    constexpr std::size_t kMostFiles = 64;  // a process has so many and no more
    const bool absent = name.ends_with(".atr") && data[1] < 128;
    if (absent || ++files > kMostFiles || name.starts_with('/')) return fail(Errc::notFound, "");
    return fuzz::fileOf(data + 2 + length, size - 2 - length);
  };
  const RecordingRequest request{.channels = {}, .raw = {}};
  return MASU_FORMAT == 9 ? openWfdb(header, request, open) : openBrainVision(header, request, open);
}
#else
Result<std::unique_ptr<RecordingSource>> opened(const std::uint8_t* data, std::size_t size) {
  io::File file = fuzz::fileOf(data, size);
  const RecordingRequest request{.channels = {}, .raw = {}};
#if MASU_FORMAT == 1
  return openNpy(std::move(file), request);
#elif MASU_FORMAT == 2
  return openNpz(std::move(file), request);
#elif MASU_FORMAT == 3
  return openMat(std::move(file), request);
#elif MASU_FORMAT == 4
  return openEdf(std::move(file), request);
#elif MASU_FORMAT == 5
  return openIdx(std::move(file), request);
#elif MASU_FORMAT == 6
  return openAudio(std::move(file));
#else
  return openHdf5(std::move(file), request);
#endif
}
#endif

/// A header may promise channels and frames by the thousand of a small file; those of packed formats are many.
constexpr std::uint64_t kMostValues = 1U << 16U;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::keepChildReports();
  auto source = opened(data, size);
  fuzz::requireSoundChildren();
  if (!source) return 0;
  const RecordingInfo& info = (*source)->info();
  const std::uint64_t channels = info.channels.size();
  fuzz::require(channels > 0 && channels <= 65536);
  const std::uint64_t frames = std::min<std::uint64_t>(info.frames, std::max<std::uint64_t>(1, kMostValues / channels));
  if (info.frames == 0) return 0;
  std::vector<float> values(frames * channels);
  std::vector<double> exact(frames * channels);
  const bool read = (*source)->read(0, values).has_value();
  const bool readExact = (*source)->readExact(info.frames - frames, exact).has_value();
  const bool readFirst = (*source)->readExact(0, exact).has_value();
  if (read && readFirst && readExact) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto expected = static_cast<float>(exact[i]);
      fuzz::require(values[i] == expected || (values[i] != values[i] && expected != expected));
    }
  }
  return 0;
}
