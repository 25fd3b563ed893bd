// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/manifests.h"

#include <QInputDialog>
#include <QPushButton>

#include "core/tasks/split/split_task.h"
#include "ui/session/settings.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/question.h"

namespace masu::ui {

SplitManifests::SplitManifests(Session& session, JobRunner& runner, QWidget* page)
    : QObject(page), m_session(session), m_page(page), m_job(runner) {
  connect(&m_job, &JobSlot::busyChanged, this, &SplitManifests::busyChanged);
}

QString SplitManifests::freeName(const QString& pattern, const QString& first) const {
  QStringList taken;
  if (const auto info = m_session.info()) {
    for (const tasks::ManifestFacts& manifest : info->manifests) taken << toQt(manifest.name);
  }
  QString name = first;
  for (int number = 2; name.isEmpty() || taken.contains(name); ++number) name = pattern.arg(number);
  return name;
}

void SplitManifests::run(const QString& title, Work work) {
  if (!m_session.dataset()) return;
  const std::filesystem::path file = m_session.dataset()->path();
  m_job.run<List>(
      {.title = title, .icon = QStringLiteral("split"), .kind = Job::Kind::quiet},
      [file, work = std::move(work)](const JobContext& job) -> Result<List> {
        List list;
        MASU_TRY(list.choose, work(file, job));
        MASU_TRY(auto info, tasks::info(file));
        list.manifests = std::move(info.manifests);
        list.problem = std::move(info.splitsProblem);
        return list;
      },
      [this, file](Result<List> list) {
        if (!list) {
          Q_EMIT failed(list.error());
          return;
        }
        // It is done, and read when that dataset is opened again: another one is open now.
        if (const auto dataset = m_session.dataset(); !dataset || dataset->path() != file) return;
        const bool same = list->choose == m_session.manifest();
        m_session.setManifests(std::move(list->manifests), list->choose, std::move(list->problem));
        if (same) Q_EMIT replaced();
      });
}

void SplitManifests::refresh(const QString& choose) {
  run(tr("Read the manifests"),
      [choose](const std::filesystem::path&, const JobContext&) -> Result<QString> { return choose; });
}

void SplitManifests::duplicate() {
  const QString from = m_session.manifest();
  copyTo(freeName(tr("%1-copy-%2").arg(from, QStringLiteral("%1")), tr("%1-copy").arg(from)));
}

void SplitManifests::copyTo(const QString& to) {
  run(tr("Duplicate"),
      [from = fromQt(m_session.manifest()), to](const std::filesystem::path& file,
                                                const JobContext&) -> Result<QString> {
        MASU_CHECK(tasks::copyManifest(file, from, fromQt(to), chosenResources()));
        return to;
      });
}

void SplitManifests::rename(const QString& to) {
  if (to.isEmpty() || to == m_session.manifest()) return;
  run(tr("Rename"),
      [from = fromQt(m_session.manifest()), to](const std::filesystem::path& file,
                                                const JobContext&) -> Result<QString> {
        MASU_CHECK(tasks::renameManifest(file, from, fromQt(to), chosenResources()));
        return to;
      });
}

void SplitManifests::askForName() {
  bool accepted = false;
  const QString name = QInputDialog::getText(m_page, tr("Rename"), tr("Name of the manifest"), QLineEdit::Normal,
                                             m_session.manifest(), &accepted);
  if (accepted) rename(name.trimmed());
}

void SplitManifests::freeze() {
  run(tr("Freeze"),
      [name = m_session.manifest()](const std::filesystem::path& file, const JobContext&) -> Result<QString> {
        MASU_CHECK(tasks::freezeManifest(file, fromQt(name), chosenResources()));
        return name;
      });
}

void SplitManifests::askToRemove() {
  const QString text = tr("Delete the manifest %1? This cannot be undone; the samples stay as they are.")
                           .arg(shownText(m_session.manifest()));
  if (confirmed({tr("Delete"), text, tr("Delete"), tr("Cancel")}, m_page)) remove();
}

void SplitManifests::remove() {
  QString next = QStringLiteral("default");
  for (const tasks::ManifestFacts& manifest : m_session.info()->manifests) {
    if (toQt(manifest.name) == m_session.manifest()) continue;
    next = toQt(manifest.name);
    break;
  }
  run(tr("Delete"),
      [name = fromQt(m_session.manifest()), next](const std::filesystem::path& file,
                                                  const JobContext&) -> Result<QString> {
        MASU_CHECK(tasks::deleteManifest(file, name, chosenResources()));
        return next;
      });
}

void SplitManifests::makeFolds(const manifest::SplitPlan& plan, unsigned folds) {
  manifest::SplitPlan foldPlan = plan;
  // Folds are the validation share; what is test stays test, the rest is divided.
  foldPlan.ratios =
      plan.ratios[2] > 0 ? std::array<double, 3>{1 - plan.ratios[2], 0, plan.ratios[2]} : std::array<double, 3>{};
  run(tr("Make folds"),
      [name = m_session.manifest(), foldPlan, folds](const std::filesystem::path& file,
                                                     const JobContext& job) -> Result<QString> {
        tasks::SplitRequest request{file, fromQt(name), foldPlan, folds};
        request.resources = chosenResources();
        MASU_TRY(const auto outcome, tasks::split(request, job));
        return outcome.folds.empty() ? name : toQt(outcome.folds.front().manifest);
      });
}

}  // namespace masu::ui
