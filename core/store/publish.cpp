#include "core/store/publish.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "core/io/file.h"
#include "core/store/file_reading.h"
#include "core/store/layout.h"
#include "core/store/splits_hdf5.h"

namespace masu::store {

namespace {

Error inTheWay(const std::filesystem::path& target) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} exists already. Choose another name, or allow it to be overwritten."),
          {target.string()},
          {target.string(), 0, 0}};
}

/// A rename that never replaces a file by accident, even one that appeared a moment ago.
Result<void> moveTo(const std::filesystem::path& from, const std::filesystem::path& to, bool overwrite) {
  const unsigned flags = overwrite ? 0 : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0) return {};
  if (errno == EEXIST) return fail(inTheWay(to));
  // Some file systems (NFS, older FUSE) know no such promise.
  if (errno != EINVAL && errno != ENOSYS) return fail(Error::fromErrno(errno, to.string()));
  MASU_CHECK(checkTarget(to, overwrite));
  if (::rename(from.c_str(), to.c_str()) != 0) return fail(Error::fromErrno(errno, to.string()));
  return {};
}

/// A new splits file for the dataset, with the manifests it takes over.
Result<void> writeSplits(const Publication& publication, const std::filesystem::path& file) {
  const std::filesystem::path& from = publication.splitsFrom;
  splits::Heading taken;
  if (!from.empty()) {
    MASU_TRY(taken, splits::readHeading(from));
  }
  const std::uint64_t before = publication.samplesBefore > 0 ? publication.samplesBefore : publication.samples;
  if (!from.empty() && taken.samples != before) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "The splits file {0} is for {1} samples, not for {2}."),
                {from.string(), std::to_string(taken.samples), std::to_string(before)}, {from.string(), 0, 0});
  }
  const splits::Heading heading{publication.uuid, publication.samples, {}};
  return splits::replace(file, from, heading, [&](hid_t root, hid_t oldRoot) -> Result<void> {
    for (const StoredManifest& manifest : taken.manifests) {
      if (publication.samplesBefore == 0) {
        MASU_CHECK(splits::copyManifest(oldRoot, manifest.name, root, manifest, from));
        continue;
      }
      MASU_TRY(Assignment assignment, splits::readAssignment(from, manifest.name, before));
      assignment.resize(publication.samples, Split::unused);
      MASU_CHECK(splits::writeManifest(root, manifest, assignment, file));
    }
    return {};
  });
}

Result<void> syncFolderOf(const std::filesystem::path& file) {
  return io::syncDirectory(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
}

/// Parts under their names, which are taken back where the dataset does not come to stand for them.
class MovedParts {
 public:
  MovedParts() = default;
  MovedParts(const MovedParts&) = delete;
  MovedParts& operator=(const MovedParts&) = delete;
  ~MovedParts() {
    std::error_code ignored;
    for (const auto& part : m_moved) std::filesystem::remove(part, ignored);
  }

  Result<void> move(const std::vector<NamedPart>& parts, const std::filesystem::path& folder) {
    for (const NamedPart& part : parts) {
      MASU_CHECK(moveTo(part.where, folder / part.name, false));
      m_moved.push_back(folder / part.name);
    }
    return {};
  }
  void add(std::filesystem::path part) { m_moved.push_back(std::move(part)); }
  void keep() { m_moved.clear(); }

 private:
  std::vector<std::filesystem::path> m_moved;
};

/// The parts of the dataset that has the name now; none where it is no dataset. Those that are named as another's stay:
/// what has the name may be a copy, or renamed, or say what it likes.
std::vector<std::filesystem::path> partsBehind(const std::filesystem::path& dataset) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(dataset, ignored)) return files;
  const auto content = readDatasetFile(dataset);
  if (!content) return files;
  for (const PartFile& part : content->parts) {
    if (layout::isPartOf(dataset, part.file)) files.push_back(dataset.parent_path() / part.file);
  }
  return files;
}

/// Left by an import of the same dataset that died between the two renames.
bool isOurs(const std::filesystem::path& splits, const Publication& publication) {
  std::error_code ignored;
  if (std::filesystem::exists(publication.target, ignored)) return false;
  const auto heading = splits::readHeading(splits);
  return heading && heading->uuid == publication.uuid && heading->manifests.empty();
}

