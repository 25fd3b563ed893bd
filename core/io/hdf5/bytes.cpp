// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/bytes.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <new>

#include <hdf5.h>

namespace masu::io {

namespace {

/// What the library keeps of an open file: its own part, which comes first, and ours.
struct OpenedBytes {
  H5FD_t common{};
  std::shared_ptr<Hdf5Bytes> bytes;
  haddr_t allocated = 0;
};

OpenedBytes& ours(H5FD_t* file) {
  return *reinterpret_cast<OpenedBytes*>(file);
}
const OpenedBytes& ours(const H5FD_t* file) {
  return *reinterpret_cast<const OpenedBytes*>(file);
}

H5FD_t* openBytes(const char*, unsigned flags, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  if (info == nullptr) return nullptr;
  const auto& bytes = **static_cast<const std::shared_ptr<Hdf5Bytes>* const*>(info);
  if ((flags & H5F_ACC_RDWR) != 0 && !bytes->isWritable()) return nullptr;
  auto* const opened = new (std::nothrow) OpenedBytes;
  if (opened == nullptr) return nullptr;
  opened->bytes = bytes;
  return &opened->common;
}

herr_t closeBytes(H5FD_t* file) {
  delete &ours(file);
  return 0;
}

int compareBytes(const H5FD_t* a, const H5FD_t* b) {
  const std::less<> less;
  if (less(ours(a).bytes.get(), ours(b).bytes.get())) return -1;
  return less(ours(b).bytes.get(), ours(a).bytes.get()) ? 1 : 0;
}

/// `file` is null where the library asks before it opens one.
herr_t featuresOf(const H5FD_t* file, unsigned long* flags) {
  constexpr unsigned long kReading = H5FD_FEAT_ACCUMULATE_METADATA_READ | H5FD_FEAT_DATA_SIEVE;
  constexpr unsigned long kWriting = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                                     H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  *flags = file == nullptr || ours(file).bytes->isWritable() ? kWriting : kReading;
  return 0;
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).allocated;
}
herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  ours(file).allocated = end;
  return 0;
}
haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).bytes->size();
}

herr_t readBytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* buffer) {
  return ours(file).bytes->readAt(at, {static_cast<std::byte*>(buffer), size}) ? 0 : -1;
}

herr_t writeBytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* buffer) {
  // An exception must not cross the library.
  try {
    return ours(file).bytes->writeAt(at, {static_cast<const std::byte*>(buffer), size}) ? 0 : -1;
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

herr_t truncateBytes(H5FD_t* file, hid_t, hbool_t) {
  OpenedBytes& opened = ours(file);
  return !opened.bytes->isWritable() || opened.bytes->setSize(opened.allocated) ? 0 : -1;
}

H5FD_class_t driverClass() {
  H5FD_class_t driver{};
  driver.name = "masu";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(const std::shared_ptr<Hdf5Bytes>*);
  driver.open = openBytes;
  driver.close = closeBytes;
  driver.cmp = compareBytes;
  driver.query = featuresOf;
  driver.get_eoa = allocatedEnd;
  driver.set_eoa = setAllocatedEnd;
  driver.get_eof = endOfFile;
  driver.read = readBytes;
  driver.write = writeBytes;
  driver.truncate = truncateBytes;
  // Of all kinds of content none has a list of its own, as in the library's drivers of single files.
  const H5FD_mem_t map[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(map, driver.fl_map);
  return driver;
}

}  // namespace

bool FileBytes::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  const bool inside = offset <= m_size && out.size() <= m_size - offset;
  return inside && m_file->readAt(offset, out).has_value();
}

bool useBytes(std::int64_t access, const std::shared_ptr<Hdf5Bytes>& bytes) {
  static const H5FD_class_t driver = driverClass();
  static const hid_t registered = H5FDregister(&driver);
  const std::shared_ptr<Hdf5Bytes>* const info = &bytes;
  return H5Pset_driver(access, registered, &info) >= 0;
}

}  // namespace masu::io
