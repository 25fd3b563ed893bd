// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/report_task.h"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/atomic_file.h"
#include "core/io/targets.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/report/dataset_report.h"
#include "core/tasks/report/run_facts.h"
#include "core/tasks/report/run_report.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOut = "--out";

/// A report on its way to its file.
class Reporting {
 public:
  Reporting(const ReportRequest& request, const JobContext& job) : m_request(request), m_job(job) {
    m_outcome.file = request.out.empty() ? reportFile(request.path) : request.out;
    m_outcome.isRun = isRunFolder(request.path);
  }

  Result<ReportOutcome> run() {
    MASU_CHECK(m_outcome.isRun ? writeRun() : writeDataset());
    return std::move(m_outcome);
  }

 private:
  Result<void> writeRun();
  Result<void> writeDataset();
  /// Before anything that takes long is read.
  Result<io::AtomicFile> file() const {
    return io::AtomicFile::create(m_outcome.file, m_request.overwrite ? io::Overwrite::yes : io::Overwrite::no);
  }
  Result<void> write(io::AtomicFile file, const std::string& page);

  const ReportRequest& m_request;
  const JobContext& m_job;
  ReportOutcome m_outcome;
};

Result<void> Reporting::writeRun() {
  if (!m_request.manifest.empty() || m_request.check) {
    const char* option = m_request.check ? "--check" : "--manifest";
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} is for datasets, and {1} is a folder: a run is reported with the split that it learned "
                          "from."),
                {option, m_request.path.string()}, {m_request.path.string()});
  }
  MASU_TRY(const ReportedRun run, reportedRun(m_request.path));
  MASU_TRY(const std::vector<fs::path> files, filesOf(run));
  const std::vector<io::OutputTarget> targets = {{m_outcome.file, kOut}};
  MASU_CHECK(io::checkTargets(files, targets));
  if (run.dataset != nullptr) MASU_CHECK(checkTargets(*run.dataset, targets));
  MASU_TRY(io::AtomicFile to, file());
  return write(std::move(to), runReport(run, m_request.words));
}

Result<void> Reporting::writeDataset() {
  if (auto settled = settleInterrupted(m_request.path)) m_outcome.notes.push_back(std::move(*settled));
  MASU_TRY(const auto dataset, store::Dataset::open(m_request.path, store::Checking::onFirstRead, m_job.stop));
  const std::vector<io::OutputTarget> targets = {{m_outcome.file, kOut}};
  MASU_CHECK(checkTargets(*dataset, targets));
  MASU_TRY(io::AtomicFile to, file());
  MASU_TRY(const DatasetFacts facts,
           datasetFacts({m_request.path, m_request.manifest, m_request.check, m_request.resources}, m_job));
  if (m_request.manifest.empty() && facts.info.splitsProblem)
    m_outcome.notes.push_back(facts.info.splitsProblem->message);
  return write(std::move(to), datasetReport(facts, m_request.words));
}

Result<void> Reporting::write(io::AtomicFile file, const std::string& page) {
  if (m_job.stopRequested()) return fail(Error::cancelled());
  MASU_CHECK(file.append(page));
  MASU_CHECK(file.commit());
  m_outcome.bytes = page.size();
  return {};
}

}  // namespace

bool isRunFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

fs::path reportFile(const fs::path& path) {
  if (isRunFolder(path)) return path / "report.html";
  return fs::path(path).replace_extension("report.html");
}

Result<ReportOutcome> report(const ReportRequest& request, const JobContext& job) {
  return Reporting(request, job).run();
}

}  // namespace masu::tasks
