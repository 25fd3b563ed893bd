// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/store/splits/splits_file.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/signal/recording_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/browse/recording.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// Browse with a dataset that stores recordings.
struct Opened {
  explicit Opened(const QString& path) : page(session, runner) {
    opened = session.open(path).has_value();
    page.resize(1096, 764);
    page.show();
  }
  void click(const QString& text) {
    for (auto* button : page.findChildren<QToolButton*>())
      if (button->text() == text) button->click();
  }
  bool settled() const { return runner.jobs().empty(); }

  Session session;
  JobRunner runner;
  BrowsePage page;
  bool opened = false;
};

}  // namespace

class BrowseRecordingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPanIsFollowedWithoutStartingAgainAtEachStep() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(4, ingest::StoreAs::recordings));
    Opened there(path);
    QVERIFY(there.opened);
    there.click(QStringLiteral("Recording"));
    QTRY_VERIFY(there.settled());
    auto* view = there.page.findChild<RecordingView*>();
    view->show(0, 200);
    QTRY_VERIFY(there.settled() && !view->wantsDetail());
    QSignalSpy changed(&there.runner, &JobRunner::changed);
    for (int i = 0; i < 100; ++i) view->scrollFrames(20);
    QTRY_VERIFY(there.settled() && !view->wantsDetail());
    QVERIFY(view->axis().first() >= 1000);
    // Each job comes and goes.
    QVERIFY2(changed.count() <= 6, qPrintable(QString::number(changed.count())));
  }

  void theLensShowsAndDrawsWhatTheNetworkGets() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.recordings(20, ingest::StoreAs::recordings));
    MASU_TAKE(const auto drawn, project.split(path));
    Opened there(path);
    QVERIFY(there.opened);
    there.click(QStringLiteral("Recording"));
    QTRY_VERIFY(there.settled());
    there.page.goTo(5);
    QTRY_COMPARE(there.page.selected(), std::optional<std::uint64_t>(5));
    auto* view = there.page.findChild<RecordingView*>();
    QVERIFY(view->seen() == nullptr);
    there.click(QStringLiteral("Network"));
    QTRY_VERIFY(view->seen() != nullptr);
    const auto dataset = there.session.dataset();
    MASU_TAKE(const auto splits, store::SplitsFile::open(dataset->path(), dataset->uuid(), dataset->samples()));
    MASU_TAKE(const auto assignment, splits.read("default"));
    MASU_TAKE(const auto lens, loader::SampleView::open(dataset, &assignment, {}, {}));
    const std::uint64_t sample[] = {5};
    MASU_TAKE(const auto want, lens->features(sample, {}, {}));
    const std::vector<float>& shown = view->seen()->low.front();
    QVERIFY(!shown.empty() && shown.size() <= want.size());
    QVERIFY(std::equal(shown.begin(), shown.end(), want.begin()));
    there.click(QStringLiteral("Stored"));
    QTRY_VERIFY(view->seen() == nullptr);
  }
};

MASU_TEST(BrowseRecordingTest)
#include "browse_recording_test.moc"
