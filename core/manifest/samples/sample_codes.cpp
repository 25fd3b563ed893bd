// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/sample_codes.h"

#include <algorithm>
#include <cstring>

namespace masu::manifest {

namespace {

template <class Stored>
std::int64_t widen(Stored value) {
  return static_cast<std::int64_t>(value);
}
std::int64_t widen(table::Half value) {
  return value.bits;
}

}  // namespace

Result<std::span<const std::int64_t>> CodeReader::read(std::uint64_t first, std::uint64_t count) {
  m_raw.resize(count * m_object.sampleBytes());
  m_codes.resize(count);
  MASU_CHECK(m_dataset.read(m_object, first, count, m_raw));
  table::dispatch(m_object.dtype, [&](auto stored) {
    using Stored = decltype(stored);
    for (std::uint64_t i = 0; i < count; ++i) {
      Stored value;
      std::memcpy(&value, m_raw.data() + i * sizeof(Stored), sizeof(Stored));
      m_codes[i] = widen(value);
    }
  });
  return std::span<const std::int64_t>(m_codes);
}

Result<std::vector<std::uint64_t>> samplesOfClasses(const store::Dataset& dataset, const store::ObjectInfo& labels,
                                                    const store::Assignment* split, const std::stop_token& stop) {
  std::vector<std::uint64_t> counts(dataset.meta().classes.size(), 0);
  CodeReader reader(dataset, labels);
  for (std::uint64_t first = 0; first < dataset.samples(); first += kBlockSamples) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kBlockSamples, dataset.samples() - first);
    MASU_TRY(const std::span<const std::int64_t> codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (split != nullptr && (*split)[first + i] != store::Split::train) continue;
      const auto code = static_cast<std::uint64_t>(codes[i]);
      if (code < counts.size()) ++counts[code];
    }
  }
  return counts;
}

bool cutIntoWindows(const store::Dataset& dataset) {
  const store::DatasetMeta& meta = dataset.meta();
  const auto shape = dataset.sampleShape();
  if (meta.kind != store::SampleKind::waveform || shape.empty() || dataset.find("origin") == nullptr) return false;
  std::uint64_t whole = 0;
  for (const store::SourceFile& source : meta.sources) {
    if (source.rate > 0 || source.records % shape.back() != 0) return true;
    whole += source.records / shape.back();
  }
  // Of files that are one sample each nothing is known.
  return whole != dataset.samples() || whole == meta.sources.size();
}

bool hasGroups(const store::Dataset& dataset) {
  if (dataset.find("group") == nullptr) return false;
  return dataset.meta().kind == store::SampleKind::table || !dataset.meta().groups.empty() || cutIntoWindows(dataset);
}

Result<OriginReader> OriginReader::open(const store::Dataset& dataset) {
  const store::ObjectInfo* object = dataset.find("origin");
  if (object == nullptr) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} does not say which source its samples came from; import it again with Masu."),
                {dataset.path().string()}, {dataset.path().string()});
  }
  return OriginReader(dataset, *object);
}

Result<std::span<const store::Origin>> OriginReader::read(std::uint64_t first, std::uint64_t count) {
  m_origins.resize(count);
  MASU_CHECK(m_dataset->read(*m_object, first, count, std::as_writable_bytes(std::span(m_origins))));
  return std::span<const store::Origin>(m_origins);
}

}  // namespace masu::manifest
