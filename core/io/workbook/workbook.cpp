// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/workbook.h"

#include <algorithm>
#include <map>

#include "core/base/ascii.h"
#include "core/io/workbook/xml_part.h"

namespace masu::io {

namespace {

constexpr std::size_t kMostEntries = 1'000'000;
constexpr std::string_view kContentTypes = "[Content_Types].xml";

/// What one part refers another for.
struct Relation {
  std::string kind;  ///< the last word of its type: worksheet, styles …
  std::string target;
};

std::optional<std::size_t> find(const ArchiveDirectory& directory, std::string_view name) {
  if (const auto found = directory.find(name)) return found;
  const std::string lower = lowerCase(name);
  const auto& members = directory.members();
  const auto found = std::ranges::find_if(members, [&](const auto& each) { return lowerCase(each.name) == lower; });
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

std::string utf8(QStringView text) {
  return text.toString().toStdString();
}

/// A part of which the whole is held: that of a real workbook has a few megabytes.
Result<XmlPart> openHeld(ArchiveReader& archive, std::string_view name, const std::filesystem::path& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{48} << 20;
  MASU_TRY(const std::size_t member, partOf(archive, name, file));
  MASU_TRY(XmlPart xml, XmlPart::open(archive, member, file));
  if (archive.members()[member].bytes > kMostBytes) return fail(xml.oversized());
  return xml;
}

/// A target is relative to the folder of the part that refers to it, or begins at the root.
std::string resolved(const std::string& part, const std::string& target) {
  const std::filesystem::path base = std::filesystem::path("/" + part).parent_path();
  return (base / target).lexically_normal().string().substr(1);
}

/// The relations of a part by their ids; `part` empty: those of the workbook's archive.
Result<std::map<std::string, Relation>> relationsOf(ArchiveReader& archive, const std::filesystem::path& file,
                                                    const std::string& part) {
  const std::size_t slash = part.rfind('/') + 1;  // 0 where there is none
  const std::string name = part.substr(0, slash) + "_rels/" + part.substr(slash) + ".rels";
  MASU_TRY(XmlPart xml, openHeld(archive, name, file));
  std::map<std::string, Relation> relations;
  for (;;) {
    MASU_TRY(const XmlEvent event, xml.next());
    if (event == XmlEvent::finished) return relations;
    if (event != XmlEvent::begin || xml.name() != u"Relationship") continue;
    if (xml.attribute(u"TargetMode") == u"External") continue;
    const std::string target = utf8(xml.attribute(u"Target"));
    if (target.empty()) continue;
    const std::string type = utf8(xml.attribute(u"Type"));
    relations[utf8(xml.attribute(u"Id"))] = {type.substr(type.rfind('/') + 1), resolved(part, target)};
    if (relations.size() > kMostEntries) return fail(xml.oversized());
  }
}

std::string targetOf(const std::map<std::string, Relation>& relations, std::string_view kind) {
  for (const auto& [id, relation] : relations) {
    if (relation.kind == kind) return relation.target;
  }
  return {};
}

bool isTrue(QStringView text) {
  return text == u"1" || text == u"true" || text == u"on";
}

/// Sheets get the part that they name by its relation.
Result<void> readSheets(XmlPart& xml, const std::map<std::string, Relation>& relations, Workbook& book) {
  for (;;) {
    MASU_TRY(const XmlEvent event, xml.next());
    if (event == XmlEvent::finished) return {};
    if (event != XmlEvent::begin) continue;
    if (xml.name() == u"workbookPr") book.from1904 = isTrue(xml.attribute(u"date1904"));
    if (xml.name() != u"sheet") continue;
    const auto relation = relations.find(utf8(xml.attribute(u"id")));
    if (relation == relations.end() || relation->second.kind != "worksheet") continue;
    const QStringView state = xml.attribute(u"state");
    book.sheets.push_back({utf8(xml.attribute(u"name")), state == u"hidden" || state == u"veryHidden",
                           relation->second.target});
    if (book.sheets.size() > kMostEntries) return fail(xml.oversized());
  }
}

/// Formats have numbers; a style of cells names one.
Result<void> readStyles(XmlPart& xml, Workbook& book) {
  std::map<std::uint64_t, NumberMeaning> formats;
  bool isFormats = false;  // there are formats and styles elsewhere, which are not those of cells
  bool isStyles = false;
  for (;;) {
    MASU_TRY(const XmlEvent event, xml.next());
    if (event == XmlEvent::finished) return {};
    if (event == XmlEvent::text) continue;
    const bool begins = event == XmlEvent::begin;
    if (xml.name() == u"numFmts") isFormats = begins;
    if (xml.name() == u"cellXfs") isStyles = begins;
    if (!begins) continue;
    const std::uint64_t id = xml.attribute(u"numFmtId").toULongLong();
    if (isFormats && xml.name() == u"numFmt") formats[id] = meaningOfCode(utf8(xml.attribute(u"formatCode")));
    if (isStyles && xml.name() == u"xf") {
      const auto known = formats.find(id);
      book.styles.push_back(known == formats.end() ? meaningOfBuiltIn(id) : known->second);
    }
    if (formats.size() > kMostEntries || book.styles.size() > kMostEntries) return fail(xml.oversized());
  }
}

}  // namespace

bool holdsWorkbook(const ArchiveDirectory& directory) {
  if (!find(directory, kContentTypes)) return false;
  return std::ranges::any_of(directory.members(), [](const ArchiveMember& member) {
    const std::string name = lowerCase(member.name);
    return name.starts_with("xl/workbook") && name.ends_with(".xml");
  });
}

Result<std::size_t> partOf(const ArchiveReader& archive, std::string_view name, const std::filesystem::path& file) {
  if (const auto found = find(*archive.directory(), name)) return *found;
  return fail(Errc::damaged,
              MASU_TEXT("core", "{0} is damaged: it lacks its part {1}. Open the workbook, and save it again."),
              {file.string(), name}, {file.string(), 0, 0});
}

Result<Workbook> readWorkbook(ArchiveReader& archive, const std::filesystem::path& file) {
  Workbook book;
  book.file = file;
  MASU_TRY(const auto roots, relationsOf(archive, file, ""));
  std::string main = targetOf(roots, "officeDocument");
  if (main.empty()) main = "xl/workbook.xml";
  MASU_TRY(const auto relations, relationsOf(archive, file, main));
  book.sharedTexts = targetOf(relations, "sharedStrings");
  {
    MASU_TRY(XmlPart xml, openHeld(archive, main, file));
    MASU_CHECK(readSheets(xml, relations, book));
  }
  if (const std::string styles = targetOf(relations, "styles"); !styles.empty()) {
    MASU_TRY(XmlPart xml, openHeld(archive, styles, file));
    MASU_CHECK(readStyles(xml, book));
  }
  return book;
}

}  // namespace masu::io
