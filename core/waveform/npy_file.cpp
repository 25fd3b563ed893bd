#include "core/waveform/npy_file.h"

#include "core/waveform/array_choice.h"

namespace masu::waveform {

Result<std::unique_ptr<RecordingSource>> openNpy(io::File file, const RecordingRequest& request) {
  const std::string name = file.path().string();
  MASU_TRY(LinearLayout layout, readNpyHeader(file, name));
  ListedArray listed{{}, layout.shape, layout.type, {}, {}};
  return openOnly(std::make_shared<LinearArray>(std::move(file), std::move(layout)), std::move(listed), name,
                  request.channels);
}

}  // namespace masu::waveform
