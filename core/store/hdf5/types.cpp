// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/types.h"

#include <bit>

#include "core/store/format/layout.h"

namespace masu::store::hdf5 {

static_assert(std::endian::native == std::endian::little, "part files hold values as memory does");

namespace {

using table::DType;

hid_t plainType(DType type) {
  switch (type) {
    case DType::f64:
      return H5T_IEEE_F64LE;
    case DType::f32:
      return H5T_IEEE_F32LE;
    case DType::f16:
      break;
    case DType::i32:
      return H5T_STD_I32LE;
    case DType::u32:
      return H5T_STD_U32LE;
    case DType::i16:
      return H5T_STD_I16LE;
    case DType::u16:
      return H5T_STD_U16LE;
    case DType::i8:
      return H5T_STD_I8LE;
    case DType::u8:
      return H5T_STD_U8LE;
    case DType::i64:
      return H5T_STD_I64LE;
  }
  return -1;
}

Result<Handle> halfType(const std::filesystem::path& file) {
  MASU_TRY(Handle type, own(H5Tcopy(H5T_IEEE_F32LE), H5Tclose, file));
  MASU_CHECK(check(H5Tset_fields(type.get(), 15, 10, 5, 0, 10), file));
  MASU_CHECK(check(H5Tset_size(type.get(), 2), file));
  MASU_CHECK(check(H5Tset_ebias(type.get(), 15), file));
  return type;
}

Result<Handle> originType(const std::filesystem::path& file) {
  MASU_TRY(Handle type, own(H5Tcreate(H5T_COMPOUND, layout::kOriginBytes), H5Tclose, file));
  MASU_CHECK(check(H5Tinsert(type.get(), "source", 0, H5T_STD_U32LE), file));
  MASU_CHECK(check(H5Tinsert(type.get(), "position", 4, H5T_STD_U64LE), file));
  return type;
}

Result<Handle> windowType(const std::filesystem::path& file) {
  MASU_TRY(Handle type, own(H5Tcreate(H5T_COMPOUND, sizeof(StoredWindow)), H5Tclose, file));
  MASU_CHECK(check(H5Tinsert(type.get(), "start", offsetof(StoredWindow, start), H5T_STD_U64LE), file));
  MASU_CHECK(check(H5Tinsert(type.get(), "recording", offsetof(StoredWindow, recording), H5T_STD_U32LE), file));
  MASU_CHECK(check(H5Tinsert(type.get(), "length", offsetof(StoredWindow, length), H5T_STD_U32LE), file));
  return type;
}

}  // namespace

std::vector<hsize_t> dimensionsOf(const ObjectInfo& object, std::uint64_t samples) {
  std::vector<hsize_t> dimensions = {samples};
  dimensions.insert(dimensions.end(), object.sampleShape.begin(), object.sampleShape.end());
  return dimensions;
}

Result<Handle> typeOf(const ObjectInfo& object, const std::filesystem::path& file) {
  if (object.element == Element::origin) return originType(file);
  if (object.element == Element::window) return windowType(file);
  if (object.element == Element::textEnds) return own(H5Tcopy(H5T_STD_U64LE), H5Tclose, file);
  if (object.element == Element::textBytes) return own(H5Tcopy(H5T_STD_U8LE), H5Tclose, file);
  if (object.dtype == DType::f16) return halfType(file);
  return own(H5Tcopy(plainType(object.dtype)), H5Tclose, file);
}

Result<void> writeStructurePlace(hid_t root, const std::filesystem::path& file) {
  const std::uint64_t nothing = 0;
  return writeFlat(root, layout::kStructureObject, H5T_STD_U64LE, 1, &nothing, file);
}

Result<Handle> chunkEntryType(const std::filesystem::path& file) {
  MASU_TRY(Handle type, own(H5Tcreate(H5T_COMPOUND, sizeof(ChunkEntry)), H5Tclose, file));
  MASU_CHECK(check(H5Tinsert(type.get(), "address", offsetof(ChunkEntry, address), H5T_STD_U64LE), file));
  MASU_CHECK(check(H5Tinsert(type.get(), "size", offsetof(ChunkEntry, size), H5T_STD_U32LE), file));
  MASU_CHECK(check(H5Tinsert(type.get(), "filter_mask", offsetof(ChunkEntry, mask), H5T_STD_U32LE), file));
  return type;
}

Result<void> recogniseType(hid_t type, ObjectInfo& object, const std::filesystem::path& file) {
  if (object.element == Element::number) {
    for (const DType candidate :
         {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8,
          DType::i64}) {
      object.dtype = candidate;
      MASU_TRY(const Handle known, typeOf(object, file));
      if (H5Tequal(known.get(), type) > 0) return {};
    }
  } else {
    MASU_TRY(const Handle known, typeOf(object, file));
    if (H5Tequal(known.get(), type) > 0) return {};
  }
  return fail(Errc::format, MASU_TEXT("core", "The object {0} of {1} has a type that Masu does not write."),
              {object.name, file.string()}, {file.string(), 0, 0});
}

}  // namespace masu::store::hdf5
