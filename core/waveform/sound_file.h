#pragma once

#include <memory>

#include <sndfile.h>

namespace masu::waveform {

struct CloseSound {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
/// An open libsndfile handle; private to this folder's sources.
using SoundHandle = std::unique_ptr<SNDFILE, CloseSound>;

}  // namespace masu::waveform
