// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/encoding_guess.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <uchardet/uchardet.h>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/transcoder.h"

namespace masu::csv {

namespace {

/// What a Transcoder makes of bytes without meaning.
constexpr char kFault = '\xFF';

/// Code points of a script, or of what is between its words.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

enum class Script : std::uint8_t {
  latin,     ///< which no range distinguishes from others
  japanese,  ///< without the half-width kana (U+FF61 …), which wrong readings are full of
  allJapanese,
  chinese,
  korean,
  cyrillic,
  greek,
  hebrew,
  arabic,
  thai,
};

std::span<const Range> rangesOf(Script script) {
  static constexpr std::array kJapanese = {Range{0x3000, 0x30FF}, Range{0x4E00, 0x9FFF}};
  static constexpr std::array kAllJapanese = {Range{0x3000, 0x30FF}, Range{0x3400, 0x9FFF}, Range{0xFF01, 0xFF9F}};
  static constexpr std::array kChinese = {Range{0x3000, 0x303F}, Range{0x3400, 0x9FFF}, Range{0xFF01, 0xFF5E}};
  static constexpr std::array kKorean = {Range{0xAC00, 0xD7A3}};
  static constexpr std::array kCyrillic = {Range{0x0400, 0x045F}, Range{0x0490, 0x0491}};
  static constexpr std::array kGreek = {Range{0x0384, 0x03CE}};
  static constexpr std::array kHebrew = {Range{0x05B0, 0x05F4}};
  static constexpr std::array kArabic = {Range{0x060C, 0x06D2}};
  static constexpr std::array kThai = {Range{0x0E01, 0x0E5B}};
  switch (script) {
    case Script::latin:
      return {};
    case Script::japanese:
      return kJapanese;
    case Script::allJapanese:
      return kAllJapanese;
    case Script::chinese:
      return kChinese;
    case Script::korean:
      return kKorean;
    case Script::cyrillic:
      return kCyrillic;
    case Script::greek:
      return kGreek;
    case Script::hebrew:
      return kHebrew;
    case Script::arabic:
      return kArabic;
    case Script::thai:
      return kThai;
  }
  return {};
}

/// What a name of uchardet means here.
struct Verdict {
  std::string_view name;      ///< as uchardet says it
  std::string_view encoding;  ///< as iconv knows it; Microsoft's, which holds more, where files are usually that
  Script script = Script::latin;
  std::string_view ofWindows = {};  ///< in its place where there are bytes from 80 to 9F
};

constexpr std::array kVerdicts = {
    Verdict{"GB18030", "GB18030", Script::chinese},
    Verdict{"BIG5", "CP950", Script::chinese},
    Verdict{"EUC-TW", "EUC-TW", Script::chinese},
    Verdict{"UHC", "CP949", Script::korean},
    Verdict{"EUC-KR", "CP949", Script::korean},
    Verdict{"SHIFT_JIS", "CP932", Script::allJapanese},
    Verdict{"EUC-JP", "EUC-JP", Script::allJapanese},
    Verdict{"WINDOWS-1251", "windows-1251", Script::cyrillic},
    Verdict{"KOI8-R", "KOI8-R", Script::cyrillic},
    Verdict{"ISO-8859-5", "ISO-8859-5", Script::cyrillic},
    Verdict{"IBM866", "CP866", Script::cyrillic},
    Verdict{"IBM855", "CP855", Script::cyrillic},
    Verdict{"WINDOWS-1253", "windows-1253", Script::greek},
    Verdict{"ISO-8859-7", "ISO-8859-7", Script::greek, "windows-1253"},
    Verdict{"WINDOWS-1255", "windows-1255", Script::hebrew},
    Verdict{"ISO-8859-8", "ISO-8859-8", Script::hebrew, "windows-1255"},
    Verdict{"WINDOWS-1256", "windows-1256", Script::arabic},
    Verdict{"ISO-8859-6", "ISO-8859-6", Script::arabic, "windows-1256"},
    Verdict{"TIS-620", "TIS-620", Script::thai},
    Verdict{"ISO-8859-11", "ISO-8859-11", Script::thai},
    Verdict{"WINDOWS-1250", "ISO-8859-2", Script::latin, "windows-1250"},
    Verdict{"ISO-8859-2", "ISO-8859-2", Script::latin, "windows-1250"},
    Verdict{"WINDOWS-1257", "ISO-8859-13", Script::latin, "windows-1257"},
    Verdict{"ISO-8859-13", "ISO-8859-13", Script::latin, "windows-1257"},
    Verdict{"WINDOWS-1254", "ISO-8859-9", Script::latin, "windows-1254"},
    Verdict{"ISO-8859-9", "ISO-8859-9", Script::latin, "windows-1254"},
};

/// Of a text in another encoding.
struct Letters {
  std::size_t all = 0;  ///< characters beyond ASCII
  std::size_t ofScript = 0;
  std::size_t runs = 0;      ///< of those, one after the other
  std::size_t touching = 0;  ///< runs beside letters of ASCII
  std::size_t faults = 0;    ///< bytes that mean nothing in the encoding

