// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/handle.h"

#include <cstdlib>
#include <memory>
#include <string>

#include "core/io/hdf5/bytes.h"

namespace masu::store::hdf5 {

namespace {

/// Keeps the first entry of the walk: the innermost function knows best what went wrong.
herr_t keepFirst(unsigned, const H5E_error2_t* entry, void* text) {
  auto& kept = *static_cast<std::string*>(text);
  if (kept.empty() && entry->desc != nullptr) kept = entry->desc;
  return 0;
}

Result<Handle> plainObjectProperties(hid_t cls, const std::filesystem::path& file) {
  MASU_TRY(Handle properties, own(H5Pcreate(cls), H5Pclose, file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), file));
  return properties;
}

}  // namespace

Lock::Lock() {
  // Thread-safe builds keep one error stack, and one printing choice, a thread.
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Error lastError(const std::filesystem::path& file) {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepFirst, &text);
  const auto at = text.find("errno = ");
  if (at != std::string::npos) return Error::fromErrno(std::atoi(text.c_str() + at + 8), file.string());
  return {
      Errc::format,
      MASU_TEXT("core", "{0} is damaged, or holds something that HDF5 cannot read. Copy it again, or import again."),
      {file.string()},
      {file.string(), 0, 0}};
}

Result<Handle> own(hid_t id, Handle::Close close, const std::filesystem::path& file) {
  if (id < 0) return fail(lastError(file));
  return Handle(id, close);
}

Result<void> check(herr_t status, const std::filesystem::path& file) {
  if (status < 0) return fail(lastError(file));
  return {};
}

Result<void> closeWritten(Handle& handle, const std::filesystem::path& file) {
  MASU_CHECK(check(H5Fflush(handle.get(), H5F_SCOPE_LOCAL), file));
  return check(handle.closeNow(), file);
}

Result<Handle> openFinished(io::File file) {
  const std::filesystem::path path = file.path();
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_TRY(Handle access, own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, path));
  MASU_CHECK(check(H5Pset_file_locking(access.get(), false, true), path));
  // Through the library's own way to files, one file opened twice is one file, and both have to agree on locking.
  const std::shared_ptr<io::Hdf5Bytes> bytes =
      std::make_shared<io::FileBytes>(std::make_shared<io::File>(std::move(file)), size);
  if (!io::useBytes(access.get(), bytes)) return fail(lastError(path));
  return own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, path);
}

Result<FileProperties> fileProperties(const std::filesystem::path& file) {
  MASU_TRY(Handle access, own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, file));
  MASU_CHECK(check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110), file));
  MASU_CHECK(check(H5Pset_file_locking(access.get(), false, true), file));
  // What an object gathers in such a buffer is written as it closes, where a failure would go unnoticed.
  MASU_CHECK(check(H5Pset_sieve_buf_size(access.get(), 0), file));
  MASU_TRY(Handle creation, plainObjectProperties(H5P_FILE_CREATE, file));
  return FileProperties{std::move(access), std::move(creation)};
}

Result<void> makeGroups(hid_t parent, std::string_view path, const std::filesystem::path& file) {
  MASU_TRY(const Handle properties, plainObjectProperties(H5P_GROUP_CREATE, file));
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = path.find('/', end + 1);
    const std::string group(path.substr(0, end));
    if (H5Lexists(parent, group.c_str(), H5P_DEFAULT) > 0) continue;
    MASU_TRY(const Handle made,
             own(H5Gcreate2(parent, group.c_str(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), H5Gclose, file));
  }
  return {};
}

Result<void> writeFlat(hid_t parent, const std::string& path, hid_t type, hsize_t count, const void* data,
                       const std::filesystem::path& file) {
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(makeGroups(parent, path.substr(0, slash), file));
  }
  MASU_TRY(const Handle space, own(H5Screate_simple(1, &count, nullptr), H5Sclose, file));
  MASU_TRY(const Handle properties, plainObjectProperties(H5P_DATASET_CREATE, file));
  MASU_TRY(const Handle dataset,
           own(H5Dcreate2(parent, path.c_str(), type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
               H5Dclose, file));
  return check(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), file);
}

Result<void> writeNumber(hid_t object, const char* name, std::uint64_t value, const std::filesystem::path& file) {
  MASU_TRY(const Handle space, own(H5Screate(H5S_SCALAR), H5Sclose, file));
  MASU_TRY(const Handle attribute,
           own(H5Acreate2(object, name, H5T_STD_U64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, file));
  return check(H5Awrite(attribute.get(), H5T_NATIVE_UINT64, &value), file);
}

Result<void> writeText(hid_t object, const char* name, std::string_view value, const std::filesystem::path& file) {
  MASU_TRY(const Handle type, own(H5Tcopy(H5T_C_S1), H5Tclose, file));
  // The library has no text of length 0; a single padding byte reads back as empty.
  MASU_CHECK(check(H5Tset_size(type.get(), std::max<std::size_t>(value.size(), 1)), file));
  MASU_CHECK(check(H5Tset_cset(type.get(), H5T_CSET_UTF8), file));
  MASU_CHECK(check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), file));
  MASU_TRY(const Handle space, own(H5Screate(H5S_SCALAR), H5Sclose, file));
  MASU_TRY(const Handle attribute,
           own(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose, file));
  const std::string terminated(value);
  return check(H5Awrite(attribute.get(), type.get(), terminated.c_str()), file);
}

namespace {

/// The library fills the place that it is given with all values there are.
Result<void> checkScalar(hid_t attribute, const char* name, const std::filesystem::path& file) {
  MASU_TRY(const Handle space, own(H5Aget_space(attribute), H5Sclose, file));
  if (H5Sget_simple_extent_npoints(space.get()) == 1) return {};
  return fail(Errc::format, MASU_TEXT("core", "The attribute {0} of {1} is not a single value."),
              {name, file.string()});
}

}  // namespace

Result<std::uint64_t> readNumber(hid_t object, const char* name, const std::filesystem::path& file) {
  MASU_TRY(const Handle attribute, own(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, file));
  MASU_CHECK(checkScalar(attribute.get(), name, file));
  std::uint64_t value = 0;
  MASU_CHECK(check(H5Aread(attribute.get(), H5T_NATIVE_UINT64, &value), file));
  return value;
}

Result<std::string> readText(hid_t object, const char* name, const std::filesystem::path& file) {
  MASU_TRY(const Handle attribute, own(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, file));
  MASU_CHECK(checkScalar(attribute.get(), name, file));
  MASU_TRY(const Handle type, own(H5Aget_type(attribute.get()), H5Tclose, file));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0) {
    return fail(Errc::format, MASU_TEXT("core", "The attribute {0} of {1} is not a text."), {name, file.string()});
  }
  std::string value(H5Tget_size(type.get()), '\0');
  MASU_CHECK(check(H5Aread(attribute.get(), type.get(), value.data()), file));
  value.resize(value.find_last_not_of('\0') + 1);
  return value;
}

}  // namespace masu::store::hdf5
