// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::waveform {

/// Opens a file by the name that a header gives it: one in the folder of the header, or below.
using OpenNamed = std::function<Result<io::File>(const std::string& name)>;

/// Holds a name from a header to that folder: a header may come from anyone, and may lead to no other file. `header`
/// is what messages name. Errors: an absolute path, one with "..", standard input ("-"), an empty name, or one with
/// control characters.
Result<void> checkNamedFile(const std::string& name, const std::string& header);

/// Errors: those of `open`; a file that is not there is a damaged recording.
Result<io::File> openNamedFile(const OpenNamed& open, const std::string& name, const std::string& header);

}  // namespace masu::waveform
