// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_pages.h"

#include <algorithm>

namespace masu::ui {
namespace {

constexpr int kPagesKept = 64;
constexpr int kReadsAtOnce = 2;

}  // namespace

RowPages::RowPages(JobRunner& runner, QObject* parent) : QObject(parent), m_runner(runner), m_pages(kPagesKept) {}

void RowPages::setSource(std::shared_ptr<const RowSource> source) {
  ++m_generation;
  m_pages.clear();
  m_reading.clear();
  m_source = std::move(source);
}

const SampleRow* RowPages::row(std::uint64_t sample) const {
  const Page* page = m_pages.object(sample / kPageRows);
  const std::uint64_t within = sample % kPageRows;
  return page != nullptr && within < page->rows.size() ? &page->rows[within] : nullptr;
}

bool RowPages::unreadable(std::uint64_t sample) const {
  const Page* page = m_pages.object(sample / kPageRows);
  return page != nullptr && page->failed;
}

bool RowPages::want(std::uint64_t sample) {
  if (!m_source) return true;
  const std::uint64_t page = sample / kPageRows;
  if (m_pages.contains(page) || m_reading.contains(page)) return true;
  if (m_reading.size() >= kReadsAtOnce) return false;
  m_reading.insert(page);
  const std::uint64_t first = page * kPageRows;
  const std::uint64_t count = std::min(kPageRows, m_source->samples() - first);
  m_runner.start<std::vector<SampleRow>>(
      {.title = tr("Read samples"), .icon = QStringLiteral("browse"), .kind = Job::Kind::quiet},
      [source = m_source, first, count](const JobContext& job) -> Result<std::vector<SampleRow>> {
        if (job.stopRequested()) return fail(Error::cancelled());
        return source->read(first, count);
      },
      this,
      [this, generation = m_generation, page](Result<std::vector<SampleRow>> rows) {
        take(generation, page, std::move(rows));
      });
  return true;
}

void RowPages::take(std::uint64_t generation, std::uint64_t page, Result<std::vector<SampleRow>> rows) {
  if (generation != m_generation) return;
  m_reading.remove(page);
  auto made = std::make_unique<Page>();
  if (rows) {
    made->rows = std::move(*rows);
  } else {
    if (rows.error().code == Errc::cancelled) return;
    made->failed = true;
    Q_EMIT failed(rows.error());
  }
  m_pages.insert(page, made.release());
  Q_EMIT arrived();
}

}  // namespace masu::ui
