// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <cmath>
#include <filesystem>
#include <fstream>
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

  /// An EDF file of one second: 16-bit samples of two signals, of which the second counts in `unit`.
  void addEdf(const std::string& name, const std::string& unit) const {
    const auto field = [](std::string text, std::size_t width) { return text.append(width - text.size(), ' '); };
    const auto both = [&](const std::string& a, const std::string& b, std::size_t width) {
      return field(a, width) + field(b, width);
    };
    const auto target = recordings() / name;
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary)
        << field("0", 8) + field("X X X X", 80) + field("Startdate X X X X", 80) + "01.01.2501.00.00" +
               field("768", 8) + field("", 44) + field("1", 8) + field("1", 8) + field("2", 4) +
               both("EEG Fp1", "EMG", 16) + both("", "", 80) + both("uV", unit, 8) + both("-100", "-5", 8) +
               both("100", "5", 8) + both("-32768", "-32768", 8) + both("32767", "32767", 8) + both("", "", 80) +
               both("100", "100", 8) + both("", "", 32) + std::string(400, '\1');
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace masu::ingest
