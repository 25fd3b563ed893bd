// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/store/read/dataset.h"

namespace masu::bench {

/// What a dataset of the benchmarks looks like. Its classes are random, its values are what the type can hold.
struct DatasetShape {
  std::uint64_t samples = 4'000'000;
  std::uint64_t values = 28;
  table::DType dtype = table::DType::f32;
  store::Compression compression = store::Compression::none;
};

/// Makes the dataset below `folder`, or opens the one that an earlier run left there. Ends the program when it cannot.
std::shared_ptr<const store::Dataset> datasetOf(const std::filesystem::path& folder, const DatasetShape& shape);

}  // namespace masu::bench
