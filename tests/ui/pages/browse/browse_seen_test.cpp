// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/tasks/split/manifest_task.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "tests/fixtures/trained_run.h"
#include "ui/pages/browse/page.h"
#include "ui/pages/browse/seen.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 60'000;

}  // namespace

/// In which steps of the open run a sample was learned from.
class BrowseSeenTest : public QObject {
  Q_OBJECT

  /// The first sample of a split.
  std::uint64_t sampleOf(const store::Dataset& dataset, store::Split split) const {
    const auto assignment = tasks::assignmentOf(dataset, "default");
    std::uint64_t sample = 0;
    while (assignment && sample < dataset.samples() && (*assignment)[sample] != split) ++sample;
    return sample;
  }

  std::filesystem::path run(const char* name) const { return pathFrom(m_project.path(QLatin1String(name))); }

  SampleProject m_project;
  QString m_path;
  QString m_other;

 private Q_SLOTS:
  void initTestCase() {
    MASU_TAKE(m_path, m_project.table(600));
    MASU_TAKE(const auto drawn, m_project.split(m_path));
    MASU_TAKE(m_other, m_project.plainTable(300));
    const auto two = trainRun(pathFrom(m_path), run("two"), 2);
    if (!two && two.error().code == Errc::notFound) QSKIP("masu-train is not installed here.");
    QVERIFY2(two, two ? "" : two.error().message.english().c_str());
    const auto one = trainRun(pathFrom(m_path), run("one"), 1);
    QVERIFY2(one, one ? "" : one.error().message.english().c_str());
  }

  void showsTheStepsOfTheSelectedSample() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    BrowsePage page(session, runner);
    page.resize(1096, 764);
    page.show();
    const auto* seen = page.findChild<BrowseSeen*>();
    const std::uint64_t learned = sampleOf(*session.dataset(), store::Split::train);
    page.goTo(learned);
    QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(learned));
    QVERIFY(seen->isHidden());  // no run is open
    session.setOpenRun(run("two"));
    QTRY_VERIFY_WITH_TIMEOUT(!seen->text().isEmpty(), kPatience);
    Progress progress;
    const tasks::SeenRequest request{run("two"), std::to_string(learned), {}, {}};
    MASU_TAKE(const auto outcome, tasks::seen(request, {{}, progress}));
    QCOMPARE(outcome.samples.front().uses.size(), std::size_t{2});
    for (const tasks::SampleUse& use : outcome.samples.front().uses) {
      const QString line = QStringLiteral("Epoch %1, step %2").arg(use.epoch).arg(use.step);
      QVERIFY2(seen->text().contains(line), qPrintable(seen->text()));
    }
    const std::uint64_t tested = sampleOf(*session.dataset(), store::Split::test);
    page.goTo(tested);
    QTRY_COMPARE(page.selected(), std::optional<std::uint64_t>(tested));
    QTRY_VERIFY_WITH_TIMEOUT(seen->text().contains(QStringLiteral("Never learned from")), kPatience);
    QVERIFY(!seen->text().contains(QStringLiteral("Epoch")));
  }

  void anotherRunClearsTheAnswer() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    BrowseSeen seen(session, runner);
    seen.setSample(sampleOf(*session.dataset(), store::Split::train));
    session.setOpenRun(run("two"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.text().contains(QStringLiteral("Epoch 2")), kPatience);
    session.setOpenRun(run("one"));
    QVERIFY(seen.text().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(seen.text().contains(QStringLiteral("Epoch 1")), kPatience);
    QVERIFY2(!seen.text().contains(QStringLiteral("Epoch 2")), qPrintable(seen.text()));
    session.setOpenRun({});
    QVERIFY(seen.isHidden() && seen.text().isEmpty());
    session.setOpenRun(run("no run"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.text().contains(QStringLiteral("is not the folder of a training run")), kPatience);
  }

  void anotherDatasetClearsTheAnswerAndWhatIsUnderWay() {
    Session session;
    JobRunner runner;
    QVERIFY(session.open(m_path));
    BrowseSeen seen(session, runner);
    seen.setSample(sampleOf(*session.dataset(), store::Split::train));
    session.setOpenRun(run("two"));
    QTRY_VERIFY_WITH_TIMEOUT(!seen.text().isEmpty(), kPatience);
    QVERIFY(session.open(m_other));
    QVERIFY(session.openRun().empty());
    QVERIFY(seen.isHidden() && seen.text().isEmpty());
    // The answer to a question of before does not arrive.
    QVERIFY(session.open(m_path));
    seen.setSample(sampleOf(*session.dataset(), store::Split::train));
    session.setOpenRun(run("two"));
    QTRY_VERIFY_WITH_TIMEOUT(!runner.jobs().empty() || !seen.busy(), kPatience);
    QVERIFY(session.open(m_other));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(seen.isHidden() && seen.text().isEmpty());
    // A run of another dataset is not taken for one of this.
    seen.setSample(7);
    session.setOpenRun(run("two"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.text().contains(QStringLiteral("is not the dataset")), kPatience);
    QVERIFY(!seen.text().contains(QStringLiteral("Epoch")));
  }
};

MASU_TEST(BrowseSeenTest)
#include "browse_seen_test.moc"
