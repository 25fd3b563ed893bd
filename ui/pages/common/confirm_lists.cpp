// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/confirm_lists.h"

#include <QCoreApplication>

#include "core/ingest/labels/label_rules.h"
#include "core/ingest/plan/import_plan.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"
#include "ui/widgets/question.h"

namespace masu::ui {

namespace {

struct Lists {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::ImportPage)
};

}  // namespace

bool confirmLists(QWidget* window, const std::string& recipe, ingest::RecordingOptions& options) {
  const auto known = ingest::planFromRecipe(recipe);
  if (!known) return true;  // what is wrong with it, the inspection will say
  const ingest::RecordingOptions& asked = known->options.recordings;
  if (ingest::checkListsStated(asked, options)) return true;
  QStringList files;
  for (const std::string& rule : ingest::listsOutside(asked)) files << shownText(rule.substr(rule.find(':') + 1));
  const QString text =
      Lists::tr("The recipe reads %1, which is not below the sources. Read it?").arg(files.join(QStringLiteral(", ")));
  if (!confirmed({Lists::tr("Read lists"), text, Lists::tr("Read"), Lists::tr("Cancel")}, window)) return false;
  options.labelFrom = asked.labelFrom;
  options.groupFrom = asked.groupFrom;
  return true;
}

}  // namespace masu::ui
