#include "core/ingest/table_survey.h"

#include <algorithm>
#include <map>

#include "core/csv/encoding.h"
#include "core/csv/header.h"
#include "core/csv/record_splitter.h"
#include "core/csv/sniffer.h"
#include "core/csv/tokenizer.h"
#include "core/ingest/column_sketch.h"
#include "core/ingest/sources.h"
#include "core/ingest/table_plan.h"
#include "core/ingest/table_source.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSurveyBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kLeastPiece = std::uint64_t{64} << 10;
constexpr std::size_t kSniffedBytes = std::size_t{256} << 10;
constexpr std::size_t kPreviewLines = 50;
constexpr std::size_t kFilesSampled = 64;

csv::DialectHints hintsFrom(const TableOptions& options) {
  return {options.delimiter, options.quote,  options.escape,        options.decimal,
          options.encoding,  options.header, options.missingMarkers};
}

/// A piece of a file that is looked at.
struct Piece {
  std::size_t source = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Everything where that is little; else head, middle and tail of files spread evenly over all.
std::vector<Piece> choosePieces(const std::vector<TableSource>& sources) {
  std::uint64_t total = 0;
  for (const TableSource& source : sources) total += source.text().size() - source.start;
  std::vector<Piece> pieces;
  const std::size_t count = total <= kSurveyBytes ? sources.size() : std::min(sources.size(), kFilesSampled);
  const std::uint64_t share = std::max(kLeastPiece, kSurveyBytes / (4 * count));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * sources.size() / count;
    const std::uint64_t start = sources[at].start;
    const std::uint64_t size = sources[at].text().size() - start;
    if (total <= kSurveyBytes || size <= 4 * share) {
      pieces.push_back({at, start, size});
      continue;
    }
    pieces.push_back({at, start, 2 * share});
    pieces.push_back({at, start + size / 2, share});
    pieces.push_back({at, start + size - share, share});
  }
  return pieces;
}

class TableSurvey {
 public:
  TableSurvey(ImportPlan& plan, std::vector<TableSource> sources) : m_plan(plan), m_sources(std::move(sources)) {}

  Result<void> run(const JobContext& job);

 private:
  void nameColumns();
  std::uint64_t alignedStart(std::string_view text, std::uint64_t from) const;
  void look(const Piece& piece);
  void preview();
  void estimate();

  ImportPlan& m_plan;
  std::vector<TableSource> m_sources;
  std::vector<std::string> m_names;
  std::vector<ColumnSketch> m_sketches;
  std::uint64_t m_misfits = 0;
};

void TableSurvey::nameColumns() {
  const TableSource& first = m_sources.front();
  const std::string_view text = first.text().substr(first.start);
  csv::Dialect inner = m_plan.dialect;
  inner.preambleLines = 0;
  std::map<std::size_t, std::size_t> counts;
  for (const auto& record :
       csv::firstRecords(text.substr(0, kSniffedBytes), text.size() <= kSniffedBytes, inner, 1000)) {
    ++counts[record.size()];
  }
  std::size_t count = first.header.size();
  std::size_t most = 0;
  for (const auto& [fields, times] : counts) {
    if (times <= most && !(times == most && fields == first.header.size())) continue;
    most = times;
    count = fields;
  }
  m_names = csv::columnNames(m_plan.dialect.header ? &first.header : nullptr, count);
  m_sketches.resize(count);
}

/// The next start of a record behind an offset in the middle of a text: a line end behind which several records have
/// the right number of fields. A wrong guess would show in the plan only; the import itself never guesses.
std::uint64_t TableSurvey::alignedStart(std::string_view text, std::uint64_t from) const {
  constexpr std::size_t kTrialBytes = std::size_t{32} << 10;
  constexpr int kTrials = 100;
  constexpr int kRecords = 4;
  csv::Tokenizer tokenizer{csv::Marks(m_plan.dialect)};
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::size_t end = text.find_first_of("\r\n", from);
    if (end == std::string_view::npos) break;
    from = end + 1;
    tokenizer.tokenize(text.substr(from, kTrialBytes));
    int fitting = 0;
    for (csv::Tokenizer::Record record; fitting < kRecords && tokenizer.next(record) && !tokenizer.atLastRecord();
         ++fitting) {
      if (record.size() != m_names.size()) break;
    }
    if (fitting == kRecords) return from;
  }
  return text.size();
}

void TableSurvey::look(const Piece& piece) {
  const TableSource& source = m_sources[piece.source];
  const std::string_view text = source.text();
  const std::uint64_t end = std::min<std::uint64_t>(piece.offset + piece.size, text.size());
  const std::uint64_t start = piece.offset == source.start ? piece.offset : alignedStart(text, piece.offset);
  if (start >= end) return;
  const csv::Marks marks(m_plan.dialect);
  csv::RecordSplitter splitter(text.substr(0, end), start, 1, marks);
  csv::Tokenizer tokenizer(marks);
  csv::CellParser parser(m_plan.dialect);
  csv::Tokenizer::Record record;
  for (csv::Block block; splitter.next(std::uint64_t{1} << 20, block);) {
    if (block.oversize) break;
    tokenizer.tokenize(block.bytes);
    while (tokenizer.next(record)) {
      const bool cut = end < text.size() && record.bytes().end() == text.data() + end;
      if (cut) break;
      ++m_plan.surveyedRecords;
      if (record.size() != m_names.size()) {
        ++m_misfits;
        continue;
      }
      for (std::size_t i = 0; i < record.size(); ++i) m_sketches[i].add(parser.text(record.field(i)), parser);
    }
    source.file.release(block.offset, block.bytes.size());
  }
  m_plan.surveyedBytes += end - start;
}