  /// A few faults are those of single cells.
  bool areClean() const { return 100 * faults <= all; }
};

/// The character at the front of well-formed UTF-8, which is shortened by it.
std::uint32_t takeCharacter(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < std::min(length, text.size()); ++i)
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  text.remove_prefix(std::min(length, text.size()));
  return point;
}

Letters lettersOf(std::string_view sample, bool complete, std::string_view encoding, Script script) {
  Letters letters;
  Result<Transcoder> transcoder = Transcoder::open(std::string(encoding), {});
  if (!transcoder) {
    letters.faults = 1;
    return letters;
  }
  std::string text;
  transcoder->append(sample, complete, text);
  const std::span<const Range> ranges = rangesOf(script);
  bool within = false;
  bool afterAscii = false;  // a letter
  for (std::string_view rest = text; !rest.empty();) {
    if (rest.front() == kFault) {
      rest.remove_prefix(1);
      ++letters.faults;
      continue;
    }
    const std::uint32_t point = takeCharacter(rest);
    const bool belongs =
        std::ranges::any_of(ranges, [&](const Range& range) { return point >= range.first && point <= range.last; });
    const bool isAscii = (point | 0x20U) >= 'a' && (point | 0x20U) <= 'z';
    letters.all += point >= 0x80 ? 1 : 0;
    letters.ofScript += belongs ? 1 : 0;
    letters.runs += belongs && !within ? 1 : 0;
    letters.touching += (belongs && afterAscii) || (within && isAscii) ? 1 : 0;
    within = belongs;
    afterAscii = isAscii;
  }
  return letters;
}

/// Bytes that are characters in Windows and control codes in ISO-8859.
bool isOfWindows(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 && byte <= 0x9F;
}

/// Bytes 80 to 9F are letters, quotes and the euro sign in Windows, but for five; in ISO-8859-1 they are control codes,
/// which no text has. A few of the five are faults of single cells.
bool looksLikeWindows(std::string_view sample) {
  constexpr std::string_view kUndefined = "\x81\x8D\x8F\x90\x9D";
  constexpr std::ptrdiff_t kClearly = 8;
  const auto isUndefined = [&](char c) { return kUndefined.find(c) != std::string_view::npos; };
  const auto undefined = std::ranges::count_if(sample, isUndefined);
  return std::ranges::count_if(sample, isOfWindows) - undefined > kClearly * undefined;
}

/// What uchardet says; nothing where that is none of kVerdicts.
const Verdict* detected(std::string_view sample) {
  constexpr std::size_t kEnough = std::size_t{1} << 20;
  const std::unique_ptr<std::remove_pointer_t<uchardet_t>, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                                                &uchardet_delete);
  if (uchardet_handle_data(detector.get(), sample.data(), std::min(sample.size(), kEnough)) != 0) return nullptr;
  uchardet_data_end(detector.get());
  const std::string_view name = uchardet_get_charset(detector.get());
  const auto found = std::ranges::find(kVerdicts, name, &Verdict::name);
  return found == kVerdicts.end() ? nullptr : &*found;
}

/// Words have several letters of their script one after the other, or are between blanks and delimiters; accented
/// letters that happen to be some of it stand alone within words of ASCII.
bool areWords(const Letters& letters) {
  return 2 * letters.ofScript >= 3 * letters.runs || 8 * letters.touching <= letters.runs;
}

/// Whether the text is words of this script in this encoding.
bool isOfScript(std::string_view sample, bool complete, std::string_view encoding, Script script) {
  constexpr std::size_t kMostly = 80;  // percent
  const Letters letters = lettersOf(sample, complete, encoding, script);
  return letters.areClean() && 100 * letters.ofScript >= kMostly * letters.all && areWords(letters);
}

/// What each byte from 80 on is in an encoding of single bytes; empty strings where the encoding is not known.
std::array<std::string, 128> upperHalfOf(const std::string& encoding) {
  std::array<std::string, 128> characters;
  Result<Transcoder> transcoder = Transcoder::open(encoding, {});
  for (std::size_t i = 0; transcoder && i < characters.size(); ++i) {
    const char byte = static_cast<char>(characters.size() + i);
    transcoder->append(std::string_view(&byte, 1), true, characters[i]);
  }
  return characters;
}

