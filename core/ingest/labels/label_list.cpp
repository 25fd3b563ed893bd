// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/labels/label_list.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <limits>
#include <unordered_set>
#include <vector>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/sniffer.h"
#include "core/ingest/sources/files_below.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/ingest/sources/source_opener.h"
#include "core/io/file.h"

namespace masu::ingest {
namespace {

namespace fs = std::filesystem;

using Record = std::vector<std::string>;

struct Spec {
  fs::path file;
  std::string key;  ///< empty: the first column
  std::string label;
};

Spec parseSpec(std::string_view text) {
  const auto hash = text.rfind('#');
  const auto comma = hash == std::string_view::npos ? hash : text.find(',', hash);
  if (comma == std::string_view::npos) return {.file = fs::path(text), .key = {}, .label = {}};
  return {.file = fs::path(text.substr(0, hash)),
          .key = std::string(text.substr(hash + 1, comma - hash - 1)),
          .label = std::string(text.substr(comma + 1))};
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number that a text ends on: 12 of "RSS_12", -3 of "-3".
std::optional<std::int64_t> lastNumber(const std::string& text) {
  if (const auto whole = wholeNumber(text)) return whole;
  const std::size_t before = text.find_last_not_of("0123456789");
  return before == std::string::npos ? std::nullopt : wholeNumber(std::string_view(text).substr(before + 1));
}

/// Which of many columns is the label is not guessed, but by its name.
Result<void> checkColumns(const Record& header, bool isHeader, const Spec& asked, const std::string& file) {
  if (!asked.key.empty() || header.size() <= 2) return {};
  std::string second = header[1];
  std::ranges::transform(second, second.begin(), [](unsigned char c) { return std::tolower(c); });
  if (isHeader && (second == "label" || second == "class" || second == "target" || second == "y")) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The list {0} has {1} columns: name the one of the recordings and the one of their labels, by "
                        "numbers from 1 or by names, such as csv:{0}#1,{1}."),
              {file, std::to_string(header.size())}, {file});
}

/// The place of a column by its name or number, or `otherwise` where none was named.
Result<std::size_t> columnOf(const Record& header, const std::string& name, std::size_t otherwise,
                             const std::string& file) {
  const auto found = std::find(header.begin(), header.end(), name);
  auto place = name.empty() ? otherwise : static_cast<std::size_t>(found - header.begin());
  if (const auto number = wholeNumber(name); found == header.end() && number && *number > 0)
    place = static_cast<std::size_t>(*number) - 1;
  if (place < header.size()) return place;
  if (name.empty()) {
    return fail(Errc::format,
                MASU_TEXT("core", "The list {0} needs two columns: what names a recording, and its label."), {file},
                {file});
  }
  return fail(Errc::notFound, MASU_TEXT("core", "The list {0} has no column {1}."), {file, name}, {file});
}

/// Every file below a folder, or in an archive, whose path ends on a relative one.
Result<std::vector<fs::path>> filesEndingOn(const fs::path& file, const fs::path& root) {
  std::vector<fs::path> found;
  std::error_code error;
  if (fs::is_directory(root, error)) {
    MASU_TRY(found, filesBelow(root, {.takes = {}, .stops = {}, .hidden = true}));
  } else {
    MASU_TRY(MemberPaths members, membersOf(root));
    found = std::move(members.files);
  }
  const std::string ending = '/' + file.lexically_normal().generic_string();
  std::erase_if(found, [&](const fs::path& path) { return !path.generic_string().ends_with(ending); });
  std::ranges::sort(found);
  return found;
}

/// Where a list is: as it is named; below the root; in a folder there, where no other has its name.
/// Errors: several have.
Result<fs::path> placeOf(const fs::path& file, const fs::path& root) {
  const auto exists = [](const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) || memberPath(path);
  };
  if (exists(file) || file.is_absolute()) return file;
  const fs::path below = root / file;
  std::error_code ignored;
  if (fs::is_regular_file(below, ignored)) return below;
  MASU_TRY(const auto found, filesEndingOn(file, root));
  if (found.empty() || std::ranges::count(found, below) > 0) return below;
  if (found.size() == 1) return found.front();
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "Below {0} there are several {1}, {2} and {3} among them: name one with its folder."),
              {root.string(), file.string(), found[0].lexically_relative(root).string(),
               found[1].lexically_relative(root).string()});
}

}  // namespace

