#include "core/shards/shard_file.h"

#include <algorithm>
#include <array>
#include <memory>

#include <openssl/evp.h>

namespace masu::shards {

namespace {

constexpr std::size_t kWriteBytes = 1 << 20;

}  // namespace

Result<GrowingFile> GrowingFile::create(const std::filesystem::path& path) {
  MASU_TRY(io::File file, io::File::create(path));
  return GrowingFile(std::move(file));
}

Result<void> GrowingFile::flush() {
  MASU_CHECK(m_file.writeAt(m_position, std::as_bytes(std::span(m_text))));
  m_position += m_text.size();
  m_text.clear();
  return {};
}

Result<void> GrowingFile::flushLarge() {
  if (m_text.size() < kWriteBytes) return {};
  return flush();
}

Result<void> GrowingFile::append(std::span<const std::byte> bytes) {
  if (m_text.size() + bytes.size() < kWriteBytes) {
    m_text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  }
  MASU_CHECK(flush());
  MASU_CHECK(m_file.writeAt(m_position, bytes));
  m_position += bytes.size();
  return {};
}

Result<void> GrowingFile::rewriteHead(std::string_view head) {
  MASU_CHECK(flush());
  return m_file.writeAt(0, std::as_bytes(std::span(head)));
}

Result<void> GrowingFile::finish() {
  MASU_CHECK(flush());
  return m_file.sync();
}

Result<std::string> sha256Of(const std::filesystem::path& path) {
  MASU_TRY(const io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, file.size());
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
    return fail(Errc::internal, MASU_TEXT("core", "The SHA-256 of {0} could not be computed."), {path.string()});
  }
  std::vector<std::byte> buffer(std::min<std::uint64_t>(size, kWriteBytes));
  for (std::uint64_t at = 0; at < size; at += buffer.size()) {
    const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), size - at));
    MASU_CHECK(file.readAt(at, piece));
    EVP_DigestUpdate(context.get(), piece.data(), piece.size());
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &length);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    text += kDigits[digest[i] >> 4U];
    text += kDigits[digest[i] & 15U];
  }
  return text;
}

}  // namespace masu::shards
