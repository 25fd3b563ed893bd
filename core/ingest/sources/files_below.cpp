// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/files_below.h"

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>

#include <dirent.h>
#include <sys/stat.h>

#include "core/io/archive_reader.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

enum class Entry { file, folder, other };

/// Without a call to the kernel where the folder has it; a link is what it leads to, unless that is a folder.
Entry kindOf(const dirent& entry, const std::string& path) {
  if (entry.d_type == DT_REG) return Entry::file;
  if (entry.d_type == DT_DIR) return Entry::folder;
  if (entry.d_type != DT_LNK && entry.d_type != DT_UNKNOWN) return Entry::other;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return Entry::file;  // opening it will say what is wrong
  if (S_ISREG(status.st_mode)) return Entry::file;
  const bool isLink = ::lstat(path.c_str(), &status) != 0 || S_ISLNK(status.st_mode);
  return S_ISDIR(status.st_mode) && !isLink ? Entry::folder : Entry::other;
}

Error notListed(int failure, const fs::path& root, const std::string& folder) {
  if (failure != ENAMETOOLONG) return Error::fromErrno(failure, folder);
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "{0} holds folders that are nested too deeply for programs to name what is in them. Move it up, "
                    "or name the files themselves."),
          {root.string()},
          {root.string()}};
}

/// Paths as text, since a path of thousands of folders takes as long to copy as all of them.
class Search {
 public:
  Search(const fs::path& root, const FolderSearch& search) : m_root(root), m_search(search) {}

  Result<std::vector<fs::path>> run() {
    std::vector<std::string> waiting = {m_root.native()};
    while (!waiting.empty() && m_found.size() < m_search.most) {
      if (m_search.stops && m_search.stops()) return fail(Error::cancelled());
      const std::string folder = std::move(waiting.back());
      waiting.pop_back();
      const Folder opened(::opendir(folder.c_str()));
      if (!opened) {
        if (errno == EACCES && m_search.skipsUnreadable) continue;
        return fail(notListed(errno, m_root, folder));
      }
      if (const int failure = take(*opened, folder, waiting); failure != 0)
        return fail(notListed(failure, m_root, folder));
    }
    return std::move(m_found);
  }

 private:
  /// Returns an errno, 0 where the folder was listed to its end.
  int take(DIR& opened, const std::string& folder, std::vector<std::string>& waiting) {
    const std::string front = folder.ends_with('/') ? folder : folder + '/';
    for (;;) {
      errno = 0;  // the end and a failure differ in nothing else
      const dirent* entry = ::readdir(&opened);
      if (entry == nullptr) return errno;
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || (!m_search.hidden && io::isJunkMember(std::string(name)))) continue;
      std::string path = front + std::string(name);
      const Entry kind = kindOf(*entry, path);
      if (kind == Entry::folder) waiting.push_back(std::move(path));
      if (kind != Entry::file || m_found.size() >= m_search.most) continue;
      fs::path file(std::move(path));
      if (!m_search.takes || m_search.takes(file)) m_found.push_back(std::move(file));
    }
  }

  const fs::path& m_root;
  const FolderSearch& m_search;
  std::vector<fs::path> m_found;
};

}  // namespace

Result<std::vector<fs::path>> filesBelow(const fs::path& folder, const FolderSearch& search) {
  return Search(folder, search).run();
}

}  // namespace masu::ingest
