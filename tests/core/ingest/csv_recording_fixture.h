// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/ingest/recordings/read/csv_recording.h"
#include "core/ingest/sources/source_opener.h"

namespace masu::ingest {

/// What the tests of recordings that are text share.
using OpenedCsv = Result<std::unique_ptr<waveform::RecordingSource>>;

inline OpenedCsv openText(const std::string& text, const waveform::RecordingRequest& request = {},
                          const csv::DialectHints& hints = {}) {
  MASU_TRY(const io::File file, io::File::createInMemory("day 1/a.csv"));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(text))));
  return openCsvRecording(file, request, hints);
}

inline OpenedCsv openPath(const std::filesystem::path& path, const waveform::RecordingRequest& request = {}) {
  SourceOpener opener;
  MASU_TRY(const io::File file, opener.open(path));
  return openCsvRecording(file, request);
}

inline waveform::RecordingRequest atRate(double rate) {
  return {.channels = {}, .rate = rate, .raw = {}};
}

inline waveform::RecordingRequest withChannels(std::vector<std::string> names) {
  return {.channels = std::move(names), .rate = 0, .raw = {}};
}

inline std::vector<double> wholeOf(waveform::RecordingSource& source) {
  std::vector<double> values(source.info().frames * source.info().channels.size());
  if (!source.readExact(0, values)) values.clear();
  return values;
}

inline const char* told(const OpenedCsv& opened) {
  static std::string sentence;
  sentence = opened ? "" : opened.error().message.english();
  return sentence.c_str();
}

inline void isRefused(const OpenedCsv& opened, Errc code, const std::string& sentence) {
  QVERIFY(!opened);
  QCOMPARE(opened.error().message.english(), sentence);
  QCOMPARE(name(opened.error().code), name(code));
}

}  // namespace masu::ingest
