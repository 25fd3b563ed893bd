// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_survey.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

#include "core/base/name_list.h"
#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header.h"
#include "core/csv/detection/transcoder.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/sources.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/ingest/table/survey/column_binding.h"
#include "core/ingest/table/survey/column_sketch.h"
#include "core/ingest/table/survey/dialect_match.h"
#include "core/ingest/table/survey/dialect_search.h"
#include "core/ingest/table/survey/export_index.h"
#include "core/ingest/table/survey/exported_classes.h"
#include "core/ingest/table/survey/source_classes.h"
#include "core/ingest/table/survey/source_notes.h"
#include "core/ingest/table/survey/survey_pieces.h"
#include "core/ingest/table/survey/table_checks.h"
#include "core/ingest/table/survey/table_plan.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRecordsCounted = 1000;
/// Of memory, from the survey to the description in the dataset; and what the words of a category add, in the caches of
/// some threads.
constexpr std::uint64_t kBytesOfColumn = 6144;
constexpr std::uint64_t kBytesOfWords = 20480;
/// Finding the fields of fewer columns again would cost more than looking at their cells on another thread saves.
constexpr std::size_t kColumnsOfShare = 4;

/// Of so many columns, some of which hold words.
Result<void> checkMemory(const std::string& file, std::size_t columns, std::size_t ofWords, std::uint64_t memory) {
  const std::uint64_t needed = columns * kBytesOfColumn + ofWords * kBytesOfWords;
  if (needed <= memory) return {};
  return fail(
      Errc::outOfMemory,
      MASU_TEXT("core", "{0} has {1} columns, which take about {2} MB of memory to plan. Allow that by --memory."),
      {file, std::to_string(columns), std::to_string(needed / 1'000'000 + 1)}, {file, 0, 0});
}

void addCell(ColumnSketch& sketch, std::string_view field, csv::CellParser& parser) {
  const std::string_view text = parser.text(field);
  sketch.add(text, parser, text.empty() && !parser.exactText(field).empty());
}

/// The line that a byte of a source is in, where no more than the front of it has to be read for that; else 0.
std::uint64_t lineNear(const TableSource& source, const char* byte) {
  constexpr std::uint64_t kFront = std::uint64_t{4} << 20;
  const std::string_view text = source.text();
  const auto offset = static_cast<std::uint64_t>(byte - text.data());
  if (offset > source.start + kFront) return 0;
  return source.firstLine + csv::lineEndsBetween(text, source.start, offset);
}

class TableSurvey {
 public:
  /// `label`: the column whose cells are noted for each source, where it is there.
  TableSurvey(ImportPlan& plan, std::vector<TableSource> sources, std::string label, const Resources& resources)
      : m_plan(plan),
        m_sources(std::move(sources)),
        m_label(std::move(label)),
        m_classes(m_sources.size()),
        m_threads(resources.threads),
        m_memory(resources.memoryBytes) {}

  Result<void> run(const JobContext& job);
  const SourceClasses& classes() const { return m_classes; }
  /// Whether the first column is names of rows, which the header does not name.
  bool hasRowNames() const { return m_sources.front().rowNames; }
  /// Of a table without a header.
  std::vector<std::string> firstRecord() const;

 private:
  Result<void> survey(const JobContext& job);
  /// Every so-manieth column: what one of several threads looks at.
  struct Share {
    std::size_t first = 0;
    std::size_t step = 1;

    bool has(std::size_t column) const { return column % step == first; }
    /// Whether it counts what is the same for all columns.
    bool counts() const { return first == 0; }
  };

  Result<std::vector<std::string>> firstColumns() const;
  Result<void> checkColumns(std::size_t count) const;
  Error noRecord() const;
  Error noFitting() const;
  bool takes(const csv::Tokenizer::Record& record, std::size_t fields, const csv::Tokenizer& tokenizer) const;
  Result<void> nameColumns();
  Result<void> lookAt(const std::vector<SurveyPiece>& pieces, const JobContext& job);
  void lookAtCell(ColumnSketch& sketch, std::size_t source, std::string_view field, csv::CellParser& parser) const;
  void look(const SurveyPiece& piece, const Share& share);
  void noteText();
  void estimate();

