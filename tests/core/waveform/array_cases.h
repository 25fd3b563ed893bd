// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/waveform/recording/recording_source.h"

/// What the tests of array formats share: files written by Python's own libraries, and the values these read back.
namespace masu::waveform::test {

/// Runs a script in `folder`; its `expect(NAME, ARRAY)` leaves ARRAY, [frames, channels], beside the file NAME.
/// Returns what Python complained of; nothing where all went well.
inline QString runPython(const std::filesystem::path& folder, const QString& script) {
  const QString begin =
      "import os, sys, numpy as np\n"
      "os.chdir(sys.argv[1])\n"
      "def expect(name, values):\n"
      "    values = np.asarray(values).astype('<f8')\n"
      "    values = values.reshape(-1, 1) if values.ndim == 1 else values\n"
      "    np.array(values.shape, '<f8').tofile(name + '.shape')\n"
      "    np.ascontiguousarray(values).tofile(name + '.values')\n";
  QProcess python;
  python.start("/usr/bin/python3", {"-c", begin + script, QString::fromStdString(folder.string())});
  if (!python.waitForStarted()) return "python3 is not installed";
  if (!python.waitForFinished(120000) || python.exitCode() != 0) return python.readAllStandardError();
  return {};
}

inline std::vector<double> doublesOf(const std::filesystem::path& path) {
  std::vector<double> values(std::filesystem::file_size(path) / sizeof(double));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(double)));
  return values;
}

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file of any content that is in memory: thousands of damaged ones would otherwise wait for the disk.
inline io::File memoryFile(const char* name, const std::string& content) {
  auto file = io::File::createInMemory(name);
  if (!file || !file->writeAt(0, std::as_bytes(std::span(content)))) qFatal("no memory for a file");
  return std::move(*file);
}

/// Not a number equals itself here.
inline bool isSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Reads a recording whole, in blocks that fit nothing, and as floats; what differs from the file of `expect`, or
/// nothing.
inline std::string differenceFrom(RecordingSource& source, const std::filesystem::path& file) {
  const std::vector<double> shape = doublesOf(file.string() + ".shape");
  const std::vector<double> expected = doublesOf(file.string() + ".values");
  const auto channels = static_cast<std::size_t>(shape.at(1));
  const auto frames = static_cast<std::uint64_t>(shape.at(0));
  if (source.info().frames != frames || source.info().channels.size() != channels) {
    return std::to_string(source.info().frames) + " frames of " + std::to_string(source.info().channels.size()) +
           " channels instead of " + std::to_string(frames) + " of " + std::to_string(channels);
  }
  const auto compare = [&](const auto& values, std::uint64_t first, const char* how) -> std::string {
    for (std::size_t i = 0; i < values.size(); ++i) {
      using T = typename std::decay_t<decltype(values)>::value_type;
      const double wanted = expected[first * channels + i];
      if (isSame(values[i], static_cast<T>(wanted))) continue;
      return std::string(how) + ": value " + std::to_string(first * channels + i) + " is " + std::to_string(values[i]) +
             " instead of " + std::to_string(wanted);
    }
    return {};
  };
  std::vector<double> whole(expected.size());
  if (auto read = source.readExact(0, whole); !read) return read.error().message.english();
  if (auto difference = compare(whole, 0, "whole"); !difference.empty()) return difference;
  std::vector<float> floats(expected.size());
  if (auto read = source.read(0, floats); !read) return read.error().message.english();
  if (auto difference = compare(floats, 0, "floats"); !difference.empty()) return difference;
  for (const std::uint64_t length : {std::uint64_t{1}, std::uint64_t{7}, frames / 3 + 1}) {
    for (std::uint64_t first = frames; first-- > 0; first -= std::min(first, frames / 20)) {
      std::vector<double> block(std::min(length, frames - first) * channels);
      if (auto read = source.readExact(first, block); !read) return read.error().message.english();
      if (auto difference = compare(block, first, "block"); !difference.empty()) return difference;
    }
  }
  return {};
}

}  // namespace masu::waveform::test
