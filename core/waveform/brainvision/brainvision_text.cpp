// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/brainvision/brainvision_text.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"

namespace masu::waveform {
namespace {

/// Those that are read: a text may have any number of others.
constexpr std::string_view kSections[] = {"common infos", "binary infos", "channel infos", "marker infos"};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r";

}  // namespace

std::optional<BrainVisionKind> brainVisionKind(std::string_view text) {
  takePrefix(text, kByteOrderMark);
  if (!takePrefix(text, "Brain Vision ") && !takePrefix(text, "BrainVision ")) return std::nullopt;
  if (!takePrefix(text, "Data Exchange ")) return std::nullopt;
  const bool header = takePrefix(text, "Header File");
  if (!header && !takePrefix(text, "Marker File")) return std::nullopt;
  takePrefix(text, ",");
  if (!takePrefix(text, " Version 1.") && !takePrefix(text, " Version 2.")) return std::nullopt;
  return header ? BrainVisionKind::header : BrainVisionKind::markers;
}

BrainVisionText::BrainVisionText(std::string_view text) {
  Section* section = nullptr;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = withoutBlanks(line, kBlanks);
    if (line.starts_with('[') && line.ends_with(']')) {
      const std::string name = lowerCase(line.substr(1, line.size() - 2));
      section = std::ranges::find(kSections, name) == std::end(kSections) ? nullptr : &m_sections[name];
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!section || line.starts_with(';') || equals == std::string_view::npos) continue;
    if (section->size() > kMostLines) continue;
    section->emplace(lowerCase(withoutBlanks(line.substr(0, equals), kBlanks)),
                     withoutBlanks(line.substr(equals + 1), kBlanks));
  }
}

const BrainVisionText::Section& BrainVisionText::section(std::string_view name) const {
  static const Section kNone;
  const auto found = m_sections.find(name);
  return found == m_sections.end() ? kNone : found->second;
}

std::string_view BrainVisionText::value(std::string_view section, std::string_view name) const {
  const Section& values = this->section(section);
  const auto found = values.find(name);
  return found == values.end() ? std::string_view() : std::string_view(found->second);
}

std::string nextBrainVisionField(std::string_view& value) {
  constexpr std::string_view kComma = "\\1";
  std::string field(value.substr(0, value.find(',')));
  value.remove_prefix(std::min(field.size() + 1, value.size()));
  for (std::size_t at = field.find(kComma); at != std::string::npos; at = field.find(kComma, at + 1))
    field.replace(at, kComma.size(), ",");
  return field;
}

}  // namespace masu::waveform
