#include "core/ingest/class_census.h"

#include <algorithm>
#include <set>

#include "core/ingest/block_parser.h"
#include "core/ingest/survey_pieces.h"

namespace masu::ingest {

Result<void> takeCensus(ImportPlan& plan, const JobContext& job) {
  std::vector<TableSource> sources;
  for (const store::SourceFile& file : plan.sources) {
    MASU_TRY(TableSource source, openTable(plan.root / file.path, plan.dialect));
    sources.push_back(std::move(source));
  }
  const TableLayout layout = layoutFor(plan);
  const auto labels =
      std::find_if(layout.words.begin(), layout.words.end(), [](const auto& words) { return words.classes; });
  const auto group = static_cast<std::size_t>(labels - layout.words.begin());
  std::vector<table::DType> types;
  for (const MatrixLayout& matrix : layout.matrices) types.push_back(matrix.dtype);
  BlockParser parser(plan, layout);
  ParsedBlock block;
  std::set<std::string> met;
  for (const SurveyPiece& piece : choosePieces(sources)) {
    const TableSource& source = sources[piece.source];
    csv::RecordSplitter splitter(recordsOf(source, piece, plan.dialect, plan.columns.size()), 0, 1,
                                 csv::Marks(plan.dialect));
    while (splitter.next(std::uint64_t{256} << 10, block.text)) {
      if (job.stopRequested()) return fail(Error::cancelled());
      parser.parse(types, block);
      const std::vector<std::string>& words = block.words[group].words.front();
      met.insert(words.begin(), words.end());
    }
    source.file.release(piece.offset, piece.size);
  }
  std::erase_if(plan.classes, [&](const std::string& name) { return !met.contains(name); });
  return {};
}

}  // namespace masu::ingest
