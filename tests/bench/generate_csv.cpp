// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the CSV files that the import is measured on:
//   A  28 columns of %.18e      B  28 columns of %.4g
//   C  30 mixed columns: integers, 3-, 6- and 7-digit decimals, a three-word category, 5 % empty cells
//   generate_csv A|B|C BYTES FILE
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/base/permutation.h"

namespace {

class Numbers {
 public:
  std::uint64_t word() { return masu::mix64(m_state++); }
  double unit() { return static_cast<double>(word() >> 11) * 0x1.0p-53; }
  /// Close enough to a bell for a benchmark: the sum of four uniform values.
  double bell() { return (unit() + unit() + unit() + unit() - 2.0) * 1.7320508; }

 private:
  std::uint64_t m_state = 42;
};

void appendFormatted(std::string& line, const char* format, double value) {
  std::array<char, 64> text{};
  line.append(text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), format, value)));
}

void appendNumbers(std::string& line, Numbers& numbers, const char* format) {
  for (int column = 0; column < 28; ++column) {
    if (column > 0) line += ',';
    appendFormatted(line, format, column == 0 ? static_cast<double>(numbers.word() & 1) : numbers.bell());
  }
}

void appendMixed(std::string& line, Numbers& numbers) {
  constexpr std::array kWords = {"north river bank", "old mill road", "upper town gate", "low sea wall",
                                 "white stone hill"};
  for (int column = 0; column < 30; ++column) {
    if (column > 0) line += ',';
    if (numbers.word() % 20 == 0) continue;
    switch (column % 6) {
      case 0:
        appendFormatted(line, "%.0f", std::floor(numbers.unit() * 100000));
        break;
      case 1:
        appendFormatted(line, "%.3f", numbers.bell() * 10);
        break;
      case 2:
        appendFormatted(line, "%.6f", numbers.unit());
        break;
      case 3:
        appendFormatted(line, "%.7f", numbers.bell() * 100);
        break;
      case 4:
        line += column == 4 ? kWords[numbers.word() % kWords.size()] : std::to_string(numbers.word() % 1000);
        break;
      default:
        appendFormatted(line, "%.0f", std::floor(numbers.bell() * 1000));
        break;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: generate_csv A|B|C BYTES FILE\n", stderr), 2;
  const char kind = argv[1][0];
  const double wanted = std::strtod(argv[2], nullptr);
  std::FILE* file = std::fopen(argv[3], "wb");
  if (file == nullptr) return std::perror(argv[3]), 1;
  Numbers numbers;
  std::string block;
  for (int column = 0; column < (kind == 'C' ? 30 : 28); ++column) {
    block += (column > 0 ? ",x" : "x") + std::to_string(column);
  }
  block += '\n';
  for (double written = 0; written < wanted;) {
    while (block.size() < (1U << 20U)) {
      if (kind == 'C') appendMixed(block, numbers);
      if (kind != 'C') appendNumbers(block, numbers, kind == 'A' ? "%.18e" : "%.4g");
      block += '\n';
    }
    if (std::fwrite(block.data(), 1, block.size(), file) != block.size()) return std::perror(argv[3]), 1;
    written += static_cast<double>(block.size());
    block.clear();
  }
  return std::fclose(file) == 0 ? 0 : 1;
}
