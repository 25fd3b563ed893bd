// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/shared_texts.h"

#include <cstring>
#include <string>

#include "core/io/scratch_writer.h"
#include "core/io/workbook/cell_text.h"
#include "core/io/workbook/xml_part.h"

namespace masu::io {

Result<SharedTexts> SharedTexts::read(ArchiveReader& archive, std::size_t member, const std::filesystem::path& shown) {
  MASU_TRY(XmlPart part, XmlPart::open(archive, member, shown));
  MASU_TRY(ScratchWriter texts, ScratchWriter::open(shown));
  MASU_TRY(ScratchWriter ends, ScratchWriter::open(shown));
  QString text;
  std::string utf8;
  for (;;) {
    MASU_TRY(const XmlEvent event, part.next());
    if (event == XmlEvent::finished) break;
    if (event != XmlEvent::begin || part.name() != u"si") continue;
    text.resize(0);
    utf8.clear();
    MASU_CHECK(appendRichText(part, text));
    appendUtf8(utf8, text);
    MASU_CHECK(texts.append(utf8));
    const std::uint64_t end = texts.size();
    MASU_CHECK(ends.append({reinterpret_cast<const char*>(&end), sizeof end}));
  }
  SharedTexts shared;
  MASU_TRY(shared.m_texts, texts.finish());
  MASU_TRY(shared.m_ends, ends.finish());
  return shared;
}

std::uint64_t SharedTexts::endOf(std::uint64_t index) const {
  std::uint64_t end = 0;
  std::memcpy(&end, m_ends.bytes().data() + index * sizeof end, sizeof end);
  return end;
}

std::optional<std::string_view> SharedTexts::at(std::uint64_t index) const {
  if (index >= size()) return std::nullopt;
  const std::uint64_t begin = index == 0 ? 0 : endOf(index - 1);
  const std::uint64_t end = endOf(index);
  // Where the disk failed the ends are zeros, which check() says.
  if (begin > end || end > m_texts.size()) return std::string_view();
  return std::string_view(reinterpret_cast<const char*>(m_texts.bytes().data()) + begin, end - begin);
}

Result<void> SharedTexts::check(const std::filesystem::path& shown) const {
  if (size() == 0) return {};
  MASU_CHECK(m_texts.check(shown));
  return m_ends.check(shown);
}

}  // namespace masu::io
