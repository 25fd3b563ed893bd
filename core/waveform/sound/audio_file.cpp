// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/audio_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/ascii.h"
#include "core/waveform/arrays/array_axes.h"
#include "core/waveform/sound/declared_length.h"
#include "core/waveform/sound/sound_input.h"
#include "core/waveform/sound/sound_reader.h"

namespace masu::waveform {
namespace {

/// How samples of a libsndfile subtype come out of it, and what makes them the file's own integers:
/// value = sample × factor.
struct SampleFormat {
  table::DType native;
  double fullScale;
  double factor = 1;
  bool plain = false;  ///< libsndfile gives them as shorts without a conversion
  bool whole = false;  ///< samples are whole numbers after the factor; a file with others is refused
};

SampleFormat sampleFormatOf(int subtype) {
  using table::DType;
  switch (subtype) {
    case SF_FORMAT_PCM_16:
      return {.native = DType::i16, .fullScale = 0x1p15, .plain = true};
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8:  // whose byte 128 is silence: libsndfile centres it, so that silence is 0 as everywhere
      return {DType::i8, 128};
    case SF_FORMAT_PCM_24:
      return {DType::i32, 0x1p23};
    case SF_FORMAT_PCM_32:
      return {DType::i32, 0x1p31};
    // libsndfile hands these out at the top of 32 bits.
    case SF_FORMAT_ALAC_16:
      return {DType::i16, 0x1p15, 0x1p-16};
    case SF_FORMAT_ALAC_20:
      return {DType::i32, 0x1p19, 0x1p-12};
    case SF_FORMAT_ALAC_24:
      return {DType::i32, 0x1p23, 0x1p-8};
    case SF_FORMAT_ALAC_32:
      return {DType::i32, 0x1p31};
    case SF_FORMAT_DWVW_12:
      return {DType::i16, 0x1p11, 0x1p-20};
    case SF_FORMAT_DWVW_16:
      return {DType::i16, 0x1p15, 0x1p-16};
    case SF_FORMAT_DWVW_24:
      return {DType::i32, 0x1p23, 0x1p-8};
    case SF_FORMAT_DOUBLE:
      return {DType::f64, 1};
    case SF_FORMAT_FLOAT:
    case SF_FORMAT_VORBIS:
    case SF_FORMAT_OPUS:
    case SF_FORMAT_MPEG_LAYER_I:
    case SF_FORMAT_MPEG_LAYER_II:
    case SF_FORMAT_MPEG_LAYER_III:
      return {DType::f32, 1};
    default:
      return {DType::i16, 0x1p15};  // the telephone codecs, which decode to 16 bits
  }
}

bool isPacked(int format) {
  const int container = format & SF_FORMAT_TYPEMASK;
  const int subtype = format & SF_FORMAT_SUBMASK;
  return container == SF_FORMAT_FLAC || container == SF_FORMAT_OGG || container == SF_FORMAT_MPEG ||
         (subtype >= SF_FORMAT_ALAC_16 && subtype <= SF_FORMAT_ALAC_32);
}

/// Samples as they are, at any of which reading can begin.
bool isPlain(int format) {
  constexpr std::array kPlain = {SF_FORMAT_PCM_S8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
                                 SF_FORMAT_FLOAT,  SF_FORMAT_DOUBLE, SF_FORMAT_ULAW,   SF_FORMAT_ALAW};
  return std::ranges::find(kPlain, format & SF_FORMAT_SUBMASK) != kPlain.end();
}

Error atNeitherEnd(const std::string& name, double bits) {
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "{0} has samples of {1} bits at neither end of their containers, as programs with a format of "
                    "their own write them. Save it as plain 24 bits or as 32-bit floats first."),
          {name, std::to_string(std::lround(bits))},
          {name}};
}

class AudioFile final : public RecordingSource {
 public:
  AudioFile(std::unique_ptr<SoundInput> input, SoundHandle sound, const SF_INFO& info, const SampleFormat& format)
      : m_sound(std::move(input), std::move(sound), info), m_format(format) {
    m_info.frames = static_cast<std::uint64_t>(info.frames);
    m_info.rate = info.samplerate;
    m_info.channels = channelNames({}, static_cast<std::uint64_t>(info.channels));
    m_info.native = m_format.native;
    m_info.fullScale = m_format.fullScale;
    m_info.sound = true;
    if (table::isInteger(m_format.native)) m_sound.keepIntegers();
  }

  const RecordingInfo& info() const override { return m_info; }
  /// From now on samples are whole multiples of `unit`, counted in it, and none is beyond the full scale.
  void countIn(double unit, double fullScale) {
    m_format.factor = 1 / unit;
    m_format.whole = true;
    m_info.fullScale = fullScale;
  }
  /// Errors: the last frame that the header promises is not there.
  Result<void> checkLastFrame() { return m_sound.hasLastFrame() ? Result<void>() : endsBefore(m_sound.position()); }
  Result<void> read(std::uint64_t first, std::span<float> out) override { return readAs(first, out); }
  Result<void> readExact(std::uint64_t first, std::span<double> out) override { return readAs(first, out); }
  Result<bool> readNative(std::uint64_t first, std::span<std::byte> out) override {
    if (!m_format.plain) return false;
    const std::span shorts(reinterpret_cast<short*>(out.data()), out.size() / sizeof(short));
    MASU_CHECK(readAs(first, shorts));
    return true;
  }

