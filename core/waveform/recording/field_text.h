// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace masu::waveform {

/// What a field of fixed width holds: up to the first NUL, without blanks around it.
std::string_view trimmedField(std::string_view field);

/// A finite number as EDF's headers and annotations spell it; a decimal comma and a leading plus are taken, as writers
/// use them though the format does not allow it. Nothing for any other text.
std::optional<double> decimalFrom(std::string_view text);

/// Text of a header or an annotation as UTF-8. What is not UTF-8 is read as Shift_JIS where only that makes sense of
/// it, else as ISO-8859-1; control characters become blanks.
std::string utf8From(std::string_view bytes);

}  // namespace masu::waveform
