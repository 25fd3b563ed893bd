// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/publish.h"

#include <cerrno>
#include <utility>

#include <unistd.h>

#include "core/io/file.h"
#include "core/io/file_lock.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/sandboxed_read.h"
#include "core/store/read/file_reading.h"
#include "core/store/splits/splits_hdf5.h"
#include "core/store/staging/renames.h"

namespace masu::store {

namespace {

/// A new splits file for the dataset, with the manifests it keeps.
Result<Published> writeSplits(const Publication& publication, const std::filesystem::path& file) {
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
  // What a frozen one is known by, the hash of its assignment, is another with further samples.
  Published published;
  for (StoredManifest& manifest : taken.manifests) {
    if (publication.samples > before && std::exchange(manifest.frozen, false))
      published.unfrozen.push_back(manifest.name);
  }
  splits::Copied copied;
  const splits::Heading heading{publication.uuid, publication.samples, taken.manifests};
  const Result<void> written = splits::replace(file, heading, [&](std::size_t index) -> Result<splits::Values> {
    const std::string& manifest = taken.manifests[index].name;
    if (publication.samplesBefore == 0) {
      MASU_TRY(copied, splits::copyValues(from, manifest, before));
      return splits::Values{copied.splits, copied.checksum};
    }
    MASU_TRY(copied.splits, splits::readAssignment(from, manifest, before));
    copied.splits.resize(publication.samples, Split::unused);
    return splits::Values{copied.splits};
  });
  if (!written) return fail(written.error());
  return published;
}

/// What this process wrote needs no trial when it is opened.
void trust(const Publication& publication) {
  const std::filesystem::path& target = publication.target;
  trustFile(target);
  trustFile(layout::splitsPath(target));
  for (const NamedPart& part : publication.complete.parts) trustFile(target.parent_path() / part.name);
}

Result<void> syncFolderOf(const std::filesystem::path& file) {
  return io::syncDirectory(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
}

/// The parts of the dataset that has the name now; none where it is not a dataset. Files that are named as another
/// dataset's parts stay: what has the name may be a copy, renamed, or damaged.
std::vector<std::filesystem::path> partsOf(const std::filesystem::path& dataset) {
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

/// A second name for the dataset's own file, which it keeps when the first one passes to the new master.
Result<void> nameFormer(const std::filesystem::path& dataset, const std::filesystem::path& name) {
  if (::link(dataset.c_str(), name.c_str()) == 0) return {};
  // FAT and some network file systems have no second names.
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return fail(Error::fromErrno(errno, name.string()));
  std::error_code failed;
  std::filesystem::copy_file(dataset, name, failed);
  if (failed) return fail(Error::fromErrno(failed.value(), name.string()));
  MASU_TRY(const io::File copy, io::File::openReadWrite(name));
  return copy.sync();
}

bool holdsManifests(const std::filesystem::path& splits) {
  std::error_code ignored;
  if (!std::filesystem::exists(splits, ignored)) return false;
  const auto heading = splits::readHeading(splits);
  // A file that cannot be read may still be repaired.
  return !heading || !heading->manifests.empty();
}

/// The last place where all of them hold manifests: it is not replaced then.
std::filesystem::path freePlaceForOldSplits(const std::filesystem::path& target) {
  unsigned number = 1;
  while (number < layout::kMostOldSplits && holdsManifests(layout::oldSplitsPath(target, number))) ++number;
  return layout::oldSplitsPath(target, number);
}

/// The new splits file waits under a name that is looked at, too, while the old one still belongs to what is there.
Result<void> publishAppended(const Publication& publication, const std::filesystem::path& newSplits) {
  const std::filesystem::path& target = publication.target;
  const std::filesystem::path folder = newSplits.parent_path();
  const auto next = layout::nextSplitsPath(target);
  const auto splits = layout::splitsPath(target);
  // Left by an append that was killed before its very last rename: it belongs to the dataset that exists now.
  if (publication.splitsFrom == next) MASU_CHECK(moveTo(next, splits, true));
  Renames renames(folder, target);
  for (const NamedPart& part : publication.complete.parts)
    renames.add(part.where, target.parent_path() / part.name, false);
  if (const std::string& former = publication.complete.formerName; !former.empty()) {
    MASU_CHECK(nameFormer(target, folder / "former"));
    renames.add(folder / "former", target.parent_path() / former, false);
  }
  renames.add(newSplits, next, true);
  renames.add(publication.complete.file, target, true);
  MASU_CHECK(renames.run(publication.sync));
  const bool another = publication.splitsFrom.empty() && holdsManifests(splits);
  if (another) {
    const auto place = freePlaceForOldSplits(target);
    MASU_CHECK(moveTo(splits, place, !holdsManifests(place)));
  }
  return moveTo(next, splits, true);
}

/// Edits of labels are of the dataset that they were made in. They are not moved away unasked: nothing else has them.
Result<void> checkNoEdits(const std::filesystem::path& target) {
  std::error_code ignored;
  const std::filesystem::path edits = layout::editsPath(target);
  if (!std::filesystem::exists(edits, ignored)) return {};
  return fail(Errc::exists,
              MASU_TEXT("core",
                        "{0} holds edits of the labels of what {1} was until now, and would belong to another dataset. "
                        "Move it away first, or choose another name to write to."),
              {edits.string(), target.string()}, {edits.string(), 0, 0});
}

}  // namespace

Result<void> checkTarget(const std::filesystem::path& target, bool overwrite) {
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::is_directory(status)) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is a folder. Name a file in it, such as {1}."),
                {target.string(), (target / "dataset.h5").string()}, {target.string(), 0, 0});
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is a pipe or a device, which Masu does not replace. Choose the name of a file."),
                {target.string()}, {target.string(), 0, 0});
  }
  if (!overwrite && std::filesystem::exists(status)) return fail(nameTaken(target));
  if (const auto dataset = layout::datasetOfSplits(target); !dataset.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} is where {1} keeps its splits. Choose another name."),
                {target.string(), dataset.string()}, {target.string(), 0, 0});
  }
  if (const auto dataset = layout::datasetOfEdits(target); !dataset.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is where {1} keeps the edits of its labels. Choose another name."),
                {target.string(), dataset.string()}, {target.string(), 0, 0});
  }
  return checkNoEdits(target);
}

