// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/packed_file.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <zlib.h>
#include <zstd.h>

namespace masu::io {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::array kGzipMark = {std::byte{0x1F}, std::byte{0x8B}};
constexpr std::array kZstdMark = {std::byte{0x28}, std::byte{0xB5}, std::byte{0x2F}, std::byte{0xFD}};

template <class Mark>
bool startsWith(std::span<const std::byte> head, const Mark& mark) {
  return head.size() >= mark.size() && std::equal(mark.begin(), mark.end(), head.begin());
}

}  // namespace

FilePacking packingOf(std::span<const std::byte> head) {
  if (startsWith(head, kGzipMark)) return FilePacking::gzip;
  return startsWith(head, kZstdMark) ? FilePacking::zstd : FilePacking::none;
}

/// One step of unpacking: takes from the front of `input`, fills the front of `out`.
struct PackedFile::Unpacker {
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;

  /// How many bytes it gave; negative where the file is damaged.
  virtual std::ptrdiff_t step(std::span<std::byte> out) = 0;

  std::vector<std::byte> buffer = std::vector<std::byte>(kInputBytes);
  std::span<const std::byte> input;
  bool complete = true;  ///< between two members: the file may end here
};

struct PackedFile::Gzip : Unpacker {
  Gzip() { inflateInit2(&stream, 16 + MAX_WBITS); }
  ~Gzip() override { inflateEnd(&stream); }

  std::ptrdiff_t step(std::span<std::byte> out) override {
    if (complete && !input.empty()) {
      // Padding after the last member is passed over, as gzip does.
      if (members > 0 && input.front() == std::byte{0}) {
        input = input.subspan(1);
        return 0;
      }
      inflateReset(&stream);
      complete = false;
      ++members;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    input = input.last(stream.avail_in);
    complete = status == Z_STREAM_END;
    const auto given = static_cast<std::ptrdiff_t>(out.size() - stream.avail_out);
    return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? given : -1;
  }

  z_stream stream{};
  std::uint64_t members = 0;
};

struct PackedFile::Zstd : Unpacker {
  ~Zstd() override { ZSTD_freeDStream(stream); }

  std::ptrdiff_t step(std::span<std::byte> out) override {
    ZSTD_inBuffer from{input.data(), input.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(stream, &to, &from);
    input = input.subspan(from.pos);
    complete = status == 0;
    return ZSTD_isError(status) != 0 ? -1 : static_cast<std::ptrdiff_t>(to.pos);
  }

  ZSTD_DStream* stream = ZSTD_createDStream();
};

PackedFile::PackedFile() = default;
PackedFile::PackedFile(PackedFile&&) noexcept = default;
PackedFile& PackedFile::operator=(PackedFile&&) noexcept = default;
PackedFile::~PackedFile() = default;

Result<PackedFile> PackedFile::open(const std::filesystem::path& path) {
  MASU_TRY(File file, File::openRead(path));
  return open(std::move(file));
}

Result<PackedFile> PackedFile::open(File file) {
  PackedFile packed;
  packed.m_file = std::move(file);
  MASU_TRY(packed.m_size, packed.m_file.size());
  std::array<std::byte, 4> head{};
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(packed.m_size, head.size()));
  MASU_CHECK(packed.m_file.readAt(0, std::span(head).first(length)));
  packed.m_packing = packingOf(std::span(head).first(length));
  if (packed.m_packing == FilePacking::gzip) packed.m_unpacker = std::make_unique<Gzip>();
  if (packed.m_packing == FilePacking::zstd) packed.m_unpacker = std::make_unique<Zstd>();
  return packed;
}

Result<void> PackedFile::refill() {
  const std::size_t size =
      static_cast<std::size_t>(std::min<std::uint64_t>(m_unpacker->buffer.size(), m_size - m_offset));
  const std::span<std::byte> bytes = std::span(m_unpacker->buffer).first(size);
  MASU_CHECK(m_file.readAt(m_offset, bytes));
  m_offset += size;
  m_unpacker->input = bytes;
  return {};
}

Result<std::size_t> PackedFile::read(std::span<std::byte> out) {
  if (m_unpacker == nullptr) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - m_offset));
    MASU_CHECK(m_file.readAt(m_offset, out.first(size)));
    m_offset += size;
    return size;
  }
  for (;;) {
    if (m_unpacker->input.empty() && m_offset < m_size) MASU_CHECK(refill());
    const bool exhausted = m_unpacker->input.empty();
    if (exhausted && m_unpacker->complete) return std::size_t{0};
    const std::ptrdiff_t given = m_unpacker->step(out);
    if (given > 0) return static_cast<std::size_t>(given);
    if (given < 0 || (exhausted && !m_unpacker->complete)) {
      const std::string path = m_file.path().string();
      return fail(Errc::damaged,
                  MASU_TEXT("core", "{0} cannot be unpacked: it is damaged or cut short. Fetch it again."), {path},
                  {path, 0, 0});
    }
  }
}

}  // namespace masu::io