  ImportPlan& m_plan;
  std::vector<TableSource> m_sources;
  std::string m_label;
  SourceClasses m_classes;
  unsigned m_threads;
  std::uint64_t m_memory;
  std::vector<std::string> m_names;
  std::size_t m_firstFields = 0;  ///< of a record of the first source
  std::vector<std::optional<ColumnSketch>> m_sketches;
  std::uint64_t m_misfits = 0;
  std::uint64_t m_hashLines = 0;  ///< those of them that begin with #
};

/// The columns of the first file: as many as most of its records have fields.
Result<std::vector<std::string>> TableSurvey::firstColumns() const {
  const TableSource& first = m_sources.front();
  const std::string_view text = first.text().substr(first.start);
  csv::Dialect inner = m_plan.table().dialect;
  inner.preambleLines = 0;
  const std::string_view front = frontOf(text, kSniffedBytes, inner);
  const std::map<std::size_t, std::size_t> counts =
      csv::countFields(front, front.size() == text.size(), inner, kRecordsCounted, kMostColumns);
  std::size_t count = first.header.size();
  std::size_t most = 0;
  for (const auto& [fields, times] : counts) {
    if (times <= most && !(times == most && fields == first.header.size())) continue;
    most = times;
    count = fields;
  }
  // Records are brought to the header, however many have other fields, or its file says what the columns are.
  const bool fixed = m_plan.options.table.ragged != Ragged::reject || first.json || first.tagged;
  if (fixed && !first.header.empty()) count = first.header.size();
  MASU_CHECK(checkColumns(count));
  return csv::columnNames(m_plan.table().dialect.header ? &first.header : nullptr, count, !first.json);
}

std::vector<std::string> TableSurvey::firstRecord() const {
  const TableSource& first = m_sources.front();
  csv::Dialect inner = m_plan.table().dialect;
  if (inner.header) return {};
  inner.preambleLines = 0;
  const std::string_view text = first.text().substr(first.start);
  const csv::Records records = csv::firstRecords(frontOf(text, kSniffedBytes, inner), true, inner, 1);
  return records.empty() ? std::vector<std::string>() : records.front();
}

Error TableSurvey::noRecord() const {
  const std::string path = m_sources.front().path.string();
  return {Errc::format,
          MASU_TEXT("core",
                    "{0} begins with no record of at most {1} bytes. Check its quotes and line ends, or allow longer "
                    "records by --longest-record."),
          {path, std::to_string(m_plan.table().dialect.longestRecord)},
          {path, 0, 0}};
}

/// That no record was surveyed that has as many fields as there are columns.
Error TableSurvey::noFitting() const {
  const std::string& file = m_plan.sources.front().path;
  if (m_misfits > 0 && m_sources.front().tagged) {
    return {Errc::noSamples,
            MASU_TEXT("core",
                      "None of {0} surveyed records of {1} has as many values as its tags say, of which there are "
                      "{2} with a class or target. Correct the tags, or the records."),
            {std::to_string(m_misfits), file, std::to_string(m_sources.front().header.size())},
            {file, 0, 0}};
  }
  if (m_misfits > 0 && m_plan.table().dialect.jsonLines) {
    return {Errc::noSamples,
            MASU_TEXT("core", "None of {0} surveyed lines of {1} is a JSON object."),
            {std::to_string(m_misfits), file},
            {file, 0, 0}};
  }
  if (m_misfits > 0) {
    return {Errc::noSamples,
            MASU_TEXT("core",
                      "None of {0} surveyed records has as many fields as there are columns. Check the delimiter "
                      "(--delimiter), the quote (--quote) and the lines before the table (--skip)."),
            {std::to_string(m_misfits)},
            {file, 0, 0}};
  }
  if (m_plan.table().dialect.header)
    return {Errc::noSamples, MASU_TEXT("core", "{0} has no records below its header."), {file}, {file, 0, 0}};
  return {Errc::noSamples, MASU_TEXT("core", "{0} is empty: it has no records to import."), {file}, {file, 0, 0}};
}

/// What a column takes until it is planned is far more than its few bytes in a short table.
Result<void> TableSurvey::checkColumns(std::size_t count) const {
  const fs::path& path = m_sources.front().path;
  if (count > kMostColumns) return fail(tooManyColumns(path));
  if (count == 0) return fail(noRecord());
  return checkMemory(path.string(), count, 0, m_memory);
}

