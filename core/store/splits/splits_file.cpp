// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/splits/splits_file.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/base/named_value.h"
#include "core/io/file_lock.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/opened_file.h"
#include "core/store/hdf5/sandboxed_read.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_hdf5.h"

namespace masu::store {

namespace {

/// The file that the dataset's external link names; empty where it has none.
Result<std::filesystem::path> readLink(const std::filesystem::path& dataset) {
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile file, OpenedFile::open(dataset));
  MASU_TRY(const std::string name, file.linkedFile("splits"));
  return name.empty() ? std::filesystem::path() : dataset.parent_path() / name;
}

Result<std::filesystem::path> linkedSplits(const std::filesystem::path& dataset, const std::stop_token& stop) {
  const auto probe = [](const std::filesystem::path& path) -> Result<void> {
    MASU_CHECK(readLink(path));
    return {};
  };
  MASU_CHECK(readSandboxed({&dataset, 1}, "link", probe, stop));
  return readLink(dataset);
}

/// Where a process that appended samples was killed before its very last rename, the dataset's splits file still has a
/// temporary name.
bool isOf(const std::filesystem::path& waiting, std::string_view uuid, std::uint64_t samples) {
  std::error_code ignored;
  if (!std::filesystem::exists(waiting, ignored)) return false;
  const auto heading = splits::readHeading(waiting);
  return heading && heading->uuid == uuid && heading->samples == samples;
}

/// The heading of a splits file; for a damaged one, what is lost and what to do.
Result<splits::Heading> headingOf(const std::filesystem::path& file, const std::filesystem::path& dataset,
                                  const std::stop_token& stop) {
  auto heading = splits::readHeading(file, stop);
  if (heading) return heading;
  const Errc code = heading.error().code;
  if (code != Errc::format && code != Errc::damaged && code != Errc::child) return heading;
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "The splits file {0} is damaged, so that the splits of {1} cannot be read; its samples are "
                        "intact. Bring back a copy of the file, or write a dataset with masu convert "
                        "--without-splits, and split that."),
              {file.string(), dataset.string()}, {file.string(), 0, 0});
}

/// Splits of the dataset that were set aside, as by a command that was killed before it had replaced the dataset.
std::filesystem::path setAside(const std::filesystem::path& dataset, std::string_view uuid, std::uint64_t samples) {
  for (unsigned number = 1; number <= layout::kMostOldSplits; ++number) {
    auto file = layout::oldSplitsPath(dataset, number);
    if (isOf(file, uuid, samples)) return file;
  }
  return {};
}

Error splitsAside(const std::filesystem::path& file, const std::filesystem::path& dataset,
                  const std::filesystem::path& aside) {
  return {Errc::notFound,
          MASU_TEXT("core", "The splits of {0} are not in {1}, but in {2}. Rename {2} to {1}."),
          {dataset.string(), file.string(), aside.string()},
          {file.string(), 0, 0}};
}

/// Errors: the file holds another dataset by now than the one whose splits are wanted.
Result<void> checkStillThere(const std::filesystem::path& dataset, std::string_view uuid) {
  const auto now = Dataset::open(dataset);
  if (!now || (*now)->uuid() == uuid) return {};
  return fail(Errc::notFound, MASU_TEXT("core", "{0} is another dataset than the one that was opened: open it again."),
              {dataset.string()}, {dataset.string(), 0, 0});
}

Error noSuchManifest(std::string_view name, const std::filesystem::path& file,
                     const std::vector<StoredManifest>& manifests) {
  std::string known;
  for (const StoredManifest& manifest : manifests) known += (known.empty() ? "" : ", ") + manifest.name;
  if (known.empty()) {
    return {Errc::notFound,
            MASU_TEXT("core", "There is no manifest {0}: {1} holds none yet. Split the dataset first."),
            {std::string(name), file.string()},
            {file.string(), 0, 0}};
  }
  return {Errc::notFound,
          MASU_TEXT("core", "There is no manifest {0} in {1}. It holds: {2}."),
          {std::string(name), file.string(), known},
          {file.string(), 0, 0}};
}

Error taken(std::string_view name) {
  return {Errc::exists,
          MASU_TEXT("core", "There is a manifest {0} already. Choose another name, or delete it first."),
          {std::string(name)}};
}

/// Errors where a dataset is a copy beside another, whose splits file its link names.
Result<void> checkOwner(const std::filesystem::path& dataset, const std::filesystem::path& splits) {
  const std::filesystem::path owner = layout::datasetOfSplits(splits);
  std::error_code ignored;
  if (owner.empty() || std::filesystem::equivalent(owner, dataset, ignored) || ignored) return {};
  return fail(Errc::exists,
              MASU_TEXT("core",
                        "{0} is a copy of {1} and shares its splits, which were not changed. For splits of its own, "
                        "write it with masu convert, or move it to another folder with a copy of {2}."),
              {dataset.string(), owner.string(), splits.string()}, {dataset.string(), 0, 0});
}

}  // namespace

