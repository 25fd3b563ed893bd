#pragma once

#include "core/shards/array_field.h"

namespace masu::shards {

/// Whether a format holds narrow codes with their scale and offset, or the values that they stand for.
enum class Codes { kept, widened };

/// What a dataset's description becomes in an export of it: types, roles and policies of the values as written.
store::DatasetMeta exportedMeta(const store::Dataset& dataset, const Encoding& encoding, Codes codes);

}  // namespace masu::shards
