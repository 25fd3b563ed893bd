// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/resampled.h"

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

constexpr double kHighestRate = 1'000'000;
constexpr double kSteepestRatio = 256;
/// Blocks are whole steps: memory grows with it.
constexpr std::uint64_t kLongestStep = 1'000'000;
/// Input frames that reach into an output frame on either side at ratio 1: libsamplerate's best filter spans 143.
constexpr std::uint64_t kReach = 150;
constexpr std::uint64_t kBlockFrames = 16384;

/// Input frames that last as long as output frames: the shortest such step.
struct Step {
  std::uint64_t in = 1;
  std::uint64_t out = 1;

  std::uint64_t outputFrames(std::uint64_t frames) const {
    return frames / in * out + (frames % in * out + in - 1) / in;
  }
};

Result<void> checkWithin(const RecordingInfo& info, std::uint64_t first, std::uint64_t frames) {
  if (first <= info.frames && frames <= info.frames - first) return {};
  return fail(Errc::damaged,
              MASU_TEXT("core", "The recording ends at frame {0}, where {1} frames from {2} were asked for."),
              {std::to_string(info.frames), std::to_string(frames), std::to_string(first)});
}

/// Texts are beside the frames that are where theirs did.
void moveTexts(RecordingInfo& info, const RecordingInfo& from) {
  const double stretch = info.rate / from.rate;
  for (TextColumn& column : info.texts) {
    std::size_t place = 0;
    for (TextRun& run : column.runs) {
      while (place + 1 < from.segments.size() && from.segments[place + 1].first <= run.first) ++place;
      const Segment before = from.segments.empty() ? Segment{0, from.frames} : from.segments[place];
      const Segment after = info.segments.empty() ? Segment{0, info.frames} : info.segments[place];
      const double moved = std::round(static_cast<double>(run.first - before.first) * stretch);
      run.first = after.first + std::min(after.frames, static_cast<std::uint64_t>(moved));
    }
  }
}

class ResampledRecording final : public RecordingSource {
 public:
  ResampledRecording(std::unique_ptr<RecordingSource> source, const Step& step, double rate)
      : m_source(std::move(source)),
        m_info(m_source->info()),
        m_silence(static_cast<float>(m_info.silence)),
        m_holdsEdges(!table::isInteger(m_info.native)),
        m_in(step.in),
        m_out(step.out) {
    m_steps = std::max<std::uint64_t>(1, kBlockFrames / m_in);
    // In whole steps, so that a block's first output frame falls on an input frame.
    const std::uint64_t reach = kReach * std::max<std::uint64_t>(1, (m_in + m_out - 1) / m_out);
    m_margin = (reach + m_in - 1) / m_in * m_in;
    m_sourceFrames = m_info.frames;
    m_info.frames = step.outputFrames(m_sourceFrames);
    m_info.rate = rate;
    m_info.native = table::DType::f32;
    m_info.silence = 0;
    moveTexts(m_info, m_source->info());
  }

  const RecordingInfo& info() const override { return m_info; }

