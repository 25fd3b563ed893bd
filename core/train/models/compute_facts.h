// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/receipt.h"

namespace masu::train {

/// What models compute with in this process. Two runs that differ in it need not have the same bits.
metrics::ReceiptSession thisSession(unsigned threads);

}  // namespace masu::train
