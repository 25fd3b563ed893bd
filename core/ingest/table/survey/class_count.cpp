// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/class_count.h"

#include <algorithm>
#include <set>

#include "core/ingest/sources/table_source.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/ingest/table/survey/survey_pieces.h"

namespace masu::ingest {

Result<void> countClasses(ImportPlan& plan, const JobContext& job) {
  std::vector<TableSource> sources;
  for (std::size_t i = 0; i < plan.sources.size(); ++i) {
    MASU_TRY(TableSource source,
             openTable(plan.root / plan.sources[i].path, dialectOf(plan, i), copiedBytes(plan.sources.size())));
    sources.push_back(std::move(source));
  }
  const TableLayout layout = layoutFor(plan);
  const auto labels =
      std::find_if(layout.words.begin(), layout.words.end(), [](const auto& words) { return words.classes; });
  const bool classes = labels != layout.words.end();
  const auto group = static_cast<std::size_t>(labels - layout.words.begin());
  std::vector<table::DType> types;
  for (const MatrixLayout& matrix : layout.matrices) types.push_back(matrix.dtype);
  MASU_TRY(const auto parser, BlockParser::of(plan, layout));
  ParsedBlock block;
  std::set<std::string> met;
  std::uint64_t fitting = 0;
  std::uint64_t taken = 0;
  for (const SurveyPiece& piece : choosePieces(sources)) {
    const TableSource& source = sources[piece.source];
    block.source = static_cast<std::uint32_t>(piece.source);
    csv::RecordSplitter splitter(recordsOf(source, piece, plan.table().dialect, fieldCount(plan, piece.source)), 0, 1,
                                 csv::Marks(plan.table().dialect), plan.table().dialect.longestRecord);
    while (splitter.next(std::uint64_t{256} << 10, block.text)) {
      if (job.stopRequested()) return fail(Error::cancelled());
      parser->parse(types, block);
      taken += block.rows();
      fitting += block.rows() + block.dropped;
      if (!classes) continue;
      const std::vector<std::string>& words = block.words[group].words.front();
      met.insert(words.begin(), words.end());
    }
    MASU_CHECK(source.check());
    source.file.release(piece.offset, piece.size);
  }
  plan.samples = fitting == 0 ? plan.table().records
                              : static_cast<std::uint64_t>(static_cast<double>(plan.table().records) *
                                                           static_cast<double>(taken) / static_cast<double>(fitting));
  if (classes) std::erase_if(plan.classes, [&](const std::string& name) { return !met.contains(name); });
  return {};
}

}  // namespace masu::ingest