/// A second name for the dataset's own file, which it keeps when the first one goes to what now stands for it.
Result<void> nameFormer(const std::filesystem::path& dataset, const std::filesystem::path& part) {
  if (::link(dataset.c_str(), part.c_str()) == 0) return {};
  // FAT and some network file systems have no second names: then the one it has must stay until the end.
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return fail(Error::fromErrno(errno, part.string()));
  std::error_code failed;
  std::filesystem::copy_file(dataset, part, failed);
  if (failed) return fail(Error::fromErrno(failed.value(), part.string()));
  MASU_TRY(const io::File copy, io::File::openReadWrite(part));
  return copy.sync();
}

/// The new splits file waits under a name that is looked at, too, while the old one still belongs to what is there.
Result<void> publishAppended(const Publication& publication, const std::filesystem::path& newSplits) {
  const std::filesystem::path& target = publication.target;
  const auto next = layout::nextSplitsPath(target);
  const auto folder = target.parent_path();
  MovedParts parts;
  MASU_CHECK(parts.move(publication.complete.parts, folder));
  const std::string& former = publication.complete.formerName;
  if (!former.empty()) {
    // Noted before it is there, as a copy may be left half made.
    parts.add(folder / former);
    MASU_CHECK(nameFormer(target, folder / former));
  }
  MASU_CHECK(moveTo(newSplits, next, true));
  if (publication.sync) MASU_CHECK(syncFolderOf(target));
  MASU_CHECK(moveTo(publication.complete.file, target, true));
  parts.keep();
  return moveTo(next, layout::splitsPath(target), true);
}

}  // namespace

Result<void> checkTarget(const std::filesystem::path& target, bool overwrite) {
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::is_directory(status)) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is a folder. Name a file in it, such as {1}."),
                {target.string(), (target / "dataset.h5").string()}, {target.string(), 0, 0});
  }
  if (!overwrite && std::filesystem::exists(status)) return fail(inTheWay(target));
  return {};
}

namespace {

/// With the name, or in the place of another.
Result<void> publishNew(const Publication& publication, const std::filesystem::path& newSplits) {
  const std::filesystem::path& target = publication.target;
  const auto splits = layout::splitsPath(target);
  MASU_CHECK(checkTarget(target, publication.overwrite));
  const auto former = publication.overwrite ? partsBehind(target) : std::vector<std::filesystem::path>();
  MovedParts parts;
  MASU_CHECK(parts.move(publication.complete.parts, target.parent_path()));
  // The splits file first: a dataset that has its name has everything.
  std::error_code ignored;
  const auto old = layout::oldSplitsPath(target);
  const bool replaces = std::filesystem::exists(splits, ignored) && !isOurs(splits, publication);
  if (replaces) MASU_CHECK(moveTo(splits, old, true));
  MASU_CHECK(moveTo(newSplits, splits, true));
  if (auto moved = moveTo(publication.complete.file, target, publication.overwrite); !moved) {
    std::filesystem::rename(splits, newSplits, ignored);
    if (replaces) std::filesystem::rename(old, splits, ignored);
    return moved;
  }
  parts.keep();
  // Not before the disk knows that nothing stands for them any more.
  if (publication.sync && !former.empty()) MASU_CHECK(syncFolderOf(target));
  for (const auto& part : former) std::filesystem::remove(part, ignored);
  std::filesystem::remove(layout::nextSplitsPath(target), ignored);
  return {};
}

}  // namespace

Result<void> publish(const Publication& publication) {
  const std::filesystem::path& target = publication.target;
  // Written in full before anything is renamed: from here on only renames can fail.
  const auto newSplits = publication.complete.file.parent_path() / "splits";
  MASU_CHECK(writeSplits(publication, newSplits));
  MASU_CHECK(publication.samplesBefore > 0 ? publishAppended(publication, newSplits)
                                           : publishNew(publication, newSplits));
  return publication.sync ? syncFolderOf(target) : Result<void>{};
}

}  // namespace masu::store
