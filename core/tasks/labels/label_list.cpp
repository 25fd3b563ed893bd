// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/labels/label_list.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/whole_number.h"
#include "core/manifest/lists/csv_fields.h"
#include "core/manifest/lists/line_matcher.h"
#include "core/manifest/samples/sample_codes.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;
using store::Origin;

constexpr std::size_t kNamedLines = 20;

struct Columns {
  std::optional<std::size_t> sample, source, position, label;

  bool haveOrigin() const { return source && position; }
};

struct Line {
  std::uint64_t line = 0;
  std::optional<std::uint64_t> sample = {};
  std::optional<Origin> origin = {};
  std::string className = {};
  std::uint64_t fits = 0;    ///< how many samples
  bool isElsewhere = false;  ///< a sample of another number is at its origin
};

/// A line that cannot be used, and why: a phrase that follows its number.
struct Fault {
  std::uint64_t line = 0;
  const char* reason;
};

constexpr const char* kNoNumber = MASU_TEXT("core", "names no sample of the dataset, which are numbered from 0");
constexpr const char* kNoPlace = MASU_TEXT("core", "names a source and position where the dataset has no sample");
constexpr const char* kElsewhere = MASU_TEXT("core", "names a sample that is not at that source and position");
constexpr const char* kSeveralSamples = MASU_TEXT("core", "fits several samples of the dataset");
constexpr const char* kAgain = MASU_TEXT("core", "names a sample that another line names, too");
constexpr const char* kNoClass = MASU_TEXT("core", "gives no class");
constexpr const char* kUnclosed = MASU_TEXT("core", "has a quote that never closes");
constexpr const char* kTooLong = MASU_TEXT("core", "has more cells than the header");

bool isBefore(const Line& a, const Line& b) {
  return std::tie(a.origin->source, a.origin->position) < std::tie(b.origin->source, b.origin->position);
}

class ListReading {
 public:
  ListReading(const store::Dataset& dataset, const fs::path& file, const JobContext& job)
      : m_dataset(dataset), m_file(file), m_job(job), m_names(dataset.meta().sources) {}

  Result<std::vector<NamedLabel>> run();

 private:
  Result<void> readLines();
  Result<Columns> readHeader(manifest::CsvFields& records) const;
  Result<void> findByOrigin();
  Error faultyLines();

  const store::Dataset& m_dataset;
  const fs::path& m_file;
  const JobContext& m_job;
  manifest::SourceNames m_names;
  bool m_isNumbered = false;
  std::vector<Line> m_lines;
  std::vector<Fault> m_faults;
};

Result<Columns> ListReading::readHeader(manifest::CsvFields& records) const {
  Columns columns;
  const std::pair<const char*, std::optional<std::size_t>*> places[] = {{"sample", &columns.sample},
                                                                        {"source", &columns.source},
                                                                        {"position", &columns.position},
                                                                        {"label", &columns.label}};
  const bool isThere = records.next();
  for (const auto& [name, place] : places) {
    const auto& fields = records.fields();
    const auto found = isThere ? std::ranges::find(fields, name) : fields.end();
    if (found == fields.end()) continue;
    *place = static_cast<std::size_t>(found - fields.begin());
    if (std::find(found + 1, fields.end(), name) == fields.end()) continue;
    return fail(Errc::format, MASU_TEXT("core", "The header of {0} names the column {1} twice: take one of them out."),
                {m_file.string(), name}, {m_file.string(), 1});
  }
  if (columns.label && (columns.sample || columns.haveOrigin())) return columns;
  return fail(Errc::format,
              MASU_TEXT("core",
                        "{0} must begin with a header that names the column label and either sample or source and "
                        "position, such as sample,label."),
              {m_file.string()}, {m_file.string(), 1});
}

