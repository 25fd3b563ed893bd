#include "ui/shell/page_factory.h"

#include "ui/pages/import_page.h"
#include "ui/pages/start_page.h"
#if __has_include("ui/pages/browse_page.h")
#include "ui/pages/browse_page.h"
#endif
#if __has_include("ui/pages/split_page.h")
#include "ui/pages/split_page.h"
#endif
#if __has_include("ui/pages/fit_page.h")
#include "ui/pages/fit_page.h"
#endif
#if __has_include("ui/pages/train_page.h")
#include "ui/pages/train_page.h"
#endif
#if __has_include("ui/pages/export_page.h")
#include "ui/pages/export_page.h"
#endif

namespace masu::ui {

Page* makePage(Step step, Session& session, JobRunner& runner, QWidget* parent) {
  switch (step) {
#if __has_include("ui/pages/browse_page.h")
    case Step::browse:
      return new BrowsePage(session, runner, parent);
#endif
#if __has_include("ui/pages/split_page.h")
    case Step::split:
      return new SplitPage(session, runner, parent);
#endif
#if __has_include("ui/pages/fit_page.h")
    case Step::fit:
      return new FitPage(session, runner, parent);
#endif
#if __has_include("ui/pages/train_page.h")
    case Step::train:
      return new TrainPage(session, runner, parent);
#endif
#if __has_include("ui/pages/export_page.h")
    case Step::export_:
      return new ExportPage(session, runner, parent);
#endif
    case Step::import:
      return new ImportPage(session, runner, parent);
    default:
      break;
  }
  return new StartPage(session, runner, parent);
}

}  // namespace masu::ui
