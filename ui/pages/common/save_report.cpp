// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/save_report.h"

#include <QFileDialog>

#include "ui/session/settings.h"
#include "ui/text/language.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/theme/icons.h"

namespace masu::ui {

SaveReport::SaveReport(const QString& text, JobRunner& runner, QWidget* page)
    : QAction(themeIcon(QStringLiteral("file")), text, page), m_page(page), m_job(runner) {
  setEnabled(false);
  connect(this, &QAction::triggered, this, &SaveReport::ask);
}

void SaveReport::setSubject(const std::filesystem::path& subject) {
  m_subject = subject;
  setEnabled(!subject.empty());
}

void SaveReport::ask() {
  if (m_subject.empty() || m_job.busy()) return;
  const QString name = toQt(tasks::reportFile(m_subject));
  const QString file = QFileDialog::getSaveFileName(m_page, tr("Save report"), name, tr("Web pages (*.html)"));
  if (!file.isEmpty()) save(file);
}

void SaveReport::save(const QString& file) {
  if (m_subject.empty() || m_job.busy()) return;
  tasks::ReportRequest request;
  request.path = m_subject;
  request.out = pathFrom(file);
  request.overwrite = true;  // the dialog has asked already
  request.resources = importResources(Settings::read().memoryBytes);
  request.words = {fromQt(languageCode()), [](const Message& message) { return fromQt(translated(message)); }};
  m_job.run<tasks::ReportOutcome>(
      {.title = tr("Writing a report"), .icon = QStringLiteral("file"), .kind = Job::Kind::visible},
      [request](const JobContext& job) { return tasks::report(request, job); },
      [this](Result<tasks::ReportOutcome> written) {
        if (!written) return Q_EMIT failed(written.error());
        QString sentence = tr("The report is in %1.").arg(shownText(toQt(written->file)).toHtmlEscaped());
        for (const Message& note : written->notes) sentence += QLatin1Char(' ') + translated(note).toHtmlEscaped();
        Q_EMIT saved(sentence);
      });
}

}  // namespace masu::ui
