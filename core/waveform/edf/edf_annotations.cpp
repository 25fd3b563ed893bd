// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/waveform/edf/edf_header.h"
#include "core/waveform/recording/field_text.h"

namespace masu::waveform {
namespace {

constexpr std::size_t kMostNotes = 1'000'000;
constexpr std::uint64_t kMostBytes = 64U << 20U;
constexpr double kFarthest = 1e12;  // seconds: no recording is of that time

/// A "time-stamped annotations list": one time with any number of texts.
struct StampedTexts {
  double onset = 0;
  double duration = 0;
  std::vector<std::string_view> texts;
};

/// +onset[\x15 duration]\x14 text \x14 text \x14
std::optional<StampedTexts> stampedTexts(std::string_view list) {
  constexpr char kEnd = '\x14';
  constexpr char kDuration = '\x15';
  const std::size_t stamped = list.find(kEnd);
  if (stamped == std::string_view::npos) return std::nullopt;
  const std::string_view stamp = list.substr(0, stamped);
  const std::size_t onsetEnd = std::min(stamp.find(kDuration), stamp.size());
  const auto onset = decimalFrom(trimmedField(stamp.substr(0, onsetEnd)));
  if (!onset || std::fabs(*onset) > kFarthest) return std::nullopt;
  StampedTexts found{*onset, 0, {}};
  if (onsetEnd + 1 < stamp.size()) {
    const auto duration = decimalFrom(trimmedField(stamp.substr(onsetEnd + 1)));
    if (!duration || *duration > kFarthest) return std::nullopt;
    found.duration = std::max(0., *duration);
  }
  for (list.remove_prefix(stamped + 1); !list.empty();) {
    const std::size_t end = std::min(list.find(kEnd), list.size());
    found.texts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return found;
}

/// The bytes of a record's annotation signals, of many records at once where these are small.
class AnnotationBytes {
 public:
  AnnotationBytes(const io::File& file, const EdfHeader& header) : m_file(file), m_header(header) {}

  Result<std::string_view> read(std::uint64_t record, const EdfSignal& signal) {
    constexpr std::uint64_t kSmallRecord = 4096;  // a disk reads as much for a byte
    constexpr std::uint64_t kBlock = 1U << 20U;
    const std::uint64_t bytes = signal.samples * m_header.sampleBytes;
    if (m_header.recordBytes > kSmallRecord) {
      MASU_CHECK(load(record * m_header.recordBytes + signal.offset, bytes));
      return std::string_view(m_bytes);
    }
    const std::uint64_t records = kBlock / m_header.recordBytes;
    const std::uint64_t block = record / records;
    if (m_bytes.empty() || m_block != block) {
      m_block = block;
      const std::uint64_t count = std::min(records, m_header.records - block * records);
      MASU_CHECK(load(block * records * m_header.recordBytes, count * m_header.recordBytes));
    }
    return std::string_view(m_bytes).substr(record % records * m_header.recordBytes + signal.offset, bytes);
  }

 private:
  Result<void> load(std::uint64_t offset, std::uint64_t bytes) {
    m_bytes.resize(bytes);
    return m_file.readAt(m_header.bytes + offset, std::as_writable_bytes(std::span(m_bytes)));
  }

  const io::File& m_file;
  const EdfHeader& m_header;
  std::string m_bytes;
  std::uint64_t m_block = 0;
};

class NotesReader {
 public:
  NotesReader(const io::File& file, const EdfHeader& header)
      : m_header(header), m_path(file.path().string()), m_bytes(file, header) {
    for (const EdfSignal& signal : header.signals) {
      m_mostSamples = std::max(m_mostSamples, signal.annotations ? 0 : signal.samples);
      if (signal.annotations) m_signals.push_back(&signal);
    }
  }

  Result<EdfNotes> read();

 private:
  tl::unexpected<Error> failed(Errc code, const char* text, std::uint64_t record) const {
    return fail(code, text, {m_path, std::to_string(record + 1)}, {m_path});
  }
  Result<void> readRecord(std::uint64_t record);
  Result<void> take(const StampedTexts& list, std::uint64_t record);
  Result<void> startAt(double start, std::uint64_t record);
  double withoutGaps(double time) const;

  const EdfHeader& m_header;
  std::string m_path;
  AnnotationBytes m_bytes;
  std::vector<const EdfSignal*> m_signals;
  std::uint64_t m_mostSamples = 0;
  EdfNotes m_notes;
  std::vector<double> m_starts;  ///< of each run; never before the end of the one before it
  double m_lastStart = 0;        ///< of the record before
  std::uint64_t m_textBytes = 0;
};

Result<void> NotesReader::take(const StampedTexts& list, std::uint64_t record) {
  for (const std::string_view text : list.texts) {
    if (text.empty()) continue;
    m_textBytes += text.size();
    if (m_notes.annotations.size() == kMostNotes || m_textBytes > kMostBytes) {
      return failed(
          Errc::unsupported,
          MASU_TEXT("core", "{0} has more annotations by record {1} than can be taken: a million, and 64 MiB of text."),
          record);
    }
    m_notes.annotations.push_back({list.onset, list.duration, utf8From(text)});
  }
  return {};
}

Result<void> NotesReader::startAt(double start, std::uint64_t record) {
  if (record == 0) {
    m_starts.push_back(start);
  } else if (m_header.gapped && m_header.duration > 0) {
    const double late = start - m_lastStart - m_header.duration;
    const double tolerance = m_header.duration / (2. * static_cast<double>(std::max<std::uint64_t>(1, m_mostSamples)));
    if (std::fabs(late) > tolerance) {
      if (m_notes.runs.size() == kMostNotes) {
        return failed(Errc::unsupported, MASU_TEXT("core", "{0} has more than a million gaps by record {1}."), record);
      }
      const double end = m_starts.back() + static_cast<double>(m_notes.runs.back().frames) * m_header.duration;
      m_notes.runs.push_back({record, 0});
      m_starts.push_back(std::max(start, end));
    }
  }
  m_lastStart = start;
  return {};
}

Result<void> NotesReader::readRecord(std::uint64_t record) {
  bool timed = false;
  for (const EdfSignal* signal : m_signals) {
    MASU_TRY(std::string_view bytes, m_bytes.read(record, *signal));
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\0'), bytes.size());
      const std::string_view list = trimmedField(bytes.substr(0, end));
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
      if (list.empty()) continue;
      const auto stamped = stampedTexts(list);
      if (!stamped && !m_header.plus) continue;
      if (!stamped) {
        return failed(Errc::damaged, MASU_TEXT("core", "{0} is damaged: an annotation of record {1} cannot be read."),
                      record);
      }
      // The first one of a record is there to state when it starts, with an empty text before it.
      const bool keepsTime =
          !timed && signal == m_signals.front() && !stamped->texts.empty() && stamped->texts.front().empty();
      timed = timed || keepsTime;
      if (keepsTime) MASU_CHECK(startAt(stamped->onset, record));
      MASU_CHECK(take(*stamped, record));
    }
  }
  if (timed || !m_header.gapped) return {};
  return failed(Errc::damaged, MASU_TEXT("core", "{0} is damaged: record {1} does not state when it starts."), record);
}

double NotesReader::withoutGaps(double time) const {
  const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), time);
  const auto place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - m_starts.begin()) - 1);
  const Segment& run = m_notes.runs[place];
  double inside = time - m_starts[place];
  if (after != m_starts.end()) inside = std::min(inside, static_cast<double>(run.frames) * m_header.duration);
  return static_cast<double>(run.first) * m_header.duration + inside;
}

