// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/samples/random.h"
#include "core/samples/sample_data.h"

namespace masu::samples {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A stretch of a word: where its formants are (Hz), how much of it is voice and how much is noise, and for how long.
struct Phone {
  double share;  ///< of the word's length
  std::array<double, 3> formants;
  double voice;
  double noise;
  double noiseCentre;  ///< Hz
};

using Word = std::array<Phone, 4>;

// Rough formants of English vowels and consonants after Peterson and Barney 1952, kept below the 4 kHz that 8 kHz
// sampling holds.
constexpr std::array<Word, 10> kWords{{
    {{{.18, {300, 1700, 2500}, .35, .45, 3300},
      {.27, {300, 2200, 2900}, 1., .02, 3000},
      {.2, {420, 1300, 1650}, .8, .02, 3000},
      {.35, {500, 850, 2400}, 1., .02, 3000}}},
    {{{.2, {300, 650, 2200}, .8, .02, 3000},
      {.3, {640, 1190, 2390}, 1., .02, 3000},
      {.3, {600, 1250, 2400}, .9, .02, 3000},
      {.2, {280, 1450, 2350}, .5, .02, 3000}}},
    {{{.08, {300, 1700, 2600}, .0, .9, 2900},
      {.17, {320, 1500, 2300}, .7, .3, 2700},
      {.4, {310, 1000, 2250}, 1., .02, 3000},
      {.35, {310, 870, 2240}, .9, .02, 3000}}},
    {{{.2, {350, 1400, 2500}, .05, .35, 2300},
      {.2, {420, 1250, 1600}, .8, .03, 3000},
      {.3, {280, 2250, 2950}, 1., .02, 3000},
      {.3, {270, 2320, 3050}, .9, .02, 3000}}},
    {{{.22, {350, 1000, 2300}, .05, .3, 1600},
      {.38, {570, 840, 2410}, 1., .02, 3000},
      {.25, {480, 1150, 1700}, .9, .02, 3000},
      {.15, {450, 1250, 1620}, .6, .02, 3000}}},
    {{{.18, {350, 1000, 2300}, .05, .32, 1500},
      {.27, {750, 1150, 2500}, 1., .02, 3000},
      {.3, {400, 2000, 2650}, 1., .02, 3000},
      {.25, {300, 1100, 2300}, .35, .3, 1700}}},
    {{{.27, {300, 1700, 2600}, .0, .8, 3500},
      {.3, {400, 1990, 2550}, 1., .02, 3000},
      {.1, {300, 1900, 2500}, .0, .02, 2200},
      {.33, {300, 1700, 2600}, .0, .75, 3400}}},
    {{{.22, {300, 1700, 2600}, .0, .75, 3400},
      {.26, {530, 1840, 2480}, 1., .02, 3000},
      {.2, {350, 1200, 2300}, .5, .2, 1700},
      {.32, {400, 1500, 2400}, .8, .02, 3000}}},
    {{{.35, {530, 1900, 2500}, 1., .02, 3000},
      {.35, {350, 2200, 2800}, 1., .02, 3000},
      {.12, {300, 1900, 2600}, .0, .01, 2500},
      {.18, {300, 1700, 2600}, .0, .85, 2800}}},
    {{{.2, {280, 1450, 2350}, .6, .02, 3000},
      {.25, {730, 1090, 2440}, 1., .02, 3000},
      {.3, {380, 2050, 2700}, 1., .02, 3000},
      {.25, {280, 1500, 2400}, .5, .02, 3000}}},
}};

struct Speaker {
  std::string_view name;
  double pitch;   ///< Hz
  double tract;   ///< formants are multiplied by it: a shorter tract rings higher
  double tempo;   ///< length of words
  double breath;  ///< noise in the voice
};
constexpr std::array<Speaker, 6> kSpeakers{{{"aiko", 215, 1.14, .95, .05},
                                            {"bruno", 98, .93, 1.12, .02},
                                            {"chidi", 122, .98, .85, .03},
                                            {"dalia", 188, 1.09, 1.05, .08},
                                            {"emil", 138, 1.02, 1.2, .04},
                                            {"farah", 232, 1.18, .8, .03}}};

/// By its Taylor series for |x| <= pi: the C library's cosine may differ in the last bit between processors.
double cosine(double x) {
  const double square = x * x;
  double term = 1;
  double sum = 1;
  for (int k = 1; k <= 12; ++k) {
    term *= -square / ((2. * k - 1) * (2. * k));
    sum += term;
  }
  return sum;
}

/// A second-order resonance (Klatt 1980) of unit gain at 0 Hz.
class Resonator {
 public:
  void tune(double frequency, double bandwidth) {
    // exp(-x) to the third order; x stays below 0.16 here.
    const double x = kPi * bandwidth / kDigitRate;
    const double radius = 1 / (1 + x + x * x / 2 + x * x * x / 6);
    m_c = -radius * radius;
    m_b = 2 * radius * cosine(2 * kPi * std::min(frequency, .49 * kDigitRate) / kDigitRate);
    m_a = 1 - m_b - m_c;
  }
  double operator()(double input) {
    const double output = m_a * input + m_b * m_last + m_c * m_before;
    m_before = m_last;
    m_last = output;
    return output;
  }

