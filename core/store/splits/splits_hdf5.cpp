// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/splits/splits_hdf5.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/io/atomic_file.h"
#include "core/store/format/layout.h"
#include "core/store/hdf5/frame_file.h"
#include "core/store/hdf5/opened_file.h"
#include "core/store/hdf5/sandboxed_read.h"

namespace masu::store::splits {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

constexpr const char* kOriginAttribute = "origin";
constexpr const char* kFrozenAttribute = "frozen";
constexpr const char* kChecksumAttribute = "checksum";
constexpr const char* kDescriptionChecksumAttribute = "description_checksum";
/// HDF5 refuses attributes of 64 KiB and more; their header counts too.
constexpr std::size_t kLongestOrigin = 60000;

/// {unused=0, train=1, validation=2, test=3} over u8: one byte of a manifest.
Result<Handle> splitType(const std::filesystem::path& file) {
  MASU_TRY(Handle type, own(H5Tenum_create(H5T_STD_U8LE), H5Tclose, file));
  for (std::uint8_t code = 0; code < kSplitCount; ++code) {
    const std::string member(name(static_cast<Split>(code)));
    MASU_CHECK(check(H5Tenum_insert(type.get(), member.c_str(), &code), file));
  }
  return type;
}

Result<void> checkOrigin(const StoredManifest& manifest) {
  if (manifest.origin.size() <= kLongestOrigin) return {};
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core", "The rules of the manifest {0} are too long to be kept with it: {1} bytes of at most {2}."),
      {manifest.name, std::to_string(manifest.origin.size()), std::to_string(kLongestOrigin)});
}

Error damagedManifest(std::string_view manifest, const std::filesystem::path& file) {
  return {Errc::damaged,
          MASU_TEXT("core", "The manifest {0} in {1} is damaged. Draw it again, or delete it."),
          {std::string(manifest), file.string()},
          {file.string(), 0, 0}};
}

/// Of all that is stored of a manifest beside its values. Each text follows its length, so that none runs into the
/// next.
std::uint64_t descriptionSum(const StoredManifest& manifest, std::uint64_t valuesSum) {
  std::string bytes;
  const auto addNumber = [&](std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) bytes.push_back(static_cast<char>(number >> (8 * byte) & 0xFF));
  };
  for (const std::string* text : {&manifest.name, &manifest.origin}) {
    addNumber(text->size());
    bytes += *text;
  }
  addNumber(manifest.frozen ? 1 : 0);
  addNumber(valuesSum);
  return hash64(bytes);
}

/// A manifest in the file, opened.
struct OpenedManifest {
  Handle dataset;
  std::optional<std::uint64_t> checksum;
  StoredManifest description;
};

/// What is stored of a manifest beside its values, and whether that is what was written.
Result<StoredManifest> describedBy(const OpenedManifest& opened, std::string_view name,
                                   const std::filesystem::path& file) {
  const hid_t dataset = opened.dataset.get();
  StoredManifest manifest;
  manifest.name = name;
  MASU_TRY(manifest.origin, hdf5::readText(dataset, kOriginAttribute, file));
  MASU_TRY(const std::uint64_t frozen, hdf5::readNumber(dataset, kFrozenAttribute, file));
  manifest.frozen = frozen != 0;
  manifest.hasChecksum = opened.checksum.has_value();
  manifest.descriptionHasChecksum = H5Aexists(dataset, kDescriptionChecksumAttribute) > 0;
  if (!manifest.descriptionHasChecksum) return manifest;
  MASU_TRY(const std::uint64_t sum, hdf5::readNumber(dataset, kDescriptionChecksumAttribute, file));
  manifest.damaged = frozen > 1 || sum != descriptionSum(manifest, opened.checksum.value_or(0));
  return manifest;
}

/// Errors: it does not hold one split for each sample, or is in another file.
Result<OpenedManifest> openManifest(const OpenedFile& file, std::string_view name, std::uint64_t samples) {
  MASU_TRY(OpenedFile::Flat flat, file.openFlat(layout::linkName(name), sizeof(Split)));
  MASU_TRY(const Handle space, own(H5Dget_space(flat.dataset.get()), H5Sclose, file.path()));
  MASU_TRY(const Handle type, splitType(file.path()));
  MASU_TRY(const Handle stored, own(H5Dget_type(flat.dataset.get()), H5Tclose, file.path()));
  const bool oneEach = H5Sget_simple_extent_ndims(space.get()) == 1 && flat.count == samples;
  if (!oneEach || H5Tequal(type.get(), stored.get()) <= 0) {
    return fail(Errc::format, MASU_TEXT("core", "The manifest {0} in {1} does not hold one split for each sample."),
                {std::string(name), file.path().string()}, {file.path().string(), 0, 0});
  }
  OpenedManifest opened{std::move(flat.dataset), {}, {}};
  if (H5Aexists(opened.dataset.get(), kChecksumAttribute) > 0) {
    MASU_TRY(opened.checksum, hdf5::readNumber(opened.dataset.get(), kChecksumAttribute, file.path()));
  }
  MASU_TRY(opened.description, describedBy(opened, name, file.path()));
  return opened;
}

Result<Heading> headingOf(const OpenedFile& file) {
  const std::filesystem::path& path = file.path();
  Heading heading;
  MASU_TRY(heading.uuid, hdf5::readText(file.id(), layout::kUuidAttribute, path));
  MASU_TRY(heading.samples, hdf5::readNumber(file.id(), layout::kSamplesAttribute, path));
  MASU_TRY(const std::vector<std::string> links, file.linksOf("/"));
  for (const std::string& link : links) {
    MASU_TRY(OpenedManifest opened, openManifest(file, layout::columnName(link), heading.samples));
    heading.manifests.push_back(std::move(opened.description));
  }
  return heading;
}

