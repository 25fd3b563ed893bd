#pragma once

#include "core/base/result.h"
#include "core/ingest/import_plan.h"

namespace masu::ingest {

/// The type that /features of a table will have: what was asked, the narrowest that loses nothing beyond the tolerance
/// where `auto` was, else f32. Errors: an integer type that a surveyed column does not fit.
Result<table::DType> chooseType(const ImportPlan& plan);

}  // namespace masu::ingest
