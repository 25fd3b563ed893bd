// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace masu::shards {

/// Hex of XXH3-64 over all that the index of an export holds but its own "checksum", however it is laid out.
/// Requires: the text is JSON.
std::string indexChecksum(const std::string& text);

}  // namespace masu::shards
