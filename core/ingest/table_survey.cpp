#include "core/ingest/table_survey.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/csv/encoding.h"
#include "core/csv/first_records.h"
#include "core/csv/header.h"
#include "core/csv/record_splitter.h"
#include "core/csv/sniffer.h"
#include "core/csv/tokenizer.h"
#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/aligned_text.h"
#include "core/ingest/column_binding.h"
#include "core/ingest/column_sketch.h"
#include "core/ingest/dialect_hints.h"
#include "core/ingest/source_fields.h"
#include "core/ingest/sources.h"
#include "core/ingest/survey_pieces.h"
#include "core/ingest/table_plan.h"
#include "core/ingest/table_source.h"
#include "core/ingest/table_text.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSniffedBytes = std::size_t{256} << 10;
constexpr std::size_t kPreviewLines = 50;
/// Finding the fields of fewer columns again would cost more than looking at their cells on another thread saves.
constexpr std::size_t kColumnsOfShare = 4;

class TableSurvey {
 public:
  TableSurvey(ImportPlan& plan, std::vector<TableSource> sources, unsigned threads)
      : m_plan(plan), m_sources(std::move(sources)), m_threads(threads) {}

  Result<void> run(const JobContext& job);

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

  std::vector<std::string> firstColumns() const;
  Result<void> nameColumns();
  Result<void> lookAt(const std::vector<SurveyPiece>& pieces, const JobContext& job);
  void look(const SurveyPiece& piece, const Share& share);
  void preview();
  void estimate();

  ImportPlan& m_plan;
  std::vector<TableSource> m_sources;
  unsigned m_threads;
  std::vector<std::string> m_names;
  std::vector<std::optional<ColumnSketch>> m_sketches;
  std::uint64_t m_misfits = 0;
};

/// The columns of the first file: as many as most of its records have fields.
std::vector<std::string> TableSurvey::firstColumns() const {
  const TableSource& first = m_sources.front();
  const std::string_view text = first.text().substr(first.start);
  csv::Dialect inner = m_plan.dialect;
  inner.preambleLines = 0;
  std::map<std::size_t, std::size_t> counts;
  const std::string_view front = frontOf(text, kSniffedBytes, inner);
  for (const auto& record : csv::firstRecords(front, front.size() == text.size(), inner, 1000)) {
    ++counts[record.size()];
  }
  std::size_t count = first.header.size();
  std::size_t most = 0;
  for (const auto& [fields, times] : counts) {
    if (times <= most && !(times == most && fields == first.header.size())) continue;
    most = times;
    count = fields;
  }
  return csv::columnNames(m_plan.dialect.header ? &first.header : nullptr, count);
}

Result<void> TableSurvey::nameColumns() {
  MASU_TRY(m_names, matchFields(m_plan, m_sources, firstColumns()));
  const TableOptions& options = m_plan.options.table;
  for (const std::string& name : m_names) {
    std::optional<table::Kind> kind;
    for (const auto& [asked, wanted] : options.kinds) {
      if (asked == name) kind = wanted;
    }
    m_sketches.emplace_back(std::in_place, kind, options.dateOrder, m_plan.dialect.delimiter);
  }
  return {};
}

void TableSurvey::look(const SurveyPiece& piece, const Share& share) {
  const TableSource& source = m_sources[piece.source];
  std::vector<std::uint32_t> fields = m_plan.fields[piece.source].columns;
  if (fields.empty()) {
    fields.resize(m_names.size());
    std::iota(fields.begin(), fields.end(), 0U);
  }
  std::vector<bool> absent(m_names.size(), true);
  for (const std::uint32_t column : fields) absent[column] = false;
  const char comment = m_plan.dialect.comment;
  const std::string_view text = recordsOf(source, piece, m_plan.dialect, fields.size());
  const csv::Marks marks(m_plan.dialect);
  csv::RecordSplitter splitter(text, 0, 1, marks);
  csv::Tokenizer tokenizer(marks);
  csv::CellParser parser(m_plan.dialect);
  csv::Tokenizer::Record record;
  std::uint64_t records = 0;
  std::uint64_t misfits = 0;
  for (csv::Block block; splitter.next(std::uint64_t{1} << 20, block);) {
    if (block.flaw != csv::Flaw::none) {
      ++records;
      ++misfits;
      continue;
    }
    tokenizer.tokenize(block.bytes);
    while (tokenizer.next(record)) {
      if (comment != '\0' && *record.begin == comment) continue;
      ++records;
      if (record.size() != fields.size()) {
        ++misfits;
        continue;
      }
      for (std::size_t i = 0; i < record.size(); ++i) {
        if (share.has(fields[i])) m_sketches[fields[i]]->add(parser.text(record.field(i)), parser);
      }
      for (std::size_t i = 0; i < absent.size(); ++i) {
        if (absent[i] && share.has(i)) m_sketches[i]->addAbsent();
      }
    }
  }
  if (!share.counts()) return;
  m_plan.surveyedRecords += records;
  m_misfits += misfits;
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

void TableSurvey::preview() {
  const TableSource& first = m_sources.front();
  std::string_view text = first.text();
  text.remove_prefix(csv::byteOrderMark(text));
  for (std::size_t at = 0; at < text.size() && m_plan.preview.lines.size() < kPreviewLines;) {
    constexpr std::size_t kLongestLine = 4096;
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    m_plan.preview.lines.emplace_back(text.substr(at, std::min(end - at, kLongestLine)));
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  }
  csv::Dialect inner = m_plan.dialect;
  inner.preambleLines = 0;
  const std::string_view records = first.text().substr(first.start);
  m_plan.preview.cells =
      csv::firstRecords(records.substr(0, kSniffedBytes), records.size() <= kSniffedBytes, inner, kPreviewLines);
}

void TableSurvey::estimate() {
  std::uint64_t bytes = 0;
  for (const TableSource& source : m_sources)
    bytes += static_cast<std::uint64_t>(static_cast<double>(source.text().size() - source.start) / source.share);
  const bool all = m_plan.surveyedBytes >= bytes;
  if (all) m_plan.surveyedBytes = m_plan.sourceBytes;
  const std::uint64_t fitting = m_plan.surveyedRecords - m_misfits;
  m_plan.records = all || m_plan.surveyedBytes == 0
                       ? fitting
                       : static_cast<std::uint64_t>(static_cast<double>(fitting) * static_cast<double>(bytes) /
                                                    static_cast<double>(m_plan.surveyedBytes));
  m_plan.samples = m_plan.records;
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
    const std::string& file = m_plan.sources.front().path;
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has no records below its header."), {file}, {file, 0, 0});
  }
  preview();
  estimate();
  return {};
}

