// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace masu {

/// XXH3-64 of a run of bytes (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
std::uint64_t hash64(std::span<const std::byte> bytes, std::uint64_t seed = 0);
std::uint64_t hash64(std::string_view text, std::uint64_t seed = 0);

/// XXH3-128 of a run of bytes, for comparing contents by their hashes alone.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
Hash128 hash128(std::span<const std::byte> bytes, std::uint64_t seed = 0);

/// XXH3-64 over a stream of runs. Threads: one at a time.
class Hasher64 {
 public:
  Hasher64();
  ~Hasher64();
  Hasher64(Hasher64&&) noexcept;
  Hasher64& operator=(Hasher64&&) noexcept;

  void reset();
  void update(std::span<const std::byte> bytes);
  std::uint64_t digest() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// Sixteen lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);

/// A UUID in its usual form, derived from content: the same text gives the same UUID (XXH3-128, RFC 9562 version 8).
std::string uuidFrom(std::string_view content);

}  // namespace masu
