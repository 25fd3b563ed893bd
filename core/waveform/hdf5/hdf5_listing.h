// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/hdf5/hdf5_array.h"

namespace masu::waveform {

/// Who wrote an HDF5 file: anybody, whose datasets are called by their paths (`/g/x`), or MATLAB from version 7.3 on,
/// whose variables and fields of structs are (`bearing.gs`), and whose dimensions come from the last to the first.
enum class Hdf5Writer { anybody, matlab };

struct Hdf5Listing {
  std::vector<ListedArray> arrays;
  std::vector<std::string> paths;                    ///< beside `arrays`, in the file
  std::vector<std::optional<ElementType>> elements;  ///< beside `arrays`: of what is stored
};

/// All datasets that a file holds itself, by name. Links into other files are not followed.
/// Errors: the library cannot follow its structure; more than a million objects.
Result<Hdf5Listing> listHdf5(const Hdf5File& file, Hdf5Writer writer);

}  // namespace masu::waveform