std::string hashOf(const Assignment& assignment) {
  return hex64(hash64(std::as_bytes(std::span(assignment))));
}

std::string_view name(Split split) {
  switch (split) {
    case Split::unused:
      return MASU_TEXT("core", "unused");
    case Split::train:
      return MASU_TEXT("core", "train");
    case Split::validation:
      return MASU_TEXT("core", "validation");
    case Split::test:
      return MASU_TEXT("core", "test");
  }
  return MASU_TEXT("core", "unused");
}

std::optional<Split> splitNamed(std::string_view name) {
  return valueNamed({Split::unused, Split::train, Split::validation, Split::test}, name);
}

Result<SplitsFile> SplitsFile::open(const Dataset& dataset, const std::stop_token& stop) {
  return open(dataset.path(), dataset.uuid(), dataset.samples(), stop);
}

Result<SplitsFile> SplitsFile::open(const std::filesystem::path& dataset, std::string_view uuid,
                                    std::uint64_t samples, const std::stop_token& stop) {
  SplitsFile file;
  file.m_dataset = dataset;
  MASU_TRY(file.m_path, linkedSplits(dataset, stop));
  const bool linked = !file.m_path.empty();
  std::error_code ignored;
  if (file.m_path.empty() || !std::filesystem::exists(file.m_path, ignored)) file.m_path = layout::splitsPath(dataset);
  if (isOf(layout::nextSplitsPath(dataset), uuid, samples)) file.m_path = layout::nextSplitsPath(dataset);
  const std::string where = file.m_path.string();
  if (!linked && !std::filesystem::exists(file.m_path, ignored)) {
    // Of a plain file: it begins with none.
    file.m_uuid = uuid;
    file.m_samples = samples;
    return file;
  }
  const auto aside = [&] { return setAside(dataset, uuid, samples); };
  if (!std::filesystem::exists(file.m_path, ignored)) {
    MASU_CHECK(checkStillThere(dataset, uuid));
    if (const auto old = aside(); !old.empty()) return fail(splitsAside(file.m_path, dataset, old));
    return fail(
        Errc::notFound,
        MASU_TEXT("core",
                  "The splits file {0} is missing, and with it every split of {1}, whose samples are intact. Bring the "
                  "file back, or write a dataset with masu convert --without-splits, and split that."),
        {where, dataset.string()}, {where, 0, 0});
  }
  MASU_TRY(splits::Heading heading, headingOf(file.m_path, dataset, stop));
  if (heading.uuid != uuid || heading.samples != samples) {
    MASU_CHECK(checkStillThere(dataset, uuid));
    if (const auto old = aside(); !old.empty()) return fail(splitsAside(file.m_path, dataset, old));
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The splits file {0} belongs to another dataset than {1}, whose samples are intact. Bring "
                          "back the file that was written with it, or write a dataset with masu convert "
                          "--without-splits, and split that."),
                {where, dataset.string()}, {where, 0, 0});
  }
  file.m_uuid = heading.uuid;
  file.m_samples = samples;
  file.m_manifests = std::move(heading.manifests);
  return file;
}

const StoredManifest* SplitsFile::find(std::string_view name) const {
  const auto found = std::ranges::find(m_manifests, name, &StoredManifest::name);
  return found == m_manifests.end() ? nullptr : &*found;
}

Result<Assignment> SplitsFile::read(std::string_view name) const {
  if (find(name) == nullptr) return fail(noSuchManifest(name, m_path, m_manifests));
  return splits::readAssignment(m_path, name, m_samples);
}

Result<void> SplitsFile::change(const std::function<Result<void>()>& make) {
  // Under the file's final name, also while the next one still has its temporary name.
  const bool waits = m_path == layout::nextSplitsPath(m_dataset);
  MASU_TRY(const io::FileLock lock, io::FileLock::acquire(waits ? layout::splitsPath(m_dataset) : m_path));
  MASU_TRY(SplitsFile now, open(m_dataset, m_uuid, m_samples));
  // What was known before stays until the end: names may have been taken from it.
  std::swap(*this, now);
  MASU_CHECK(checkOwner(m_dataset, m_path));
  return make();
}

Result<void> SplitsFile::write(const StoredManifest& manifest, const Assignment& assignment,
                               const std::optional<SeenManifest>& seen) {
  return change([&]() -> Result<void> {
    if (seen) MASU_CHECK(stillAs(*seen, manifest.name));
    return add({manifest}, [&](std::size_t) -> const Assignment& { return assignment; });
  });
}