 private:
  template <class T>
  Result<void> readAs(std::uint64_t first, std::span<T> out) {
    if (!m_sound.read(first, out)) return endsBefore(m_sound.position());
    if (m_format.factor != 1) {
      for (T& value : out) value = static_cast<T>(value * m_format.factor);
    }
    const double limit = m_info.fullScale;  // 32768 is not a short
    const auto outside = [limit](double value) { return std::rint(value) != value || std::abs(value) > limit; };
    if (m_format.whole && std::ranges::any_of(out, outside))
      return fail(atNeitherEnd(m_sound.file().path().string(), std::log2(m_info.fullScale) + 1));
    return {};
  }

  Result<void> endsBefore(std::uint64_t frame) const {
    const std::string path = m_sound.file().path().string();
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged: it cannot be read at frame {1} of {2}."),
                {path, std::to_string(frame), std::to_string(m_info.frames)}, {path});
  }

  SoundReader m_sound;
  SampleFormat m_format;
  RecordingInfo m_info;
};

/// Which end of wider containers the bits of samples are at, by the values that were seen.
struct Alignment {
  double unit;   ///< of a sample at the upper end
  double limit;  ///< of a sample at the lower end
  bool high = true;
  bool low = true;

  void add(std::span<const double> values) {
    high = high && std::ranges::all_of(values, [&](double value) { return std::remainder(value, unit) == 0; });
    low = low && std::ranges::all_of(values, [&](double value) { return -limit <= value && value < limit; });
  }
};

/// Samples in containers that are larger than they need, as integers of their own bits, so that they equal those of a
/// file without such containers. RIFF puts the bits at the upper end, some programs (arecord) at the lower one: the
/// values show which. A few write floats of their own so, which are at neither end.
Result<std::unique_ptr<RecordingSource>> openContainers(std::unique_ptr<SoundInput> input, SF_INFO info,
                                                        const DeclaredLength& declared, unsigned bytes) {
  constexpr std::uint64_t kBlockFrames = 4096;
  const WaveFormat& format = *declared.format;
  const std::string name = input->file().path().string();
  info.channels = static_cast<int>(format.channels);
  info.format = SF_FORMAT_RAW | (bytes == 3 ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_32) |
                (format.bigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE);
  SoundHandle sound = input->openRaw(info, declared.offset);
  info.frames = static_cast<sf_count_t>(declared.promisedBytes / format.frameBytes);
  if (!sound || info.frames == 0) {
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {name}, {name});
  }
  const double fullScale = std::exp2(8 * bytes - 1);
  auto source = std::make_unique<AudioFile>(std::move(input), std::move(sound), info,
                                            SampleFormat{.native = table::DType::i32, .fullScale = fullScale});
  const std::uint64_t bits = bitsOf(format);
  const double limit = std::exp2(static_cast<double>(bits) - 1);
  Alignment alignment{.unit = fullScale / limit, .limit = limit};
  std::vector<double> block;
  const std::uint64_t frames = source->info().frames;
  for (std::uint64_t first = 0; first < frames && alignment.high && alignment.low; first += kBlockFrames) {
    block.resize(std::min(kBlockFrames, frames - first) * format.channels);
    MASU_CHECK(source->readExact(first, block));
    alignment.add(block);
  }
  const bool atAnEnd = alignment.high || alignment.low;
  // The header names fewer valid bits than the file uses.
  if (!atAnEnd && format.bits == 8 * bytes) return source;
  if (!atAnEnd) return fail(atNeitherEnd(name, static_cast<double>(bits)));
  source->countIn(alignment.high ? alignment.unit : 1, limit);
  return source;
}

}  // namespace

bool hasAudioName(std::string_view name) {
  constexpr std::array<std::string_view, 16> kExtensions{".wav", ".wave", ".flac", ".ogg",  ".oga", ".opus",
                                                         ".mp3", ".aif",  ".aiff", ".aifc", ".w64", ".rf64",
                                                         ".bwf", ".au",   ".snd",  ".caf"};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string extension = lowerCase(name.substr(dot));
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

Result<std::unique_ptr<RecordingSource>> openAudio(io::File file) {
  // libsndfile reports this length for a cut Ogg file.
  constexpr sf_count_t kAbsurd = sf_count_t{1} << 56;
  const std::string name = file.path().string();
  MASU_TRY(const auto declared, declaredLength(file));
  unsigned container = 0;
  if (declared && declared->format) {
    MASU_TRY(container, containerBytes(*declared->format, name));
  }
  if (declared) MASU_CHECK(checkWhole(*declared, name));
  SF_INFO info{};
  auto input = std::make_unique<SoundInput>(std::move(file));
  SoundHandle sound = input->open(info);
  if (!sound) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is not a sound file, or its header is damaged."), {name}, {name});
  }
  if (info.frames >= kAbsurd || info.channels < 1) {
    return fail(Errc::damaged, MASU_TEXT("core", "{0} is cut short: its length is not known."), {name}, {name});
  }
  if (container > 0) {
    sound.reset();
    return openContainers(std::move(input), info, *declared, container);
  }
  if (info.frames <= 0) return fail(Errc::noSamples, MASU_TEXT("core", "{0} holds no samples."), {name}, {name});
  // Where an AU header says that sound begins inside of it, libsndfile begins after it and seeks to where it says.
  if ((info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_AU && isPlain(info.format)) sf_seek(sound.get(), 0, SEEK_SET);
  auto source = std::make_unique<AudioFile>(std::move(input), std::move(sound), info,
                                            sampleFormatOf(info.format & SF_FORMAT_SUBMASK));
  if (isPacked(info.format)) MASU_CHECK(source->checkLastFrame());
  return source;
}

}  // namespace masu::waveform
