#include "core/shards/exported_meta.h"

#include <algorithm>

namespace masu::shards {

using table::Role;

store::DatasetMeta exportedMeta(const store::Dataset& dataset, const Encoding& encoding, Codes codes) {
  store::DatasetMeta meta = dataset.meta();
  meta.rejected = 0;
  meta.dropped = 0;
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
