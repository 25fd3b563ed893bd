// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardPaths>
#include <QTemporaryDir>
#include <fstream>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/data/sample_task.h"
#include "core/tasks/split/split_task.h"
#include "ui/session/session.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

/// A folder with small real datasets made from generated data, for tests that drive pages. It goes with the object.
class SampleProject {
 public:
  SampleProject() { QStandardPaths::setTestModeEnabled(true); }

  QString path(const QString& name) const { return m_folder.filePath(name); }

  /// A census table with its label, as `census.h5`.
  Result<QString> table(std::uint64_t rows) const {
    return import(tasks::SampleData::tabular, rows, "census",
                  [](ingest::ImportOptions& options) { options.labels = {"income"}; });
  }
  /// Such a table without a label, as `plain.h5`.
  Result<QString> plainTable(std::uint64_t rows) const {
    return import(tasks::SampleData::tabular, rows, "plain", [](ingest::ImportOptions&) {});
  }
  /// Recordings of spoken digits in windows of 4,096 frames, as `digits.h5`.
  Result<QString> recordings(std::uint64_t count, ingest::StoreAs keep = ingest::StoreAs::windows) const {
    return import(tasks::SampleData::waveform, count, "digits", [keep](ingest::ImportOptions& options) {
      options.recordings.keep = keep;
      options.as = ingest::SourceKind::recordings;
      options.recordings.window = 4096;
      options.recordings.labelFrom = "name:^([0-9]+)_";
    });
  }
  /// A CSV file of one's own with numbers as f64, as `NAME.h5`.
  Result<QString> csv(const QString& name, const char* text) const {
    std::ofstream(pathFrom(path(name + QStringLiteral(".csv")))) << text;
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(path(name + QStringLiteral(".csv")))};
    inspect.options.dtype = table::DType::f64;
    return importAs(name, inspect, {{}, progress});
  }
  Result<tasks::SplitOutcome> split(const QString& dataset) const {
    Progress progress;
    tasks::SplitRequest request{pathFrom(dataset), "default", {}};
    request.plan.ratios = {0.8, 0.1, 0.1};
    return tasks::split(request, {{}, progress});
  }

 private:
  template <class Choose>
  Result<QString> import(tasks::SampleData set, std::uint64_t rows, const QString& name, Choose choose) const {
    Progress progress;
    const JobContext job{{}, progress};
    MASU_TRY(const auto sample, tasks::makeSample({set, pathFrom(path(name)), rows, 0, true}, job));
    tasks::InspectRequest inspect;
    inspect.options.sources = {sample.path};
    choose(inspect.options);
    return importAs(name, inspect, job);
  }

  Result<QString> importAs(const QString& name, const tasks::InspectRequest& inspect, const JobContext& job) const {
    MASU_TRY(const auto inspection, tasks::inspectionIn(tasks::inspect(inspect, job)));
    tasks::ImportRequest request;
    request.plan = inspection.plan;
    request.load.target = pathFrom(path(name + QStringLiteral(".h5")));
    MASU_TRY(const auto outcome, tasks::runImport(request, job));
    return toQt(outcome.dataset);
  }

  QTemporaryDir m_folder;
};

}  // namespace masu::ui

/// Takes a Result's value, or fails the test with its sentence.
#define MASU_TAKE(declaration, expression)                                                                  \
  auto MASU_CONCAT(taken, __LINE__) = (expression);                                                         \
  if (!MASU_CONCAT(taken, __LINE__)) QFAIL(MASU_CONCAT(taken, __LINE__).error().message.english().c_str()); \
  declaration = std::move(*MASU_CONCAT(taken, __LINE__))
