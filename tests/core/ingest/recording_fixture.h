// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/permutation.h"
#include "core/ingest/load.h"
#include "core/waveform/sound/wav_writer.h"

namespace masu::ingest {

/// A folder for the recordings and datasets of one test.
class RecordingFolder {
 public:
  std::filesystem::path path() const { return m_folder.path().toStdString(); }
  std::filesystem::path recordings() const { return path() / "recordings"; }
  std::filesystem::path dataset(const char* name = "out.h5") const { return path() / name; }

  /// What add() wrote as frame `frame` of channel `channel` under `name`.
  static std::int16_t valueAt(const std::string& name, std::uint64_t frame, int channel = 0) {
    return static_cast<std::int16_t>(
        mix64(mix64(std::hash<std::string>{}(name)) + 8 * frame + static_cast<unsigned>(channel)));
  }

  void add(const std::string& name, std::size_t frames, int channels = 1, int rate = 8000) const {
    std::vector<std::int16_t> samples;
    for (std::size_t t = 0; t < frames; ++t) {
      for (int c = 0; c < channels; ++c) samples.push_back(valueAt(name, t, c));
    }
    const auto target = recordings() / name;
    std::filesystem::create_directories(target.parent_path());
    if (!waveform::writeWav(target, samples, channels, rate)) qFatal("cannot write %s", target.c_str());
  }

  ImportOptions options(std::uint64_t window = 0, std::string labelFrom = {}) const {
    ImportOptions options;
    options.sources = {recordings()};
    options.as = SourceKind::recordings;
    options.recordings.window = window;
    options.recordings.labelFrom = std::move(labelFrom);
    return options;
  }

  /// Names of everything in the folder but the recordings.
  std::vector<std::string> leftovers() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      if (entry.path() != recordings()) names.push_back(entry.path().filename().string());
    }
    return names;
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace masu::ingest