 private:
  double m_a = 1, m_b = 0, m_c = 0;
  double m_last = 0, m_before = 0;
};

/// How this one utterance differs from the speaker's usual way.
struct Utterance {
  double pitch;
  double tract;
  double gain;
  double hiss;
  std::size_t frames;
};

Utterance drawUtterance(const Speaker& speaker, SampleRandom& random) {
  Utterance utterance{};
  utterance.pitch = speaker.pitch * (1 + .06 * random.normal());
  utterance.tract = speaker.tract * (1 + .025 * random.normal());
  utterance.gain = random.between(.25, .95);
  utterance.hiss = random.between(.001, .012);
  const double seconds = std::clamp(.39 * speaker.tempo * (1 + .12 * random.normal()), .2, .6);
  utterance.frames = static_cast<std::size_t>(seconds * kDigitRate);
  return utterance;
}

/// The word's boundaries, moved a little each time it is said.
Word pronounce(Word word, SampleRandom& random) {
  double sum = 0;
  for (Phone& phone : word) {
    phone.share *= 1 + .15 * random.normal() / 2;
    sum += phone.share;
    for (double& formant : phone.formants) formant *= 1 + .02 * random.normal();
  }
  for (Phone& phone : word) phone.share /= sum;
  return word;
}

/// The sound at `time` (0 to 1 of the word): phones glide into each other around their boundaries.
Phone phoneAt(const Word& word, double time) {
  constexpr double kGlide = .05;
  double end = 0;
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    end += word[i].share;
    if (time >= end + kGlide) continue;
    if (time < end - kGlide) return word[i];
    const double mix = (time - end + kGlide) / (2 * kGlide);
    Phone phone = word[i];
    const Phone& next = word[i + 1];
    for (std::size_t f = 0; f < phone.formants.size(); ++f) {
      phone.formants[f] += mix * (next.formants[f] - phone.formants[f]);
    }
    phone.voice += mix * (next.voice - phone.voice);
    phone.noise += mix * (next.noise - phone.noise);
    phone.noiseCentre += mix * (next.noiseCentre - phone.noiseCentre);
    return phone;
  }
  return word.back();
}

std::vector<double> synthesise(const Word& word, const Speaker& speaker, const Utterance& utterance,
                               SampleRandom& random) {
  constexpr std::array<double, 3> kBandwidths{70, 110, 170};
  constexpr std::size_t kTuneEvery = 40;  // 5 ms: faster than a mouth moves
  std::vector<double> sound(utterance.frames);
  std::array<Resonator, 3> tract;
  Resonator glottis;
  Resonator friction;
  glottis.tune(0, 200);
  Phone phone{};
  double phase = 0;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double time = static_cast<double>(i) / static_cast<double>(sound.size());
    if (i % kTuneEvery == 0) {
      phone = phoneAt(word, time);
      for (std::size_t f = 0; f < tract.size(); ++f) tract[f].tune(phone.formants[f] * utterance.tract, kBandwidths[f]);
      friction.tune(phone.noiseCentre * utterance.tract, 600);
    }
    // Pitch falls towards the end of a word, as in a statement.
    phase += utterance.pitch * (1.08 - .2 * time) / kDigitRate;
    double pulse = 0;
    if (phase >= 1) {
      phase -= 1;
      pulse = 30;
    }
    const double white = random.between(-1, 1);
    double voiced = phone.voice * (glottis(pulse) + speaker.breath * white);
    for (Resonator& resonator : tract) voiced = resonator(voiced);
    const double fade = std::min({1., time / .06, (1 - time) / .1});
    sound[i] = fade * (voiced + .25 * phone.noise * friction(white)) + utterance.hiss * random.between(-1, 1);
  }
  return sound;
}

std::vector<std::int16_t> quantise(const std::vector<double>& sound, double gain) {
  double peak = 1e-9;
  for (const double value : sound) peak = std::max(peak, std::abs(value));
  std::vector<std::int16_t> frames(sound.size());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    frames[i] = static_cast<std::int16_t>(std::lround(sound[i] / peak * gain * 32767));
  }
  return frames;
}

}  // namespace

DigitSound makeDigitSound(std::uint64_t seed, std::uint64_t number) {
  const std::size_t digit = number % kWords.size();
  const Speaker& speaker = kSpeakers[number / kWords.size() % kSpeakers.size()];
  const std::uint64_t index = number / (kWords.size() * kSpeakers.size());

  SampleRandom random(seed, number);
  const Utterance utterance = drawUtterance(speaker, random);
  const Word word = pronounce(kWords[digit], random);
  DigitSound sound;
  sound.fileName = std::to_string(digit) + '_' + std::string(speaker.name) + '_' + std::to_string(index) + ".wav";
  sound.frames = quantise(synthesise(word, speaker, utterance, random), utterance.gain);
  return sound;
}

}  // namespace masu::samples
