// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <filesystem>
#include <fstream>

#include <sys/mount.h>

#include "core/tasks/split/manifest_task.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/export/page.h"
#include "ui/pages/import/page.h"
#include "ui/pages/split/form.h"
#include "ui/pages/split/page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/seed_field.h"

using namespace masu;
using namespace masu::ui;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 60'000;

}  // namespace

/// What pages say when the disk that they write to is full.
class FullDiskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  void init() {
    m_disk = std::make_unique<QTemporaryDir>();
    if (::mount("masu-test", disk().c_str(), "tmpfs", 0, "size=512k") != 0) QSKIP("Mounting needs privileges.");
    m_mounted = true;
  }

  void cleanup() {
    if (std::exchange(m_mounted, false)) ::umount2(disk().c_str(), MNT_DETACH);
    m_disk.reset();
  }

  void anImportIsRefusedOrStopped() {
    const SampleProject project;
    MASU_TAKE(const QString dataset, project.table(20'000));
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.setVisible(true);
    inspect(page, project.path("census/census-persons.csv"));
    QVERIFY2(page.inspection().has_value(), qPrintable(bannerOf(page)));
    page.setTarget(toQt((disk() / "new.h5").string()));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QSignalSpy imported(&page, &ImportPage::imported);
    press(page, QStringLiteral("Import all the same"));
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY2(saysFull(bannerOf(page)), qPrintable(bannerOf(page)));
    QVERIFY(!fs::exists(disk() / "new.h5"));
    QVERIFY(session.dataset() == nullptr);
  }

  /// The dataset would fit, and with what is on the disk meanwhile it may not.
  void anImportThatMayNotFitIsAskedAbout() {
    const SampleProject project;
    MASU_TAKE(const QString dataset, project.table(1500));
    Session session;
    JobRunner runner;
    ImportPage page(session, runner);
    page.setVisible(true);
    inspect(page, project.path("census/census-persons.csv"));
    QVERIFY2(page.inspection().has_value(), qPrintable(bannerOf(page)));
    QVERIFY(page.inspection()->forecast.fitsDisk);
    const std::uint64_t left = page.inspection()->forecast.bytes * 3 / 2, free = fs::space(disk()).available;
    QVERIFY(left < free);
    std::ofstream(disk() / "ballast") << std::string(free - left, 'x');
    page.setTarget(toQt((disk() / "new.h5").string()));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(!page.inspection()->forecast.fitsDisk);
    QVERIFY(textsOf(page).contains("not enough"));
    QVERIFY(press(page, QStringLiteral("Cancel")));
    QVERIFY(!runner.busy());  // but for a look at what is free by now
    QVERIFY(!fs::exists(disk() / "new.h5"));
    // Another place has room.
    page.setTarget(project.path("elsewhere.h5"));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(page.inspection()->forecast.fitsDisk);
    QSignalSpy imported(&page, &ImportPage::imported);
    QVERIFY(!press(page, QStringLiteral("Cancel")));
    QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, kPatience);
    QVERIFY(fs::exists(pathFrom(project.path("elsewhere.h5"))));
  }

  void aSplitIsNotKept() {
    const SampleProject project;
    MASU_TAKE(const QString made, project.table(1500));
    MASU_TAKE(const auto drawn, project.split(made));
    for (const char* name : {"census.h5", "census.splits.h5"})
      fs::copy_file(pathFrom(project.path(name)), disk() / name);
    const QString path = toQt((disk() / "census.h5").string());
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    SplitPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty() && !page.busy(), kPatience);
    std::ofstream(disk() / "ballast") << std::string(fs::space(disk()).available, 'x');
    enter(named<SeedField>(page, "Seed"), "11");
    QTRY_VERIFY2_WITH_TIMEOUT(saysFull(bannerOf(page)), qPrintable(bannerOf(page)), kPatience);
    MASU_TAKE(const auto stored, tasks::assignmentOf(*session.dataset(), "default"));
    QCOMPARE(manifest::countsOf(stored).train, drawn.counts.train);
  }

  void anExportThatHasNoRoomIsNotBegun() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(20'000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    page.setFolder(toQt((disk() / "out").string()));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy(), kPatience);
    QVERIFY2(saysFull(bannerOf(page)), qPrintable(bannerOf(page)));
  }

  void anExportStopsWhereTheDiskFills() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    page.setFolder(toQt((disk() / "out").string()));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy(), kPatience);
    QVERIFY2(bannerOf(page).isEmpty(), qPrintable(bannerOf(page)));
    std::ofstream(disk() / "ballast") << std::string(fs::space(disk()).available, 'x');
    page.triggerPrimary();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy(), kPatience);
    QVERIFY2(saysFull(bannerOf(page)), qPrintable(bannerOf(page)));
    QVERIFY(!fs::exists(disk() / "out" / "index.json"));
  }

 private:
  fs::path disk() const { return m_disk->path().toStdString(); }
  /// Presses Import, and the button of this text where a question is asked. False: none was.
  static bool press(ImportPage& page, const QString& reply) {
    bool asked = false;
    QTimer::singleShot(0, qApp, [&] {
      auto* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) return;
      asked = true;
      QTest::mouseClick(titled<QPushButton>(*dialog, reply), Qt::LeftButton);
    });
    page.triggerPrimary();
    QCoreApplication::processEvents();
    return asked;
  }
  static bool saysFull(const QString& text) { return text.contains("is full") || text.contains("Free some"); }

  std::unique_ptr<QTemporaryDir> m_disk;
  bool m_mounted = false;
};

MASU_TEST(FullDiskTest)
#include "full_disk_test.moc"
