#pragma once

#include <functional>
#include <stop_token>

#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::manifest {

/// Calls `take` with each sample that passes a filter (core/table/filter_expression.h), in ascending order. A pass over
/// the columns that the filter names, block by block. `split` is a name of the filter where `assignment` is given.
/// Errors: an expression that makes no sense, a column that is not there; Errc::cancelled after a stop.
Result<void> select(const store::Dataset& dataset, std::string_view filter, const store::Assignment* assignment,
                    const std::stop_token& stop, const std::function<void(std::uint64_t sample)>& take);

}  // namespace masu::manifest
