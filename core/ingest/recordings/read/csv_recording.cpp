// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/csv_recording.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/structure/line_ends.h"
#include "core/ingest/recordings/read/csv_columns.h"
#include "core/ingest/recordings/read/csv_values.h"
#include "core/ingest/recordings/read/sampling_rate.h"
#include "core/ingest/sources/space_aligned.h"
#include "core/ingest/sources/table_source.h"
#include "core/table/number_text.h"
#include "core/waveform/signal/resampled.h"

namespace masu::ingest {

using waveform::RecordingInfo;
using waveform::RecordingRequest;
using waveform::RecordingSource;

namespace {

constexpr std::size_t kLeastSniffedBytes = std::size_t{64} << 10;
constexpr std::size_t kMostSniffedBytes = std::size_t{16} << 20;
constexpr std::ptrdiff_t kSniffedLines = 10;  ///< of many columns
constexpr std::size_t kExaminedRecords = 1000;
constexpr double kSameTime = 1e-6;  ///< of a frame

class CsvRecording final : public RecordingSource {
 public:
  CsvRecording(RecordingInfo info, std::vector<double> values, std::string path)
      : m_info(std::move(info)), m_values(std::move(values)), m_path(std::move(path)) {}

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out) const {
    const std::size_t width = m_info.channels.size();
    if (first > m_info.frames || out.size() > (m_info.frames - first) * width) {
      return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it cannot be read at frame {1} of {2}."),
                  {m_path, std::to_string(first), std::to_string(m_info.frames)}, {m_path});
    }
    const auto from = m_values.begin() + static_cast<std::ptrdiff_t>(first * width);
    std::transform(from, from + static_cast<std::ptrdiff_t>(out.size()), out.begin(),
                   [](double value) { return static_cast<T>(value); });
    return {};
  }

  RecordingInfo m_info;
  std::vector<double> m_values;
  std::string m_path;
};

/// A table whose dialect was found out.
struct SpelledTable {
  TableSource table;
  csv::Dialect dialect;
  CsvColumns columns;
};

/// How much of a text is to be looked at.
std::size_t sniffedBytes(std::string_view text) {
  std::size_t bytes = kLeastSniffedBytes;
  while (bytes < std::min(text.size(), kMostSniffedBytes) &&
         std::ranges::count_if(text.substr(0, bytes), csv::isLineEnd) < kSniffedLines) {
    bytes *= 4;
  }
  return bytes;
}

std::string_view contentOf(const TableText& text) {
  const std::string_view all(reinterpret_cast<const char*>(text.file.bytes().data()), text.file.bytes().size());
  return all.substr(csv::byteOrderMark(all));
}

Result<SpelledTable> spelled(const io::File& file, const RecordingRequest& request, const csv::DialectHints& hints) {
  const std::string path = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  if (size > kMostCsvBytes) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "{0} has {1} bytes, too many for a recording as text. Import it as a table, or cut it into "
                          "shorter recordings."),
                {path, std::to_string(size)}, {path});
  }
  MASU_TRY(TableText text, openTableText(file, hints.encoding.value_or("")));
  std::string_view head = contentOf(text);
  if (!hints.delimiter && isAligned(head.substr(0, kLeastSniffedBytes))) {
    MASU_TRY(text, oneBlankApart(text, file.path()));
    head = contentOf(text);
  }
  const std::size_t sniffed = sniffedBytes(head);
  const bool whole = head.size() <= sniffed;
  head = head.substr(0, sniffed);
  MASU_CHECK(csv::checkEncoding(head, text.encoding, path));
  SpelledTable found;
  MASU_TRY(found.dialect, csv::sniffDialect(head, whole, hints, path));
  found.dialect.encoding = text.encoding;
  const auto records = csv::firstRecords(head, whole, found.dialect, kExaminedRecords);
  const AskedColumns asked{request.channels, request.texts, request.time};
  MASU_TRY(found.columns, chooseCsvColumns(records, found.dialect, asked, path));
  MASU_TRY(found.table, tableIn(std::move(text), file.path(), found.dialect));
  return found;
}

/// A column that was thought empty and holds text is not a channel.
void dropTexts(CsvValues& read, CsvColumns& columns) {
  if (std::ranges::find(read.texts, true) == read.texts.end()) return;
  const std::size_t width = columns.channels.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < read.values.size(); ++i) {
    if (!read.texts[i % width]) read.values[kept++] = read.values[i];
  }
  read.values.resize(kept);
  std::size_t place = 0;
  std::erase_if(columns.channels, [&](const CsvColumn&) { return read.texts[place++]; });
}

RecordingInfo infoOf(const CsvColumns& columns) {
  RecordingInfo info;
  std::vector<bool> used(columns.names.size(), false);
  for (const CsvColumn& column : columns.channels) {
    info.channels.push_back(columns.names[column.place]);
    used[column.place] = true;
  }
  for (const auto& time : {columns.time, columns.timeOfDay}) {
    if (!time) continue;
    info.timeColumns.push_back(columns.names[time->place]);
    used[time->place] = true;
  }
  for (const std::size_t place : columns.texts) used[place] = true;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (!used[i]) info.leftOut.push_back(columns.names[i]);
  }
  return info;
}

