// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

namespace masu::cli {

/// Turns "512M", "1.5G" or a plain number into bytes; K, M, G and T are powers of 1024. Refuses anything else in a
/// sentence.
CLI::Validator sizeValue();
/// The same of a memory budget, which is at least 16M.
CLI::Validator budgetValue();

}  // namespace masu::cli
