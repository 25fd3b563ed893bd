#include "core/store/splits_hdf5.h"

#include "core/io/atomic_file.h"
#include "core/store/hdf5_types.h"
#include "core/store/layout.h"

namespace masu::store::splits {

namespace {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

constexpr const char* kOriginAttribute = "origin";
constexpr const char* kFrozenAttribute = "frozen";
/// HDF5 refuses attributes of 64 KiB and more; their header counts too.
constexpr std::size_t kLongestOrigin = 60000;

Result<void> describe(hid_t dataset, const StoredManifest& manifest, const std::filesystem::path& file) {
  if (manifest.origin.size() > kLongestOrigin) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core", "The rules of the manifest {0} are too long to be kept with it: {1} bytes of at most {2}."),
        {manifest.name, std::to_string(manifest.origin.size()), std::to_string(kLongestOrigin)});
  }
  for (const char* attribute : {kOriginAttribute, kFrozenAttribute}) {
    if (H5Aexists(dataset, attribute) > 0) MASU_CHECK(check(H5Adelete(dataset, attribute), file));
  }
  MASU_CHECK(hdf5::writeText(dataset, kOriginAttribute, manifest.origin, file));
  return hdf5::writeNumber(dataset, kFrozenAttribute, manifest.frozen ? 1 : 0, file);
}

Result<Handle> openManifest(hid_t root, std::string_view name, const std::filesystem::path& file) {
  return own(H5Dopen2(root, layout::linkName(name).c_str(), H5P_DEFAULT), H5Dclose, file);
}

herr_t collectName(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

Result<void> writeAll(const std::filesystem::path& target, const std::filesystem::path& old, const Heading& heading,
                      const Fill& fill) {
  const hdf5::Lock lock;
  Handle oldFile;
  if (!old.empty()) {
    MASU_TRY(oldFile, hdf5::openFinished(old));
  }
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(target));
  MASU_TRY(const Handle file,
           own(H5Fcreate(target.c_str(), H5F_ACC_TRUNC, properties.creation.get(), properties.access.get()), H5Fclose,
               target));
  MASU_CHECK(hdf5::writeText(file.get(), layout::kUuidAttribute, heading.uuid, target));
  MASU_CHECK(hdf5::writeNumber(file.get(), layout::kSamplesAttribute, heading.samples, target));
  MASU_CHECK(fill(file.get(), oldFile.get()));
  return check(H5Fflush(file.get(), H5F_SCOPE_LOCAL), target);
}

}  // namespace

Result<Heading> readHeading(const std::filesystem::path& path) {
  const hdf5::Lock lock;
  MASU_TRY(const Handle file, hdf5::openFinished(path));
  Heading heading;
  MASU_TRY(heading.uuid, hdf5::readText(file.get(), layout::kUuidAttribute, path));
  MASU_TRY(heading.samples, hdf5::readNumber(file.get(), layout::kSamplesAttribute, path));
  std::vector<std::string> links;
  MASU_CHECK(check(H5Literate(file.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collectName, &links), path));
  for (const std::string& link : links) {
    StoredManifest manifest;
    manifest.name = layout::columnName(link);
    MASU_TRY(const Handle dataset, openManifest(file.get(), manifest.name, path));
    MASU_TRY(manifest.origin, hdf5::readText(dataset.get(), kOriginAttribute, path));
    MASU_TRY(const std::uint64_t frozen, hdf5::readNumber(dataset.get(), kFrozenAttribute, path));
    manifest.frozen = frozen != 0;
    heading.manifests.push_back(std::move(manifest));
  }
  return heading;
}

Result<Assignment> readAssignment(const std::filesystem::path& path, std::string_view manifest, std::uint64_t samples) {
  const hdf5::Lock lock;
  MASU_TRY(const Handle file, hdf5::openFinished(path));
  MASU_TRY(const Handle dataset, openManifest(file.get(), manifest, path));
  MASU_TRY(const Handle space, own(H5Dget_space(dataset.get()), H5Sclose, path));
  MASU_TRY(const Handle type, hdf5::splitType(path));
  MASU_TRY(const Handle stored, own(H5Dget_type(dataset.get()), H5Tclose, path));
  const bool oneEach = H5Sget_simple_extent_ndims(space.get()) == 1 &&
                       H5Sget_simple_extent_npoints(space.get()) == static_cast<hssize_t>(samples);
  if (!oneEach || H5Tequal(type.get(), stored.get()) <= 0) {
    return fail(Errc::format, MASU_TEXT("core", "The manifest {0} in {1} does not hold one split for each sample."),
                {std::string(manifest), path.string()}, {path.string(), 0, 0});
  }
  Assignment assignment(samples);
  MASU_CHECK(check(H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, assignment.data()), path));
  for (const Split split : assignment) {
    if (static_cast<int>(split) >= kSplitCount) {
      return fail(Errc::damaged, MASU_TEXT("core", "The manifest {0} in {1} is damaged. Draw it again."),
                  {std::string(manifest), path.string()}, {path.string(), 0, 0});
    }
  }
  return assignment;
}

Result<void> replace(const std::filesystem::path& target, const std::filesystem::path& old, const Heading& heading,
                     const Fill& fill) {
  MASU_TRY(io::AtomicFile file, io::AtomicFile::create(target, io::Overwrite::yes));
  MASU_CHECK(writeAll(file.partialPath(), old, heading, fill));
  return file.commit();
}

Result<void> writeManifest(hid_t root, const StoredManifest& manifest, const Assignment& assignment,
                           const std::filesystem::path& file) {
  MASU_TRY(const Handle type, hdf5::splitType(file));
  MASU_CHECK(
      hdf5::writeFlat(root, layout::linkName(manifest.name), type.get(), assignment.size(), assignment.data(), file));
  MASU_TRY(const Handle dataset, openManifest(root, manifest.name, file));
  return describe(dataset.get(), manifest, file);
}

Result<void> copyManifest(hid_t oldRoot, std::string_view from, hid_t root, const StoredManifest& to,
                          const std::filesystem::path& file) {
  const std::string oldName = layout::linkName(from);
  const std::string newName = layout::linkName(to.name);
  MASU_CHECK(check(H5Ocopy(oldRoot, oldName.c_str(), root, newName.c_str(), H5P_DEFAULT, H5P_DEFAULT), file));
  MASU_TRY(const Handle dataset, openManifest(root, to.name, file));
  return describe(dataset.get(), to, file);
}

}  // namespace masu::store::splits
