#include "core/waveform/resampled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <samplerate.h>

namespace masu::waveform {
namespace {

constexpr std::uint64_t kHighestRate = 1'000'000;
constexpr std::uint64_t kSteepestRatio = 256;
/// Input frames that reach into an output frame on either side at ratio 1: libsamplerate's best filter spans 143.
constexpr std::uint64_t kReach = 150;
constexpr std::uint64_t kBlockFrames = 16384;

std::optional<std::uint64_t> wholeRate(double rate) {
  if (!(rate >= 1 && rate <= static_cast<double>(kHighestRate)) || rate != std::floor(rate)) return std::nullopt;
  return static_cast<std::uint64_t>(rate);
}

class ResampledRecording final : public RecordingSource {
 public:
  ResampledRecording(std::unique_ptr<RecordingSource> source, std::uint64_t from, std::uint64_t to)
      : m_source(std::move(source)), m_info(m_source->info()), m_silence(static_cast<float>(m_info.silence)) {
    const std::uint64_t common = std::gcd(from, to);
    m_in = from / common;
    m_out = to / common;
    m_steps = std::max<std::uint64_t>(1, kBlockFrames / m_in);
    // In whole steps, so that a block's first output frame falls on an input frame.
    const std::uint64_t reach = kReach * std::max<std::uint64_t>(1, (m_in + m_out - 1) / m_out);
    m_margin = (reach + m_in - 1) / m_in * m_in;
    m_sourceFrames = m_info.frames;
    m_info.frames = m_sourceFrames / m_in * m_out + (m_sourceFrames % m_in * m_out + m_in - 1) / m_in;
    m_info.rate = static_cast<double>(to);
    m_info.native = table::DType::f32;
    m_info.silence = 0;
  }

  const RecordingInfo& info() const override { return m_info; }

  Result<void> read(std::uint64_t first, std::span<float> out) override {
    const std::size_t width = m_info.channels.size();
    const std::uint64_t blockFrames = m_steps * m_out;
    while (!out.empty()) {
      MASU_CHECK(convert(first / blockFrames));
      const std::uint64_t offset = first % blockFrames;
      const std::size_t count = std::min<std::size_t>(out.size(), (blockFrames - offset) * width);
      std::copy_n(m_converted.begin() + static_cast<std::ptrdiff_t>((m_margin / m_in * m_out + offset) * width), count,
                  out.begin());
      out = out.subspan(count);
      first += count / width;
    }
    return {};
  }

  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    m_floats.resize(out.size());
    MASU_CHECK(read(first, m_floats));
    std::copy(m_floats.begin(), m_floats.end(), out.begin());
    return {};
  }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  /// The frames from `margin` before a block to `margin` behind it; silence where the recording has none.
  Result<void> gather(std::uint64_t block) {
    const std::size_t width = m_info.channels.size();
    const std::uint64_t begin = block * m_steps * m_in;
    const std::uint64_t end = begin + m_steps * m_in + m_margin;
    const std::uint64_t missing = begin < m_margin ? m_margin - begin : 0;
    const std::uint64_t first = begin + missing - m_margin;
    const std::uint64_t count = std::min(end, m_sourceFrames) - std::min(first, m_sourceFrames);
    m_gathered.assign((m_steps * m_in + 2 * m_margin) * width, 0);
    const auto frames = std::span(m_gathered).subspan(missing * width, count * width);
    MASU_CHECK(m_source->read(first, frames));
    for (float& value : frames) value -= m_silence;
    return {};
  }

  Result<void> convert(std::uint64_t block) {
    if (block == m_block) return {};
    m_block = kNone;
    MASU_CHECK(gather(block));
    const std::size_t width = m_info.channels.size();
    // A frame more than comes out, as the library's count may differ by one.
    const std::uint64_t room = (m_steps + 2 * m_margin / m_in) * m_out + 1;
    m_converted.assign(room * width, 0);
    SRC_DATA data{};
    data.data_in = m_gathered.data();
    data.data_out = m_converted.data();
    data.input_frames = static_cast<long>(m_gathered.size() / width);
    data.output_frames = static_cast<long>(room);
    data.src_ratio = static_cast<double>(m_out) / static_cast<double>(m_in);
    if (const int code = src_simple(&data, SRC_SINC_BEST_QUALITY, static_cast<int>(width)); code != 0) {
      return fail(Errc::unsupported, MASU_TEXT("core", "The rate cannot be changed: {0}."), {src_strerror(code)});
    }
    m_block = block;
    return {};
  }

  std::unique_ptr<RecordingSource> m_source;
  RecordingInfo m_info;
  float m_silence;
  std::uint64_t m_in = 1;      ///< input frames that last as long as
  std::uint64_t m_out = 1;     ///< output frames: a step
  std::uint64_t m_steps = 1;   ///< of a block
  std::uint64_t m_margin = 0;  ///< input frames around a block
  std::uint64_t m_sourceFrames = 0;
  std::uint64_t m_block = kNone;  ///< the one in m_converted
  std::vector<float> m_gathered;
  std::vector<float> m_converted;
  std::vector<float> m_floats;
};

}  // namespace

Result<std::unique_ptr<RecordingSource>> resampled(std::unique_ptr<RecordingSource> source, double rate) {
  const auto from = wholeRate(source->info().rate);
  const auto to = wholeRate(rate);
  if (!from || !to || *to > *from * kSteepestRatio || *from > *to * kSteepestRatio) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "A recording of {0} frames a second cannot be brought to {1}: rates are whole numbers up to "
                          "1000000, at most 256 times apart."),
                {std::to_string(source->info().rate), std::to_string(rate)});
  }
  return std::make_unique<ResampledRecording>(std::move(source), *from, *to);
}

}  // namespace masu::waveform