std::string LabelList::fileIn(std::string_view spec) {
  return parseSpec(spec).file.string();
}

Result<fs::path> LabelList::fileOf(std::string_view spec, const fs::path& root) {
  return placeOf(parseSpec(spec).file, root);
}

Result<LabelList> LabelList::read(std::string_view spec, const fs::path& root) {
  const Spec asked = parseSpec(spec);
  MASU_TRY(const fs::path path, placeOf(asked.file, root));
  const std::string file = path.string();
  SourceOpener opener;
  MASU_TRY(const io::File opened, opener.open(path));
  MASU_TRY(std::string text, io::readText(opened));
  text.erase(0, csv::byteOrderMark(text));
  csv::DialectHints hints;
  if (!asked.key.empty() && !wholeNumber(asked.key)) hints.header = true;
  MASU_TRY(const csv::Dialect dialect, csv::sniffDialect(text, true, hints, file));
  const auto records = csv::firstRecords(text, true, dialect, std::numeric_limits<std::size_t>::max());
  if (records.empty()) return fail(Errc::format, MASU_TEXT("core", "The list {0} is empty."), {file}, {file});
  MASU_CHECK(checkColumns(records.front(), dialect.header, asked, file));
  MASU_TRY(const std::size_t key, columnOf(records.front(), asked.key, 0, file));
  MASU_TRY(const std::size_t label, columnOf(records.front(), asked.label, 1, file));

  LabelList list;
  // A header that is only guessed may be the first recording; as one more key it does no harm.
  for (std::size_t i = hints.header.value_or(false) ? 1 : 0; i < records.size(); ++i) {
    const Record& record = records[i];
    if (record.size() <= std::max(key, label)) continue;
    const auto [entry, added] = list.m_labels.emplace(record[key], record[label]);
    if (!added && entry->second != record[label]) {
      return fail(Errc::format, MASU_TEXT("core", "The list {0} gives {1} two labels: {2} and {3}."),
                  {file, record[key], entry->second, record[label]}, {file});
    }
    if (added && i > 0 && !record[key].empty()) list.m_keys.push_back(record[key]);
    if (const auto number = wholeNumber(record[key])) list.m_byNumber.emplace(*number, record[label]);
  }
  return list;
}

std::optional<std::string> LabelList::find(std::string_view path) const {
  const fs::path name(path);
  const auto said = [](const std::string& label) { return label.empty() ? std::nullopt : std::optional(label); };
  for (const std::string& key : {std::string(path), name.filename().string(), name.stem().string()}) {
    if (const auto found = m_labels.find(key); found != m_labels.end()) return said(found->second);
  }
  const auto number = lastNumber(name.stem().string());
  if (!number) return std::nullopt;
  const auto found = m_byNumber.find(*number);
  return found == m_byNumber.end() ? std::nullopt : said(found->second);
}

std::vector<std::string> LabelList::unmatched(const std::vector<std::string>& paths) const {
  std::unordered_set<std::string> names;
  std::unordered_set<std::int64_t> numbers;
  for (const std::string& each : paths) {
    const fs::path path(each);
    names.insert({each, path.filename().string(), path.stem().string()});
    if (const auto number = lastNumber(path.stem().string())) numbers.insert(*number);
  }
  std::vector<std::string> left;
  std::ranges::copy_if(m_keys, std::back_inserter(left), [&](const std::string& key) {
    const auto number = wholeNumber(key);
    return !names.contains(key) && !(number && numbers.contains(*number));
  });
  return left;
}

}  // namespace masu::ingest
