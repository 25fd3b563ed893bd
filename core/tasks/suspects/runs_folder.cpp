// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/runs_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/io/scratch_folder.h"
#include "core/store/format/layout.h"
#include "core/store/splits/splits_file.h"

namespace masu::tasks {

namespace fs = std::filesystem;

namespace {

Result<void> link(const fs::path& target, const fs::path& name) {
  std::error_code failure;
  fs::create_symlink(fs::absolute(target, failure), name, failure);
  return failure ? Result<void>(fail(Error::fromErrno(failure.value(), name.string()))) : Result<void>();
}

}  // namespace

Result<RunsFolder> RunsFolder::create(const fs::path& named) {
  if (named.empty()) {
    std::string name = (io::scratchFolder() / "masu-suspects-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return fail(Error::fromErrno(errno, io::scratchFolder().string()));
    return RunsFolder(std::move(name), true);
  }
  std::error_code failure;
  const bool isThere = fs::exists(named, failure);
  if (isThere && !fs::is_directory(named, failure)) {
    return fail(Errc::exists, MASU_TEXT("core", "{0} is a file; the runs need a folder: choose another name."),
                {named.string()}, {named.string(), 0, 0});
  }
  if (isThere && !fs::is_empty(named, failure) && !failure) {
    return fail(Errc::exists,
                MASU_TEXT("core", "The folder {0} is not empty: choose another one for the runs that are to be kept."),
                {named.string()}, {named.string(), 0, 0});
  }
  fs::create_directories(named, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), named.string()));
  return RunsFolder(named, !isThere);
}

RunsFolder::~RunsFolder() {
  if (m_path.empty() || m_kept) return;
  std::error_code ignored;
  for (fs::directory_iterator at(m_path, ignored), end; !ignored && at != end; at.increment(ignored)) {
    std::error_code alsoIgnored;
    fs::remove_all(at->path(), alsoIgnored);
  }
  if (m_isNew) fs::remove(m_path, ignored);
}

Result<fs::path> linkDataset(const store::Dataset& dataset, const fs::path& folder) {
  const fs::path name = folder / dataset.path().filename();
  MASU_CHECK(link(dataset.path(), name));
  for (const fs::path& part : dataset.partFiles()) MASU_CHECK(link(part, folder / part.filename()));
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  std::error_code failure;
  if (!fs::exists(splits.path(), failure)) return name;
  fs::copy_file(splits.path(), store::layout::splitsPath(name), failure);
  if (failure) return fail(Error::fromErrno(failure.value(), store::layout::splitsPath(name).string()));
  return name;
}

}  // namespace masu::tasks
