// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QMessageBox>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <thread>

#include "core/tasks/data/export_task.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/common/cluster_dialog.h"
#include "ui/pages/common/receipt_dialog.h"
#include "ui/pages/export/form.h"
#include "ui/pages/export/formats.h"
#include "ui/pages/export/page.h"
#include "ui/pages/export/snippet.h"
#include "ui/theme/split_colours.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

std::uint64_t recordsIn(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return 0;
  return static_cast<std::uint64_t>(file.readAll().count('\n')) - 1;  // the header
}

}  // namespace

class ExportPageTest : public QObject {
  Q_OBJECT

  /// Leaves an export with the page's options in the middle, as a cancelled one does.
  static void stopMidway(ExportPage& page, const QString& dataset, const QString& out) {
    tasks::ExportRequest request{pathFrom(dataset), {}, {1, std::uint64_t{256} << 20}};
    request.options.out = pathFrom(out);
    page.form().fill(request.options);
    std::stop_source stop;
    Progress progress;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.done() < 2000) std::this_thread::yield();
      stop.request_stop();
    });
    QVERIFY(!tasks::runExport(request, {stop.get_token(), progress}));
  }

 private Q_SLOTS:
  void writesTheFilesThatItPlanned() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    enter(named<QSpinBox>(page, "Samples a shard"), "300");
    page.setFolder(project.path(QStringLiteral("out")));
    QTRY_VERIFY(!page.busy());
    QVERIFY(page.planned().has_value());
    QCOMPARE(page.planned()->shards.size(), std::size_t(5));  // three of train, one of each other
    QVERIFY(!QDir(project.path(QStringLiteral("out"))).exists());
    page.triggerPrimary();
    QTRY_VERIFY(!page.busy());
    std::uint64_t train = 0;
    for (const shards::ShardInfo& shard : page.planned()->shards) {
      const QString file = project.path(QStringLiteral("out/")) + toQt(shard.path);
      QVERIFY2(QFile::exists(file), qPrintable(file));
      QCOMPARE(recordsIn(file), shard.samples);
      if (toQt(shard.path).startsWith(QStringLiteral("train/"))) train += shard.samples;
    }
    QCOMPARE(train, drawn.counts.train);
  }

  void offersToResumeWhatWasStopped() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(40'000));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    enter(named<QSpinBox>(page, "Samples a shard"), "400");
    const QString out = project.path(QStringLiteral("out"));
    page.setFolder(out);
    QTRY_VERIFY(!page.busy());
    const auto* offer = page.findChild<QCheckBox*>(QStringLiteral("resume"));
    QVERIFY(offer->isHidden());
    stopMidway(page, path, out);
    QVERIFY(!QFile::exists(out + QStringLiteral("/index.json")));
    page.setFolder(project.path(QStringLiteral("elsewhere")));
    page.setFolder(out);
    QTRY_VERIFY(!page.busy());
    QVERIFY(!offer->isHidden() && offer->isChecked());
    const QString first = QStringLiteral("/all/split_data_00000.csv");
    const QDateTime written = QFileInfo(out + QStringLiteral("/export.partial/files") + first).lastModified();
    QVERIFY(written.isValid());
    page.triggerPrimary();
    QTRY_VERIFY(!page.busy());
    QVERIFY(offer->isHidden());
    QCOMPARE(QFileInfo(out + first).lastModified(), written);
    QVERIFY(!QDir(out + QStringLiteral("/export.partial")).exists());
  }

  void asksBeforeItReplacesAnExportAndNothingElse() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(1000));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    const QString out = project.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(out));
    QFile notes(out + QStringLiteral("/notes.txt"));
    QVERIFY(notes.open(QIODevice::WriteOnly));
    page.setFolder(out);
    QTRY_VERIFY(!page.busy());
    bool asked = false;
    QTimer answer;
    connect(&answer, &QTimer::timeout, &page, [&] {
      auto* box = page.findChild<QMessageBox*>();
      if (box == nullptr) return;
      asked = true;
      QTest::keyClick(box, Qt::Key_Return);
    });
    answer.start(1);
    page.triggerPrimary();
    QTRY_VERIFY(!page.busy());
    QVERIFY(!asked);
    QVERIFY(QFile::exists(out + QStringLiteral("/index.json")));
    page.triggerPrimary();
    QVERIFY(asked);
    QVERIFY(!page.busy());  // what Enter chooses loses nothing
  }

  void showsANameAsItIsInANote() {
    const QTemporaryDir folder;
    QFile csv(folder.filePath(QStringLiteral("t.csv")));
    QVERIFY(csv.open(QIODevice::WriteOnly));
    csv.write("<b>when</b>,v\n");
    for (int day = 1; day <= 28; ++day)
      csv.write(qPrintable(QStringLiteral("2024-01-%1 10:00:00,%1\n").arg(day, 2, 10, QLatin1Char('0'))));
    csv.close();
    Progress progress;
    tasks::InspectRequest inspect;
    inspect.options.sources = {pathFrom(csv.fileName())};
    MASU_TAKE(const auto inspection, tasks::inspectionIn(tasks::inspect(inspect, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = inspection.plan;
    request.load.target = pathFrom(folder.filePath(QStringLiteral("t.h5")));
    MASU_TAKE(const auto imported, tasks::runImport(request, {{}, progress}));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(toQt(imported.dataset)));
    ExportPage page(session, runner);
    page.show();
    page.setFolder(folder.filePath(QStringLiteral("out")));
    QTRY_VERIFY(!page.busy());
    const QString note = page.findChild<Banner*>()->sentence();
    QVERIFY2(note.contains(QStringLiteral("&lt;b&gt;when&lt;/b&gt;")), qPrintable(note));
  }

  void proposesAFormatThatSuitsTheSamples() {
    const SampleProject project;
    MASU_TAKE(const QString table, project.table(300));
    MASU_TAKE(const QString recordings, project.recordings(20));
    Session session;
    JobRunner runner;
    ExportPage page(session, runner);
    page.show();
    const auto format = [&] {
      shards::ShardOptions options;
      page.form().fill(options);
      return options.format;
    };
    QVERIFY(session.open(recordings));
    QCOMPARE(format(), shards::Format::npy);
    QVERIFY(session.open(table));
    QCOMPARE(format(), shards::Format::csv);
  }

  void leavesOutASplitThatIsNotTicked() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(400));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    const auto untick = [&](int split) { QTest::keyClick(titled<QCheckBox>(page, splitTitle(split)), Qt::Key_Space); };
    untick(0);
    QTRY_VERIFY(!page.busy());
    QCOMPARE(page.planned()->samples, drawn.counts.validation + drawn.counts.test);
    untick(1);
    untick(2);
    QTRY_VERIFY(!page.busy());
    QVERIFY(!page.planned().has_value());
  }

  void showsTheReceiptOfAnExport() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(400));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    page.setFolder(project.path(QStringLiteral("out")));
    QTRY_VERIFY(!page.busy());
    page.triggerPrimary();
    QTRY_VERIFY(!page.busy());
    const auto actions = page.actions();
    const auto here = std::ranges::find(actions, QStringLiteral("Receipt of the folder to write"), &QAction::text);
    QVERIFY(here != actions.end());
    (*here)->trigger();
    const auto* dialog = page.findChild<ReceiptDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QTRY_VERIFY(!dialog->busy());
    QCOMPARE(dialog->text().dataset, toQt(session.dataset()->uuid()));
    page.showReceipt(project.path(QStringLiteral("nowhere")));
    const auto* nowhere = page.findChildren<ReceiptDialog*>().last();
    QTRY_VERIFY(!nowhere->busy());
    QVERIFY2(bannerOf(*nowhere).contains(QStringLiteral("neither a training run nor an export")),
             qPrintable(bannerOf(*nowhere)));
  }

  void copiesTheProgram() {
    ExportSnippet snippet;
    snippet.setPrograms({{QStringLiteral("pandas"), QStringLiteral("import pandas")},
                         {QStringLiteral("Shell"), QStringLiteral("masu export")}});
    QCOMPARE(snippet.text(), QStringLiteral("import pandas"));
    snippet.choose(1);
    snippet.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("masu export"));
  }

  void shellLineRepeatsTheChoices() {
    tasks::ExportRequest request;
    request.file = "/data/my set.h5";
    request.options.out = "out";
    request.options.format = shards::Format::mds;
    request.options.shardSamples = 300;
    QCOMPARE(ExportSnippet::shellLine(request),
             QStringLiteral("masu export '/data/my set.h5' \\\n  --format mds --out out \\\n  --shard-samples 300"));
    request.options.shardSamples = 0;
    request.options.readers = 8;
    request.options.shuffle = 42;
    request.options.encoded = true;
    request.options.splits = {store::Split::test};
    const std::vector<std::string> words = ExportSnippet::commandLine(request).words();
    const std::vector<std::string> last = {"--split", "test", "--readers", "8", "--shuffle", "42", "--encoded"};
    QVERIFY(words.size() > last.size() && std::equal(last.rbegin(), last.rend(), words.rbegin()));
    for (const QString& line : ExportSnippet::shellLine(request).split(QLatin1Char('\n'))) QVERIFY(line.size() <= 44);
  }

  /// What the dialog shows is a script of the page's own choices.
  void workersOfAClusterShareIt() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    enter(named<QSpinBox>(page, "Samples a shard"), "120");
    page.setFolder(project.path(QStringLiteral("shared")));
    QTRY_VERIFY(!page.busy());
    auto* button = page.findChild<QToolButton*>("cluster");
    QVERIFY(button != nullptr && button->isVisible());
    std::string script;
    QTimer::singleShot(0, &page, [&] {
      auto* dialog = qobject_cast<ClusterDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      script = dialog->script();
      dialog->reject();
    });
    button->click();
    QVERIFY2(script.find("masu export --threads") != std::string::npos, script.c_str());
    QVERIFY2(script.find("--shard-samples 120") != std::string::npos, script.c_str());
    QVERIFY(QString::fromStdString(script).contains(QStringLiteral("/shared")));

    auto request = page.clusterRequest();
    QVERIFY(request && tasks::clusterScript(*request).has_value());
    // One file cannot be written by many.
    request->format = "zip";
    const auto refused = tasks::clusterScript(*request);
    QVERIFY(!refused && refused.error().message.english().starts_with("zip is one file"));
    page.setFolder({});
    QVERIFY(!page.clusterRequest());
  }

  void everyFormatPlansAndWeighs() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(400));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    page.setFolder(project.path(QStringLiteral("out")));
    for (const shards::Format format : shards::formats()) {
      QTest::mouseClick(page.findChild<ExportFormats*>()->card(format), Qt::LeftButton);
      QTRY_VERIFY(!page.busy());
      QVERIFY2(page.planned().has_value(), std::string(shards::name(format)).c_str());
      QCOMPARE(page.planned()->samples, std::uint64_t(400));
      QVERIFY(!page.snippet().text().isEmpty());
      page.triggerPrimary();
      QTRY_VERIFY(!page.busy());
      const QString first = project.path(QStringLiteral("out/")) + toQt(page.planned()->shards.front().path);
      QVERIFY2(QFile::exists(first), qPrintable(first));
      QVERIFY(QDir(project.path(QStringLiteral("out"))).removeRecursively());
    }
  }
};

MASU_TEST(ExportPageTest)
#include "export_page_test.moc"