Result<EdfNotes> NotesReader::read() {
  m_notes.runs.push_back({0, 0});
  for (const EdfSignal* signal : m_signals) {
    if (signal->samples * m_header.sampleBytes <= kMostBytes) continue;
    return fail(Errc::unsupported, MASU_TEXT("core", "{0} has more than 64 MiB of annotations a record."), {m_path},
                {m_path});
  }
  const bool hasNotes = !m_signals.empty() || m_header.gapped;
  for (std::uint64_t record = 0; record < m_header.records && hasNotes; ++record) {
    MASU_CHECK(readRecord(record));
    ++m_notes.runs.back().frames;
  }
  if (m_starts.empty()) m_starts.push_back(0);
  m_notes.runs.back().frames = m_header.records - m_notes.runs.back().first;
  for (Annotation& note : m_notes.annotations) {
    const double onset = withoutGaps(note.onset);
    note.duration = withoutGaps(note.onset + note.duration) - onset;
    note.onset = onset;
  }
  std::ranges::stable_sort(m_notes.annotations, {}, &Annotation::onset);
  return std::move(m_notes);
}

}  // namespace

Result<EdfNotes> readEdfNotes(const io::File& file, const EdfHeader& header) {
  return NotesReader(file, header).read();
}

}  // namespace masu::waveform
