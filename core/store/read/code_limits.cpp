// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/code_limits.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

using table::DType;
using table::Role;

bool isCode(DType type) {
  return type == DType::u8 || type == DType::u16 || type == DType::u32;
}

std::uint64_t columnsOf(const DatasetMeta& meta, Role role) {
  return meta.schema.indicesOf(role).size();
}

/// Whether type and shape are those that the description speaks of.
bool isDescribed(const ObjectInfo& object, const DatasetMeta& meta) {
  const auto& shape = object.sampleShape;
  const bool plain = object.name == "labels" || object.name.starts_with(layout::kKeptPrefix);
  if (object.dtype == DType::i64 && !plain) return false;
  if (object.name == "labels" && meta.target == Target::classes) return isCode(object.dtype) && shape.empty();
  if (object.name == "categories")
    return isCode(object.dtype) && shape.size() == 1 && shape.front() == columnsOf(meta, Role::category);
  if (object.name == "group") return object.dtype == DType::i32 && shape.empty();
  if (layout::holdsFeatures(object)) {
    const bool tabular = meta.kind == SampleKind::table || isAffine(object, meta.schema);
    if (meta.kind == SampleKind::table && shape.size() != 1) return false;
    return !tabular || (!shape.empty() && shape.front() == columnsOf(meta, Role::feature));
  }
  if (object.name == "weights" || object.element == Element::origin || object.element == Element::window ||
      object.isText())
    return shape.empty();
  return true;
}

/// Whether some value is at or above the limit: whether the largest is. GCC turns a search for the largest into vector
/// instructions, but not a search for any that is too large.
template <class Stored>
bool hasStray(std::span<const std::byte> samples, std::uint64_t below) {
  using Compared = std::make_unsigned_t<Stored>;
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Stored>::max());
  if (std::is_unsigned_v<Stored> && below > kMost) return false;
  // A negative one is beyond any limit, as it is larger than all others without its sign.
  const auto limit = static_cast<Compared>(std::min(below, kMost + 1));
  Compared largest = 0;
  const std::size_t count = samples.size() / sizeof(Compared);
  for (std::size_t i = 0; i < count; ++i) {
    Compared value;
    std::memcpy(&value, samples.data() + i * sizeof value, sizeof value);
    largest = std::max(largest, value);
  }
  return count > 0 && largest >= limit;
}

/// One value after the other, as often as there are columns; the first at or above its limit.
template <class Stored>
std::optional<CodeLimits::Stray> firstStray(std::span<const std::byte> samples,
                                            const std::vector<std::uint64_t>& below) {
  const std::size_t width = below.size();
  if (width == 1 && !hasStray<Stored>(samples, below.front())) return std::nullopt;
  const std::size_t rows = samples.size() / (width * sizeof(Stored));
  const std::byte* at = samples.data();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < width; ++column, at += sizeof(Stored)) {
      Stored value;
      std::memcpy(&value, at, sizeof value);
      // A negative one is beyond any limit.
      if (static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) < below[column]) [[likely]]
        continue;
      return CodeLimits::Stray{row, static_cast<std::int64_t>(value), below[column]};
    }
  }
  return std::nullopt;
}

std::optional<CodeLimits::Stray> strayOrigin(std::span<const std::byte> samples, std::uint64_t sources) {
  for (std::size_t at = 0; at + layout::kOriginBytes <= samples.size(); at += layout::kOriginBytes) {
    std::uint32_t source = 0;
    std::memcpy(&source, samples.data() + at, sizeof source);
    if (source >= sources) return CodeLimits::Stray{at / layout::kOriginBytes, source, sources};
  }
  return std::nullopt;
}

/// Texts follow each other, and end within their bytes.
std::optional<CodeLimits::Stray> strayEnd(std::span<const std::byte> samples, std::uint64_t below) {
  std::uint64_t before = 0;
  for (std::size_t at = 0; at + sizeof before <= samples.size(); at += sizeof before) {
    std::uint64_t end = 0;
    std::memcpy(&end, samples.data() + at, sizeof end);
    if (end < before || end >= below) return CodeLimits::Stray{at / sizeof end, static_cast<std::int64_t>(end), below};
    before = end;
  }
  return std::nullopt;
}

}  // namespace

void CodeLimits::add(const ObjectInfo& object, std::vector<std::uint64_t> below) {
  m_limits.push_back({object.name, object.element, std::move(below)});
}

Result<CodeLimits> CodeLimits::of(const DatasetContent& content, const std::filesystem::path& path) {
  CodeLimits limits;
  const DatasetMeta& meta = content.meta;
  for (const StoredObject& stored : content.objects) {
    const ObjectInfo& object = stored.info;
    if (!isDescribed(object, meta)) {
      return fail(Errc::format,
                  MASU_TEXT("core", "The object {0} of {1} is not as the dataset format says. Import again."),
                  {layout::pathOf(object), path.string()}, {path.string(), 0, 0});
    }
    if (object.name == "labels" && meta.target == Target::classes) limits.add(object, {meta.classes.size()});
    if (object.name == "group") {
      constexpr auto kAny = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()) + 1;
      limits.add(object, {meta.groups.empty() ? kAny : meta.groups.size()});
    }
    // Those are in recordings, which WindowedFeatures knows.
    if (object.element == Element::window) limits.add(object, {});
    if (object.element == Element::origin) limits.add(object, {meta.sources.size()});
    if (object.element == Element::textEnds) {
      const auto bytes = std::ranges::find_if(content.objects, [&](const StoredObject& other) {
        return other.info.name == object.name && other.info.element == Element::textBytes;
      });
      limits.add(object, {bytes == content.objects.end() ? 1 : bytes->info.samples + 1});
    }
    if (object.name != "categories") continue;
    std::vector<std::uint64_t> below;
    // Code 0 is a missing one.
    for (const std::size_t column : meta.schema.indicesOf(Role::category))
      below.push_back(meta.schema.columns[column].dictionary.size() + 1);
    limits.add(object, std::move(below));
  }
  return limits;
}

const CodeLimits::Limits* CodeLimits::find(const ObjectInfo& object) const {
  const auto found = std::ranges::find_if(
      m_limits, [&](const Limits& limits) { return limits.element == object.element && limits.name == object.name; });
  return found == m_limits.end() ? nullptr : &*found;
}

std::optional<CodeLimits::Stray> CodeLimits::strayIn(const ObjectInfo& object,
                                                     std::span<const std::byte> samples) const {
  const Limits* limits = find(object);
  if (limits == nullptr || limits->below.empty()) return std::nullopt;
  if (object.element == Element::origin) return strayOrigin(samples, limits->below.front());
  if (object.element == Element::textEnds) return strayEnd(samples, limits->below.front());
  switch (object.dtype) {
    case DType::u8:
      return firstStray<std::uint8_t>(samples, limits->below);
    case DType::u16:
      return firstStray<std::uint16_t>(samples, limits->below);
    case DType::u32:
      return firstStray<std::uint32_t>(samples, limits->below);
    default:
      return firstStray<std::int32_t>(samples, limits->below);
  }
}

}  // namespace masu::store
