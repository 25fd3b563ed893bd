// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/scored_samples.h"

#include "core/store/format/layout.h"
#include "core/table/number_text.h"
#include "core/table/time_text.h"
#include "core/train/models/confine.h"

namespace masu::train {

Result<ScoredSamples> ScoredSamples::open(std::shared_ptr<const store::Dataset> dataset, const DatasetSummary& here,
                                          const loader::StreamOptions& options, const std::vector<std::string>& keep) {
  ScoredSamples samples(dataset, here);
  samples.m_origin = dataset->find("origin");
  if (dataset->meta().target == store::Target::values) samples.m_values = dataset->find("labels");
  for (const std::string& name : keep) MASU_CHECK(samples.addKept(name));
  MASU_TRY(samples.m_stream, openStream(std::move(dataset), options));
  return samples;
}

Result<void> ScoredSamples::addKept(const std::string& name) {
  const store::ObjectInfo* object = m_dataset->find(std::string(store::layout::kKeptPrefix) + name);
  if (object != nullptr) {
    const table::Column* column = m_dataset->meta().schema.find(name);
    const bool time = column != nullptr && column->kind == table::Kind::time;
    m_kept.push_back({object, name, time, time ? column->origin : 0, {}});
    return {};
  }
  std::string names;
  for (const std::size_t index : m_dataset->meta().schema.indicesOf(table::Role::kept))
    names += (names.empty() ? "" : ", ") + m_dataset->meta().schema.columns[index].name;
  const std::string file = m_dataset->path().string();
  return fail(Errc::notFound,
              MASU_TEXT("core", "{0} keeps no column {1}. Those that it keeps: {2}. Import it with --keep {1}."),
              {file, name, names.empty() ? "-" : names}, {file, 0, 0});
}

Result<bool> ScoredSamples::next(std::vector<Model>& models, InputMatch& match, const std::stop_token& stop) {
  if (m_batch != nullptr && ++m_at < m_batch->samples) return true;
  MASU_TRY(m_batch, m_stream->next(stop));
  m_at = 0;
  if (m_batch == nullptr) return false;
  const loader::Batch prepared = match(*m_batch);
  m_outputs.clear();
  for (Model& model : models) {
    MASU_TRY(std::vector<float> outputs, model.predictions(prepared));
    m_outputs.push_back(std::move(outputs));
  }
  MASU_CHECK(readBeside());
  return true;
}

std::span<const float> ScoredSamples::outputs(std::size_t model) const {
  const std::size_t width = m_outputs[model].size() / m_batch->samples;
  return std::span(m_outputs[model]).subspan(m_at * width, width);
}

Truth ScoredSamples::truth(const TruthCells& cells) const {
  if (!m_batch->labels.empty()) return cells.fromClass(m_batch->labels[m_at], *m_here);
  if (m_values == nullptr) return {};
  const auto width = static_cast<std::size_t>(m_values->valuesPerSample());
  const std::size_t at = placeInSpan() * width;
  const auto texts =
      std::span(m_targetTexts).subspan(m_targetTexts.empty() ? 0 : at, m_targetTexts.empty() ? 0 : width);
  return cells.fromValues(std::span(m_targets).subspan(at, width), *m_here, m_values->dtype, texts);
}

/// The samples of a batch come in order, so what is stored beside them is read in one piece.
Result<void> ScoredSamples::readBeside() {
  const std::uint64_t first = m_batch->indices.front();
  const std::uint64_t count = m_batch->indices.back() - first + 1;
  if (m_origin != nullptr) {
    m_origins.resize(count);
    MASU_CHECK(m_dataset->read(*m_origin, first, count, std::as_writable_bytes(std::span(m_origins))));
  }
  if (m_values != nullptr) {
    MASU_TRY(m_targets, m_dataset->readValues(*m_values, first, count));
    MASU_TRY(m_targetTexts, wholesOf(*m_values, first, count));
  }
  for (Kept& kept : m_kept) MASU_CHECK(readKept(kept, first, count));
  return {};
}

/// The digits of what is stored as i64; nothing of other types.
Result<std::vector<std::string>> ScoredSamples::wholesOf(const store::ObjectInfo& object, std::uint64_t first,
                                                         std::uint64_t count) const {
  std::vector<std::string> texts;
  if (object.dtype != table::DType::i64) return texts;
  std::vector<std::byte> stored(count * object.sampleBytes());
  MASU_CHECK(m_dataset->read(object, first, count, stored));
  for (std::size_t at = 0; at < stored.size(); at += sizeof(std::int64_t))
    table::appendWhole(texts.emplace_back(), stored.data() + at);
  return texts;
}

Result<void> ScoredSamples::readKept(Kept& kept, std::uint64_t first, std::uint64_t count) const {
  if (kept.object->isText()) {
    MASU_TRY(kept.cells, m_dataset->readTexts(kept.name, first, count));
    return {};
  }
  kept.cells.clear();
  MASU_TRY(kept.cells, wholesOf(*kept.object, first, count));
  if (!kept.cells.empty()) return {};
  MASU_TRY(const std::vector<double> values, m_dataset->readValues(*kept.object, first, count));
  for (const double value : values)
    kept.cells.push_back(kept.time ? table::timeText(value, kept.origin)
                                   : table::numberText(value, kept.object->dtype));
  return {};
}

}  // namespace masu::train
