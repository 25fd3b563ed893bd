// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/plan/import_options.h"
#include "core/ingest/recordings/read/source_arrays.h"
#include "core/tasks/data/inspect_task.h"
#include "ui/session/unfinished_work.h"

namespace masu::ui {

/// What people have chosen for an import so far. A page that is rebuilt, as in another language, shows it as it was.
struct ImportDraft {
  ingest::ImportOptions options;
  std::string recipe;
  std::optional<tasks::Inspection> inspection;
  std::vector<ingest::SourceArray> arrays;
  QString target;
  bool canBeTable = false;      ///< one table or recordings: it is for people to say which
  std::string guessedLabel;     ///< the column that is the label for its name alone; empty: none
  std::uint64_t partBytes = 0;  ///< max size of a part; 0: one file
};

/// The import of a plan as work that may be interrupted, and what people had chosen for it.
UnfinishedWork workOf(const ingest::ImportPlan& plan, const QString& target, std::uint64_t partBytes);
ImportDraft draftOf(const UnfinishedWork& work);

}  // namespace masu::ui
