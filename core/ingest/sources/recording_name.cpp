// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/recording_name.h"

#include <functional>
#include <set>
#include <string_view>

#include "core/base/lower_case.h"
#include "core/waveform/sound/audio_file.h"

namespace masu::ingest {

namespace {

std::string_view extensionOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

/// `train-images-idx3-ubyte` as the files of MNIST are named: without an extension.
bool hasIdxName(const std::string& name) {
  return name.ends_with(".idx") || (name.find("-idx") != std::string::npos && name.find("byte") != std::string::npos);
}

}  // namespace

std::string unpackedName(const std::filesystem::path& path) {
  // Thousands of names are asked for: a std::filesystem::path would take each apart into a list first.
  const std::string& whole = path.native();
  std::string name = lowerCase(std::string_view(whole).substr(whole.rfind('/') + 1));
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (!name.ends_with(packed) || name.size() == packed.size()) continue;
    name.resize(name.size() - packed.size());
    break;
  }
  return name;
}

RecordingName recordingNameOf(const std::filesystem::path& path) {
  using Extensions = std::set<std::string, std::less<>>;
  static const Extensions kTables = {".csv", ".tsv", ".tab"};
  static const Extensions kHdf5 = {".h5", ".hdf5", ".hdf", ".he5"};
  static const Extensions kRecordings = {".edf", ".bdf", ".rec", ".npy", ".npz", ".mat"};
  static const Extensions kRaw = {".dat", ".raw", ".bin", ".pcm", ".sig", ".i16", ".f32"};
  const std::string name = unpackedName(path);
  const std::string_view extension = extensionOf(name);
  if (waveform::hasAudioName(name) || kRecordings.contains(extension) || hasIdxName(name))
    return RecordingName::recording;
  if (kHdf5.contains(extension)) return RecordingName::hdf5;
  if (kTables.contains(extension)) return RecordingName::table;
  if (extension == ".txt") return RecordingName::text;
  return kRaw.contains(extension) ? RecordingName::raw : RecordingName::none;
}

}  // namespace masu::ingest
