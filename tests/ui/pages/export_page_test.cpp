#include "ui/pages/export_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QSpinBox>
#include <QTest>

#include "sample_project.h"
#include "ui/pages/export_page_form.h"
#include "ui/pages/export_page_snippet.h"

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
    page.form().shardField()->setValue(300);
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

  void leavesOutASplitThatIsNotTicked() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(400));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    ExportPage page(session, runner);
    page.show();
    page.form().splitBox(0)->setChecked(false);
    QTRY_VERIFY(!page.busy());
    QCOMPARE(page.planned()->samples, drawn.counts.validation + drawn.counts.test);
    page.form().splitBox(1)->setChecked(false);
    page.form().splitBox(2)->setChecked(false);
    QTRY_VERIFY(!page.busy());
    QVERIFY(!page.planned().has_value());
  }

  void copiesTheSnippet() {
    ExportSnippet snippet;
    ExportSnippet::Facts facts;
    facts.folder = QStringLiteral("out");
    facts.split = QStringLiteral("train");
    facts.label = QStringLiteral("in\"come");
    facts.dataset = QStringLiteral("/data/my set.h5");
    facts.shardSamples = 300;
    snippet.setFacts(facts);
    snippet.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), snippet.text());
    QVERIFY(snippet.text().contains(QStringLiteral("frame.pop(\"in\\\"come\")")));
    QCOMPARE(ExportSnippet::textFor(ExportSnippet::kShell, facts),
             QStringLiteral("masu export '/data/my set.h5' --format csv \\\n  --out out --shard-samples 300"));
  }
};

QTEST_MAIN(ExportPageTest)
#include "export_page_test.moc"
