// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/sample_source.h"

#include <algorithm>
#include <numeric>

#include "core/flow/worker_pool.h"
#include "core/loader/read/chunk_reading.h"
#include "core/loader/read/row_reader.h"

namespace masu::loader {

SampleSource::SampleSource(SourceSpec spec)
    : m_spec(std::move(spec)), m_orders(*m_spec.sequence), m_ordersOutOfOrder(*m_spec.sequence) {
  if (!m_spec.sequence->grouped() && m_spec.window == 0) return;
  const GroupSource source{*m_spec.dataset, m_spec.fields, m_spec.residencies, *m_spec.sequence};
  m_groups = std::make_unique<GroupCache>(source, m_spec.window, m_orders, m_clocks, m_spec.range);
}

Result<void> SampleSource::prepare(unsigned threads, WorkerClocks& workers, const std::stop_token& stop) {
  if (const store::ObjectInfo* features = m_spec.fields.object(Field::features)) {
    MASU_TRY(m_features, FeatureGather::measured(*m_spec.dataset, *features, m_spec.transform, m_spec.train.get(),
                                                 threads, stop, &workers));
    if (m_spec.fields.narrow()) m_widening = std::make_shared<const Widening>(m_features.widening());
  }
  m_threads = threads;
  for (const Field field : kFields) {
    if (m_spec.residencies[indexOf(field)] != Residency::flat) continue;
    m_whole[indexOf(field)] = std::make_unique<WholeObject>(*m_spec.dataset, *m_spec.fields.object(field),
                                                            m_spec.sequence->index(), m_clocks, workers);
  }
  return {};
}

bool SampleSource::loadAhead(bool inAnyCase) {
  if (m_groups && (inAnyCase ? m_groups->loadAhead() : m_groups->keepAhead())) return true;
  if (!inAnyCase) return false;
  return std::ranges::any_of(m_whole, [](const auto& whole) { return whole && whole->bringNext(); });
}

/// Of batches that lack much, one at a time: two that share the threads would both be there at the end only.
Result<void> SampleSource::bringWhole(std::span<const std::uint64_t> samples, const std::stop_token& stop) {
  const auto lacksMany = [&](const auto& whole) { return whole && whole->lacksMany(samples); };
  std::unique_lock lock(m_bringing, std::defer_lock);
  if (m_threads > 1 && std::ranges::any_of(m_whole, lacksMany)) lock.lock();
  for (const auto& whole : m_whole) {
    if (whole) MASU_CHECK(whole->bring(samples, m_threads, stop));
  }
  return {};
}

Result<void> SampleSource::fill(BatchBuffer& buffer, const BatchPositions& batch, std::vector<std::uint64_t>& rows,
                                const std::stop_token& stop) {
  if (m_groups) return fillFromGroups(buffer, batch, rows, stop);
  const auto samples = buffer.indices.first(batch.wanted.count);
  {
    const StageClocks::Transforming transforming(m_clocks);
    m_spec.sequence->samplesAt(*m_orders.of(batch.epoch), batch.first + batch.wanted.first, samples);
  }
  MASU_CHECK(bringWhole(samples, stop));
  const StageClocks::Transforming transforming(m_clocks);
  return gather({buffer, 0, samples, {}, nullptr}, stop);
}

Result<void> SampleSource::fillOutOfOrder(BatchBuffer& buffer, const BatchPositions& batch,
                                          const std::stop_token& stop) {
  const auto samples = buffer.indices.first(batch.wanted.count);
  m_spec.sequence->samplesAt(*m_ordersOutOfOrder.of(batch.epoch), batch.first + batch.wanted.first, samples);
  MASU_CHECK(bringWhole(samples, stop));
  return gather({buffer, 0, samples, {}, nullptr}, stop);
}

/// What is not wanted of a group is given back with the rest: its memory waits for all of its samples.
Result<void> SampleSource::fillFromGroups(BatchBuffer& buffer, const BatchPositions& batch,
                                          std::vector<std::uint64_t>& rows, const std::stop_token& stop) {
  const BatchSlice& wanted = batch.wanted;
  for (std::uint64_t done = 0; done < batch.count;) {
    MASU_TRY(const auto group, m_groups->acquire(batch.epoch, batch.first + done, stop));
    const std::uint64_t end = std::min(batch.count, group->first() + group->samples() - batch.first);
    const std::uint64_t begin = std::max(done, wanted.first);
    const std::uint64_t last = std::min(end, wanted.end());
    if (begin < last) {
      const std::uint64_t taken = last - begin;
      const auto samples = buffer.indices.subspan(begin - wanted.first, taken);
      rows.resize(taken);
      {
        const StageClocks::Transforming transforming(m_clocks);
        group->locate(batch.first + begin - group->first(), samples, rows);
      }
      MASU_CHECK(bringWhole(samples, stop));
      const StageClocks::Transforming transforming(m_clocks);
      MASU_CHECK(gather({buffer, begin - wanted.first, samples, rows, group.get()}, stop));
    }
    m_groups->release(*group, end - done);
    done = end;
  }
  return {};
}

Result<void> SampleSource::gather(const Piece& piece, const std::stop_token& stop) const {
  for (const Field field : kFields) {
    const store::ObjectInfo* object = m_spec.fields.object(field);
    if (object == nullptr) continue;
    const std::uint64_t rowBytes = object->sampleBytes();
    if (m_spec.residencies[indexOf(field)] == Residency::flat) {
      gatherField(field, {m_whole[indexOf(field)]->data(), rowBytes}, piece.samples, piece);
    } else if (piece.group != nullptr) {
      gatherField(field, {piece.group->base(field), rowBytes}, piece.groupRows, piece);
    } else {
      MASU_CHECK(gatherRead(field, piece, stop));
    }
  }
  return {};
}

Result<void> SampleSource::gatherRead(Field field, const Piece& piece, const std::stop_token& stop) const {
  const store::ObjectInfo& object = *m_spec.fields.object(field);
  RowReader reader;
  MASU_TRY(const auto read, reader.read(*m_spec.dataset, object, piece.samples, stop));
  std::vector<std::uint64_t> rows(piece.samples.size());
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  gatherField(field, {read.data(), object.sampleBytes()}, rows, piece);
  return {};
}

void SampleSource::gatherField(Field field, const Rows& from, std::span<const std::uint64_t> rows,
                               const Piece& piece) const {
  const store::ObjectInfo& object = *m_spec.fields.object(field);
  const std::uint64_t values = object.valuesPerSample();
  const auto target = [&](auto& array) { return array.subspan(piece.offset * values, rows.size() * values); };
  switch (field) {
    case Field::features:
      if (m_spec.fields.narrow()) {
        gatherStored(from, rows,
                     piece.buffer.narrow.subspan(piece.offset * from.rowBytes, rows.size() * from.rowBytes));
      } else {
        m_features.gather(from, rows, target(piece.buffer.features));
      }
      break;
    case Field::categories:
      gatherCodes(object.dtype, values, from, rows, target(piece.buffer.categories));
      break;
    case Field::labels:
      if (m_spec.fields.classLabels()) {
        gatherCodes(object.dtype, values, from, rows, target(piece.buffer.labels));
      } else {
        gatherNumbers(object.dtype, values, from, rows, target(piece.buffer.targets));
      }
      break;
    case Field::weights:
      gatherNumbers(object.dtype, values, from, rows, target(piece.buffer.weights));
      break;
  }
}

}  // namespace masu::loader