Result<void> SplitsFile::write(const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf) {
  return change([&] { return add(added, assignmentOf); });
}

Result<void> SplitsFile::add(const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf) {
  auto kept = m_manifests;
  for (const StoredManifest& manifest : added) {
    if (manifest.name.empty()) return fail(Errc::invalidArgument, MASU_TEXT("core", "A manifest needs a name."));
    MASU_CHECK(replaceable(manifest.name));
    std::erase_if(kept, [&](const StoredManifest& other) { return other.name == manifest.name; });
  }
  return rewrite(std::move(kept), {}, added, assignmentOf);
}

Result<void> SplitsFile::remove(std::string_view name) {
  return change([&]() -> Result<void> {
    if (find(name) == nullptr) return fail(noSuchManifest(name, m_path, m_manifests));
    if (!replaceable(name)) {
      return fail(Errc::permission, MASU_TEXT("core", "The manifest {0} is frozen, and is not deleted."),
                  {std::string(name)});
    }
    auto manifests = m_manifests;
    std::erase_if(manifests, [&](const StoredManifest& other) { return other.name == name; });
    return rewrite(std::move(manifests), {}, {}, {});
  });
}

Result<void> SplitsFile::rename(std::string_view from, std::string_view to) {
  if (to.empty()) return fail(Errc::invalidArgument, MASU_TEXT("core", "A manifest needs a name."));
  return change([&]() -> Result<void> {
    if (find(from) == nullptr) return fail(noSuchManifest(from, m_path, m_manifests));
    if (from == to) return {};
    if (find(to) != nullptr) return fail(taken(to));
    auto manifests = m_manifests;
    const std::string oldName(from);
    std::ranges::find(manifests, oldName, &StoredManifest::name)->name = to;
    return rewrite(std::move(manifests), Renamed{oldName, std::string(to)}, {}, {});
  });
}

Result<void> SplitsFile::freeze(std::string_view name) {
  return change([&]() -> Result<void> {
    if (find(name) == nullptr) return fail(noSuchManifest(name, m_path, m_manifests));
    auto manifests = m_manifests;
    std::ranges::find(manifests, std::string(name), &StoredManifest::name)->frozen = true;
    return rewrite(std::move(manifests), {}, {}, {});
  });
}

Result<void> SplitsFile::stillAs(const SeenManifest& seen, const std::string& name) const {
  if (find(name) == nullptr) {
    if (seen.hash.empty()) return {};
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "The manifest {0} was deleted or renamed by another program since it was opened here. Store "
                          "what you have under another name."),
                {name}, {m_path.string(), 0, 0});
  }
  if (seen.hash.empty()) return fail(taken(name));
  MASU_TRY(const Assignment assignment, read(name));
  if (hashOf(assignment) == seen.hash) return {};
  return fail(Errc::exists,
              MASU_TEXT("core",
                        "The manifest {0} was changed by another program since it was opened here. Store what you have "
                        "under another name, or open the manifest again."),
              {name}, {m_path.string(), 0, 0});
}

Result<void> SplitsFile::replaceable(std::string_view name) const {
  const StoredManifest* manifest = find(name);
  if (manifest == nullptr || !manifest->frozen || manifest->damaged) return {};
  return fail(Errc::permission, MASU_TEXT("core", "The manifest {0} is frozen. Give the new one another name."),
              {std::string(name)});
}

Result<void> SplitsFile::rewrite(std::vector<StoredManifest> kept, const Renamed& renamed,
                                 const std::vector<StoredManifest>& added, const AssignmentOf& assignmentOf) {
  splits::Heading heading{m_uuid, m_samples, kept};
  heading.manifests.insert(heading.manifests.end(), added.begin(), added.end());
  splits::Copied copied;
  const auto valuesOf = [&](std::size_t index) -> Result<splits::Values> {
    if (index < kept.size()) {
      const std::string& name = kept[index].name;
      MASU_TRY(copied, splits::copyValues(m_path, name == renamed.to ? renamed.from : name, m_samples));
      return splits::Values{copied.splits, copied.checksum};
    }
    const Assignment& assignment = assignmentOf(index - kept.size());
    if (assignment.size() != m_samples) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The manifest {0} has {1} entries, but the dataset {2} samples."),
                  {heading.manifests[index].name, std::to_string(assignment.size()), std::to_string(m_samples)});
    }
    return splits::Values{assignment};
  };
  MASU_CHECK(splits::replace(m_path, heading, valuesOf));
  kept.insert(kept.end(), added.begin(), added.end());
  std::ranges::sort(kept, {}, &StoredManifest::name);
  m_manifests = std::move(kept);
  return {};
}

}  // namespace masu::store