Result<Copied> readValues(const OpenedFile& file, std::string_view manifest, std::uint64_t samples) {
  MASU_TRY(const OpenedManifest opened, openManifest(file, manifest, samples));
  MASU_TRY(const Handle type, splitType(file.path()));
  Copied copied{Assignment(samples), opened.checksum, opened.description.damaged};
  MASU_CHECK(check(H5Dread(opened.dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, copied.splits.data()),
                   file.path()));
  return copied;
}

/// Everything that is read of a splits file.
Result<void> readAll(const std::filesystem::path& path) {
  MASU_TRY(const OpenedFile file, OpenedFile::open(path));
  MASU_TRY(const Heading heading, headingOf(file));
  // The values themselves are normally contiguous bytes, at which the library does not crash.
  for (const StoredManifest& manifest : heading.manifests) {
    MASU_TRY(const OpenedManifest opened, openManifest(file, manifest.name, heading.samples));
    if (H5Dget_offset(opened.dataset.get()) != HADDR_UNDEF) continue;
    MASU_CHECK(readValues(file, manifest.name, heading.samples));
  }
  return {};
}

Result<void> probeFile(const std::filesystem::path& path, const std::stop_token& stop = {}) {
  return readSandboxed({&path, 1}, "splits", readAll, stop);
}

}  // namespace

Result<Heading> readHeading(const std::filesystem::path& path, const std::stop_token& stop) {
  MASU_CHECK(probeFile(path, stop));
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile file, OpenedFile::open(path));
  return headingOf(file);
}

Result<Copied> copyValues(const std::filesystem::path& path, std::string_view manifest, std::uint64_t samples) {
  MASU_CHECK(probeFile(path));
  const hdf5::Lock lock;
  MASU_TRY(const OpenedFile file, OpenedFile::open(path));
  return readValues(file, manifest, samples);
}

Result<Assignment> readAssignment(const std::filesystem::path& path, std::string_view manifest, std::uint64_t samples) {
  MASU_TRY(Copied copied, copyValues(path, manifest, samples));
  const auto wrong =
      std::ranges::find_if(copied.splits, [](Split split) { return static_cast<int>(split) >= kSplitCount; });
  if (wrong != copied.splits.end()) {
    return fail(Errc::damaged,
                MASU_TEXT("core",
                          "The manifest {0} in {1} is damaged: sample {2} has the split {3}, which does not exist. "
                          "Draw it again, or delete it."),
                {std::string(manifest), path.string(), std::to_string(wrong - copied.splits.begin()),
                 std::to_string(static_cast<int>(*wrong))},
                {path.string(), 0, 0});
  }
  if (copied.damaged || (copied.checksum && *copied.checksum != hash64(std::as_bytes(std::span(copied.splits)))))
    return fail(damagedManifest(manifest, path));
  return std::move(copied.splits);
}

namespace {

Result<void> describe(hid_t root, const StoredManifest& manifest, std::uint64_t checksum,
                      const std::filesystem::path& file) {
  MASU_TRY(const Handle dataset,
           own(H5Dopen2(root, layout::linkName(manifest.name).c_str(), H5P_DEFAULT), H5Dclose, file));
  MASU_CHECK(hdf5::writeText(dataset.get(), kOriginAttribute, manifest.origin, file));
  MASU_CHECK(hdf5::writeNumber(dataset.get(), kFrozenAttribute, manifest.frozen ? 1 : 0, file));
  MASU_CHECK(hdf5::writeNumber(dataset.get(), kChecksumAttribute, checksum, file));
  const std::uint64_t sum = descriptionSum(manifest, checksum);
  // What was damaged stays so: nobody knows what it was.
  return hdf5::writeNumber(dataset.get(), kDescriptionChecksumAttribute, manifest.damaged ? ~sum : sum, file);
}

Result<void> writeManifest(FrameFile& frame, const StoredManifest& manifest, const Values& values, const io::File& to) {
  MASU_TRY(const Handle type, splitType(to.path()));
  MASU_TRY(const FrameFile::Hole hole,
           frame.leaveOut(layout::linkName(manifest.name), type.get(), {values.splits.size()}));
  const auto bytes = std::as_bytes(values.splits);
  MASU_CHECK(describe(frame.root(), manifest, values.checksum.value_or(hash64(bytes)), to.path()));
  return to.writeAt(hole.address, bytes);
}

}  // namespace

Result<void> replace(const std::filesystem::path& target, const Heading& heading, const ValuesOf& valuesOf) {
  for (const StoredManifest& manifest : heading.manifests) MASU_CHECK(checkOrigin(manifest));
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(target, io::Overwrite::yes));
  {
    const hdf5::Lock lock;
    MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(target));
    MASU_TRY(FrameFile frame, FrameFile::create(target, properties));
    MASU_CHECK(hdf5::writeText(frame.root(), layout::kUuidAttribute, heading.uuid, target));
    MASU_CHECK(hdf5::writeNumber(frame.root(), layout::kSamplesAttribute, heading.samples, target));
    for (std::size_t i = 0; i < heading.manifests.size(); ++i) {
      MASU_TRY(const Values values, valuesOf(i));
      MASU_CHECK(writeManifest(frame, heading.manifests[i], values, file.file()));
    }
    MASU_CHECK(frame.close());
    MASU_CHECK(frame.copyTo(file.file()));
  }
  MASU_CHECK(file.commit());
  trustFile(target);
  return {};
}

}  // namespace masu::store::splits
