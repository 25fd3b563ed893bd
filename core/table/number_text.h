// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/table/dtype.h"

namespace masu::table {

/// Appends the shortest text that reads back as the same value of type `stored`; nothing for NaN, which is missing.
/// Whole numbers that the type distinguishes are written in full, since 1e+05 is not what the source said.
/// Cost: some 20 ns, a third of it for whole numbers; f16 twice as much.
void appendNumber(std::string& text, double value, DType stored);
std::string numberText(double value, DType stored);

/// The same into a buffer; returns the end. Requires: kNumberRoom bytes at `to`.
char* writeNumber(char* to, double value, DType stored);
inline constexpr std::size_t kNumberRoom = 48;

/// Appends a stored element of i64 with all its digits, which a double does not have; nothing for what is missing.
void appendWhole(std::string& text, const std::byte* element);

/// `value` with `digits` significant digits: "0.00119", "1.86e-09".
std::string roundedText(double value, int digits = 3);

/// "1 × 28 × 28"; empty of no extent.
std::string shapeText(std::span<const std::uint64_t> shape);

/// Writes values one after another, each as writeNumber() does with a mark after it; returns the end.
/// Requires: kNumberRoom + 1 bytes a value at `to`. Cost: six nanoseconds a value of f32 and two of a whole number
/// below a thousand, where the processor has AVX2; else, and for f16 and fractions of f64, what writeNumber() takes.
char* writeNumbers(char* to, std::span<const double> values, DType stored, char mark);

}  // namespace masu::table