/// Whether so many bytes are other letters than in Western Europe that the text is not of there. ä and é are the same.
bool isOfAnotherLatin(std::string_view sample, const std::string& encoding) {
  constexpr std::size_t kManyLetters = 10;
  constexpr std::size_t kSeveral = 3;
  const std::array<std::string, 128> there = upperHalfOf(encoding);
  const std::array<std::string, 128> inWesternEurope = upperHalfOf("windows-1252");
  std::array<std::size_t, 256> counts{};
  for (const char c : sample) ++counts[static_cast<unsigned char>(c)];
  std::size_t letters = 0;
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    const std::size_t count = counts[there.size() + i];
    if (count == 0) continue;
    if (there[i].empty() || there[i].front() == kFault) return false;
    if (there[i] == inWesternEurope[i]) continue;
    letters += count;
    ++distinct;
  }
  return letters >= kManyLetters && distinct >= kSeveral;
}

/// Whether no character of two bytes ends in one of ASCII, as four of ten do in Big5.
bool hasPairsOfHighBytesOnly(std::string_view sample) {
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (static_cast<unsigned char>(sample[i]) < 0x80) continue;
    if (++i == sample.size()) break;
    if (static_cast<unsigned char>(sample[i]) < 0x80) return false;
  }
  return true;
}

/// Chinese or Korean: few words of one have bytes that are characters of the others, too. That which was detected comes
/// first, but for Big5 where it is none.
std::string believedOfEastAsia(const Verdict& verdict, std::string_view sample, bool complete) {
  const bool isNotBig5 = hasPairsOfHighBytesOnly(sample);
  for (const std::string_view encoding :
       {verdict.encoding, std::string_view("CP949"), std::string_view("CP950"), std::string_view("GB18030")}) {
    if (encoding == "CP950" && isNotBig5) continue;
    const Script script = encoding == "CP949" ? Script::korean : Script::chinese;
    if (isOfScript(sample, complete, encoding, script)) return std::string(encoding);
  }
  return {};
}

bool isOfEastAsia(const Verdict& verdict) {
  return verdict.script == Script::chinese || verdict.script == Script::korean;
}

/// Whether a script was detected by a few characters, which may as well be Japanese.
bool isTooLittle(std::string_view sample) {
  constexpr std::ptrdiff_t kFewBytes = 20;
  return std::ranges::count_if(sample, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) < kFewBytes;
}

/// The encoding that was detected, where the text bears it out; else nothing.
std::string believed(const Verdict& verdict, std::string_view sample, bool complete) {
  const bool inWindows = !verdict.ofWindows.empty() && std::ranges::any_of(sample, isOfWindows);
  const std::string encoding(inWindows ? verdict.ofWindows : verdict.encoding);
  if (verdict.script == Script::latin) return isOfAnotherLatin(sample, encoding) ? encoding : std::string();
  if (isOfEastAsia(verdict)) return believedOfEastAsia(verdict, sample, complete);
  return isOfScript(sample, complete, encoding, verdict.script) ? encoding : std::string();
}

/// How much of a text is Japanese: kana and Chinese characters in words, less what wrong readings give, in percent of
/// what is not ASCII. Negative where bytes mean nothing in the encoding, or nothing is words.
int japaneseShare(std::string_view sample, bool complete, std::string_view encoding) {
  const Letters letters = lettersOf(sample, complete, encoding, Script::japanese);
  if (!letters.areClean() || letters.all == 0 || !areWords(letters)) return -1;
  return static_cast<int>(100 * letters.ofScript / letters.all);
}

}  // namespace

std::string guessEncoding(std::string_view sample, bool complete) {
  if (sample.starts_with("\xFF\xFE")) return "UTF-16LE";
  if (sample.starts_with("\xFE\xFF")) return "UTF-16BE";
  if (const std::string wide = unmarkedUtf16(sample); !wide.empty()) return wide;
  constexpr std::size_t kLongestCharacter = 4;
  const std::size_t good = wellFormedPrefix(sample);
  if (good == sample.size() || (!complete && good + kLongestCharacter > sample.size())) return "UTF-8";
  if (isMostlyUtf8(sample)) return "UTF-8";
  // A character that the end of the sample cuts says nothing.
  const std::size_t lines = complete ? sample.size() : sample.rfind('\n') + 1;
  const Verdict* const verdict = detected(sample.substr(0, lines == 0 ? sample.size() : lines));
  const std::string found = verdict == nullptr ? std::string() : believed(*verdict, sample, complete);
  const int euc = japaneseShare(sample, complete, "EUC-JP");
  const int shift = japaneseShare(sample, complete, "CP932");
  constexpr int kMostly = 50;
  const bool isJapanese = std::max(euc, shift) >= kMostly;
  if (!found.empty() && !(isJapanese && isTooLittle(sample))) return found;
  if (!isJapanese) return looksLikeWindows(sample) ? "windows-1252" : "ISO-8859-1";
  return euc >= shift ? "EUC-JP" : "CP932";
}

}  // namespace masu::csv