Result<void> ListReading::readLines() {
  std::ifstream input(m_file, std::ios::binary);
  if (!input) return fail(Error::fromErrno(errno, m_file.string()));
  manifest::CsvFields records(input);
  MASU_TRY(const Columns columns, readHeader(records));
  m_isNumbered = columns.sample.has_value();
  const std::size_t named = records.fields().size();
  while (records.next()) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const auto& fields = records.fields();
    const auto field = [&](const std::optional<std::size_t>& column) {
      return column && *column < fields.size() ? std::string_view(fields[*column]) : std::string_view();
    };
    Line line{.line = records.line(), .className = std::string(field(columns.label))};
    if (columns.sample) line.sample = wholeNumber(field(columns.sample));
    if (columns.haveOrigin()) {
      const std::uint32_t source = m_names.byAnyName(field(columns.source));
      const auto position = wholeNumber(field(columns.position));
      if (source != manifest::SourceNames::kNone && position) line.origin = Origin{source, *position};
    }
    if (!records.isClosed())
      m_faults.push_back({line.line, kUnclosed});
    else if (fields.size() > named)
      m_faults.push_back({line.line, kTooLong});
    else if (columns.sample && line.sample.value_or(m_dataset.samples()) >= m_dataset.samples())
      m_faults.push_back({line.line, kNoNumber});
    else if (columns.haveOrigin() && !line.origin)
      m_faults.push_back({line.line, kNoPlace});
    else if (line.className.empty())
      m_faults.push_back({line.line, kNoClass});
    else
      m_lines.push_back(std::move(line));
  }
  if (input.bad()) return fail(Error::fromErrno(errno, m_file.string()));
  return {};
}

/// A pass over the origins of all samples, each looked up among the lines.
Result<void> ListReading::findByOrigin() {
  if (m_lines.empty() || !m_lines.front().origin) return {};
  std::ranges::sort(m_lines, isBefore);
  MASU_TRY(auto origins, manifest::OriginReader::open(m_dataset));
  for (std::uint64_t first = 0; first < m_dataset.samples(); first += manifest::kBlockSamples) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(manifest::kBlockSamples, m_dataset.samples() - first);
    MASU_TRY(const auto block, origins.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      Line wanted;
      wanted.origin = block[i];
      auto at = std::lower_bound(m_lines.begin(), m_lines.end(), wanted, isBefore);
      for (; at != m_lines.end() && !isBefore(wanted, *at); ++at) {
        // A number that was given is checked, one that was not is found.
        if (m_isNumbered && *at->sample != first + i) {
          at->isElsewhere = true;
          continue;
        }
        at->sample = first + i;
        ++at->fits;
      }
    }
  }
  for (const Line& line : m_lines)
    if (line.fits != 1)
      m_faults.push_back({line.line, line.fits > 1 ? kSeveralSamples : line.isElsewhere ? kElsewhere : kNoPlace});
  std::erase_if(m_lines, [](const Line& line) { return line.fits != 1; });
  return {};
}

Error ListReading::faultyLines() {
  std::ranges::sort(m_faults, {}, &Fault::line);
  const Fault& first = m_faults.front();
  std::vector<Argument> arguments = {std::to_string(first.line), m_file.string(), Message::marked(first.reason)};
  const Location place{m_file.string(), first.line};
  if (m_faults.size() == 1)
    return {Errc::invalidArgument, MASU_TEXT("core", "Nothing was changed. Line {0} of {1} {2}."), arguments, place};
  std::string named;
  for (std::size_t i = 0; i < std::min(m_faults.size(), kNamedLines); ++i)
    named += (named.empty() ? "" : ", ") + std::to_string(m_faults[i].line);
  if (m_faults.size() > kNamedLines) named += " …";
  arguments.insert(arguments.end(), {std::to_string(m_faults.size()), named});
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "Nothing was changed. Line {0} of {1} {2}. With others, for the same reason or another, {3} lines "
                    "cannot be used: {4}."),
          std::move(arguments), place};
}

Result<std::vector<NamedLabel>> ListReading::run() {
  MASU_CHECK(readLines());
  MASU_CHECK(findByOrigin());
  std::ranges::sort(m_lines, {}, [](const Line& line) { return std::tuple(*line.sample, line.line); });
  std::vector<NamedLabel> labels;
  for (Line& line : m_lines) {
    if (!labels.empty() && labels.back().sample == *line.sample) {
      m_faults.push_back({line.line, kAgain});
    } else {
      labels.push_back({*line.sample, std::move(line.className)});
    }
  }
  if (!m_faults.empty()) return fail(faultyLines());
  return labels;
}

}  // namespace

Result<std::vector<NamedLabel>> readLabelList(const store::Dataset& dataset, const fs::path& file,
                                              const JobContext& job) {
  return ListReading(dataset, file, job).run();
}

}  // namespace masu::tasks