  Result<void> read(std::uint64_t first, std::span<float> out) override {
    const std::size_t width = m_info.channels.size();
    MASU_CHECK(checkWithin(m_info, first, out.size() / width));
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

  /// The frames from `margin` before a block to `margin` after it; where the recording has none silence, or the value
  /// at its edge. The last block ends with the recording.
  Result<void> gather(std::uint64_t block) {
    const std::size_t width = m_info.channels.size();
    const std::uint64_t begin = block * m_steps * m_in;
    const std::uint64_t steps = std::min(m_steps, (m_sourceFrames - begin + m_in - 1) / m_in);
    const std::uint64_t end = begin + steps * m_in + m_margin;
    const std::uint64_t missing = begin < m_margin ? m_margin - begin : 0;
    const std::uint64_t first = begin + missing - m_margin;
    const std::uint64_t count = std::min(end, m_sourceFrames) - std::min(first, m_sourceFrames);
    m_gathered.assign((steps * m_in + 2 * m_margin) * width, 0);
    const auto frames = std::span(m_gathered).subspan(missing * width, count * width);
    MASU_CHECK(m_source->read(first, frames));
    for (float& value : frames) value -= m_silence;
    if (m_holdsEdges) holdEdges(missing * width, frames);
    return {};
  }

  void holdEdges(std::size_t missing, std::span<const float> frames) {
    const std::size_t width = m_info.channels.size();
    const auto first = frames.first(width);
    const auto last = frames.last(width);
    for (std::size_t i = 0; i < missing; ++i) m_gathered[i] = first[i % width];
    for (std::size_t i = missing + frames.size(); i < m_gathered.size(); ++i) m_gathered[i] = last[i % width];
  }

  Result<void> convert(std::uint64_t block) {
    if (block == m_block) return {};
    m_block = kNone;
    MASU_CHECK(gather(block));
    const std::size_t width = m_info.channels.size();
    // A frame more than comes out, as the library's count may differ by one.
    const std::uint64_t room = m_gathered.size() / width / m_in * m_out + 1;
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
  bool m_holdsEdges;  ///< zero is silence to a microphone, but no temperature that a body has before it is measured
  std::uint64_t m_in;
  std::uint64_t m_out;
  std::uint64_t m_steps = 1;   ///< of a block
  std::uint64_t m_margin = 0;  ///< input frames around a block
  std::uint64_t m_sourceFrames = 0;
  std::uint64_t m_block = kNone;  ///< the one in m_converted
  std::vector<float> m_gathered;
  std::vector<float> m_converted;
  std::vector<float> m_floats;
};

/// One segment as a recording of its own. Lifetime: borrows the whole.
class SegmentOf final : public RecordingSource {
 public:
  SegmentOf(RecordingSource& whole, const Segment& segment)
      : m_whole(whole), m_info(whole.info()), m_first(segment.first) {
    m_info.frames = segment.frames;
    m_info.segments.clear();
    m_info.annotations.clear();
    m_info.texts.clear();
  }

  const RecordingInfo& info() const override { return m_info; }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return m_whole.read(m_first + first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override {
    return m_whole.readExact(m_first + first, out);
  }

 private:
  RecordingSource& m_whole;
  RecordingInfo m_info;
  std::uint64_t m_first;
};

/// Segments that are resampled each by itself; one is open at a time.
class ResampledSegments final : public RecordingSource {
 public:
  ResampledSegments(std::unique_ptr<RecordingSource> source, const Step& step, double rate)
      : m_source(std::move(source)), m_info(m_source->info()), m_step(step) {
    std::uint64_t frames = 0;
    for (Segment& segment : m_info.segments) {
      segment = {frames, step.outputFrames(segment.frames)};
      frames += segment.frames;
    }
    for (Annotation& annotation : m_info.annotations) {
      const double end = movedTime(annotation.onset + annotation.duration, rate);
      annotation.onset = movedTime(annotation.onset, rate);
      annotation.duration = end - annotation.onset;
    }
    m_info.frames = frames;
    m_info.rate = rate;
    m_info.native = table::DType::f32;
    m_info.silence = 0;
    moveTexts(m_info, m_source->info());
  }

  const RecordingInfo& info() const override { return m_info; }

  Result<void> read(std::uint64_t first, std::span<float> out) override {
    const std::size_t width = m_info.channels.size();
    MASU_CHECK(checkWithin(m_info, first, out.size() / width));
    while (!out.empty()) {
      const std::size_t place = segmentOf(m_info.segments, static_cast<double>(first));
      const Segment& segment = m_info.segments[place];
      if (!m_open || m_place != place) {
        auto view = std::make_unique<SegmentOf>(*m_source, m_source->info().segments[place]);
        m_open.emplace(std::move(view), m_step, m_info.rate);
        m_place = place;
      }
      const std::uint64_t offset = first - segment.first;
      const std::size_t count = std::min<std::uint64_t>(out.size() / width, segment.frames - offset);
      MASU_CHECK(m_open->read(offset, out.first(count * width)));
      out = out.subspan(count * width);
      first += count;
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
  /// The last segment that begins at or before a frame.
  static std::size_t segmentOf(const std::vector<Segment>& segments, double frame) {
    const auto after = std::ranges::upper_bound(
        segments, frame, {}, [](const Segment& segment) { return static_cast<double>(segment.first); });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - segments.begin()) - 1);
  }

  /// Segments last a fraction of a frame longer than they did.
  double movedTime(double time, double rate) const {
    const RecordingInfo& from = m_source->info();
    const std::size_t place = segmentOf(from.segments, time * from.rate);
    return time - static_cast<double>(from.segments[place].first) / from.rate +
           static_cast<double>(m_info.segments[place].first) / rate;
  }

  std::unique_ptr<RecordingSource> m_source;
  RecordingInfo m_info;
  Step m_step;
  std::optional<ResampledRecording> m_open;
  std::size_t m_place = 0;
  std::vector<float> m_floats;
};

/// Rates that are a few thousandths, or halves or thirds, of whole numbers step evenly together.
std::optional<Step> stepBetween(double from, double to) {
  constexpr std::uint64_t kMostParts = 1000;
  constexpr double kSlack = 1e-10;
  const auto whole = [](double rate) { return std::fabs(rate - std::round(rate)) <= kSlack * rate; };
  const auto known = [](double rate) { return rate > 0 && rate <= kHighestRate; };
  if (!known(from) || !known(to) || to > from * kSteepestRatio || from > to * kSteepestRatio) return std::nullopt;
  for (std::uint64_t parts = 1; parts <= kMostParts; ++parts) {
    const double in = from * static_cast<double>(parts);
    const double out = to * static_cast<double>(parts);
    if (!whole(in) || !whole(out) || std::round(in) < 1 || std::round(out) < 1) continue;
    Step step{static_cast<std::uint64_t>(std::llround(in)), static_cast<std::uint64_t>(std::llround(out))};
    const std::uint64_t common = std::gcd(step.in, step.out);
    step = {step.in / common, step.out / common};
    const bool fits = step.in <= kLongestStep && step.out <= kLongestStep;
    return fits ? std::optional(step) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool canResample(double from, double to) {
  return stepBetween(from, to).has_value();
}

Result<std::unique_ptr<RecordingSource>> resampled(std::unique_ptr<RecordingSource> source, double rate) {
  const std::optional<Step> step = stepBetween(source->info().rate, rate);
  if (!step) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "A recording of {0} frames a second cannot be brought to {1}: rates go up to 1000000, are at "
                          "most 256 times apart, and have at most three decimals."),
                {std::to_string(source->info().rate), std::to_string(rate)});
  }
  if (source->info().segments.empty()) return std::make_unique<ResampledRecording>(std::move(source), *step, rate);
  return std::make_unique<ResampledSegments>(std::move(source), *step, rate);
}

}  // namespace masu::waveform
