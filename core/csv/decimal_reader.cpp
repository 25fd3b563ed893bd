#include "core/csv/decimal_reader.h"

#include <array>

namespace masu::csv {

namespace {

__extension__ typedef unsigned __int128 Uint128;

constexpr double kExactPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestExact = 22;
constexpr std::uint64_t kLargestWhole = std::uint64_t{1} << 53;
constexpr int kMostDigits = 19;
/// 5^55 is the largest power of five that 128 bits hold, so that the table below needs no larger numbers.
constexpr int kLargestPower = 55;

constexpr Uint128 powerOfFive(int exponent) {
  Uint128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 5;
  return power;
}

constexpr Uint128 normalized(Uint128 value) {
  while ((value >> 127) == 0) value <<= 1;
  return value;
}

/// The first 128 bits of 1 / divisor, by long division; `divisor` is a power of five above one.
constexpr Uint128 reciprocal(Uint128 divisor) {
  Uint128 rest = 1;
  while (rest <= divisor >> 1) rest <<= 1;
  Uint128 quotient = 0;
  for (int bit = 0; bit < 128; ++bit) {
    const bool carry = (rest >> 127) != 0;
    rest <<= 1;
    quotient <<= 1;
    if (!carry && rest < divisor) continue;
    rest -= divisor;
    quotient |= 1;
  }
  return quotient;
}

/// 5^q for q = -55 … 55 as its first 128 bits: cut off, but rounded up down to q = -27, where that makes products
/// exact.
constexpr auto kPowersOfFive = [] {
  std::array<Uint128, 2 * kLargestPower + 1> powers{};
  for (int q = 0; q <= kLargestPower; ++q) powers[kLargestPower + q] = normalized(powerOfFive(q));
  for (int q = 1; q <= kLargestPower; ++q) powers[kLargestPower - q] = reciprocal(powerOfFive(q)) + (q <= 27 ? 1 : 0);
  return powers;
}();

/// The double nearest to digits × 10^power; false where that is subnormal or infinite.
/// Lemire 2021, "Number parsing at a gigabyte per second"; that no fallback is needed: Mushtak and Lemire 2023.
bool compose(std::uint64_t digits, int power, double& value) {
  if (digits <= kLargestWhole && std::abs(power) <= kLargestExact) {
    const auto whole = static_cast<double>(digits);
    value = power < 0 ? whole / kExactPowers[-power] : whole * kExactPowers[power];
    return true;
  }
  if (digits == 0 || std::abs(power) > kLargestPower) return false;
  const int zeros = std::countl_zero(digits);
  const std::uint64_t aligned = digits << zeros;
  const Uint128 five = kPowersOfFive[static_cast<std::size_t>(kLargestPower + power)];
  Uint128 product = static_cast<Uint128>(aligned) * static_cast<std::uint64_t>(five >> 64);
  if ((static_cast<std::uint64_t>(product >> 64) & 0x1FF) == 0x1FF)
    product += static_cast<Uint128>(aligned) * static_cast<std::uint64_t>(five) >> 64;
  const auto high = static_cast<std::uint64_t>(product >> 64);
  const auto low = static_cast<std::uint64_t>(product);
  const int upper = static_cast<int>(high >> 63);
  std::uint64_t mantissa = high >> (upper + 9);
  const int exponent = ((217706 * power) >> 16) + 63 + upper - zeros + 1023;
  if (low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 && mantissa << (upper + 9) == high)
    mantissa &= ~std::uint64_t{1};
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  // A carry out of the mantissa's 53 bits raises the exponent by itself, since the sum below lets it through.
  if (exponent <= 0 || exponent >= 2046) return false;
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  value = std::bit_cast<double>((static_cast<std::uint64_t>(exponent) << 52) + (mantissa - kHidden));
  return true;
}

bool isDigit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Takes the digits at the front. What lies behind a cell is no digit, so that the run ends there.
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
  m_usable = !special(dialect.quote) && !special(dialect.escape) && kNumbers.find(dialect.decimal) == kNumbers.npos;
}

bool DecimalReader::readLong(const char* first, const char* last, double& value) const {
  std::uint64_t digits = 0;
  const char* at = takeDigits(first, last, digits);
  auto count = at - first;
  std::ptrdiff_t fraction = 0;
  if (at != last && *at == m_decimal) {
    const char* const behind = at + 1;
    at = takeDigits(behind, last, digits);
    fraction = at - behind;
    count += fraction;
  }
  if (count == 0 || count > kMostDigits) return false;
  int exponent = 0;
  if (at != last && !takeExponent(at, last, exponent)) return false;
  return compose(digits, exponent - static_cast<int>(fraction), value);
}

}  // namespace masu::csv
