#include "core/shards/staging.h"

#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include <stdlib.h>

#include "core/io/file.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

/// The part of a path that create_directories would have to make first.
fs::path firstMissing(const fs::path& folder) {
  fs::path missing;
  std::error_code ignored;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, ignored); at = at.parent_path()) {
    missing = at;
    if (at == at.parent_path()) break;
  }
  return missing;
}

}  // namespace

Result<Staging> Staging::create(const fs::path& out) {
  const fs::path made = firstMissing(out);
  std::error_code error;
  if (made.empty() && !fs::is_directory(out, error)) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is a file, not a folder. Choose another place."),
                {out.string()}, {out.string()});
  }
  fs::create_directories(out, error);
  if (error) return fail(Error::fromErrno(error.value(), out));
  std::string name = (out / "export-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    const Error denied = Error::fromErrno(errno, out);
    if (!made.empty()) fs::remove_all(made, error);
    return fail(denied);
  }
  return Staging(out, name, made);
}

Staging::Staging(Staging&& other) noexcept
    : m_out(std::move(other.m_out)),
      m_folder(std::exchange(other.m_folder, {})),
      m_made(std::exchange(other.m_made, {})) {}

Staging::~Staging() {
  std::error_code ignored;
  if (!m_folder.empty()) fs::remove_all(m_folder, ignored);
  // Only when empty: another program may have put something there.
  for (fs::path at = m_out; !m_made.empty() && fs::remove(at, ignored) && at != m_made; at = at.parent_path()) {
  }
}

Result<void> Staging::publish(const std::vector<std::string>& paths, const std::vector<std::string>& outdated) {
  std::set<fs::path> folders = {m_out};
  std::error_code error;
  for (const std::string& path : paths) {
    const fs::path target = m_out / path;
    if (folders.insert(target.parent_path()).second) fs::create_directories(target.parent_path(), error);
    if (!error) fs::rename(m_folder / path, target, error);
    if (error) return fail(Error::fromErrno(error.value(), target));
  }
  for (const std::string& path : outdated) fs::remove(m_out / path, error);
  for (const fs::path& folder : folders) MASU_CHECK(io::syncDirectory(folder));
  m_made.clear();
  return {};
}

}  // namespace masu::shards
