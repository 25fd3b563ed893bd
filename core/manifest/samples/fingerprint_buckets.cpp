// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/fingerprint_buckets.h"

#include <algorithm>
#include <bit>

namespace masu::manifest {

namespace {

constexpr unsigned kMostBits = 8;
constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20U;
constexpr std::size_t kBufferPrints = 2048;
constexpr std::uint64_t kReadPrints = 65536;

std::uint64_t topBits(std::uint64_t content, unsigned bits) {
  return bits == 0 ? 0 : content >> (64 - bits);
}

}  // namespace

Result<FingerprintBuckets> FingerprintBuckets::begin(std::uint64_t fingerprints, std::uint64_t memoryBytes,
                                                     const std::filesystem::path& scratch) {
  FingerprintBuckets buckets;
  buckets.m_held = std::max(memoryBytes, kLeastMemory) / 2 / sizeof(Fingerprint);
  if (fingerprints <= buckets.m_held) {
    buckets.m_fingerprints.reserve(fingerprints);
    return buckets;
  }
  // Buckets are of nearly one size, as hashes spread evenly: half a bucket of room is plenty.
  const std::uint64_t wanted = std::bit_ceil(fingerprints / (buckets.m_held - buckets.m_held / 3) + 1);
  buckets.m_bits = std::min(kMostBits, static_cast<unsigned>(std::bit_width(wanted) - 1));
  for (std::uint64_t bucket = 0; bucket < std::uint64_t{1} << buckets.m_bits; ++bucket) {
    MASU_TRY(auto file, io::File::createUnnamed(scratch));
    buckets.m_buckets.push_back({std::move(file), 0, {}});
    buckets.m_buckets.back().buffer.reserve(kBufferPrints);
  }
  return buckets;
}

Result<void> FingerprintBuckets::add(std::span<const Fingerprint> fingerprints) {
  if (m_buckets.empty()) {
    m_fingerprints.insert(m_fingerprints.end(), fingerprints.begin(), fingerprints.end());
    return {};
  }
  for (const Fingerprint& fingerprint : fingerprints) {
    Bucket& bucket = m_buckets[topBits(fingerprint.content, m_bits)];
    bucket.buffer.push_back(fingerprint);
    if (bucket.buffer.size() == kBufferPrints) MASU_CHECK(flush(bucket));
  }
  return {};
}

Result<void> FingerprintBuckets::flush(Bucket& bucket) {
  MASU_CHECK(bucket.file.writeAt(bucket.fingerprints * sizeof(Fingerprint), std::as_bytes(std::span(bucket.buffer))));
  bucket.fingerprints += bucket.buffer.size();
  bucket.buffer.clear();
  return {};
}

Result<void> FingerprintBuckets::forEachBucket(const std::function<Result<void>(std::vector<Fingerprint>&)>& take) {
  if (m_buckets.empty()) return take(m_fingerprints);
  for (Bucket& bucket : m_buckets) {
    MASU_CHECK(flush(bucket));
    bucket.buffer = {};
  }
  for (Bucket& bucket : m_buckets) {
    MASU_CHECK(takeBucket(bucket, take));
    bucket.file.close();
  }
  return {};
}

/// A bucket beyond memory is read several times, each for the contents of some further bits.
Result<void> FingerprintBuckets::takeBucket(const Bucket& bucket,
                                            const std::function<Result<void>(std::vector<Fingerprint>&)>& take) {
  const std::uint64_t rounds =
      bucket.fingerprints <= m_held ? 1 : std::bit_ceil(bucket.fingerprints * 3 / (m_held * 2) + 1);
  const auto further = static_cast<unsigned>(std::bit_width(rounds) - 1);
  std::vector<Fingerprint> block;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    m_fingerprints.clear();
    for (std::uint64_t first = 0; first < bucket.fingerprints; first += kReadPrints) {
      block.resize(std::min(kReadPrints, bucket.fingerprints - first));
      MASU_CHECK(bucket.file.readAt(first * sizeof(Fingerprint), std::as_writable_bytes(std::span(block))));
      std::ranges::copy_if(block, std::back_inserter(m_fingerprints), [&](const Fingerprint& fingerprint) {
        return topBits(fingerprint.content << m_bits, further) == round;
      });
    }
    MASU_CHECK(take(m_fingerprints));
  }
  return {};
}

}  // namespace masu::manifest
