// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/recording_name.h"

#include <array>
#include <functional>
#include <set>
#include <string_view>
#include <system_error>

#include "core/base/ascii.h"
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

/// The path without the extension of an unpacked file, in lower case but for its folder.
std::string stemOf(const std::filesystem::path& path) {
  const std::string name = unpackedName(path);
  return path.native().substr(0, path.native().rfind('/') + 1) + name.substr(0, name.rfind('.'));
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
  static const Extensions kRecordings = {".edf", ".bdf", ".rec", ".hea", ".vhdr", ".npy", ".npz", ".mat"};
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

std::optional<std::filesystem::path> headerBeside(const std::filesystem::path& path) {
  struct OfHeader {
    std::string_view extension;
    std::string_view header;
  };
  static constexpr std::array kOfHeaders = {OfHeader{".dat", ".hea"}, OfHeader{".atr", ".hea"},
                                            OfHeader{".dat", ".vhdr"}, OfHeader{".eeg", ".vhdr"},
                                            OfHeader{".vmrk", ".vhdr"}};
  const std::string extension = lowerCase(path.extension().native());
  for (const OfHeader& known : kOfHeaders) {
    if (known.extension != extension) continue;
    std::filesystem::path header = path;
    header.replace_extension(known.header);
    std::error_code error;
    if (std::filesystem::is_regular_file(header, error)) return header;
  }
  return std::nullopt;
}

Error belongsTo(const std::filesystem::path& header, const std::filesystem::path& file) {
  return {Errc::format,
          MASU_TEXT("core",
                    "{0} belongs to the recording that {1} describes. Import that file; for samples without a header, "
                    "state their layout by --raw."),
          {file.string(), header.filename().string()},
          {file.string(), 0, 0}};
}

void eraseDescribed(std::vector<std::filesystem::path>& files) {
  const auto isHeader = [](const std::filesystem::path& file) {
    const std::string name = unpackedName(file);
    return name.ends_with(".hea") || name.ends_with(".vhdr");
  };
  std::set<std::string> described;
  for (const std::filesystem::path& file : files) {
    if (isHeader(file)) described.insert(stemOf(file));
  }
  if (described.empty()) return;
  std::erase_if(files,
                [&](const std::filesystem::path& file) { return !isHeader(file) && described.contains(stemOf(file)); });
}

}  // namespace masu::ingest
