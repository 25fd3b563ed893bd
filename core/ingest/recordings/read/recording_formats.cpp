// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_formats.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/ingest/labels/label_rules.h"
#include "core/ingest/recordings/read/csv_recording.h"
#include "core/ingest/sources/recording_name.h"
#include "core/ingest/sources/table_source.h"
#include "core/waveform/brainvision/brainvision_file.h"
#include "core/waveform/edf/edf_file.h"
#include "core/waveform/flat/idx_file.h"
#include "core/waveform/flat/npy_file.h"
#include "core/waveform/flat/raw_file.h"
#include "core/waveform/hdf5/hdf5_file.h"
#include "core/waveform/mat/mat_file.h"
#include "core/waveform/signal/resampled.h"
#include "core/waveform/sound/audio_file.h"
#include "core/waveform/wfdb/wfdb_file.h"

namespace masu::ingest {

namespace fs = std::filesystem;
using waveform::RecordingInfo;
using waveform::RecordingRequest;
using waveform::RecordingSource;

namespace {

using Opened = Result<std::unique_ptr<RecordingSource>>;

/// A recording whose file does not hold its rate, which a person gave.
class RatedRecording final : public RecordingSource {
 public:
  RatedRecording(std::unique_ptr<RecordingSource> source, double rate)
      : m_source(std::move(source)), m_info(m_source->info()) {
    m_info.rate = rate;
  }
  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return m_source->read(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    return m_source->readExact(first, out);
  }

 private:
  std::unique_ptr<RecordingSource> m_source;
  RecordingInfo m_info;
};

Result<std::vector<std::byte>> headOf(const io::File& file) {
  constexpr std::uint64_t kHeadBytes = 1024;
  MASU_TRY(const std::uint64_t size, file.size());
  std::vector<std::byte> head(std::min(size, kHeadBytes));
  MASU_CHECK(file.readAt(0, head));
  return head;
}

/// Opens what the header at `path` names, in its folder or its archive. Where the header is packed, the others may be.
waveform::OpenNamed namedBy(SourceOpener& opener, const fs::path& path) {
  return [&opener, folder = path.parent_path(), packing = path.extension()](const std::string& name) {
    auto opened = opener.openNamed(folder / name);
    if (opened || opened.error().code != Errc::notFound || (packing != ".gz" && packing != ".zst")) return opened;
    auto packed = opener.openNamed(folder / (name + packing.string()));
    return packed ? std::move(packed) : std::move(opened);
  };
}

/// `asked.recordings` beside what they come to as a request.
Opened openAs(SourceOpener& opener, const fs::path& path, io::File file, const RecordingRequest& request,
              const ImportOptions& asked) {
  const bool rows = !labelArrayOf(asked.recordings).empty();
  if (request.raw) return waveform::openRaw(std::move(file), request);
  MASU_TRY(const std::vector<std::byte> head, headOf(file));
  if (waveform::isNpy(head)) return waveform::openNpy(std::move(file), request);
  if (waveform::isNpz(head)) return waveform::openNpz(std::move(file), request, rows);
  if (waveform::isEdf(head)) return waveform::openEdf(std::move(file), request);
  // The marks of the next two are weak: a sound file may begin with theirs by chance.
  const bool sound = waveform::hasAudioName(unpackedName(path));
  if (!sound && waveform::isIdx(head)) return waveform::openIdx(std::move(file), request);
  if (!sound && waveform::isMat(head)) return waveform::openMat(std::move(file), request, rows);
  if (waveform::isBrainVision(head)) return waveform::openBrainVision(file, request, namedBy(opener, path));
  if (unpackedName(path).ends_with(".hea")) return waveform::openWfdb(file, request, namedBy(opener, path));
  if (waveform::isHdf5(head)) return waveform::openHdf5(std::move(file), request, rows);
  const RecordingName name = recordingNameOf(path);
  if (name == RecordingName::table || name == RecordingName::text) {
    return openCsvRecording(file, request, hintsFrom(asked.table));
  }
  const std::string shown = file.path().string();
  if (head.empty()) return fail(Errc::damaged, MASU_TEXT("core", "{0} is empty."), {shown}, {shown});
  auto opened = waveform::openAudio(std::move(file));
  if (opened || sound || opened.error().code != Errc::format) return opened;
  if (const auto header = headerBeside(path)) return fail(belongsTo(*header, path));
  // A file that is not named as a sound is not reported as a damaged one.
  return fail(Errc::format, MASU_TEXT("core", "{0} is not a supported recording, or its beginning is damaged."),
              {shown}, {shown});
}

}  // namespace

Opened openRecording(SourceOpener& opener, const fs::path& path, const ImportOptions& asked) {
  const RecordingOptions& options = asked.recordings;
  RecordingRequest request{.channels = options.channels,
                           .time = options.time,
                           .rate = options.rate,
                           .raw = options.raw,
                           .frames = options.frames,
                           .memory = opener.memory(),
                           .verify = opener.describes()};
  for (const std::string& rule : {options.labelFrom, options.groupFrom})
    if (std::string column = columnInRule(rule); !column.empty()) request.texts.push_back(std::move(column));
  MASU_TRY(io::File file, opener.open(path));
  MASU_TRY(auto source, openAs(opener, path, std::move(file), request, asked));
  const double rate = source->info().rate;
  if (options.rate == 0 || rate == options.rate) return source;
  if (rate == 0) return std::make_unique<RatedRecording>(std::move(source), options.rate);
  return waveform::resampled(std::move(source), options.rate);
}

}  // namespace masu::ingest
