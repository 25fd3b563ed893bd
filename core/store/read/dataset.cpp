// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset.h"

#include <algorithm>
#include <limits>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

/// The columns (of a table) or channels whose scale and offset the values of an object follow; empty when it is not
/// affine.
std::vector<const table::Column*> affineColumns(const Dataset& dataset, const ObjectInfo& object) {
  std::vector<const table::Column*> columns;
  if (object.name != "features") return columns;
  for (const std::size_t index : dataset.meta().schema.indicesOf(table::Role::feature)) {
    columns.push_back(&dataset.meta().schema.columns[index]);
  }
  if (!isAffine(object, dataset.meta().schema)) columns.clear();
  return columns;
}

}  // namespace

const ObjectInfo* Dataset::find(std::string_view name) const {
  const auto found = std::ranges::find(objects(), name, &ObjectInfo::name);
  return found == objects().end() ? nullptr : &*found;
}

std::vector<std::uint64_t> Dataset::sampleShape() const {
  const ObjectInfo* features = find("features");
  return features == nullptr ? std::vector<std::uint64_t>() : features->sampleShape;
}

Result<std::vector<double>> Dataset::readValues(const ObjectInfo& object, std::uint64_t first,
                                                std::uint64_t count) const {
  if (object.element != Element::number) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "The object {0} of {1} holds no numbers."),
                {object.name, path().string()});
  }
  std::vector<std::byte> stored(count * object.sampleBytes());
  MASU_CHECK(read(object, first, count, stored));
  std::vector<double> values(count * object.valuesPerSample());
  toDouble(object.dtype, stored, values);

  const auto columns = affineColumns(*this, object);
  if (columns.empty()) return values;
  const double missingCode = table::lowest(object.dtype);
  // Values of one column or channel are `run` elements from those of the next: 1 in a table, T or H × W otherwise.
  const std::uint64_t run = object.valuesPerSample() / columns.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const table::Column& column = *columns[i / run % columns.size()];
    values[i] =
        values[i] == missingCode ? std::numeric_limits<double>::quiet_NaN() : values[i] * column.scale + column.offset;
  }
  return values;
}

std::string identityOf(const Dataset& dataset) {
  const LabelEdition edition = dataset.edition();
  return edition.isEdited() ? dataset.uuid() + " labels " + edition.hash : dataset.uuid();
}

std::optional<ObjectInfo> wholeObject(const Dataset& dataset, std::string_view name) {
  std::optional<ObjectInfo> whole;
  for (const ObjectInfo& object : dataset.storedObjects()) {
    if (object.name != name || object.isText()) continue;
    if (!whole) whole = object;
    whole->samples = object.end();
  }
  return whole;
}

}  // namespace masu::store
