// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/record_log.h"

#include <array>
#include <utility>

namespace masu::ingest {

namespace {

/// Before the records of each block, and before the names that the file begins with.
struct BlockHead {
  std::uint64_t bytes = 0;
  std::uint64_t source = 0;
};

}  // namespace

Result<RecordLog> RecordLog::create(const std::filesystem::path& path, const ImportPlan& plan,
                                    std::vector<LoggedColumn> columns) {
  RecordLog log;
  MASU_TRY(log.m_file, io::File::create(path));
  log.m_columns = std::move(columns);
  std::array<std::vector<std::string>, 2> names;
  for (const LoggedColumn& column : log.m_columns) names[column.isLabel ? 1 : 0].push_back(column.name);
  std::vector<std::string> sources;
  for (const store::SourceFile& source : plan.sources) sources.push_back(source.path);
  ByteWriter head;
  head.put(static_cast<std::uint8_t>(plan.ofRecordings() ? 0 : 1));
  head.put(sources);
  for (const std::vector<std::string>& each : names) head.put(each);
  MASU_CHECK(log.append(0, head.bytes()));
  log.m_headBytes = log.m_bytes;
  return log;
}

Result<void> RecordLog::write(std::span<const std::byte> bytes) {
  MASU_CHECK(m_file.writeAt(m_bytes, bytes));
  m_bytes += bytes.size();
  return {};
}

Result<void> RecordLog::append(std::uint32_t source, std::span<const std::byte> records) {
  if (records.empty()) return {};
  const BlockHead head{records.size(), source};
  MASU_CHECK(write(std::as_bytes(std::span(&head, 1))));
  return write(records);
}

Result<void> RecordLog::clear() {
  m_bytes = m_headBytes;
  return m_file.resize(m_bytes);
}

void RecordLog::put(const LoggedRecord& record, ByteWriter& to) {
  to.put(record.line);
  to.put(static_cast<std::uint8_t>(record.isSample ? 1 : 0));
  to.put(record.reason);
  to.put(record.cells);
}

Result<RecordLogReader> RecordLogReader::open(const std::filesystem::path& path) {
  RecordLogReader reader;
  MASU_TRY(reader.m_file, io::File::openRead(path));
  MASU_TRY(reader.m_size, reader.m_file.size());
  MASU_TRY(const bool any, reader.nextBlock());
  reader.m_records.get(reader.m_isTable);
  for (std::vector<std::string>* names : {&reader.m_sources, &reader.m_kept, &reader.m_labels})
    reader.m_records.get(*names);
  if (!any || !reader.m_records.atEnd()) return fail(reader.damaged());
  return reader;
}

Result<bool> RecordLogReader::nextBlock() {
  if (m_position == m_size) return false;
  BlockHead head;
  MASU_CHECK(m_file.readAt(m_position, std::as_writable_bytes(std::span(&head, 1))));
  m_position += sizeof head;
  if (head.bytes > m_size - m_position) return fail(damaged());
  m_block.resize(head.bytes);
  MASU_CHECK(m_file.readAt(m_position, m_block));
  m_position += head.bytes;
  m_source = static_cast<std::uint32_t>(head.source);
  m_records = ByteReader(m_block);
  return true;
}

Result<bool> RecordLogReader::next(LoggedRecord& record) {
  while (m_records.atEnd()) {
    MASU_TRY(const bool more, nextBlock());
    if (!more) return false;
  }
  record.source = m_source;
  m_records.get(record.line);
  m_records.get(record.isSample);
  m_records.get(record.reason);
  m_records.get(record.cells);
  if (!m_records.ok() || record.source >= m_sources.size()) return fail(damaged());
  return true;
}

Error RecordLogReader::damaged() const {
  return {
      Errc::damaged, MASU_TEXT("core", "{0} is damaged."), {m_file.path().string()}, {m_file.path().string(), 0, 0}};
}

}  // namespace masu::ingest