Result<void> TableSurvey::nameColumns() {
  MASU_TRY(std::vector<std::string> first, firstColumns());
  m_firstFields = first.size();
  MASU_TRY(m_names, matchFields(m_plan, m_sources, std::move(first)));
  MASU_CHECK(checkColumns(m_names.size()));
  const TableOptions& options = m_plan.options.table;
  std::unordered_map<std::string_view, table::Kind> kinds;
  for (const auto& [name, kind] : options.kinds) kinds.insert_or_assign(name, kind);
  for (const std::string& name : m_names) {
    const auto asked = kinds.find(name);
    const auto kind = asked == kinds.end() ? std::nullopt : std::optional(asked->second);
    m_sketches.emplace_back(std::in_place, kind, options.dateOrder, m_plan.table().dialect);
  }
  return {};
}

/// Whether a record is one for the import, as BlockParser has it.
bool TableSurvey::takes(const csv::Tokenizer::Record& record, std::size_t fields,
                        const csv::Tokenizer& tokenizer) const {
  if (record.size() == fields) return true;
  if (m_plan.table().dialect.jsonLines) return false;
  const Ragged ragged = m_plan.options.table.ragged;
  const Ragged needed = record.size() < fields ? Ragged::pad : Ragged::truncate;
  return (ragged == needed || ragged == Ragged::both) && !tokenizer.isStray();
}

void TableSurvey::lookAtCell(ColumnSketch& sketch, std::size_t source, std::string_view field,
                             csv::CellParser& parser) const {
  const bool known = sketch.hasInexact();
  addCell(sketch, field, parser);
  if (known || !sketch.hasInexact()) return;
  sketch.placeInexact({m_plan.sources[source].path, lineNear(m_sources[source], field.data()), 0});
}

void TableSurvey::look(const SurveyPiece& piece, const Share& share) {
  const TableSource& source = m_sources[piece.source];
  std::vector<std::uint32_t> fields = m_plan.table().fields[piece.source].columns;
  if (fields.empty()) {
    fields.resize(m_names.size());
    std::iota(fields.begin(), fields.end(), 0U);
  }
  const std::size_t label = static_cast<std::size_t>(std::ranges::find(m_names, m_label) - m_names.begin());
  std::vector<bool> absent(m_names.size(), true);
  for (const std::uint32_t column : fields) absent[column] = false;
  const char comment = m_plan.table().dialect.comment;
  const std::string_view text = recordsOf(source, piece, m_plan.table().dialect, fields.size());
  const csv::Marks marks(m_plan.table().dialect);
  csv::RecordSplitter splitter(text, 0, 1, marks, m_plan.table().dialect.longestRecord);
  csv::Tokenizer tokenizer(marks);
  tokenizer.limitFields(m_names.size() + 1);
  csv::CellParser parser(m_plan.table().dialect);
  csv::Tokenizer::Record record;
  std::uint64_t records = 0;
  std::uint64_t misfits = 0;
  std::uint64_t hashLines = 0;
  for (csv::Block block; splitter.next(std::uint64_t{1} << 20, block);) {
    if (block.flaw != csv::RecordError::none) {
      records += block.givenUp;
      misfits += block.givenUp;
      continue;
    }
    tokenizer.tokenize(block.bytes);
    if (block.endsInCells) tokenizer.separateLines(fields.size(), comment);
    while (tokenizer.next(record)) {
      if (comment != '\0' && *record.begin == comment) continue;
      ++records;
      if (!takes(record, fields.size(), tokenizer)) {
        ++misfits;
        hashLines += *record.begin == '#' ? 1 : 0;
        continue;
      }
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!share.has(fields[i])) continue;
        if (i < record.size())
          lookAtCell(*m_sketches[fields[i]], piece.source, record.field(i), parser);
        else
          m_sketches[fields[i]]->addAbsent();
        if (fields[i] == label && i < record.size()) m_classes.add(piece.source, parser.text(record.field(i)), parser);
      }
      for (std::size_t i = 0; i < absent.size(); ++i) {
        if (absent[i] && share.has(i)) m_sketches[i]->addAbsent();
      }
    }
  }
  if (!share.counts()) return;
  m_plan.surveyedRecords += records;
  m_misfits += misfits;
  m_hashLines += hashLines;
  m_plan.surveyedBytes += text.size();
  source.file.release(piece.offset, piece.size);
}

