// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/array_field.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"
#include "core/table/number_text.h"

namespace masu::shards {

using table::DType;
using table::Role;

namespace {

bool isFloat(DType type) {
  return type == DType::f64 || type == DType::f32 || type == DType::f16;
}

bool isSigned(DType type) {
  return type == DType::i32 || type == DType::i16 || type == DType::i8;
}

/// Whether an integer type holds every value of another.
bool holds(DType to, DType from) {
  if (isFloat(from)) return false;
  if (to == from) return true;
  if (isSigned(from) && !isSigned(to)) return false;
  return table::sizeOf(to) > table::sizeOf(from);
}

/// The first feature that reaches where a floating-point type has nothing but infinity, by what the import saw.
Result<void> checkReach(const store::Dataset& dataset, DType type) {
  if (type == DType::f64) return {};
  // Half a step beyond its largest value, a type rounds up.
  const double reach = type == DType::f16 ? 65520 : 0x1.ffffffp127;
  for (const table::Column& column : dataset.meta().schema.columns) {
    if (column.role != table::Role::feature || column.stats.count == 0) continue;
    // An infinity stays one in any type; beside it, the extreme of the other sign is still known.
    double furthest = 0;
    for (const double extreme : {column.stats.max, column.stats.min}) {
      if (std::isfinite(extreme) && std::abs(extreme) > std::abs(furthest)) furthest = extreme;
    }
    if (std::abs(furthest) < reach) continue;
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} reaches {1}, which would become infinite in {2}. Choose a wider type."),
                {column.name, table::numberText(furthest, DType::f64), std::string(table::name(type))});
  }
  return {};
}

/// Means are floats, but what is not missing keeps all its digits. Both are of f64.
void keepPresent(std::span<const std::byte> stored, std::span<std::byte> filled) {
  for (std::size_t at = 0; at < stored.size(); at += sizeof(double)) {
    double value = 0;
    std::memcpy(&value, stored.data() + at, sizeof value);
    if (!std::isnan(value)) std::memcpy(filled.data() + at, &value, sizeof value);
  }
}

DType featureType(const store::ObjectInfo& features, const Encoding& encoding, bool affine) {
  if (encoding.type) return *encoding.type;
  return encoding.encoded || affine ? DType::f32 : features.dtype;
}

}  // namespace

ArrayFields::ArrayFields(const store::Dataset& dataset, const Encoding& encoding) {
  for (const store::ObjectInfo& object : dataset.objects()) {
    if (object.element == store::Element::textEnds && !encoding.encoded) m_texts.push_back({object.name, &object});
    if (object.element != store::Element::number) continue;
    if (encoding.encoded && (object.name == "group" || object.name.starts_with(store::layout::kKeptPrefix))) continue;
    ArrayField field{object.name, &object, object.dtype, object.sampleShape};
    if (object.name == "features") {
      const bool affine = store::isAffine(object, dataset.meta().schema);
      field.type = featureType(object, encoding, affine);
      const bool fill = !encoding.fill.empty();
      m_floats = loader::FeatureGather(dataset, object, {.normalise = false, .fillMissing = fill}, encoding.fill);
      m_plain = !affine && !(fill && isFloat(object.dtype));
    }
    m_fields.push_back(std::move(field));
  }
}

std::uint64_t ArrayFields::sampleBytes() const {
  std::uint64_t bytes = 0;
  for (const ArrayField& field : m_fields) bytes += field.sampleBytes();
  return bytes;
}

std::uint64_t ArrayFields::memoryPerSample() const {
  // Texts are not read to know their lengths.
  std::uint64_t bytes = sizeof(std::uint64_t) + 256 * m_texts.size();
  for (const ArrayField& field : m_fields) bytes += field.sampleBytes() + field.object->sampleBytes();
  return bytes;
}

Result<std::span<const std::byte>> ArrayFields::read(const ArrayField& field, SampleReader& reader,
                                                     std::span<const std::uint64_t> samples, Room& room) const {
  MASU_TRY(const std::span<const std::byte> stored, reader.rows(*field.object, samples));
  const bool features = field.name == "features";
  if (field.type == field.object->dtype && (!features || m_plain)) return stored;
  const std::uint64_t values = samples.size() * field.object->valuesPerSample();
  std::span<const std::byte> from = stored;
  DType fromType = field.object->dtype;
  if (!m_plain || field.type == DType::f32) {
    std::vector<std::uint64_t> rows(samples.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    room.floats.resize(values);
    m_floats.gather({stored.data(), field.object->sampleBytes()}, rows, room.floats);
    from = std::as_bytes(std::span<const float>(room.floats));
    fromType = DType::f32;
  }
  if (fromType == field.type) return from;
  room.converted.resize(values * table::sizeOf(field.type));
  store::convert(fromType, from, field.type, room.converted);
  if (field.type == DType::f64 && field.object->dtype == DType::f64) keepPresent(stored, room.converted);
  return std::span<const std::byte>(room.converted);
}

Result<void> checkType(const store::Dataset& dataset, const Encoding& encoding) {
  const store::ObjectInfo* features = dataset.find("features");
  if (features == nullptr || !encoding.type) return {};
  if (*encoding.type == features->dtype && isFloat(features->dtype)) return {};
  if (isFloat(*encoding.type)) return checkReach(dataset, *encoding.type);
  if (encoding.fill.empty() && !store::isAffine(*features, dataset.meta().schema) &&
      holds(*encoding.type, features->dtype)) {
    return {};
  }
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "Features of {0} do not all fit {1}. Choose a floating-point type, or convert the dataset, "
                        "which reports what is lost."),
              {std::string(table::name(features->dtype)), std::string(table::name(*encoding.type))});
}

store::DatasetMeta exportedMeta(const store::Dataset& dataset, const Encoding& encoding, Codes codes) {
  store::DatasetMeta meta = dataset.meta();
  meta.rejected = 0;
  meta.dropped = 0;
  meta.paddedWindows.reset();  // of all samples, whatever the export has of them
  if (!encoding.fill.empty()) meta.missingByTrainMean = false;
  const ArrayFields fields(dataset, encoding);
  const auto features = std::ranges::find(fields.all(), "features", &ArrayField::name);
  const bool asStored = codes == Codes::kept && !encoding.encoded && !encoding.type;
  for (table::Column& column : meta.schema.columns) {
    if (encoding.encoded && (column.role == Role::kept || column.role == Role::group)) column.role = Role::ignored;
    if (column.role != Role::feature || asStored || features == fields.all().end()) continue;
    column.stored = features->type;
    column.scale = 1;
    column.offset = 0;
  }
  return meta;
}

}  // namespace masu::shards