/// Seconds that a step of 1 lasts, by how large the times are: seconds since 1970 have ten digits in our days.
double unitBySize(double time) {
  const double size = std::fabs(time);
  return size < 1e11 ? 1 : size < 1e14 ? 1e-3 : size < 1e17 ? 1e-6 : 1e-9;
}

/// From the first one on, in seconds: no digit is to be lost to the years since 1970.
void countFromFirst(CsvValues& read, const CsvColumn& column) {
  const double first = read.times.front();
  const double unit = column.dated ? 1 : column.unit > 0 ? column.unit : unitBySize(read.origin + first);
  for (double& time : read.times) time = (time - first) * unit;
}

/// Where the frames of a grid begin that come after those of records.
void moveTexts(RecordingInfo& info, std::span<const double> times, std::span<const waveform::Segment> from,
               std::span<const waveform::Segment> to, double rate) {
  for (waveform::TextColumn& column : info.texts) {
    std::size_t place = 0;
    for (waveform::TextRun& run : column.runs) {
      while (place + 1 < from.size() && from[place + 1].first <= run.first) ++place;
      const double since = std::max(0., times[run.first] - times[from[place].first]);
      const auto frames = std::min(std::ceil(since * rate - kSameTime), static_cast<double>(to[place].frames));
      run.first = to[place].first + static_cast<std::uint64_t>(frames);
    }
  }
}

/// What is odd about the times. `pace`: theirs.
void countOddTimes(std::span<const double> times, const SamplingRate& pace, RecordingInfo& info) {
  info.timesIncrease = times.size() < 2 || pace.usual > 0;
  if (!info.timesIncrease) return;
  if (pace.rate > 0) {
    for (std::size_t i = 1; i < times.size(); ++i) info.timesRepeated += times[i] == times[i - 1] ? 1 : 0;
  }
  for (std::size_t i = 1; i < pace.segments.size(); ++i) {
    const std::uint64_t first = pace.segments[i].first;
    ++(times[first] < times[first - 1] ? info.timesBack : info.timeGaps);
  }
}

/// Rate and segments by the times; values at other times where their rate is not the one asked for. `request.rate` is
/// not reached where resampled() is to do that.
Result<void> settleTimes(const CsvValues& read, double asked, const std::string& path, RecordingInfo& info,
                         std::vector<double>& values) {
  SamplingRate pace = samplingRateOf(read.times, asked);
  if (asked > 0 && pace.usual == 0 && read.times.size() > 1) {
    return fail(Errc::format,
                MASU_TEXT("core", "{0} cannot be resampled to {1} frames a second: its times do not increase."),
                {path, table::numberText(asked, table::DType::f64)}, {path});
  }
  countOddTimes(read.times, pace, info);
  info.rate = pace.rate;
  info.segments = std::move(pace.segments);
  const bool filtered = waveform::canResample(pace.rate, asked) &&
                        std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  if (asked > 0 && pace.rate != asked && !filtered) {
    MASU_TRY(EvenFrames even,
             interpolated(read.times, values, info.channels.size(), info.segments, asked, kMostCsvValues));
    moveTexts(info, read.times, info.segments, even.segments, asked);
    values = std::move(even.values);
    info.segments = std::move(even.segments);
    info.rate = asked;
    info.timesRepeated = 0;  // the values at other times are on lines between frames, of which no time has two
  }
  if (info.segments.size() == 1) info.segments.clear();
  if (info.rate == 0) info.unevenRate = pace.usual;
  return {};
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> openCsvRecording(const io::File& file, const RecordingRequest& request,
                                                          const csv::DialectHints& hints) {
  const std::string path = file.path().string();
  MASU_TRY(SpelledTable found, spelled(file, request, hints));
  Result<CsvValues> parsed = readCsvValues(found.table, found.dialect, found.columns, kMostCsvValues);
  MASU_CHECK(found.table.check());
  MASU_TRY(CsvValues read, std::move(parsed));
  found.table = {};
  if (read.values.empty()) return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {path}, {path});
  dropTexts(read, found.columns);
  if (found.columns.channels.empty()) {
    return fail(Errc::format, MASU_TEXT("core", "{0} holds no column of numbers beside its times."), {path}, {path});
  }
  RecordingInfo info = infoOf(found.columns);
  info.header = found.dialect.header;
  info.texts = std::move(read.textColumns);
  std::vector<double> values = std::move(read.values);
  if (found.columns.time) {
    countFromFirst(read, *found.columns.time);
    MASU_CHECK(settleTimes(read, request.rate, path, info, values));
  }
  info.native = table::DType::f64;
  info.frames = values.size() / info.channels.size();
  const double rate = info.rate;
  auto recording = std::make_unique<CsvRecording>(std::move(info), std::move(values), path);
  if (rate == 0 || request.rate == 0 || rate == request.rate) return recording;
  return waveform::resampled(std::move(recording), request.rate);
}

}  // namespace masu::ingest
