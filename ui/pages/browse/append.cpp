// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/append.h"

#include <QApplication>
#include <QFileDialog>

#include "ui/pages/common/confirm_lists.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

/// What the splits make of samples that are new.
QString whereTheyAre(const tasks::AppendOutcome& outcome) {
  if (outcome.splitsProblem)
    return BrowseAppend::tr("No split was kept: %1").arg(translated(*outcome.splitsProblem).toHtmlEscaped());
  if (outcome.placed.empty()) return BrowseAppend::tr("In the splits they are unused until you split again.");
  QStringList names;
  for (const std::string& name : outcome.placed) names << shownText(name).toHtmlEscaped();
  return BrowseAppend::tr("%1 assigned them by hash; in other splits they are unused until you split again.")
      .arg(names.join(QStringLiteral(", ")));
}

}  // namespace

/// What was appended, and the dataset as it is by then.
struct BrowseAppend::Appended {
  tasks::AppendOutcome outcome;
  Result<OpenedDataset> opened;
};

BrowseAppend::BrowseAppend(Session& session, JobRunner& runner, QObject* parent)
    : QObject(parent), m_session(session), m_job(runner) {}

void BrowseAppend::ask(QWidget* window) {
  if (m_job.busy()) return;
  const QStringList files = QFileDialog::getOpenFileNames(window, tr("Append to %1").arg(m_session.name()));
  if (!files.isEmpty()) append(files);
}

void BrowseAppend::append(const QStringList& sources) {
  if (m_job.busy()) return;
  const QString path = m_session.path();
  tasks::AppendRequest request;
  request.file = pathFrom(path);
  request.resources = importResources(Settings::read().memoryBytes);
  for (const QString& source : sources) request.sources.push_back(pathFrom(source));
  if (const auto dataset = m_session.dataset()) {
    ingest::RecordingOptions stated;
    if (!confirmLists(QApplication::activeWindow(), dataset->meta().recipe, stated)) return;
    request.labelFrom = stated.labelFrom;
    request.groupFrom = stated.groupFrom;
  }
  m_job.run<Appended>(
      {.title = tr("Appending to %1").arg(m_session.name()),
       .icon = QStringLiteral("import"),
       .kind = Job::Kind::visible},
      [request](const JobContext& job) -> Result<Appended> {
        MASU_TRY(tasks::AppendOutcome outcome, tasks::append(request, job));
        // They are there, so that a stop comes too late.
        return Appended{std::move(outcome), openDatasetFile(request.file, {{}, job.progress})};
      },
      [this, path](Result<Appended> done) {
        if (done) return finish(path, std::move(*done));
        Q_EMIT failed(done.error());
      });
}

void BrowseAppend::finish(const QString& path, Appended done) {
  if (m_session.path() != path) return;  // another dataset was opened meanwhile; the job strip says that it is done
  if (!done.opened) return Q_EMIT failed(done.opened.error());
  m_session.show(std::move(*done.opened));
  const tasks::AppendOutcome& outcome = done.outcome;
  const ingest::ImportReport& report = outcome.report;
  QString sentence = counted(tr("Appended %n sample(s).", nullptr, pluralOf(report.samples)), report.samples) +
                     QLatin1Char(' ') + whereTheyAre(outcome);
  QStringList unfrozen;
  for (const std::string& name : outcome.unfrozen) unfrozen << shownText(name).toHtmlEscaped();
  if (!unfrozen.empty()) {
    sentence += QLatin1Char(' ') +
                tr("No longer frozen, as the hash has changed: %1.").arg(unfrozen.join(QStringLiteral(", ")));
  }
  if (report.rejected > 0) {
    sentence += QLatin1Char(' ') +
                counted(tr("Rejected %n record(s): see %1.", nullptr, pluralOf(report.rejected)), report.rejected)
                    .arg(shownText(report.rejectsFile.filename().string()).toHtmlEscaped());
  }
  Q_EMIT appended(sentence);
}

}  // namespace masu::ui
