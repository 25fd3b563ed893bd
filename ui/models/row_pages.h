// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QObject>
#include <QSet>
#include <memory>

#include "ui/jobs/job_runner.h"
#include "ui/models/row_source.h"

namespace masu::ui {

/// The rows of a source that views asked for lately, by pages that quiet jobs read.
/// A scroll through millions of rows asks for thousands of pages; only those still wanted when a reader is free are
/// read. Threads: the GUI thread. Lifetime: borrows the runner.
class RowPages : public QObject {
  Q_OBJECT

 public:
  explicit RowPages(JobRunner& runner, QObject* parent = nullptr);

  /// Forgets what was read. Null: nothing to read.
  void setSource(std::shared_ptr<const RowSource> source);
  const RowSource* source() const { return m_source.get(); }
  const std::shared_ptr<const RowSource>& sharedSource() const { return m_source; }

  /// Null while the row is pending, or when its page could not be read.
  const SampleRow* row(std::uint64_t sample) const;
  bool pending(std::uint64_t sample) const { return !m_pages.contains(sample / kPageRows); }
  bool unreadable(std::uint64_t sample) const;
  /// Reads the page of a sample unless it is there. False when all readers are busy: ask again after arrived().
  bool want(std::uint64_t sample);

  static constexpr std::uint64_t kPageRows = 256;

 Q_SIGNALS:
  void arrived();
  /// A page could not be read; its rows say so.
  void failed(const masu::Error& error);

 private:
  struct Page {
    std::vector<SampleRow> rows;
    bool failed = false;
  };
  void take(std::uint64_t generation, std::uint64_t page, Result<std::vector<SampleRow>> rows);

  JobRunner& m_runner;
  std::shared_ptr<const RowSource> m_source;
  QCache<std::uint64_t, Page> m_pages;
  QSet<std::uint64_t> m_reading;
  std::uint64_t m_generation = 0;
};

}  // namespace masu::ui
