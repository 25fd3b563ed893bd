// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/hdf5/hdf5_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/io/hdf5/bytes.h"
#include "core/io/hdf5/lock.h"
#include "core/io/hdf5/trial.h"
#include "core/waveform/hdf5/hdf5_array.h"
#include "core/waveform/hdf5/hdf5_listing.h"

namespace masu::waveform {
namespace {

using Opened = Result<std::unique_ptr<RecordingSource>>;

constexpr std::size_t kBlockValues = 64U << 10U;
/// Of recordings beyond it, as many blocks from all over are tried.
constexpr std::uint64_t kMostTriedBlocks = 128;

/// Lets the HDF5 library read a file that is open already, in memory or unnamed too: the library's own way asks for
/// the real path of any link, /proc/self/fd included, and such files have none.
/// Requires: `file` outlives the identifier; the caller holds io::Hdf5Lock. Errors: not HDF5, or damaged.
Result<Hdf5Id> openThrough(const io::File& file) {
  MASU_TRY(const std::uint64_t size, file.size());
  // Not owned: the owner of the file owns the identifier, too.
  const std::shared_ptr<const io::File> borrowed(std::shared_ptr<void>(), &file);
  const std::shared_ptr<io::Hdf5Bytes> bytes = std::make_shared<io::FileBytes>(borrowed, size);
  const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access || !io::useBytes(access.get(), bytes)) return fail(hdf5Error(file.path()));
  Hdf5Id id(H5Fopen(file.path().c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!id) return fail(hdf5Error(file.path()));
  return id;
}

/// A dataset's arrays would be taken for the channels of one recording.
Result<void> checkNoDataset(const Hdf5File& file) {
  if (H5Aexists_by_name(file.id.get(), "/", "masu_format", H5P_DEFAULT) <= 0) return {};
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "{0} is a dataset that Masu wrote, not a recording: use it as it is, write it in another "
                        "layout with masu convert, or import the sources that it was imported from."),
              {file.path}, {file.path, 0, 0});
}

Opened openIn(const std::shared_ptr<Hdf5File>& file, const RecordingRequest& request, Hdf5Writer writer, bool rows) {
  const io::Hdf5Lock lock;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  MASU_TRY(file->id, openThrough(file->file));
  MASU_CHECK(checkNoDataset(*file));
  MASU_TRY(Hdf5Listing listing, listHdf5(*file, writer));
  const auto open = [&](std::size_t array) {
    const Hdf5Layout layout = {*listing.elements[array], writer == Hdf5Writer::matlab, listing.arrays[array].packing};
    return Hdf5Array::open(file, listing.paths[array], layout, request.memory);
  };
  return openArrays({file->path, listing.arrays, open, rows, request.frames}, request.channels);
}

/// Reads as the import will, all of a recording that is not large. Where each block takes long, since chunks that no
/// cache holds are inflated again for it, fewer blocks: the limits of the child are there for damage alone.
Result<void> readThrough(RecordingSource& source) {
  constexpr std::clock_t kEnough = 3 * CLOCKS_PER_SEC;
  const RecordingInfo& info = source.info();
  const std::uint64_t blockFrames = std::max<std::uint64_t>(1, kBlockValues / info.channels.size());
  const std::uint64_t blocks = (info.frames + blockFrames - 1) / blockFrames;
  const std::uint64_t tried = std::min(blocks, kMostTriedBlocks);
  std::vector<double> values(blockFrames * info.channels.size());
  const std::clock_t begin = std::clock();
  // From all over before those between them.
  std::vector<std::uint64_t> order;
  if (tried > 0) order.push_back(0);
  for (std::uint64_t step = std::bit_ceil(tried) / 2; step > 0; step /= 2) {
    for (std::uint64_t i = step; i < tried; i += 2 * step) order.push_back(i);
  }
  for (const std::uint64_t i : order) {
    if (std::clock() - begin > kEnough) return {};
    const std::uint64_t block =
        tried < 2 ? 0 : i * ((blocks - 1) / (tried - 1)) + i * ((blocks - 1) % (tried - 1)) / (tried - 1);
    const std::uint64_t first = block * blockFrames;
    const std::uint64_t frames = std::min(blockFrames, info.frames - first);
    MASU_CHECK(source.readExact(first, std::span(values).first(frames * info.channels.size())));
  }
  return {};
}

Opened openTried(io::File file, const RecordingRequest& request, Hdf5Writer writer, bool rows) {
  const auto shared = std::make_shared<Hdf5File>(std::move(file));
  const auto attempt = [&]() -> Result<void> {
    MASU_TRY(const auto source, openIn(shared, request, writer, rows));
    return readThrough(*source);
  };
  MASU_CHECK(io::tryWithHdf5(shared->path, attempt));
  return openIn(shared, request, writer, rows);
}

}  // namespace

bool isHdf5(std::span<const std::byte> head) {
  constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
  for (std::size_t at = 0; at + kSignature.size() <= head.size(); at = at == 0 ? 512 : 2 * at) {
    if (std::memcmp(head.data() + at, kSignature.data(), kSignature.size()) == 0) return true;
  }
  return false;
}

Result<std::vector<ListedArray>> hdf5Arrays(io::File file) {
  const auto shared = std::make_shared<Hdf5File>(std::move(file));
  const auto list = [&]() -> Result<std::vector<ListedArray>> {
    const io::Hdf5Lock lock;
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    MASU_TRY(shared->id, openThrough(shared->file));
    MASU_TRY(Hdf5Listing listing, listHdf5(*shared, Hdf5Writer::anybody));
    return std::move(listing.arrays);
  };
  const auto attempt = [&]() -> Result<void> {
    MASU_CHECK(list());
    return {};
  };
  MASU_CHECK(io::tryWithHdf5(shared->path, attempt));
  return list();
}

Opened openHdf5(io::File file, const RecordingRequest& request, bool rows) {
  return openTried(std::move(file), request, Hdf5Writer::anybody, rows);
}

Opened openMat73(io::File file, const RecordingRequest& request, bool rows) {
  return openTried(std::move(file), request, Hdf5Writer::matlab, rows);
}

}  // namespace masu::waveform
