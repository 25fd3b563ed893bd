// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between floats and what is stored, beside memcpy of as many bytes as come out of them. Narrowing reads
// two to four bytes for each that it writes, so that the second ratio counts what is read and written on both sides.
// `downcast_bench [MEBIBYTES] [ROUNDS]`; medians, the two of a line measured in turn.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/downcast/affine.h"
#include "core/downcast/kernels.h"

namespace {

using namespace masu;

constexpr double kGoal = 0.7;
constexpr std::size_t kPage = 4096;
/// What a thread converts at a time, as an import's tile or a loader's batch: less than a cache.
constexpr std::size_t kColumns = 28;
constexpr std::size_t kStretch = 512 * kColumns;

double secondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

using Memory = std::unique_ptr<std::byte, decltype(&std::free)>;

Memory pages(std::size_t bytes) {
  Memory memory(static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage)), &std::free);
  std::memset(memory.get(), 0, bytes);
  return memory;
}

class Bench {
 public:
  Bench(std::size_t bytes, int rounds) : m_bytes(bytes), m_rounds(rounds), m_in(pages(bytes)), m_out(pages(bytes)) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> values(-1, 1);
    for (float& value : std::span(reinterpret_cast<float*>(m_in.get()), m_bytes / sizeof(float)))
      value = values(random);
  }

  void run() const {
    const downcast::Kernels& kernels = downcast::kernels();
    std::printf("%-18s %12s %12s  %-11s %6s\n", "", "floats", "by output", "goal", "moved");
    report<std::uint16_t, float>("f16 to f32", kernels.fromHalf);
    eachCodes([&]<class Code>(Code, const char* type, const downcast::AffineCodes& codes) {
      report<Code, float>((std::string(type) + " to f32").c_str(), [&](auto* in, auto* out, std::size_t n) {
        codes.decode(0, std::as_bytes(std::span(in, n)), std::span(out, n));
      });
    });
    report<float, std::uint16_t>("f32 to f16", kernels.toHalf);
    eachCodes([&]<class Code>(Code, const char* type, const downcast::AffineCodes& codes) {
      report<float, Code>((std::string("f32 to ") + type).c_str(), [&](auto* in, auto* out, std::size_t n) {
        codes.encode(0, std::span(in, n), std::as_writable_bytes(std::span(out, n)));
      });
    });
  }

 private:
  /// Codes of a table whose columns have scales of their own.
  template <class Body>
  static void eachCodes(const Body& body) {
    std::vector<downcast::Affine> columns;
    for (std::size_t i = 0; i < kColumns; ++i) columns.push_back({0.01F + 0.001F * static_cast<float>(i), 1});
    body(std::int16_t{}, "codes i16", downcast::AffineCodes(table::DType::i16, columns));
    body(std::int8_t{}, "codes i8", downcast::AffineCodes(table::DType::i8, columns));
  }

  /// A stretch after the other, of so many bytes.
  double copied(std::size_t bytes, std::size_t stretch) const {
    return secondsOf([&] {
      for (std::size_t at = 0; at < bytes; at += stretch)
        std::memcpy(m_out.get() + at, m_in.get() + at, std::min(stretch, bytes - at));
    });
  }

  /// convert(in, out, count) for stretches of all values.
  template <class In, class Out, class Convert>
  void report(const char* name, const Convert& convert) const {
    const std::size_t count = m_bytes / sizeof(float);
    std::vector<double> ours;
    std::vector<double> copies;
    for (int round = 0; round < m_rounds; ++round) {
      ours.push_back(secondsOf([&] {
        for (std::size_t i = 0; i < count; i += kStretch)
          convert(reinterpret_cast<const In*>(m_in.get()) + i, reinterpret_cast<Out*>(m_out.get()) + i,
                  std::min(kStretch, count - i));
      }));
      copies.push_back(copied(count * sizeof(Out), kStretch * sizeof(Out)));
    }
    const double ratio = median(copies) / median(ours);
    const double moved = static_cast<double>(sizeof(In) + sizeof(Out)) / (2 * sizeof(Out));
    std::printf("%-18s %7.2f GB/s %12.2f  %s %.1f %6.2f\n", name, static_cast<double>(m_bytes) / 1e9 / median(ours),
                ratio, ratio >= kGoal ? "reaches" : "MISSES ", kGoal, moved * ratio);
  }

  std::size_t m_bytes;
  int m_rounds;
  Memory m_in;
  Memory m_out;
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t mebibytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 256;
  Bench(std::max<std::size_t>(mebibytes, 1) << 20U, argc > 2 ? std::max(1, std::atoi(argv[2])) : 5).run();
  return 0;
}