Result<csv::Dialect> dialectFrom(const TableText& opened, const fs::path& file, const TableOptions& options) {
  std::string_view text(reinterpret_cast<const char*>(opened.file.bytes().data()), opened.file.size());
  text.remove_prefix(csv::byteOrderMark(text));
  std::string_view head = text.substr(0, kSniffedBytes);
  const bool whole = head.size() == text.size();
  MASU_CHECK(csv::checkEncoding(head, opened.encoding, file.string()));
  csv::DialectHints hints = hintsFrom(options);
  std::string squeezed;
  const bool aligned = hints.delimiter.value_or(' ') == ' ' && isAligned(head);
  if (aligned) {
    BlankSqueezer().append(head, squeezed);
    head = squeezed;
    hints.delimiter = ' ';
  }
  MASU_TRY(csv::Dialect dialect, csv::sniffDialect(head, whole, hints, file.string()));
  dialect.encoding = opened.encoding;
  dialect.aligned = aligned;
  return dialect;
}

Result<csv::Dialect> dialectIn(const fs::path& file, const TableOptions& options) {
  MASU_TRY(const TableText opened, openTableText(file, {.encoding = options.encoding.value_or("")}, copiedBytes(1)));
  Result<csv::Dialect> dialect = dialectFrom(opened, file, options);
  MASU_CHECK(opened.file.check(file));
  return dialect;
}

/// Tells what the files are and, where that is not known, how the first spells its table; all side by side.
Result<void> describeFiles(ImportPlan& plan, const std::vector<fs::path>& files, const TableOptions* sniffed,
                           unsigned threads, const JobContext& job) {
  plan.root = commonRoot(files);
  plan.sources.resize(files.size());
  const auto describe = [&](std::size_t i, const std::stop_token&) -> Result<void> {
    if (i == files.size()) {
      MASU_TRY(plan.dialect, dialectIn(files.front(), *sniffed));
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
  if (known != nullptr) plan.dialect = known->dialect;
  const unsigned threads = flow::resolve(resources).threads;
  MASU_CHECK(describeFiles(plan, files, known == nullptr ? &options.table : nullptr, threads, job));
  std::vector<TableSource> sources;
  for (const fs::path& file : files) {
    if (job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(TableSource source, openTable(file, plan.dialect, copiedBytes(files.size())));
    sources.push_back(std::move(source));
  }
  MASU_CHECK(TableSurvey(plan, std::move(sources), threads).run(job));
  plan.options.table = {};
  if (known != nullptr) {
    MASU_CHECK(bindColumns(plan, *known, binding));
    plan.options = known->options;
    plan.options.sources = options.sources;
    return plan;
  }
  proposeRoles(plan);
  MASU_CHECK(applyTableOptions(plan, options));
  MASU_CHECK(decideTable(plan, resources, job));
  return plan;
}

bool readsDifferently(const ImportPlan& plan, const ImportOptions& now) {
  const TableOptions& a = plan.options.table;
  const TableOptions& b = now.table;
  return plan.options.sources != now.sources || plan.options.as != now.as || a.delimiter != b.delimiter ||
         a.quote != b.quote || a.escape != b.escape || a.decimal != b.decimal || a.encoding != b.encoding ||
         a.header != b.header || a.comment != b.comment || a.skipLines != b.skipLines ||
         a.missingMarkers != b.missingMarkers || a.dateOrder != b.dateOrder || a.kinds != b.kinds;
}

}  // namespace masu::ingest
