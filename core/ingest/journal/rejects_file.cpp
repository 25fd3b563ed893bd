// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/rejects_file.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

#include "core/csv/json/json_record.h"
#include "core/csv/structure/field_text.h"
#include "core/io/atomic_file.h"

namespace masu::ingest {

std::filesystem::path rejectsPathOf(const LoadOptions& options) {
  return options.rejects.empty() ? std::filesystem::path(options.target) += ".rejects.csv" : options.rejects;
}

Result<void> checkRejectsPlace(const LoadOptions& options, bool mayBeThere) {
  const std::filesystem::path path = rejectsPathOf(options);
  std::error_code error;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no folder {0}. Create it, or choose another place."),
                {folder.string()}, {folder.string(), 0, 0});
  }
  if (::access(folder.c_str(), W_OK) != 0) return fail(Error::fromErrno(errno, folder.string()));
  if (options.write.overwrite || mayBeThere || !std::filesystem::exists(path, error)) return {};
  return fail(Errc::exists, MASU_TEXT("core", "{0} exists already. Move it away, or allow the import to overwrite."),
              {path.string()}, {path.string(), 0, 0});
}

Result<RejectsFile> RejectsFile::prepare(const ImportPlan& plan, const LoadOptions& options) {
  // An import without a journal that was killed after its rejects were published may have left them.
  const auto& target = options.target;
  const bool mayBeOurs =
      options.write.resume &&
      (store::interruptedImport(target) || store::isOfInterruptedImport(rejectsPathOf(options), target));
  MASU_CHECK(checkRejectsPlace(options, mayBeOurs));
  return RejectsFile(plan, options);
}

Result<void> RejectsFile::attach(store::DatasetWriter& writer) {
  m_writer = &writer;
  // An import that goes on may have put it there before it was killed: commit() looks at what is in it.
  return checkRejectsPlace(*m_options, writer.resumed().has_value());
}

Result<void> RejectsFile::add(const Reject& reject, std::uint32_t source, const csv::Block& block, LineCursor& cursor) {
  const std::string& file = m_plan->sources[source].path;
  const bool whole = reject.column == Reject::kWholeRecord;
  const std::string column = whole ? std::string() : m_plan->columns[reject.column].name;
  const Location where = placeOf(block, reject.offset, file, cursor);
  if (m_plan->options.onError == OnError::fail) return fail(errorFrom(reject, column, where));
  std::string line = m_count == 0 ? "source,line,byte,column,reason,text\n" : "";
  const std::string reason(sentence(reject.reason));
  const std::string text =
      m_plan->table().dialect.jsonLines ? csv::shownJsonRecord(reject.text) : std::string(reject.text);
  ++m_count;
  ++m_reasons[{column, reason}];
  line += csv::quotedField(file) + ',' + std::to_string(where.line) + ',' +
          std::to_string(block.offset + reject.offset) + ',' + csv::quotedField(column) + ',' +
          csv::quotedField(reason) + ',' + csv::quotedField(text) + '\n';
  return m_writer->appendSideFile(line);
}

Result<void> RejectsFile::commit() {
  std::error_code error;
  if (m_count == 0) {
    if (mayReplace()) std::filesystem::remove(m_path, error);
    return {};
  }
  MASU_TRY(const bool done, isThereAlready());
  if (done) return {};
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(m_path, mayReplace() ? io::Overwrite::yes : io::Overwrite::no));
  MASU_CHECK(m_writer->copySideFile(file.file()));
  return file.commit();
}

Result<bool> RejectsFile::isThereAlready() const {
  std::error_code error;
  if (mayReplace() || !m_writer->resumed() || !std::filesystem::exists(m_path, error)) return false;
  MASU_TRY(const io::File there, io::File::openRead(m_path));
  return m_writer->sideFileEquals(there);
}

void RejectsFile::withdraw() {
  std::error_code error;
  if (m_count > 0) std::filesystem::remove(m_path, error);
}

void RejectsFile::save(ByteWriter& state) const {
  state.put(m_count);
  state.put(std::uint64_t{m_reasons.size()});
  for (const auto& [key, count] : m_reasons) {
    state.put(key.first);
    state.put(key.second);
    state.put(count);
  }
}

void RejectsFile::restore(ByteReader& state) {
  state.get(m_count);
  for (std::uint64_t left = state.getCount(2 * sizeof(std::uint64_t)); left > 0 && state.ok(); --left) {
    std::pair<std::string, std::string> key;
    state.get(key.first);
    state.get(key.second);
    state.get(m_reasons[key]);
  }
}

std::vector<RejectCount> RejectsFile::reasons() const {
  std::vector<RejectCount> reasons;
  for (const auto& [key, count] : m_reasons) reasons.push_back({key.first, key.second, count});
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const RejectCount& a, const RejectCount& b) { return a.count > b.count; });
  return reasons;
}

}  // namespace masu::ingest
