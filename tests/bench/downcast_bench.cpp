// Conversions between floats and what is stored, beside memcpy of as many bytes as the floats have: those come out of
// widening, and go into narrowing. `downcast_bench [MEBIBYTES] [ROUNDS]`; medians, the two of a line measured in turn.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "core/downcast/kernels.h"

namespace {

using namespace masu;

constexpr double kGoal = 0.7;
constexpr std::size_t kPage = 4096;
/// What a thread converts at a time, as an import's tile or a loader's batch: chunks of less than a cache.
constexpr std::size_t kStretch = 16384;

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
  Bench(std::size_t bytes, int rounds)
      : m_bytes(bytes),
        m_rounds(rounds),
        m_in(pages(bytes)),
        m_out(pages(bytes)),
        m_factors(kStretch, 0.01F),
        m_offsets(kStretch, 1.0F) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> values(-1, 1);
    for (float& value : std::span(reinterpret_cast<float*>(m_in.get()), m_bytes / sizeof(float)))
      value = values(random);
  }

  /// convert(in, out, count) for stretches of all values.
  template <class In, class Out, class Convert>
  void report(const char* name, const Convert& convert) {
    const std::size_t count = m_bytes / sizeof(float);
    std::vector<double> ours;
    std::vector<double> copies;
    for (int round = 0; round < m_rounds; ++round) {
      ours.push_back(secondsOf([&] {
        for (std::size_t i = 0; i < count; i += kStretch)
          convert(reinterpret_cast<const In*>(m_in.get()) + i, reinterpret_cast<Out*>(m_out.get()) + i,
                  std::min(kStretch, count - i));
      }));
      copies.push_back(secondsOf([&] {
        constexpr std::size_t kBytes = kStretch * sizeof(float);
        for (std::size_t at = 0; at < m_bytes; at += kBytes)
          std::memcpy(m_out.get() + at, m_in.get() + at, std::min(kBytes, m_bytes - at));
      }));
    }
    const double ratio = median(copies) / median(ours);
    const double gigabytes = static_cast<double>(m_bytes) / 1e9;
    std::printf("%-24s %8.2f GB/s %8.2f GB/s %7.2f  %s %.1f\n", name, gigabytes / median(ours),
                gigabytes / median(copies), ratio, ratio >= kGoal ? "reaches" : "MISSES", kGoal);
  }

  void run() {
    const downcast::Kernels& kernels = downcast::kernels();
    const downcast::Steps steps{m_factors.data(), m_offsets.data()};
    std::printf("%-24s %13s %13s %7s  goal\n", "by bytes of the floats", "Masu", "memcpy", "ratio");
    report<std::uint16_t, float>("f16 to f32", kernels.fromHalf);
    report<std::int8_t, float>("codes i8 to f32",
                               [&](auto* in, auto* out, std::size_t n) { kernels.decode(in, steps, out, n); });
    report<std::int16_t, float>("codes i16 to f32",
                                [&](auto* in, auto* out, std::size_t n) { kernels.decode(in, steps, out, n); });
    report<float, std::uint16_t>("f32 to f16", kernels.toHalf);
    report<float, std::int16_t>("f32 to codes i16",
                                [&](auto* in, auto* out, std::size_t n) { kernels.encode(in, steps, out, n); });
    report<float, std::int8_t>("f32 to codes i8",
                               [&](auto* in, auto* out, std::size_t n) { kernels.encode(in, steps, out, n); });
  }

 private:
  std::size_t m_bytes;
  int m_rounds;
  Memory m_in;
  Memory m_out;
  std::vector<float> m_factors;
  std::vector<float> m_offsets;
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t mebibytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 256;
  Bench(std::max<std::size_t>(mebibytes, 1) << 20U, argc > 2 ? std::max(1, std::atoi(argv[2])) : 5).run();
  return 0;
}
