// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/append_log.h"

namespace masu::train {

Result<AppendLog> AppendLog::create(const std::filesystem::path& path) {
  AppendLog log;
  MASU_TRY(log.m_file, io::File::create(path));
  return log;
}

Result<AppendLog> AppendLog::reopen(const std::filesystem::path& path, std::uint64_t bytes) {
  AppendLog log;
  MASU_TRY(log.m_file, io::File::openReadWrite(path));
  MASU_TRY(const std::uint64_t size, log.m_file.size());
  if (size < bytes) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is shorter than it was, so the run cannot be resumed."),
                {path.string()}, {path.string(), 0, 0});
  }
  MASU_CHECK(log.m_file.resize(bytes));
  log.m_bytes = bytes;
  return log;
}

Result<void> AppendLog::append(std::string_view text) {
  MASU_CHECK(m_file.writeAt(m_bytes, std::as_bytes(std::span(text))));
  m_bytes += text.size();
  return {};
}

}  // namespace masu::train
