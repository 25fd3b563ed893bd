// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_state.h"

#include <algorithm>
#include <utility>

namespace masu::ingest {

namespace {

void saveWords(const WordsTile& tile, ByteWriter& state) {
  state.put(tile.numbers);
  for (const std::vector<std::string>& words : tile.words) state.put(words);
  state.put(tile.missing);
}

bool restoreWords(ByteReader& state, std::size_t width, std::size_t rows, WordsTile& tile) {
  tile.width = width;
  tile.words.assign(width, {});
  state.get(tile.numbers);
  for (std::vector<std::string>& words : tile.words) state.get(words);
  state.get(tile.missing);
  if (!state.ok() || tile.numbers.size() != rows * width || tile.missing.size() != width) return false;
  for (std::size_t i = 0; i < tile.numbers.size(); ++i) {
    const std::uint32_t number = tile.numbers[i];
    if (number != WordsTile::kMissing && number >= tile.words[i % width].size()) return false;
  }
  return true;
}

/// Where a piece of the block's text is; empty pieces are anywhere.
void saveText(const ParsedBlock& block, std::string_view text, ByteWriter& state) {
  state.put(text.empty() ? std::uint64_t{0} : static_cast<std::uint64_t>(text.data() - block.text.bytes.data()));
  state.put(std::uint64_t{text.size()});
}

bool restoreText(ByteReader& state, const ParsedBlock& block, std::string_view& text) {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  state.get(offset);
  state.get(size);
  const std::string_view bytes = block.text.bytes;
  if (offset > bytes.size() || size > bytes.size() - offset) return false;
  text = bytes.substr(offset, size);
  return true;
}

bool isKnown(RejectReason reason) {
  return reason <= kLastReason;
}

bool isColumn(std::size_t column, const TableLayout& layout) {
  return column == Reject::kWholeRecord || column < layout.targets.size();
}

void saveRejects(const ParsedBlock& block, ByteWriter& state) {
  state.put(std::uint64_t{block.rejects.size()});
  for (const Reject& reject : block.rejects) {
    state.put(reject.reason);
    state.put(reject.column);
    state.put(reject.offset);
    state.put(reject.recordOffset);
    state.put(reject.cell);
    saveText(block, reject.text, state);
    state.put(reject.expected);
  }
}

bool restoreRejects(ByteReader& state, const TableLayout& layout, ParsedBlock& block) {
  block.rejects.clear();
  bool fits = true;
  for (std::uint64_t left = state.getCount(7 * sizeof(std::uint64_t)); left > 0 && state.ok() && fits; --left) {
    Reject& reject = block.rejects.emplace_back();
    state.get(reject.reason);
    state.get(reject.column);
    state.get(reject.offset);
    state.get(reject.recordOffset);
    state.get(reject.cell);
    fits = restoreText(state, block, reject.text);
    state.get(reject.expected);
    fits = fits && isKnown(reject.reason) && isColumn(reject.column, layout) &&
           std::max(reject.offset, reject.recordOffset) <= block.text.bytes.size();
  }
  return fits;
}

void saveRepairs(const BlockRepairs& repairs, ByteWriter& state) {
  state.put(std::uint64_t{repairs.counts.size()});
  for (const auto& [key, count] : repairs.counts) {
    state.put(key.kind);
    state.put(key.reason);
    state.put(key.column);
    state.put(count.records);
    state.put(std::uint64_t{count.examples.size()});
    for (const BlockRepairs::Example& example : count.examples) {
      state.put(example.text);
      state.put(example.offset);
    }
  }
}

bool restoreRepairs(ByteReader& state, const TableLayout& layout, ParsedBlock& block) {
  block.repairs.counts.clear();
  bool fits = true;
  for (std::uint64_t left = state.getCount(3 * sizeof(std::uint64_t)); left > 0 && state.ok() && fits; --left) {
    RepairKey key;
    state.get(key.kind);
    state.get(key.reason);
    state.get(key.column);
    fits = key.kind <= RepairKind::truncated && isKnown(key.reason) && isColumn(key.column, layout);
    BlockRepairs::Count& count = block.repairs.counts[key];
    state.get(count.records);
    count.examples.resize(state.getCount(2 * sizeof(std::uint64_t)));
    for (BlockRepairs::Example& example : count.examples) {
      state.get(example.text);
      state.get(example.offset);
      fits = fits && example.offset <= block.text.bytes.size();
    }
  }
  return fits;
}

void saveZeroLed(const std::vector<ZeroLedCells>& columns, ByteWriter& state) {
  for (const ZeroLedCells& met : columns) {
    state.put(met.count);
    state.put(met.offset);
    state.put(met.first);
  }
}

bool restoreZeroLed(ByteReader& state, const TableLayout& layout, ParsedBlock& block) {
  block.zeroLed.assign(layout.digits.size(), {});
  bool fits = true;
  for (ZeroLedCells& met : block.zeroLed) {
    state.get(met.count);
    state.get(met.offset);
    state.get(met.first);
    fits = fits && met.offset <= block.text.bytes.size();
  }
  return fits;
}

/// Columns of values that follow each other.
bool restoreColumns(ByteReader& state, const TableLayout& layout, ParsedBlock& block) {
  const std::size_t rows = block.rows();
  block.matrices.resize(layout.matrices.size());
  for (std::size_t i = 0; i < block.matrices.size(); ++i) {
    const MatrixLayout& matrix = layout.matrices[i];
    if (!block.matrices[i].restore(state, matrix.columns.size(), matrix.rules)) return false;
    if (block.matrices[i].rows() != rows) return false;
  }
  block.words.resize(layout.words.size());
  for (std::size_t i = 0; i < block.words.size(); ++i) {
    if (!restoreWords(state, layout.words[i].columns.size(), rows, block.words[i])) return false;
  }
  block.texts.assign(layout.texts.size(), {});
  for (std::vector<std::string>& texts : block.texts) {
    state.get(texts);
    if (texts.size() != rows) return false;
  }
  return true;
}

}  // namespace

void saveBlock(const ParsedBlock& block, ByteWriter& state) {
  state.put(block.records);
  state.put(block.dropped);
  state.put(block.filtered);
  state.put(block.positions);
  for (const MatrixTile& matrix : block.matrices) matrix.save(state);
  for (const WordsTile& tile : block.words) saveWords(tile, state);
  for (const std::vector<std::string>& texts : block.texts) state.put(texts);
  state.put(block.late);
  saveZeroLed(block.zeroLed, state);
  saveRejects(block, state);
  saveRepairs(block.repairs, state);
  state.put(block.joined);
}

bool restoreBlock(ByteReader& state, const TableLayout& layout, ParsedBlock& block) {
  state.get(block.records);
  state.get(block.dropped);
  state.get(block.filtered);
  block.positions.clear();
  state.get(block.positions);
  bool fits = state.ok() && restoreColumns(state, layout, block);
  block.late.clear();
  state.get(block.late);
  fits = fits && block.late.size() == layout.watched.size();
  fits = restoreZeroLed(state, layout, block) && fits;
  fits = fits && restoreRejects(state, layout, block);
  fits = fits && restoreRepairs(state, layout, block);
  state.get(block.joined);
  block.log.clear();
  return fits && state.atEnd() && block.joined.offset <= block.text.bytes.size();
}

}  // namespace masu::ingest
