// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace masu::waveform {

/// What the texts of BrainVision are: headers (.vhdr) and markers (.vmrk).
enum class BrainVisionKind { header, markers };

/// What the text is by its first line; nothing for other text. Versions 1 and 2.
std::optional<BrainVisionKind> brainVisionKind(std::string_view text);

/// The sections of such a text, as in [Common Infos] with lines NAME=VALUE. Names in any case; of a name that repeats
/// the first counts. Lines of comments (;) and without a name are passed over, and so are sections that are not read.
class BrainVisionText {
 public:
  using Section = std::map<std::string, std::string, std::less<>>;
  /// A section keeps one more, which says that it has too many.
  static constexpr std::size_t kMostLines = 1'000'000;

  /// As the bytes that the file has.
  explicit BrainVisionText(std::string_view text);

  /// By its name in lower case; empty where there is none.
  const Section& section(std::string_view name) const;
  /// Both in lower case; empty where there is none.
  std::string_view value(std::string_view section, std::string_view name) const;

 private:
  std::map<std::string, Section, std::less<>> m_sections;
};

/// Takes what comes before the first comma of a value, and the comma; a comma within it, written \1, becomes one.
std::string nextBrainVisionField(std::string_view& value);

}  // namespace masu::waveform
