// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/renames.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/exact_json.h"
#include "core/io/file.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

using Json = ExactJson;

constexpr const char* kNoteName = "renames";

/// Returns 0 where there is no such file.
std::uint64_t inodeOf(const std::filesystem::path& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0 ? status.st_ino : 0;
}

bool isPlainName(const std::filesystem::path& name) {
  return !name.empty() && name == name.filename() && name != "." && name != "..";
}

bool isOldSplits(const std::filesystem::path& target, const std::filesystem::path& name) {
  for (unsigned number = 1; number <= layout::kMostOldSplits; ++number) {
    if (name == layout::oldSplitsPath(target, number).filename()) return true;
  }
  return false;
}

/// Names that publishing gives or takes beside a dataset. A note is believed about no other.
bool isBeside(const std::filesystem::path& target, const std::filesystem::path& name) {
  return isOldSplits(target, name) || name == target.filename() || name == layout::splitsPath(target).filename() ||
         name == layout::nextSplitsPath(target).filename() || layout::isPartOf(target, name.string());
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

}  // namespace

Error nameTaken(const std::filesystem::path& target) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} exists already. Choose another name, or allow it to be overwritten."),
          {target.string()},
          {target.string(), 0, 0}};
}

Result<void> moveTo(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite) {
  const unsigned flags = overwrite ? 0 : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0) return {};
  if (errno == EEXIST) return fail(nameTaken(to));
  // Some file systems (NFS, older FUSE) do not support this flag.
  if (errno != EINVAL && errno != ENOSYS) return fail(Error::fromErrno(errno, to.string()));
  if (!overwrite && inodeOf(to) != 0) return fail(nameTaken(to));
  if (::rename(from.c_str(), to.c_str()) != 0) return fail(Error::fromErrno(errno, to.string()));
  return {};
}

void Renames::add(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite) {
  m_steps.push_back({from, to, overwrite, inodeOf(from)});
}

void Renames::addOutdated(const std::filesystem::path& file) {
  m_outdated.push_back({file, {}, false, inodeOf(file)});
}

void Renames::addReplaced(const std::filesystem::path& file, const std::filesystem::path& aside, bool overwrite) {
  add(file, aside, overwrite);
  m_outdated.push_back({aside, {}, false, inodeOf(file)});
}

Result<void> Renames::run(bool sync) {
  MASU_CHECK(note(sync));
  for (const Step& step : m_steps) {
    // The files that the dataset refers to are durable before the dataset is.
    const bool last = &step == &m_steps.back();
    Result<void> done = last && sync ? io::syncDirectory(folderOf(m_target)) : Result<void>{};
    if (done) done = moveTo(step.from, step.to, step.overwrite);
    if (done) continue;
    if (!isDone()) (void)takeBack();
    return done;
  }
  // Removed only when it is durable that nothing refers to them any more.
  if (sync && !m_outdated.empty()) MASU_CHECK(io::syncDirectory(folderOf(m_target)));
  removeOutdated();
  return {};
}

Renames::Settled Renames::settle(const std::filesystem::path& folder, const std::filesystem::path& target) {
  Renames left(folder, target);
  if (!left.readNote()) return Settled::nothing;
  const bool done = left.isDone();
  bool restored = false;
  if (done) {
    left.removeOutdated();
  } else {
    restored = left.takeBack();
  }
  std::error_code ignored;
  std::filesystem::remove(folder / kNoteName, ignored);
  if (done) return Settled::complete;
  return restored ? Settled::restored : Settled::nothing;
}

bool Renames::isNoted(const std::filesystem::path& folder) {
  return inodeOf(folder / kNoteName) != 0;
}

/// The last one has no file to rename any more.
bool Renames::isDone() const {
  return inodeOf(m_steps.back().from) != m_steps.back().inode;
}

/// Whether there was anything to take back.
bool Renames::takeBack() const {
  bool any = false;
  for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
    // Best effort: what stays under its name is a file more, which replaces none.
    if (inodeOf(step->to) == step->inode && inodeOf(step->from) == 0)
      any = moveTo(step->to, step->from, false).has_value() || any;
  }
  return any;
}

void Renames::removeOutdated() const {
  std::error_code ignored;
  for (const Step& file : m_outdated) {
    if (inodeOf(file.from) == file.inode) std::filesystem::remove(file.from, ignored);
  }
}

Result<void> Renames::note(bool sync) const {
  Json json = {{"steps", Json::array()}, {"outdated", Json::array()}};
  for (const Step& step : m_steps) {
    json["steps"].push_back({{"inode", step.inode},
                             {"inside", folderOf(step.from) == m_folder},
                             {"from", step.from.filename().string()},
                             {"to", step.to.filename().string()}});
  }
  for (const Step& file : m_outdated) {
    json["outdated"].push_back({{"inode", file.inode}, {"file", file.from.filename().string()}});
  }
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  MASU_TRY(const io::File file, io::File::create(m_folder / kNoteName));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(text))));
  if (!sync) return {};
  MASU_CHECK(file.sync());
  return io::syncDirectory(m_folder);
}

/// False where there is none, or where it was not written to its end: then nothing was renamed either.
bool Renames::readNote() {
  const auto text = io::readText(m_folder / kNoteName, 1U << 20U);
  if (!text) return false;
  try {
    const Json json = Json::parse(*text);
    for (const Json& entry : json.at("steps")) {
      const std::filesystem::path from = entry.at("from").get<std::string>();
      const std::filesystem::path to = entry.at("to").get<std::string>();
      const bool inside = entry.at("inside");
      if (!(inside ? isPlainName(from) : isBeside(m_target, from)) || !isBeside(m_target, to)) return false;
      m_steps.push_back({(inside ? m_folder : folderOf(m_target)) / from, folderOf(m_target) / to, false,
                         entry.at("inode").get<std::uint64_t>()});
    }
    for (const Json& entry : json.at("outdated")) {
      const std::filesystem::path file = entry.at("file").get<std::string>();
      if (!layout::isPartOf(m_target, file.string()) && !isOldSplits(m_target, file)) return false;
      m_outdated.push_back({folderOf(m_target) / file, {}, false, entry.at("inode").get<std::uint64_t>()});
    }
  } catch (const std::exception&) {
    return false;
  }
  return !m_steps.empty();
}

}  // namespace masu::store
