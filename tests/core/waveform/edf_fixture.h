// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/waveform/edf/edf_file.h"

namespace masu::test {

namespace fs = std::filesystem;
using waveform::RecordingRequest;
using waveform::RecordingSource;

inline Result<std::unique_ptr<RecordingSource>> openEdf(const fs::path& path, const RecordingRequest& request = {}) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openEdf(std::move(file), request);
}

/// A file in memory, as a member of an archive is one.
inline Result<std::unique_ptr<RecordingSource>> openBytes(const std::string& bytes,
                                                          const RecordingRequest& request = {}) {
  MASU_TRY(io::File file, io::File::createInMemory("day 1/some.edf"));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(bytes))));
  return waveform::openEdf(std::move(file), request);
}

inline std::string bytesOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<double> doublesOf(const fs::path& path) {
  const std::string bytes = bytesOf(path);
  std::vector<double> values(bytes.size() / sizeof(double));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

inline std::vector<double> wholeOf(RecordingSource& source) {
  std::vector<double> values(source.info().frames * source.info().channels.size());
  if (!source.readExact(0, values)) values.clear();
  return values;
}

/// Every `width`-th value from the one numbered `channel` on.
inline std::vector<double> channelOf(const std::vector<double>& values, std::size_t width, std::size_t channel) {
  std::vector<double> own;
  for (std::size_t i = channel; i < values.size(); i += width) own.push_back(values[i]);
  return own;
}

/// Runs edf_files.py; what it says, or nothing.
inline std::optional<QByteArray> runEdfFiles(const QStringList& arguments) {
  QProcess python;
  python.start("/usr/bin/python3", QStringList{MASU_TEST_SOURCE "/edf_files.py"} + arguments);
  if (!python.waitForStarted() || !python.waitForFinished() || python.exitCode() != 0) {
    qWarning("%s", python.readAllStandardError().constData());
    return std::nullopt;
  }
  return python.readAllStandardOutput();
}

}  // namespace masu::test