/// Columns know nothing of each other: shared out among threads, they see their cells in the same order as with one.
Result<void> TableSurvey::lookAt(const std::vector<SurveyPiece>& pieces, const JobContext& job) {
  job.progress.begin(MASU_TEXT("core", "Surveying"), pieces.size(), Progress::Unit::steps);
  m_plan.columns.resize(m_names.size());
  const std::size_t shares = std::clamp<std::size_t>(m_names.size() / kColumnsOfShare, 1, m_threads);
  const auto lookAtShare = [&](std::size_t first, const std::stop_token& stop) -> Result<void> {
    const Share share{first, shares};
    for (const SurveyPiece& piece : pieces) {
      if (stop.stop_requested()) return fail(Error::cancelled());
      look(piece, share);
      MASU_CHECK(m_sources[piece.source].check());
      if (share.counts()) job.progress.add(1);
    }
    for (std::size_t i = first; i < m_names.size(); i += shares) {
      m_plan.columns[i] = m_sketches[i]->finish(m_names[i]);
      m_sketches[i].reset();
    }
    return {};
  };
  return flow::forEachIndex(shares, m_threads, job.stop, lookAtShare);
}

/// What a person would have seen at once in the text, and a table does not show.
void TableSurvey::noteText() {
  const TableSource& first = m_sources.front();
  const std::string file = m_plan.sources.front().path;
  if (first.rowNames) {
    m_plan.foundNotes.push_back(
        {MASU_TEXT(
             "core",
             "The header of {0} has one name fewer than its records have fields, as R writes it: the first column "
             "holds row names and is called {1}."),
         {file, m_names.front()}});
  }
  noteDeclared(m_plan, m_sources);
  noteRenamed(m_plan, m_sources, m_firstFields);
  noteHeaderRows(m_plan, m_sources);
  noteNested(m_plan, m_sources);
  noteNameless(m_plan, m_sources);
  noteSheets(m_plan, m_sources);
  noteTagged(m_plan, m_sources);
  const std::size_t fields = m_firstFields;
  const auto unused =
      std::ranges::find_if(first.header.begin() + static_cast<std::ptrdiff_t>(std::min(fields, first.header.size())),
                           first.header.end(), [](const std::string& name) { return !name.empty(); });
  if (unused != first.header.end()) {
    m_plan.foundNotes.push_back({MASU_TEXT("core",
                                           "The header of {0} has {1} names, but its records have {2} fields: {3} and "
                                           "what follows name nothing, and names may be beside the wrong columns."),
                                 {file, std::to_string(first.header.size()), std::to_string(fields), *unused}});
  }
  noteUnpacked(m_plan, m_sources);
  if (m_hashLines > 0) {
    m_plan.foundNotes.push_back(
        {MASU_TEXT("core", "{0} surveyed lines that do not fit begin with #; if they are comments, use --comment '#'."),
         {std::to_string(m_hashLines)}});
  }
}

void TableSurvey::estimate() {
  std::uint64_t bytes = 0;
  double text = 0;
  for (const TableSource& source : m_sources) {
    bytes += static_cast<std::uint64_t>(static_cast<double>(source.text().size() - source.start) / source.share);
    text += static_cast<double>(source.text().size()) / source.share;
  }
  const bool all = m_plan.surveyedBytes >= bytes;
  const std::uint64_t fitting = m_plan.surveyedRecords - m_misfits;
  const auto surveyed = static_cast<double>(m_plan.surveyedBytes);
  const bool estimated = !all && m_plan.surveyedBytes > 0;
  m_plan.table().records =
      estimated ? static_cast<std::uint64_t>(static_cast<double>(fitting) * static_cast<double>(bytes) / surveyed)
                : fitting;
  // Text that is unpacked, decoded or made of JSON Lines may be longer than its source.
  const auto ofSources = static_cast<std::uint64_t>(surveyed * (static_cast<double>(m_plan.sourceBytes) / text));
  const std::uint64_t most = std::max<std::uint64_t>(m_plan.sourceBytes, 1) - 1;
  m_plan.surveyedBytes = all ? m_plan.sourceBytes : std::min(ofSources, most);
  m_plan.samples = m_plan.table().records;
}

