#include "core/ingest/rejects_file.h"

#include <algorithm>

namespace masu::ingest {

namespace {

std::string inQuotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

Result<RejectsFile> RejectsFile::prepare(const ImportPlan& plan, const LoadOptions& options) {
  std::filesystem::path path = options.rejects;
  if (path.empty()) path = options.target.string() + ".rejects.csv";
  std::error_code error;
  if (!options.write.overwrite && std::filesystem::exists(path, error)) {
    return fail(Errc::exists, MASU_TEXT("core", "{0} exists already. Move it away, or allow the import to overwrite."),
                {path.string()}, {path.string(), 0, 0});
  }
  return RejectsFile(plan, std::move(path), options.write.overwrite);
}

Result<void> RejectsFile::add(const Reject& reject, std::uint32_t source, const csv::Block& block) {
  const std::string& file = m_plan->sources[source].path;
  const bool whole = reject.column == Reject::kWholeRecord;
  const std::string column = whole ? std::string() : m_plan->columns[reject.column].name;
  const Source where = placeOf(block, reject.offset, file);
  if (m_plan->options.onError == OnError::fail) return fail(errorFrom(reject, column, where));
  if (!m_file) {
    MASU_TRY(io::AtomicFile created,
             io::AtomicFile::create(m_path, m_overwrite ? io::Overwrite::yes : io::Overwrite::no));
    m_file.emplace(std::move(created));
    MASU_CHECK(m_file->append(std::string_view("source,line,byte,column,reason,text\n")));
  }
  const std::string reason(sentence(reject.reason));
  ++m_count;
  ++m_reasons[{column, reason}];
  return m_file->append(inQuotes(file) + ',' + std::to_string(where.line) + ',' +
                        std::to_string(block.offset + reject.offset) + ',' + inQuotes(column) + ',' + inQuotes(reason) +
                        ',' + inQuotes(reject.text) + '\n');
}

Result<void> RejectsFile::commit() {
  if (m_file) return m_file->commit();
  std::error_code error;
  if (m_overwrite) std::filesystem::remove(m_path, error);
  return {};
}

void RejectsFile::withdraw() {
  std::error_code error;
  if (m_file) std::filesystem::remove(m_path, error);
}

std::vector<RejectCount> RejectsFile::reasons() const {
  std::vector<RejectCount> reasons;
  for (const auto& [key, count] : m_reasons) reasons.push_back({key.first, key.second, count});
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const RejectCount& a, const RejectCount& b) { return a.count > b.count; });
  return reasons;
}

}  // namespace masu::ingest