std::filesystem::path placeOfReplacedSplits(const std::filesystem::path& target) {
  return holdsManifests(layout::splitsPath(target)) ? freePlaceForOldSplits(target) : std::filesystem::path();
}

namespace {

/// With the name, or in the place of another.
Result<void> publishNew(const Publication& publication, const std::filesystem::path& newSplits) {
  const std::filesystem::path& target = publication.target;
  const auto splits = layout::splitsPath(target);
  MASU_CHECK(checkTarget(target, publication.overwrite));
  Renames renames(newSplits.parent_path(), target);
  for (const NamedPart& part : publication.complete.parts)
    renames.add(part.where, target.parent_path() / part.name, false);
  // The splits file first: a dataset that has its name has everything.
  std::error_code ignored;
  if (std::filesystem::exists(splits, ignored)) {
    const auto place = freePlaceForOldSplits(target);
    const bool isFree = !holdsManifests(place);
    // Where nobody drew a split there is nothing to keep.
    if (holdsManifests(splits)) {
      renames.add(splits, place, isFree);
    } else {
      renames.addReplaced(splits, place, isFree);
    }
  }
  renames.add(newSplits, splits, false);
  renames.add(publication.complete.file, target, publication.overwrite);
  if (publication.overwrite) {
    for (const auto& part : partsOf(target)) renames.addOutdated(part);
  }
  MASU_CHECK(renames.run(publication.sync));
  std::filesystem::remove(layout::nextSplitsPath(target), ignored);
  return {};
}

}  // namespace

Result<Published> publish(const Publication& publication) {
  const std::filesystem::path& target = publication.target;
  // Written in full before anything is renamed: from here on only renames can fail.
  const auto newSplits = publication.complete.file.parent_path() / "splits";
  // Manifests that are drawn meanwhile wait, and are then refused for a dataset that is another.
  MASU_TRY(const io::FileLock lock, io::FileLock::acquire(layout::splitsPath(target)));
  // Labels are edited under the same lock.
  MASU_CHECK(checkNoEdits(target));
  MASU_TRY(Published published, writeSplits(publication, newSplits));
  MASU_CHECK(publication.samplesBefore > 0 ? publishAppended(publication, newSplits)
                                           : publishNew(publication, newSplits));
  trust(publication);
  if (publication.sync) MASU_CHECK(syncFolderOf(target));
  return published;
}

}  // namespace masu::store