Result<void> TableSurvey::run(const JobContext& job) {
  const Result<void> done = survey(job);
  for (const TableSource& source : m_sources) MASU_CHECK(source.check());
  return done;
}

Result<void> TableSurvey::survey(const JobContext& job) {
  MASU_CHECK(nameColumns());
  MASU_CHECK(lookAt(choosePieces(m_sources), job));
  if (m_plan.surveyedRecords == m_misfits) {
    const TableSource& first = m_sources.front();
    if (first.text().size() - first.start > m_plan.table().dialect.longestRecord) return fail(noRecord());
    return fail(noFitting());
  }
  noteText();
  estimate();
  return {};
}

/// A guess that may be wrong without looking wrong. A file of UTF-16 is certain, and UTF-8 is what one expects.
void noteGuesses(ImportPlan& plan) {
  const csv::Dialect& dialect = plan.table().dialect;
  const std::string& file = plan.sources.front().path;
  if (!plan.options.table.encoding && !csv::isUtf8Name(dialect.encoding) && !dialect.encoding.starts_with("UTF-16")) {
    plan.foundNotes.push_back(
        {MASU_TEXT("core",
                   "{0} is not UTF-8; it is read as {1}, as detected, which line {2} is the first to show. Name "
                   "another encoding by --encoding."),
         {file, dialect.encoding, std::to_string(dialect.encodingLine)}});
  }
  const std::string confidence = std::to_string(std::lround(100 * dialect.headerConfidence));
  constexpr double kGuess = 0.75;  // what a header has that nothing speaks for or against
  if (!plan.options.table.header && dialect.header && dialect.headerConfidence <= kGuess) {
    plan.foundNotes.push_back({MASU_TEXT("core",
                                         "The first record of {0} was taken as the header with a confidence of {1} %. "
                                         "{2} If it is data, use --no-header."),
                               {file, confidence, plan.table().headerReason}});
  }
  if (!plan.options.table.header && !dialect.header) {
    plan.foundNotes.push_back({MASU_TEXT("core",
                                         "The first record of {0} was taken as data, and the columns are called {1} …, "
                                         "with a confidence of {2} %. {3} If it is a header, use --header."),
                               {file, plan.columns.front().name, confidence, plan.table().headerReason}});
  }
}

/// A name that is not among the columns may be in a header that was taken as data.
Error withHeader(Error error, const std::string& file, const std::vector<std::string>& firstRecord) {
  if (error.code != Errc::notFound || error.message.arguments.empty()) return error;
  const std::string& name = error.message.arguments.front().text;
  if (std::ranges::find(firstRecord, name) == firstRecord.end()) return error;
  error.message = {MASU_TEXT("core", "{0} If the first record of {1}, which holds {2}, is a header, use --header."),
                   {error.message, file, name}};
  return error;
}

/// Describes the files and, where that is not known, how the first spells its table; all side by side.
Result<void> describeFiles(ImportPlan& plan, const std::vector<fs::path>& files, const TableOptions* sniffed,
                           unsigned threads, const JobContext& job) {
  plan.root = commonRoot(files);
  plan.sources.resize(files.size());
  const auto describe = [&](std::size_t i, const std::stop_token&) -> Result<void> {
    if (i == files.size()) {
      MASU_TRY(FoundDialect found, findDialect(files.front(), *sniffed, plan.foundNotes));
      plan.table().dialect = std::move(found.dialect);
      plan.table().headerReason = std::move(found.headerReason);
    } else {
      MASU_TRY(plan.sources[i], describeSource(files[i], plan.root));
    }
    return {};
  };
  MASU_CHECK(flow::forEachIndex(files.size() + (sniffed != nullptr ? 1 : 0), threads, job.stop, describe));
  for (const store::SourceFile& source : plan.sources) plan.sourceBytes += source.bytes;
  return {};
}

}  // namespace

