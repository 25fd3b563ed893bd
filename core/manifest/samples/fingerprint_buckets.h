// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "core/io/file.h"
#include "core/manifest/samples/fingerprint_reader.h"

namespace masu::manifest {

/// Brings equal contents together out of core: fingerprints are dealt into files without names by the highest bits of
/// their content, and come back bucket by bucket, each within memory. With memory for all of them, nothing is written.
/// Memory: what begin() is given, and a buffer a bucket. Disk: 24 bytes a fingerprint. Threads: one.
class FingerprintBuckets {
 public:
  /// Errors: of creating files in `scratch`.
  static Result<FingerprintBuckets> begin(std::uint64_t fingerprints, std::uint64_t memoryBytes,
                                          const std::filesystem::path& scratch);

  Result<void> add(std::span<const Fingerprint> fingerprints);
  /// Calls take(fingerprints) with each bucket, lowest contents first; `take` may sort them. Fingerprints of one
  /// content come together.
  Result<void> forEachBucket(const std::function<Result<void>(std::vector<Fingerprint>& fingerprints)>& take);

  std::size_t files() const { return m_buckets.size(); }

 private:
  struct Bucket {
    io::File file;
    std::uint64_t fingerprints = 0;  ///< in the file
    std::vector<Fingerprint> buffer;
  };
  Result<void> flush(Bucket& bucket);
  Result<void> takeBucket(const Bucket& bucket, const std::function<Result<void>(std::vector<Fingerprint>&)>& take);

  std::uint64_t m_held = 0;       ///< fingerprints that memory holds at once
  unsigned m_bits = 0;            ///< of the content, that choose the file
  std::vector<Bucket> m_buckets;  ///< empty: all in m_fingerprints
  std::vector<Fingerprint> m_fingerprints;
};

}  // namespace masu::manifest
