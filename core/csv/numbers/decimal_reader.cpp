// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/decimal_reader.h"

#include "core/csv/numbers/decimal_powers.h"

namespace masu::csv {

namespace {

bool isDigit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Takes the digits at the front. What is after a cell is not a digit, so that the run ends there.
const char* takeDigits(const char* at, const char* last, std::uint64_t& digits) {
  while (last - at >= 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    if (!allDigits(bytes)) break;
    digits = digits * 100000000 + eightDigits(bytes);
    at += 8;
  }
  for (; at != last && isDigit(*at); ++at) digits = digits * 10 + static_cast<unsigned>(*at - '0');
  return at;
}

/// The exponent of which `at` is the letter; false where it is none, or beyond any float.
bool takeExponent(const char* at, const char* last, int& exponent) {
  if (*at != 'e' && *at != 'E') return false;
  ++at;
  const bool negative = at != last && *at == '-';
  if (at != last && (*at == '-' || *at == '+')) ++at;
  if (at == last || last - at > 3) return false;
  int written = 0;
  for (; at != last; ++at) {
    if (!isDigit(*at)) return false;
    written = written * 10 + (*at - '0');
  }
  exponent = (written ^ -static_cast<int>(negative)) + static_cast<int>(negative);
  return true;
}

}  // namespace

DecimalReader::DecimalReader(const Dialect& dialect)
    : m_marks(kEachByte * static_cast<unsigned char>(dialect.decimal)), m_decimal(dialect.decimal) {
  // A dialect by hand may give a mark of numbers another meaning; its cells are spelled out before they are read.
  constexpr std::string_view kNumbers = "0123456789+-eE";
  const auto special = [&](char c) { return c != '\0' && (kNumbers.find(c) != kNumbers.npos || c == dialect.decimal); };
  m_usable = !special(dialect.quote) && !special(dialect.escape) && !special(dialect.delimiter) &&
             kNumbers.find(dialect.decimal) == kNumbers.npos;
}

bool DecimalReader::readLong(const char* first, const char* last, double& value) const {
  std::uint64_t digits = 0;
  const char* at = takeDigits(first, last, digits);
  auto count = at - first;
  std::ptrdiff_t fraction = 0;
  if (at != last && *at == m_decimal) {
    const char* const fractionFrom = at + 1;
    at = takeDigits(fractionFrom, last, digits);
    fraction = at - fractionFrom;
    count += fraction;
  }
  if (count == 0 || count > kMostDigits) return false;
  int exponent = 0;
  if (at != last && !takeExponent(at, last, exponent)) return false;
  return composeDecimal(digits, exponent - static_cast<int>(fraction), value);
}

}  // namespace masu::csv