void TableSurvey::preview() {
  const TableSource& first = m_sources.front();
  std::string_view text = first.text();
  text.remove_prefix(csv::byteOrderMark(text));
  for (std::size_t at = 0; at < text.size() && m_plan.preview.lines.size() < kPreviewLines;) {
    constexpr std::size_t kLongestLine = 4096;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, std::min(end - at, kLongestLine));
    if (line.ends_with('\r')) line.remove_suffix(1);
    m_plan.preview.lines.emplace_back(line);
    at = end + 1;
  }
  csv::Dialect inner = m_plan.dialect;
  inner.preambleLines = 0;
  const std::string_view records = first.text().substr(first.start);
  m_plan.preview.cells =
      csv::firstRecords(records.substr(0, kSniffedBytes), records.size() <= kSniffedBytes, inner, kPreviewLines);
}

void TableSurvey::estimate() {
  std::uint64_t bytes = 0;
  for (const TableSource& source : m_sources) bytes += source.text().size() - source.start;
  const bool all = m_plan.surveyedBytes >= bytes;
  if (all) m_plan.surveyedBytes = m_plan.sourceBytes;
  const std::uint64_t fitting = m_plan.surveyedRecords - m_misfits;
  m_plan.samples = all || m_plan.surveyedBytes == 0
                       ? fitting
                       : static_cast<std::uint64_t>(static_cast<double>(fitting) * static_cast<double>(bytes) /
                                                    static_cast<double>(m_plan.surveyedBytes));
}

Result<void> TableSurvey::run(const JobContext& job) {
  nameColumns();
  const std::vector<Piece> pieces = choosePieces(m_sources);
  job.progress.begin(MASU_TEXT("core", "Surveying"), pieces.size(), Progress::Unit::steps);
  for (const Piece& piece : pieces) {
    if (job.stopRequested()) return fail(Error::cancelled());
    look(piece);
    job.progress.add(1);
  }
  if (m_plan.surveyedRecords == m_misfits) {
    const std::string& file = m_plan.sources.front().path;
    return fail(Errc::noSamples, MASU_TEXT("core", "{0} has no records below its header."), {file}, {file, 0, 0});
  }
  for (std::size_t i = 0; i < m_names.size(); ++i) m_plan.columns.push_back(m_sketches[i].finish(m_names[i]));
  preview();
  estimate();
  return {};
}

/// Columns of a recipe take their choices over; what was found now serves the preview and the forecast.
Result<void> bindColumns(ImportPlan& plan, const ImportPlan& known) {
  const bool fits = plan.columns.size() == known.columns.size() &&
                    std::equal(plan.columns.begin(), plan.columns.end(), known.columns.begin(),
                               [](const ColumnPlan& a, const ColumnPlan& b) { return a.name == b.name; });
  if (!fits) {
    const std::string& file = plan.sources.front().path;
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The recipe is for {0} other columns than {1} has. Make a recipe from this file with masu inspect."),
        {std::to_string(known.columns.size()), file}, {file, 0, 0});
  }
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    plan.columns[i].role = known.columns[i].role;
    plan.columns[i].kind = known.columns[i].kind;
    plan.columns[i].values = known.columns[i].values;
    plan.columns[i].valueCounts.assign(known.columns[i].values.size(), 0);
  }
  plan.target = known.target;
  plan.classes = known.classes;
  plan.dtype = known.dtype;
  return {};
}

Result<csv::Dialect> dialectOf(const fs::path& file, const TableOptions& options) {
  MASU_TRY(const io::MappedFile mapped, io::MappedFile::open(file));
  std::string_view text(reinterpret_cast<const char*>(mapped.bytes().data()), mapped.size());
  text.remove_prefix(csv::byteOrderMark(text));
  const std::string_view head = text.substr(0, kSniffedBytes);
  MASU_CHECK(csv::checkEncoding(head, options.encoding.value_or(""), file.string()));
  return csv::sniffDialect(head, head.size() == text.size(), hintsFrom(options), file.string());
}

}  // namespace

Result<ImportPlan> surveyTable(const ImportOptions& options, const ImportPlan* known, const JobContext& job) {
  MASU_TRY(const auto files, tableFiles(options.sources));
  ImportPlan plan;
  plan.root = commonRoot(files);
  for (const fs::path& file : files) {
    MASU_TRY(store::SourceFile source, describeSource(file, plan.root));
    plan.sourceBytes += source.bytes;
    plan.sources.push_back(std::move(source));
  }
  if (known != nullptr) {
    plan.dialect = known->dialect;
  } else {
    MASU_TRY(plan.dialect, dialectOf(files.front(), options.table));
  }
  std::vector<TableSource> sources;
  for (const fs::path& file : files) {
    MASU_TRY(TableSource source, openTable(file, plan.dialect));
    sources.push_back(std::move(source));
    MASU_CHECK(checkHeader(sources.back(), sources.front()));
  }
  MASU_CHECK(TableSurvey(plan, std::move(sources)).run(job));
  if (known != nullptr) {
    MASU_CHECK(bindColumns(plan, *known));
    plan.options = known->options;
    plan.options.sources = options.sources;
    return plan;
  }
  proposeRoles(plan);
  MASU_CHECK(applyTableOptions(plan, options));
  MASU_CHECK(decideTable(plan));
  return plan;
}

bool readsDifferently(const ImportPlan& plan, const ImportOptions& now) {
  const TableOptions& a = plan.options.table;
  const TableOptions& b = now.table;
  return plan.options.sources != now.sources || plan.options.as != now.as || a.delimiter != b.delimiter ||
         a.quote != b.quote || a.escape != b.escape || a.decimal != b.decimal || a.encoding != b.encoding ||
         a.header != b.header || a.missingMarkers != b.missingMarkers;
}

}  // namespace masu::ingest
