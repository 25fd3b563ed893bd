// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/draft.h"

#include <QFileInfo>

#include "ui/text/to_qt.h"

namespace masu::ui {

UnfinishedWork workOf(const ingest::ImportPlan& plan, const QString& target, std::uint64_t partBytes) {
  UnfinishedWork work;
  work.kind = UnfinishedWork::Kind::importing;
  work.target = QFileInfo(target).absoluteFilePath();
  work.begun = QDateTime::currentDateTime();
  QStringList sources;
  for (const std::filesystem::path& source : plan.options.sources)
    sources << QFileInfo(toQt(source)).absoluteFilePath();
  work.details = {{QStringLiteral("sources"), sources},
                  {QStringLiteral("recipe"), toQt(ingest::recipeFrom(plan))},
                  {QStringLiteral("partBytes"), static_cast<double>(partBytes)}};
  return work;
}

ImportDraft draftOf(const UnfinishedWork& work) {
  ImportDraft draft;
  for (const QString& source : work.details[QStringLiteral("sources")].toStringList())
    draft.options.sources.push_back(pathFrom(source));
  draft.recipe = fromQt(work.details[QStringLiteral("recipe")].toString());
  draft.target = work.target;
  draft.partBytes = work.details[QStringLiteral("partBytes")].toULongLong();
  return draft;
}

}  // namespace masu::ui
