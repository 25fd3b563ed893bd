// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/store/read/dataset.h"

namespace masu::manifest {

/// What distinguishes the contents of samples: 96 bits of XXH3-128 over its stored features and categories. Among
/// 100 million different contents, two agree by chance with a probability below 10^-13.
struct Fingerprint {
  std::uint64_t content = 0;
  std::uint64_t sample = 0;
  std::uint32_t more = 0;   ///< further bits of the content's hash
  std::uint32_t label = 0;  ///< a hash of the label's stored bytes; of one that is a value, its bits as f32

  bool sameContent(const Fingerprint& other) const { return content == other.content && more == other.more; }
};

/// Takes the fingerprints of samples, block by block. Threads: one. Lifetime: borrows the dataset.
class FingerprintReader {
 public:
  explicit FingerprintReader(const store::Dataset& dataset);

  /// False where the network would see nothing of this dataset.
  bool any() const { return !m_contents.empty(); }
  bool labelled() const { return m_labels != nullptr; }
  /// True where labels are a number each.
  bool valued() const;
  /// How many samples to ask for at a time.
  std::uint64_t blockSamples() const;

  /// Valid until the next call.
  Result<std::span<const Fingerprint>> read(std::uint64_t first, std::uint64_t count);

 private:
  template <class Take>
  Result<void> forEachSample(const store::ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                             const Take& take);

  const store::Dataset& m_dataset;
  const store::ObjectInfo* m_labels;
  std::vector<const store::ObjectInfo*> m_contents;
  std::vector<std::byte> m_raw;
  std::vector<Fingerprint> m_fingerprints;
};

}  // namespace masu::manifest
