#include "core/manifest/text_manifest.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>

#include "core/io/atomic_file.h"
#include "core/manifest/csv_fields.h"
#include "core/manifest/placement.h"

namespace masu::manifest {

namespace {

constexpr std::array kListed = {store::Split::train, store::Split::validation, store::Split::test};
constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

std::filesystem::path listPath(const std::filesystem::path& directory, store::Split split, const char* extension) {
  return directory / (std::string(store::name(split)) + extension);
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Where the columns of a list stand; a spreadsheet may have moved them.
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
                         const SourceNames& names, Placement& placement) {
  CsvFields records(input);
  MASU_TRY(const ListColumns columns, readHeader(records, file));
  while (records.next()) {
    const auto& fields = records.fields();
    const auto field = [&](const std::optional<std::size_t>& column) {
      return column && *column < fields.size() ? std::string_view(fields[*column]) : std::string_view();
    };
    const std::uint32_t source = names.byPath(field(columns.source));
    const auto position = number(field(columns.position));
    bool placed = false;
    if (source != SourceNames::kNone && position) {
      const std::uint64_t sample = number(field(columns.sample)).value_or(Placement::kNoSample);
      MASU_TRY(placed, placement.placeSample(split, sample, {source, *position}));
    }
    if (!placed) placement.misfit({file.filename().string(), records.line(), joined(fields)});
  }
  return {};
}

void readNameList(std::istream& input, const std::filesystem::path& file, store::Split split, const SourceNames& names,
                  Placement& placement) {
  std::string name;
  for (std::uint64_t line = 1; std::getline(input, name); ++line) {
    if (line == 1 && name.starts_with("\xEF\xBB\xBF")) name.erase(0, 3);
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (name.empty()) continue;
    placement.placeSource(split, names.byAnyName(name), {file.filename().string(), line, name});
  }
}

/// The text of a sample's label: the class, or the values of the target in shortest round-trip form.
class LabelTexts {
 public:
  explicit LabelTexts(const store::Dataset& dataset) : m_dataset(dataset), m_labels(dataset.find("labels")) {}

  Result<void> read(std::uint64_t first, std::uint64_t count) {
    if (m_labels == nullptr) return {};
    MASU_TRY(m_values, m_dataset.readValues(*m_labels, first, count));
    return {};
  }

  void append(std::string& record, std::uint64_t i) const {
    if (m_labels == nullptr) return;
    const std::uint64_t width = m_labels->valuesPerSample();
    if (m_dataset.meta().target == store::Target::classes) {
      const auto code = static_cast<std::size_t>(m_values[i]);
      if (code < m_dataset.meta().classes.size()) appendField(record, m_dataset.meta().classes[code]);
      return;
    }
    for (std::uint64_t v = 0; v < width; ++v) {
      std::array<char, 32> digits{};
      const auto value = static_cast<float>(m_values[i * width + v]);
      if (v > 0) record += ' ';
      record.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    }
  }

 private:
  const store::Dataset& m_dataset;
  const store::ObjectInfo* m_labels;
  std::vector<double> m_values;
};

/// The three files of a manifest, which appear together at commit().
class Lists {
 public:
  static Result<Lists> create(const std::filesystem::path& directory, const char* extension, bool overwrite) {
    std::error_code problem;
    std::filesystem::create_directories(directory, problem);
    if (problem) return fail(Error::fromErrno(problem.value(), directory.string()));
    Lists lists;
    for (const store::Split split : kListed) {
      MASU_TRY(auto file, io::AtomicFile::create(listPath(directory, split, extension),
                                                 overwrite ? io::Overwrite::yes : io::Overwrite::no));
      lists.m_files.push_back(std::move(file));
    }
    return lists;
  }

  /// The text that follows in a split's list; full buffers go to the file by flush().
  std::string& text(store::Split split) { return m_texts[static_cast<std::size_t>(split) - 1]; }

  Result<void> flush(std::size_t above) {
    for (std::size_t i = 0; i < m_files.size(); ++i) {
      if (m_texts[i].size() <= above) continue;
      MASU_CHECK(m_files[i].append(m_texts[i]));
      m_texts[i].clear();
    }
    return {};
  }

  Result<void> commit() {
    MASU_CHECK(flush(0));
    for (io::AtomicFile& file : m_files) MASU_CHECK(file.commit());
    return {};
  }

 private:
  std::vector<io::AtomicFile> m_files;
  std::array<std::string, kListed.size()> m_texts;
};

Result<void> writeCsvLists(const store::Dataset& dataset, const store::Assignment& assignment, Lists& lists) {
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
      appendField(text, dataset.meta().sources[block[i].source].path);
      text += ',' + std::to_string(block[i].position) + ',';
      labels.append(text, i);
      text += '\n';
    }
    MASU_CHECK(lists.flush(kBufferBytes));
  }
  return {};
}

Result<void> writeNameLists(const store::Dataset& dataset, const store::Assignment& assignment, Lists& lists) {
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
                            "The samples of {0} lie in more than one split, which a list of file names cannot "
                            "say; write CSV lists instead."),
                  {sources[block[i].source].path}, {sources[block[i].source].path});
    }
  }
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (splits[s].value_or(store::Split::unused) != store::Split::unused)
      lists.text(*splits[s]) += sources[s].path + '\n';
  }
  return {};
}

}  // namespace

Result<store::Assignment> readTextManifest(const store::Dataset& dataset, const std::filesystem::path& directory) {
  const SourceNames names(dataset.meta().sources);
  MASU_TRY(auto placement, Placement::begin(dataset));
  bool any = false;
  for (const store::Split split : kListed) {
    for (const char* extension : {".csv", ".txt"}) {
      const auto file = listPath(directory, split, extension);
      if (!std::filesystem::exists(file)) continue;
      std::ifstream input(file, std::ios::binary);
      if (!input) return fail(Error::fromErrno(errno, file.string()));
      any = true;
      if (file.extension() == ".csv") {
        MASU_CHECK(readCsvList(input, file, split, names, placement));
      } else {
        readNameList(input, file, split, names, placement);
      }
    }
  }
  if (any) return placement.finish();
  return fail(Errc::notFound,
              MASU_TEXT("core", "{0} holds no list to read: none of train, validation and test with .csv or .txt."),
              {directory.string()}, {directory.string()});
}

Result<void> writeTextManifest(const store::Dataset& dataset, const store::Assignment& assignment,
                               const std::filesystem::path& directory, TextForm form, bool overwrite) {
  MASU_TRY(auto lists, Lists::create(directory, form == TextForm::csv ? ".csv" : ".txt", overwrite));
  MASU_CHECK(form == TextForm::csv ? writeCsvLists(dataset, assignment, lists)
                                   : writeNameLists(dataset, assignment, lists));
  return lists.commit();
}

}  // namespace masu::manifest
