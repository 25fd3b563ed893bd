// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_cache.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/ingest/recordings/read/recording_formats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

using table::DType;
using waveform::RecordingInfo;
using waveform::RecordingSource;

namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 20;  ///< of a larger one opening is the lesser part
constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
constexpr std::uint64_t kShareOfMemory = 4;
constexpr std::uint64_t kAlignment = 64;

/// The type that values are held in: a half is not a type to calculate with.
DType heldType(DType native) {
  return native == DType::f16 ? DType::f32 : native;
}

/// All frames of a recording. 0 where that is more than is held.
std::uint64_t bytesOf(const RecordingInfo& info) {
  const std::uint64_t width = info.channels.size() * table::sizeOf(heldType(info.native));
  return width == 0 || info.frames > kLargest / width ? 0 : info.frames * width;
}

/// Calls body(typed) with the values as what they are.
template <class Body>
decltype(auto) asHeld(DType native, std::byte* values, const Body& body) {
  return table::dispatch(heldType(native), [&](auto tag) {
    using Value = std::conditional_t<std::is_same_v<decltype(tag), table::Half>, float, decltype(tag)>;
    return body(reinterpret_cast<Value*>(values));
  });
}

/// What read() or readExact() gave, in the type it is held in.
template <class Number>
void hold(const std::vector<Number>& numbers, DType native, std::byte* values) {
  asHeld(native, values, [&]<class Value>(Value* held) {
    std::ranges::transform(numbers, held, [](Number number) { return static_cast<Value>(number); });
  });
}

Result<void> readAll(RecordingSource& source, std::uint64_t count, std::byte* values) {
  const DType native = source.info().native;
  if (heldType(native) == native) {
    MASU_TRY(const bool read, source.readNative(0, {values, count * table::sizeOf(native)}));
    if (read) return {};
  }
  if (native == DType::i32 || native == DType::u32 || native == DType::f64) {
    std::vector<double> numbers(count);
    MASU_CHECK(source.readExact(0, numbers));
    hold(numbers, native, values);
  } else {
    std::vector<float> numbers(count);
    MASU_CHECK(source.read(0, numbers));
    hold(numbers, native, values);
  }
  return {};
}

}  // namespace

class RecordingCache::Reader final : public RecordingSource {
 public:
  Reader(std::shared_ptr<const RecordingCache> all, const Held& held) : m_all(std::move(all)), m_held(held) {}

  const RecordingInfo& info() const override { return m_held.info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }
  std::span<const std::byte> inMemory() const override {
    const RecordingInfo& info = m_held.info;
    if (heldType(info.native) != info.native) return {};
    return {m_held.values, info.frames * info.channels.size() * table::sizeOf(info.native)};
  }

 private:
  template <class Number>
  Result<void> readAs(std::uint64_t first, std::span<Number> out) {
    asHeld(m_held.info.native, m_held.values, [&](const auto* held) {
      held += first * m_held.info.channels.size();
      std::transform(held, held + out.size(), out.begin(), [](auto value) { return static_cast<Number>(value); });
    });
    return {};
  }

  std::shared_ptr<const RecordingCache> m_all;  ///< keeps m_held
  const Held& m_held;
};

Bytes RecordingCache::allowance(const Resources& resources) {
  return {std::min(kMost, flow::resolve(resources).memoryBytes / kShareOfMemory)};
}

RecordingCache::RecordingCache(Bytes most) : m_most(most), m_blockBytes(std::min(io::LargeBuffer::kUnit, most.value)) {}

void RecordingCache::begin(std::size_t recordings) {
  m_recordings.clear();
  m_recordings.resize(recordings);
  m_blocks.clear();
  m_used = 0;
}

Bytes RecordingCache::bytes() const {
  const std::scoped_lock lock(m_mutex);
  return {m_blocks.size() * m_blockBytes};
}

/// Null where there is none left.
std::byte* RecordingCache::room(std::uint64_t bytes) {
  const std::scoped_lock lock(m_mutex);
  if (bytes > m_blockBytes) return nullptr;
  if (m_blocks.empty() || bytes > m_blockBytes - m_used) {
    if ((m_blocks.size() + 1) * m_blockBytes > m_most.value) return nullptr;
    m_blocks.emplace_back(m_blockBytes);
    m_used = 0;
  }
  std::byte* const place = m_blocks.back().data() + m_used;
  m_used = std::min(m_blockBytes, ceilDivide(m_used + bytes, kAlignment) * kAlignment);
  return place;
}

Result<void> RecordingCache::keep(std::size_t recording, RecordingSource& source, std::vector<SourceState> states) {
  const std::uint64_t bytes = bytesOf(source.info());
  std::byte* const values = bytes == 0 ? nullptr : room(bytes);
  if (values == nullptr) return {};
  MASU_CHECK(readAll(source, source.info().frames * source.info().channels.size(), values));
  m_recordings[recording] = {source.info(), std::move(states), values};
  return {};
}

std::unique_ptr<RecordingSource> RecordingCache::open(std::size_t recording) const {
  const Held& held = m_recordings[recording];
  if (!held.values || !std::ranges::all_of(held.states, &SourceState::lasts)) return nullptr;
  return std::make_unique<Reader>(shared_from_this(), held);
}

Result<std::unique_ptr<RecordingSource>> openPlanned(SourceOpener& opener, const ImportPlan& plan,
                                                     std::size_t recording, const RecordingCache* cache) {
  if (auto held = cache != nullptr ? cache->open(recording) : nullptr) return held;
  return openRecording(opener, plan.root / plan.recordings().files[recording].path, plan.options);
}

}  // namespace masu::ingest
