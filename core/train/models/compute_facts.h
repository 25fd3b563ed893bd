// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>

#include "core/metrics/receipt.h"

namespace masu::train {

/// What models compute with in this process. Two runs that differ in it need not have the same bits.
metrics::ReceiptSession thisSession(unsigned threads);

/// The name of the processor in the text of /proc/cpuinfo; on ARM, where it has none, the codes of implementer and
/// part. Empty where it has neither.
std::string processorIn(std::istream& cpuinfo);

}  // namespace masu::train
