// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/flat/npy_file.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/archive_reader.h"
#include "core/io/unpack.h"
#include "core/waveform/arrays/array_choice.h"

namespace masu::waveform {
namespace {

constexpr std::string_view kExtension = ".npy";

/// The arrays of an NPZ file. Those that are not taken are unpacked no further than their headers.
class NpzFile {
 public:
  NpzFile(io::ArchiveReader archive, std::string path) : m_archive(std::move(archive)), m_path(std::move(path)) {}

  Result<std::vector<ListedArray>> list() {
    std::vector<ListedArray> arrays;
    for (std::size_t i = 0; i < m_archive.members().size(); ++i) {
      const io::ArchiveMember& member = m_archive.members()[i];
      if (io::isJunkMember(member.name)) continue;
      ListedArray array{member.name, {}, {}, {}, {}};
      if (member.name.ends_with(kExtension)) {
        array.name.resize(array.name.size() - kExtension.size());
        MASU_TRY(const auto head, readHead(i));
        if (auto layout = readNpyHeader(head, member.bytes, nameOf(i))) {
          array.shape = layout->shape;
          array.type = layout->type;
        } else {
          array.problem = std::move(layout.error());
        }
      }
      m_listed.push_back(i);
      arrays.push_back(std::move(array));
    }
    return arrays;
  }

  Result<std::shared_ptr<NumberArray>> open(std::size_t listed) {
    const std::size_t member = m_listed[listed];
    MASU_TRY(io::File unpacked, unpack(member));
    MASU_TRY(const std::uint64_t size, unpacked.size());
    std::vector<std::byte> head(std::min(size, kLongestNpyHeader));
    MASU_CHECK(unpacked.readAt(0, head));
    MASU_TRY(LinearLayout layout, readNpyHeader(head, size, nameOf(member)));
    return std::make_shared<LinearArray>(std::make_shared<io::File>(std::move(unpacked)), std::move(layout),
                                         nameOf(member));
  }

 private:
  std::string nameOf(std::size_t member) const { return m_path + "/" + m_archive.members()[member].name; }

  Result<std::vector<std::byte>> readHead(std::size_t member) {
    std::vector<std::byte> head(std::min(m_archive.members()[member].bytes, kLongestNpyHeader));
    MASU_CHECK(m_archive.begin(member));
    std::size_t filled = 0;
    while (filled < head.size()) {
      MASU_TRY(const std::size_t got, m_archive.read(std::span(head).subspan(filled)));
      if (got == 0) break;
      filled += got;
    }
    head.resize(filled);
    return head;
  }

  Result<io::File> unpack(std::size_t member) {
    MASU_CHECK(m_archive.begin(member));
    const auto read = [this](std::span<std::byte> out) { return m_archive.read(out); };
    return io::unpackAll(nameOf(member), read, m_archive.members()[member].bytes);
  }

  io::ArchiveReader m_archive;
  std::string m_path;
  std::vector<std::size_t> m_listed;  ///< the member after each array of list()
};

}  // namespace

Result<std::unique_ptr<RecordingSource>> openNpy(io::File file, const RecordingRequest& request) {
  const std::string name = file.path().string();
  MASU_TRY(const std::uint64_t size, file.size());
  std::vector<std::byte> head(std::min(size, kLongestNpyHeader));
  MASU_CHECK(file.readAt(0, head));
  MASU_TRY(LinearLayout layout, readNpyHeader(head, size, name));
  ListedArray listed{{}, layout.shape, layout.type, {}, {}};
  return openOnly(std::make_shared<LinearArray>(std::make_shared<io::File>(std::move(file)), std::move(layout), name),
                  std::move(listed), name, request);
}

bool isNpz(std::span<const std::byte> head) {
  constexpr std::size_t kNameLength = 26;
  constexpr std::size_t kName = 30;
  if (!io::isArchive(head) || head.size() < kName) return false;
  const std::size_t length =
      std::to_integer<std::size_t>(head[kNameLength]) | std::to_integer<std::size_t>(head[kNameLength + 1]) << 8U;
  if (length > head.size() - kName) return false;
  return std::string_view(reinterpret_cast<const char*>(head.data()) + kName, length).ends_with(kExtension);
}

Result<std::unique_ptr<RecordingSource>> openNpz(io::File file, const RecordingRequest& request, bool rows) {
  const std::string path = file.path().string();
  MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(file));
  NpzFile npz(std::move(archive), path);
  MASU_TRY(auto arrays, npz.list());
  return openArrays({path, std::move(arrays), [&](std::size_t array) { return npz.open(array); }, rows, request.frames},
                    request.channels);
}

}  // namespace masu::waveform
