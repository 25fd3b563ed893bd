// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/fingerprint_reader.h"

#include <algorithm>
#include <bit>

#include "core/base/hash.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::manifest {

namespace {

constexpr std::uint64_t kBlockBytes = std::uint64_t{8} << 20U;

}  // namespace

FingerprintReader::FingerprintReader(const store::Dataset& dataset)
    : m_dataset(dataset), m_labels(dataset.find("labels")) {
  for (const char* name : {"features", "categories"}) {
    if (const store::ObjectInfo* object = dataset.find(name)) m_contents.push_back(object);
  }
}

bool FingerprintReader::valued() const {
  return m_labels != nullptr && m_dataset.meta().target == store::Target::values && m_labels->valuesPerSample() == 1;
}

std::uint64_t FingerprintReader::blockSamples() const {
  std::uint64_t bytes = 1;
  for (const auto* object : m_contents) bytes += object->sampleBytes();
  return std::clamp<std::uint64_t>(kBlockBytes / bytes, 1, kBlockSamples);
}

template <class Take>
Result<void> FingerprintReader::forEachSample(const store::ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                                              const Take& take) {
  const std::uint64_t bytes = object.sampleBytes();
  m_raw.resize(count * bytes);
  MASU_CHECK(m_dataset.read(object, first, count, m_raw));
  for (std::uint64_t i = 0; i < count; ++i) take(m_fingerprints[i], std::span(m_raw).subspan(i * bytes, bytes));
  return {};
}

Result<std::span<const Fingerprint>> FingerprintReader::read(std::uint64_t first, std::uint64_t count) {
  m_fingerprints.assign(count, {});
  for (const store::ObjectInfo* object : m_contents) {
    MASU_CHECK(forEachSample(*object, first, count, [](Fingerprint& fingerprint, std::span<const std::byte> bytes) {
      // Objects are chained through the seed; both halves go on into the next.
      const Hash128 hash = hash128(bytes, fingerprint.content ^ fingerprint.more);
      fingerprint.content = hash.low;
      fingerprint.more = static_cast<std::uint32_t>(hash.high);
    }));
  }
  if (valued()) {
    MASU_TRY(const auto values, m_dataset.readValues(*m_labels, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      m_fingerprints[i].label = std::bit_cast<std::uint32_t>(static_cast<float>(values[i]));
    }
  } else if (m_labels != nullptr) {
    MASU_CHECK(forEachSample(*m_labels, first, count, [](Fingerprint& fingerprint, std::span<const std::byte> bytes) {
      fingerprint.label = static_cast<std::uint32_t>(hash64(bytes));
    }));
  }
  for (std::uint64_t i = 0; i < count; ++i) m_fingerprints[i].sample = first + i;
  return std::span<const Fingerprint>(m_fingerprints);
}

}  // namespace masu::manifest
