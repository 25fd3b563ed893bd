// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/raw_file.h"

#include <cassert>
#include <string>

#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/arrays/linear_array.h"

namespace masu::waveform {
Result<std::unique_ptr<RecordingSource>> openRaw(io::File file, const RecordingRequest& request) {
  assert(request.raw);
  const RawLayout& raw = *request.raw;
  const std::string name = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  if (size <= raw.header) {
    return fail(Errc::noSamples,
                MASU_TEXT("core", "{0} holds no samples: it has {1} bytes, of which {2} are its header."),
                {name, std::to_string(size), std::to_string(raw.header)}, {name});
  }
  const std::uint64_t frameBytes = std::uint64_t{raw.channels} * table::sizeOf(raw.type);
  const std::uint64_t frames = (size - raw.header) / frameBytes;
  if (const std::uint64_t rest = (size - raw.header) % frameBytes; rest != 0) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "{0} does not fit the layout given for it: {1} bytes are left after {2} frames of {3} bytes. "
                          "It was cut short, or type, channels or header are others."),
                {name, std::to_string(rest), std::to_string(frames), std::to_string(frameBytes)}, {name});
  }
  const ElementType type = elementTypeOf(raw.type);
  LinearLayout layout{{frames, raw.channels}, type, raw.bigEndian, false, raw.header};
  // The channels are stated, so they are not taken as the longer dimension even where there are more of them than
  // frames.
  ListedArray listed{{}, layout.shape, type, {}, {ArrayAxis::frame, ArrayAxis::channel}};
  return openOnly(std::make_shared<LinearArray>(std::make_shared<io::File>(std::move(file)), std::move(layout), name),
                  std::move(listed), name, request);
}

}  // namespace masu::waveform
