// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/feature_conversion.h"

#include <algorithm>
#include <cmath>

#include "core/downcast/kernels.h"
#include "core/downcast/narrow.h"
#include "core/store/format/convert.h"
#include "core/table/number_text.h"

namespace masu::rewrite {

namespace {

using downcast::Affine;
using downcast::AffineCodes;
using table::DType;

/// Values converted at once: what a first-level cache holds of doubles.
constexpr std::size_t kStretch = 2048;

bool present(const table::ColumnStats& stats) {
  return stats.count > 0 && stats.min <= stats.max;
}

bool plainFits(const table::Column& column, DType type) {
  const table::ColumnStats& stats = column.stats;
  if (table::isInteger(type) && (stats.missing > 0 || !stats.integral)) return false;
  return !present(stats) || (downcast::holds(type, stats.min) && downcast::holds(type, stats.max));
}

Error outOfRange(const table::Column& column, DType type) {
  const table::ColumnStats& stats = column.stats;
  const double misfit = downcast::holds(type, stats.min) ? stats.max : stats.min;
  return {Errc::unsupported,
          MASU_TEXT("core", "Column {0} holds {1}, which {2} does not hold. Choose a wider type."),
          {column.name, table::numberText(misfit, table::DType::f64), std::string(table::name(type))}};
}

Error doesNotFit(const table::Column& column, DType type) {
  const std::string typeName(table::name(type));
  const table::ColumnStats& stats = column.stats;
  if (table::isInteger(type) && stats.missing > 0) {
    return {
        Errc::unsupported,
        MASU_TEXT("core", "Column {0} has missing values, which {1} has no code for. Choose i16, i8 or a float type."),
        {column.name, typeName}};
  }
  if (table::isInteger(type) && !stats.integral) {
    return {Errc::unsupported,
            MASU_TEXT("core", "Column {0} has decimals, which {1} does not hold. Choose i16, i8 or a float type."),
            {column.name, typeName}};
  }
  return outOfRange(column, type);
}

Result<std::vector<Affine>> affineColumns(const std::vector<const table::Column*>& columns, DType type) {
  std::vector<Affine> affine;
  for (const table::Column* column : columns) {
    const table::ColumnStats& stats = column->stats;
    // Steps of a column without a value mark what is missing, too, as those of an import do.
    const auto steps = present(stats) ? downcast::affineOver(type, stats.min, stats.max, stats.integral)
                                      : downcast::affineOver(type, 0, 1, true);
    if (!steps) return fail(outOfRange(*column, type));
    affine.push_back(*steps);
  }
  return affine;
}

/// The codes of features that are stored as such.
std::optional<AffineCodes> codesOf(const store::Dataset& dataset, const store::ObjectInfo& features,
                                   const std::vector<const table::Column*>& columns, std::size_t run) {
  if (!store::isAffine(features, dataset.meta().schema)) return std::nullopt;
  std::vector<Affine> affine;
  for (const table::Column* column : columns) {
    affine.push_back({static_cast<float>(column->scale), static_cast<float>(column->offset)});
  }
  return AffineCodes(features.dtype, std::move(affine), run);
}

}  // namespace

Result<FeatureConversion> FeatureConversion::plan(const store::Dataset& dataset, const store::ObjectInfo& features,
                                                  DType to) {
  std::vector<const table::Column*> columns;
  for (const std::size_t index : dataset.meta().schema.indicesOf(table::Role::feature)) {
    columns.push_back(&dataset.meta().schema.columns[index]);
  }
  const std::uint64_t width = features.sampleShape.empty() ? 1 : features.sampleShape.front();
  if (columns.size() != width) {
    return fail(Errc::format, MASU_TEXT("core", "{0} describes {1} columns of features, but stores {2}. Import again."),
                {dataset.path().string(), std::to_string(columns.size()), std::to_string(width)},
                {dataset.path().string(), 0, 0});
  }
  FeatureConversion conversion;
  conversion.m_from = features.dtype;
  conversion.m_to = to;
  conversion.m_columns = columns.size();
  conversion.m_run = features.valuesPerSample() / columns.size();
  conversion.m_fromCodes = codesOf(dataset, features, columns, conversion.m_run);
  const auto misfit = std::ranges::find_if(columns, [&](const auto* column) { return !plainFits(*column, to); });
  if (misfit == columns.end()) return conversion;
  if (to != DType::i8 && to != DType::i16) return fail(doesNotFit(**misfit, to));
  MASU_TRY(std::vector<Affine> affine, affineColumns(columns, to));
  conversion.m_toCodes.emplace(to, std::move(affine), conversion.m_run);
  return conversion;
}

std::vector<downcast::LossMeter> FeatureConversion::meters() const {
  std::vector<downcast::LossMeter> meters;
  for (std::size_t i = 0; i < m_columns; ++i) {
    meters.emplace_back(m_toCodes ? static_cast<double>(m_toCodes->columns()[i].scale) : 0);
  }
  return meters;
}

void FeatureConversion::convert(std::span<const std::byte> in, std::span<std::byte> out,
                                std::span<downcast::LossMeter> meters) const {
  const std::size_t count = in.size() / table::sizeOf(m_from);
  for (std::size_t at = 0; at < count; at += kStretch) {
    const std::size_t length = std::min(kStretch, count - at);
    convertStretch(at, in.subspan(at * table::sizeOf(m_from), length * table::sizeOf(m_from)),
                   out.subspan(at * table::sizeOf(m_to), length * table::sizeOf(m_to)), meters);
  }
}

void FeatureConversion::convertStretch(std::size_t first, std::span<const std::byte> in, std::span<std::byte> out,
                                       std::span<downcast::LossMeter> meters) const {
  double wide[kStretch];
  double readBack[kStretch];
  const std::size_t count = in.size() / table::sizeOf(m_from);
  const auto values = std::span(wide).first(count);
  const auto stored = std::span(readBack).first(count);
  if (m_fromCodes) {
    m_fromCodes->decode(first, in, values);
  } else {
    store::toDouble(m_from, in, values);
  }
  const auto floats = [&] { return std::span(reinterpret_cast<const float*>(in.data()), count); };
  if (m_toCodes && m_from == DType::f32) {
    m_toCodes->encode(first, floats(), out);
  } else if (m_toCodes) {
    m_toCodes->encode(first, values, out);
  } else if (m_from == DType::f32 && m_to == DType::f16) {
    downcast::kernels().toHalf(floats().data(), reinterpret_cast<std::uint16_t*>(out.data()), count);
  } else {
    downcast::narrow(values, m_to, out);
  }
  if (m_toCodes) {
    m_toCodes->decode(first, out, stored);
  } else {
    store::toDouble(m_to, out, stored);
  }
  measure(first, values, stored, meters);
}

void FeatureConversion::measure(std::size_t first, std::span<const double> values, std::span<const double> stored,
                                std::span<downcast::LossMeter> meters) const {
  for (std::size_t at = 0; at < values.size();) {
    const std::size_t place = first + at;
    downcast::LossMeter& meter = meters[place / m_run % m_columns];
    const std::size_t end = std::min(values.size(), at + m_run - place % m_run);
    for (; at < end; ++at) meter.add(values[at], stored[at]);
  }
}

void FeatureConversion::describe(table::Schema& schema, std::span<const downcast::LossMeter> meters) const {
  std::size_t place = 0;
  for (const std::size_t index : schema.indicesOf(table::Role::feature)) {
    table::Column& column = schema.columns[index];
    const Affine affine = m_toCodes ? m_toCodes->columns()[place] : Affine{};
    column.stored = m_to;
    column.scale = static_cast<double>(affine.scale);
    column.offset = static_cast<double>(affine.offset);
    column.stats.maxError += meters[place].maxError();
    column.loss = table::chained(column.loss, meters[place].loss());
    ++place;
  }
}

}  // namespace masu::rewrite
