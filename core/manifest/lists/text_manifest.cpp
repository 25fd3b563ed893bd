// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/text_manifest.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>

#include "core/base/whole_number.h"
#include "core/csv/detection/encoding.h"
#include "core/csv/structure/field_text.h"
#include "core/manifest/lists/csv_fields.h"
#include "core/manifest/lists/json_lists.h"
#include "core/manifest/lists/line_matcher.h"
#include "core/manifest/lists/list_files.h"

namespace masu::manifest {

namespace {

/// Where the columns of a list are; a spreadsheet may have moved them.
struct ListColumns {
  std::optional<std::size_t> sample, source, position;
};

Result<ListColumns> readHeader(CsvFields& records, const std::filesystem::path& file) {
  ListColumns columns;
  if (records.next()) {
    for (std::size_t i = 0; i < records.fields().size(); ++i) {
      if (records.fields()[i] == "sample") columns.sample = i;
      if (records.fields()[i] == "source") columns.source = i;
      if (records.fields()[i] == "position") columns.position = i;
    }
  }
  if (columns.source && columns.position) return columns;
  return fail(Errc::format,
              MASU_TEXT("core",
                        "{0} must begin with a header that names the columns source and position, such as "
                        "sample,source,position,label."),
              {file.string()}, {file.string(), 1});
}

std::string joined(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ",") + field;
  return text;
}

Result<void> readCsvList(std::istream& input, const std::filesystem::path& file, store::Split split,
                         const SourceNames& names, LineMatcher& matcher) {
  CsvFields records(input);
  MASU_TRY(const ListColumns columns, readHeader(records, file));
  const std::size_t named = records.fields().size();
  while (records.next()) {
    const auto& fields = records.fields();
    const auto field = [&](const std::optional<std::size_t>& column) {
      return column && *column < fields.size() ? std::string_view(fields[*column]) : std::string_view();
    };
    const std::uint32_t source = names.byPath(field(columns.source));
    const auto position = wholeNumber(field(columns.position));
    bool placed = false;
    const bool isWhole = records.isClosed() && fields.size() <= named;
    if (isWhole && source != SourceNames::kNone && position) {
      const std::uint64_t sample = wholeNumber(field(columns.sample)).value_or(LineMatcher::kNoSample);
      MASU_TRY(placed, matcher.placeSample(split, sample, {source, *position}));
    }
    if (!placed) matcher.addUnmatched({file.filename().string(), records.line(), joined(fields)});
  }
  return {};
}

void readNameList(std::istream& input, const std::filesystem::path& file, store::Split split, const SourceNames& names,
                  LineMatcher& matcher) {
  std::string name;
  for (std::uint64_t line = 1; std::getline(input, name); ++line) {
    if (line == 1) name.erase(0, csv::byteOrderMark(name));
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (name.empty()) continue;
    matcher.placeSource(split, names.byAnyName(name), {file.filename().string(), line, name});
  }
}

Result<void> writeCsvLists(const store::Dataset& dataset, const store::Assignment& assignment, ListFiles& lists) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  LabelTexts labels(dataset);
  for (const store::Split split : kListed) lists.text(split) = "sample,source,position,label\n";
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    MASU_CHECK(labels.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const store::Split split = assignment[first + i];
      if (split == store::Split::unused) continue;
      std::string& text = lists.text(split);
      text += std::to_string(first + i) + ',';
      csv::appendField(text, dataset.meta().sources[block[i].source].path);
      text += ',' + std::to_string(block[i].position) + ',';
      csv::appendField(text, labels.textOf(i));
      text += '\n';
    }
    MASU_CHECK(lists.writeBuffered());
  }
  return {};
}

bool fitsALine(const std::string& name) {
  return name.find_first_of("\r\n") == std::string::npos && !name.ends_with(' ') && !name.empty();
}

Result<void> writeNameLists(const store::Dataset& dataset, const store::Assignment& assignment, ListFiles& lists) {
  MASU_TRY(auto origins, OriginReader::open(dataset));
  const auto& sources = dataset.meta().sources;
  std::vector<std::optional<store::Split>> splits(sources.size());
  for (std::uint64_t first = 0; first < assignment.size(); first += kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      auto& split = splits[block[i].source];
      if (!split) split = assignment[first + i];
      if (*split == assignment[first + i]) continue;
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The samples of {0} are in more than one split, which a list of file names cannot express; "
                            "write CSV or JSONL lists instead."),
                  {sources[block[i].source].path}, {sources[block[i].source].path});
    }
  }
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (splits[s].value_or(store::Split::unused) == store::Split::unused) continue;
    if (!fitsALine(sources[s].path)) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The name \"{0}\" ends in a space or holds a line break, which a list of file names cannot "
                            "say; write CSV or JSONL lists instead."),
                  {sources[s].path}, {sources[s].path});
    }
    lists.text(*splits[s]) += sources[s].path + '\n';
  }
  return {};
}

}  // namespace

const char* extensionOf(TextForm form) {
  switch (form) {
    case TextForm::csv:
      return ".csv";
    case TextForm::fileNames:
      return ".txt";
    case TextForm::jsonl:
      break;
  }
  return ".jsonl";
}

Result<store::Assignment> readTextManifest(const store::Dataset& dataset, const std::filesystem::path& directory) {
  const SourceNames names(dataset.meta().sources);
  MASU_TRY(auto matcher, LineMatcher::begin(dataset));
  bool any = false;
  for (const store::Split split : kListed) {
    for (const TextForm form : {TextForm::csv, TextForm::fileNames, TextForm::jsonl}) {
      const auto file = listPath(directory, split, extensionOf(form));
      if (!std::filesystem::exists(file)) continue;
      std::ifstream input(file, std::ios::binary);
      if (!input) return fail(Error::fromErrno(errno, file.string()));
      any = true;
      if (form == TextForm::csv) MASU_CHECK(readCsvList(input, file, split, names, matcher));
      if (form == TextForm::fileNames) readNameList(input, file, split, names, matcher);
      if (form == TextForm::jsonl) MASU_CHECK(readJsonList(input, file, split, {dataset, names, matcher}));
    }
  }
  if (any) return matcher.finish();
  return fail(
      Errc::notFound,
      MASU_TEXT("core", "{0} holds no list to read: none of train, validation and test with .csv, .txt or .jsonl."),
      {directory.string()}, {directory.string()});
}

Result<void> writeTextManifest(const store::Dataset& dataset, const store::Assignment& assignment,
                               const std::filesystem::path& directory, TextForm form, bool overwrite) {
  MASU_TRY(auto lists, ListFiles::create(directory, extensionOf(form), overwrite));
  if (form == TextForm::csv) MASU_CHECK(writeCsvLists(dataset, assignment, lists));
  if (form == TextForm::fileNames) MASU_CHECK(writeNameLists(dataset, assignment, lists));
  if (form == TextForm::jsonl) MASU_CHECK(writeJsonLists(dataset, assignment, lists));
  return lists.commit();
}

}  // namespace masu::manifest
