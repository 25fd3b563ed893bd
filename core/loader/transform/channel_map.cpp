// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/channel_map.h"

#include <algorithm>

namespace masu::loader {

ChannelMap channelMapOf(const store::Dataset& dataset, const store::ObjectInfo& features) {
  ChannelMap map;
  map.channels = features.sampleShape.empty() ? 1 : features.sampleShape.front();
  map.run = features.valuesPerSample() / std::max<std::uint64_t>(1, map.channels);
  if (features.dtype != table::DType::i8 && features.dtype != table::DType::i16) return map;

  const table::Schema& schema = dataset.meta().schema;
  bool affine = false;
  for (const std::size_t index : schema.indicesOf(table::Role::feature)) {
    const table::Column& column = schema.columns[index];
    map.scale.push_back(column.scale);
    map.offset.push_back(column.offset);
    affine = affine || column.scale != 1 || column.offset != 0;
  }
  if (!affine) {
    map.scale.clear();
    map.offset.clear();
  }
  return map;
}

}  // namespace masu::loader
