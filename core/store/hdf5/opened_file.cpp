// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/opened_file.h"

#include <string_view>

#include "core/io/file.h"

namespace masu::store {

using hdf5::check;
using hdf5::Handle;
using hdf5::own;

namespace {

herr_t collectName(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

Result<OpenedFile> OpenedFile::open(const std::filesystem::path& path) {
  // The library waits for ever at a pipe.
  MASU_TRY(io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t bytes, file.size());
  MASU_TRY(Handle id, hdf5::openFinished(std::move(file)));
  return OpenedFile(path, bytes, std::move(id));
}

Result<std::string> OpenedFile::linkedFile(const char* link) const {
  if (H5Lexists(id(), link, H5P_DEFAULT) <= 0) return std::string();
  H5L_info_t info{};
  MASU_CHECK(check(H5Lget_info(id(), link, &info, H5P_DEFAULT), path()));
  if (info.type != H5L_TYPE_EXTERNAL) return std::string();
  std::vector<char> value(info.u.val_size);
  MASU_CHECK(check(H5Lget_val(id(), link, value.data(), value.size(), H5P_DEFAULT), path()));
  const char* name = nullptr;
  const char* object = nullptr;
  unsigned flags = 0;
  MASU_CHECK(check(H5Lunpack_elink_val(value.data(), value.size(), &flags, &name, &object), path()));
  return std::filesystem::path(name).filename().string();
}

Result<bool> OpenedFile::exists(const std::string& object) const {
  // Each group on the way needs asking: the library calls it a failure where one is missing. A failure is damage.
  for (std::size_t end = 0; end != std::string::npos;) {
    end = object.find('/', end + 1);
    const std::string step = object.substr(0, end);
    const htri_t there = H5Lexists(id(), step.c_str(), H5P_DEFAULT);
    if (there < 0) return fail(hdf5::lastError(path()));
    if (there == 0) return false;
    H5L_info_t link{};
    MASU_CHECK(check(H5Lget_info(id(), step.c_str(), &link, H5P_DEFAULT), path()));
    if (link.type != H5L_TYPE_HARD) return fail(elsewhere(object));
  }
  return true;
}

Error OpenedFile::elsewhere(const std::string& object) const {
  return {Errc::format,
          MASU_TEXT("core",
                    "The object {0} of {1} is a link to another place, or keeps its values in another file. Masu reads "
                    "no file but the dataset, its parts and its splits; get the dataset from whoever made it."),
          {object, path().string()},
          {path().string(), 0, 0}};
}

Result<Handle> OpenedFile::openDataset(const std::string& object) const {
  MASU_TRY(const bool there, exists(object));
  if (!there) return fail(malformed(object));
  MASU_TRY(Handle dataset, own(H5Dopen2(id(), object.c_str(), H5P_DEFAULT), H5Dclose, path()));
  MASU_TRY(const Handle properties, own(H5Dget_create_plist(dataset.get()), H5Pclose, path()));
  const bool virtualDataset = H5Pget_layout(properties.get()) == H5D_VIRTUAL;
  if (virtualDataset || H5Pget_external_count(properties.get()) != 0) return fail(elsewhere(object));
  return dataset;
}

Result<std::vector<std::string>> OpenedFile::linksOf(const char* group) const {
  if (std::string_view(group) != "/") {
    MASU_TRY(const bool there, exists(group));
    if (!there) return fail(malformed(group));
  }
  MASU_TRY(const Handle opened, own(H5Gopen2(id(), group, H5P_DEFAULT), H5Gclose, path()));
  std::vector<std::string> links;
  MASU_CHECK(check(H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collectName, &links), path()));
  return links;
}

Result<OpenedFile::Flat> OpenedFile::openFlat(const std::string& object, std::size_t valueBytes) const {
  MASU_TRY(Handle dataset, openDataset(object));
  MASU_TRY(const Handle space, own(H5Dget_space(dataset.get()), H5Sclose, path()));
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count < 0 || static_cast<std::uint64_t>(count) > bytes() / valueBytes) return fail(malformed(object));
  return Flat{std::move(dataset), static_cast<std::size_t>(count)};
}

Result<void> OpenedFile::readFlat(const Flat& flat, hid_t type, void* values) const {
  return check(H5Dread(flat.dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path());
}

Error OpenedFile::malformed(const std::string& object) const {
  return {Errc::format,
          MASU_TEXT("core", "The object {0} of {1} is not as the dataset format says. Import again."),
          {object, path().string()},
          {path().string(), 0, 0}};
}

}  // namespace masu::store
