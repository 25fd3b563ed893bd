// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Reads the bytes of an annotation file (.atr) in the MIT format; `path` is what messages name, `rate` the frames a
/// second that its times count, where it does not state a resolution of its own. Each annotation is a moment; its text
/// is what was written beside it, such as "(AFIB" at a change of the rhythm, else the mnemonic of its type: N, V …
/// Types without a mnemonic are numbers. Errors: the bytes end within an annotation or without the mark of their end; a
/// time before the record; a resolution that is not a number above 0; the AHA format; more than a million annotations.
Result<std::vector<Annotation>> readWfdbAnnotations(std::string_view bytes, const std::string& path, double rate);

}  // namespace masu::waveform
