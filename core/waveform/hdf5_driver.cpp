#include "core/waveform/hdf5_driver.h"

#include <memory>
#include <span>

#include "core/io/hdf5_bytes.h"

namespace masu::waveform {
namespace {

/// A file as it was when it was opened.
class FileBytes final : public io::Hdf5Bytes {
 public:
  FileBytes(const io::File& file, std::uint64_t size) : m_file(file), m_size(size) {}

  std::uint64_t size() const override { return m_size; }
  bool readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    const bool inside = offset <= m_size && out.size() <= m_size - offset;
    return inside && m_file.readAt(offset, out).has_value();
  }

 private:
  const io::File& m_file;
  std::uint64_t m_size;
};

}  // namespace

Result<Hdf5Id> openThrough(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  const std::shared_ptr<io::Hdf5Bytes> bytes = std::make_shared<FileBytes>(file, size);
  const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access || !io::useBytes(access.get(), bytes)) return fail(hdf5Error(file.path()));
  Hdf5Id id(H5Fopen(file.path().c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!id) return fail(hdf5Error(file.path()));
  return id;
}

}  // namespace masu::waveform
