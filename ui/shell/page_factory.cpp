// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_factory.h"

#include "ui/pages/browse/page.h"
#include "ui/pages/export/page.h"
#include "ui/pages/fit/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/page.h"
#include "ui/pages/start/page.h"
#include "ui/pages/train/page.h"

namespace masu::ui {

Page* makePage(Step step, Session& session, JobRunner& runner, QWidget* parent) {
  switch (step) {
    case Step::browse:
      return new BrowsePage(session, runner, parent);
    case Step::split:
      return new SplitPage(session, runner, parent);
    case Step::fit:
      return new FitPage(session, runner, parent);
    case Step::train:
      return new TrainPage(session, runner, parent);
    case Step::export_:
      return new ExportPage(session, runner, parent);
    case Step::import:
      return new ImportPage(session, runner, parent);
    case Step::start:
      break;
  }
  return new StartPage(session, runner, parent);
}

}  // namespace masu::ui