Result<ImportPlan> surveyTable(const ImportOptions& options, const ImportPlan* known, const Resources& resources,
                               const JobContext& job, Binding binding) {
  MASU_TRY(const FoundFiles found, tableFiles(options.sources));
  const std::vector<fs::path>& files = found.files;
  ImportPlan plan;
  plan.foundNotes = found.notes;
  plan.options.table = known != nullptr ? known->options.table : options.table;
  if (known != nullptr) {
    for (const ColumnPlan& column : known->columns) plan.options.table.kinds.emplace_back(column.name, column.kind);
  }
  if (known != nullptr) {
    const auto dialect = binding == Binding::inputs ? dialectLike : dialectBy;
    plan.table().dialect = dialect(*known, files.front(), plan.foundNotes);
  }
  const Resources resolved = flow::resolve(resources);
  MASU_CHECK(describeFiles(plan, files, known == nullptr ? &options.table : nullptr, resolved.threads, job));
  if (known == nullptr && plan.table().dialect.jsonLines) MASU_CHECK(checkJsonOptions(options.table, files.front()));
  if (known == nullptr && sheetPath(files.front())) MASU_CHECK(checkSheetOptions(options.table, files.front()));
  // Beside the sources of an earlier import, the first one is compared, too.
  const auto compared = std::span(files).subspan(binding == Binding::all && known != nullptr ? 0 : 1);
  MASU_CHECK(checkEncodings(plan.table().dialect.encoding, plan.options.table.encoding.has_value(), compared,
                            plan.foundNotes));
  std::vector<TableSource> sources;
  for (const fs::path& file : files) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(TableSource source, openTable(file, plan.table().dialect, copiedBytes(files.size())));
    sources.push_back(std::move(source));
  }
  if (known == nullptr && sources.front().tagged)
    MASU_CHECK(checkTaggedOptions(options.table, files.front(), sources.front().tagged->format()));
  const bool isLabelled = known == nullptr && !options.labels.empty() && files.size() > 1;
  TableSurvey tableSurvey(plan, std::move(sources), isLabelled ? options.labels.front() : std::string(), resolved);
  MASU_CHECK(tableSurvey.run(job));
  if (known == nullptr) noteGuesses(plan);
  plan.options.table = {};
  if (known != nullptr) {
    MASU_CHECK(bindColumns(plan, *known, binding));
    plan.options = known->options;
    plan.options.sources = options.sources;
    MASU_CHECK(settleClassMap(plan, files));
    noteExportedTimes(plan, files);
    if (binding == Binding::all) MASU_CHECK(checkBoundTable(plan));
    plan.notes.insert(plan.notes.begin(), plan.foundNotes.begin(), plan.foundNotes.end());
    return plan;
  }
  proposeRoles(plan);
  if (tableSurvey.hasRowNames()) plan.columns.front().role = table::Role::ignored;
  const auto explained = [&](const Result<void>& done) -> Result<void> {
    if (done || options.table.header) return done;
    return fail(withHeader(done.error(), plan.sources.front().path, tableSurvey.firstRecord()));
  };
  MASU_CHECK(explained(applyTableOptions(plan, options)));
  const auto words = std::ranges::count(plan.columns, table::Role::category, &ColumnPlan::role);
  MASU_CHECK(checkMemory(plan.sources.front().path, plan.columns.size(), static_cast<std::size_t>(words),
                         resolved.memoryBytes));
  MASU_CHECK(explained(decideTable(plan, resources, job)));
  const auto label = std::ranges::find(plan.columns, table::Role::label, &ColumnPlan::role);
  if (isLabelled && plan.target == store::Target::classes && label != plan.columns.end())
    tableSurvey.classes().note(plan, *label);
  return plan;
}

bool readsDifferently(const ImportPlan& plan, const ImportOptions& now) {
  const TableOptions& a = plan.options.table;
  const TableOptions& b = now.table;
  return plan.options.sources != now.sources || plan.options.as != now.as || a.delimiter != b.delimiter ||
         a.quote != b.quote || a.escape != b.escape || a.decimal != b.decimal || a.encoding != b.encoding ||
         a.thousands != b.thousands || a.longestRecord != b.longestRecord || a.header != b.header ||
         a.comment != b.comment || a.skipLines != b.skipLines || a.missingMarkers != b.missingMarkers ||
         a.dateOrder != b.dateOrder || a.kinds != b.kinds || a.ragged != b.ragged;
}

}  // namespace masu::ingest
