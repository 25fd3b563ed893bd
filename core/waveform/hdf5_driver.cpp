#include "core/waveform/hdf5_driver.h"

#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace masu::waveform {
namespace {

/// What the library keeps of an open file: its own part, which comes first, and ours.
struct OpenedFile {
  H5FD_t common{};
  const io::File* file = nullptr;
  std::uint64_t size = 0;
  haddr_t end = 0;  ///< of what the library takes to be allocated
};

OpenedFile& ours(H5FD_t* file) {
  return *reinterpret_cast<OpenedFile*>(file);
}
const OpenedFile& ours(const H5FD_t* file) {
  return *reinterpret_cast<const OpenedFile*>(file);
}

H5FD_t* openFile(const char*, unsigned flags, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  if (info == nullptr || (flags & H5F_ACC_RDWR) != 0) return nullptr;
  const io::File* const file = *static_cast<const io::File* const*>(info);
  const auto size = file->size();
  if (!size) return nullptr;
  auto opened = std::make_unique<OpenedFile>();
  opened->file = file;
  opened->size = *size;
  return &opened.release()->common;
}

herr_t closeFile(H5FD_t* file) {
  delete &ours(file);
  return 0;
}

int compareFiles(const H5FD_t* a, const H5FD_t* b) {
  const std::less<> less;
  if (less(ours(a).file, ours(b).file)) return -1;
  return less(ours(b).file, ours(a).file) ? 1 : 0;
}

herr_t tellFeatures(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_ACCUMULATE_METADATA_READ | H5FD_FEAT_DATA_SIEVE;
  return 0;
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).end;
}
herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  ours(file).end = end;
  return 0;
}
haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t) {
  return ours(file).size;
}

herr_t readFile(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* buffer) {
  const OpenedFile& opened = ours(file);
  if (at > opened.size || size > opened.size - at) return -1;
  return opened.file->readAt(at, {static_cast<std::byte*>(buffer), size}) ? 0 : -1;
}

herr_t refuseToWrite(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) {
  return -1;
}

H5FD_class_t driverClass() {
  H5FD_class_t driver{};
  driver.name = "masu";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(const io::File*);
  driver.open = openFile;
  driver.close = closeFile;
  driver.cmp = compareFiles;
  driver.query = tellFeatures;
  driver.get_eoa = allocatedEnd;
  driver.set_eoa = setAllocatedEnd;
  driver.get_eof = endOfFile;
  driver.read = readFile;
  driver.write = refuseToWrite;
  return driver;
}

}  // namespace

Result<Hdf5Id> openThrough(const io::File& file) {
  static const H5FD_class_t driver = driverClass();
  static const hid_t registered = H5FDregister(&driver);
  const io::File* const info = &file;
  const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access || H5Pset_driver(access.get(), registered, &info) < 0) return fail(hdf5Error(file.path()));
  Hdf5Id id(H5Fopen(file.path().c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!id) return fail(hdf5Error(file.path()));
  return id;
}

}  // namespace masu::waveform
