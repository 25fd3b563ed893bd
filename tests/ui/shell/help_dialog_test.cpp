// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the application: F1 opens the topic of what is on screen, search finds text, every page of the resource
// is listed by its heading, and both languages have every page with the same parts.

#include "ui/shell/help_dialog.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QtTest>

#include "core/tasks/data/export_task.h"
#include "tests/fixtures/made_hdf5.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/browse/page.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

class HelpDialogTest : public QObject {
  Q_OBJECT

  static QString textOf(const QString& file) {
    QFile page(file);
    return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
  }

  static QStringList pages() { return QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")}, QDir::Files); }

  /// What a page consists of, for each heading: its level, the blocks of code, paragraphs, items of lists and rows of
  /// tables below it, and the options that these name.
  static QStringList partsOf(const QString& page) {
    static const QRegularExpression code(
        QStringLiteral("^```.*?^```$"),
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression heading(QStringLiteral("^(#+) .*$"), QRegularExpression::MultilineOption);
    static const QRegularExpression option(QStringLiteral("--[a-z][a-z-]*"));
    QString marked = page;
    marked.replace(code, QStringLiteral("<code>"));
    marked.replace(heading, QStringLiteral("<part>\\1"));
    QStringList parts;
    for (const QString& part : marked.split(QStringLiteral("<part>"), Qt::SkipEmptyParts)) {
      QSet<QString> options;
      for (auto found = option.globalMatch(part); found.hasNext();) options << found.next().captured();
      QStringList named(options.begin(), options.end());
      named.sort();
      parts << QStringLiteral("%1 %2 blocks, %3 code, %4 items, %5 rows, %6")
                   .arg(part.section(QLatin1Char('\n'), 0, 0))
                   .arg(part.count(QStringLiteral("\n\n")))
                   .arg(part.count(QStringLiteral("<code>")))
                   .arg(part.count(QStringLiteral("\n- ")))
                   .arg(part.count(QStringLiteral("\n|")))
                   .arg(named.join(QLatin1Char(' ')));
    }
    return parts;
  }

  /// The heading of the page that F1 opens.
  static QString helpIn(MainWindow& window) {
    // After a dialog the window is active again when the window system says so, and has its shortcuts only then.
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) return QStringLiteral("the window is not active");
    QString heading;
    QTimer::singleShot(0, [&heading] {
      auto* help = qobject_cast<HelpDialog*>(QApplication::activeModalWidget());
      if (help == nullptr) return;
      heading = help->findChild<QTextBrowser*>()->toPlainText().section(QLatin1Char('\n'), 0, 0);
      help->reject();
    });
    QTest::keyClick(&window, Qt::Key_F1);
    return heading;
  }

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
  }
  void cleanup() { QLocale::setDefault(QLocale::c()); }

  void opensTheTopicOfTheStep_data() {
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("title");
    QTest::newRow("start") << int(Step::start) << "Overview";
    QTest::newRow("import") << int(Step::import) << "Import a table";
    QTest::newRow("browse") << int(Step::browse) << "Browse a dataset";
    QTest::newRow("split") << int(Step::split) << "Splits and leakage";
    QTest::newRow("fit") << int(Step::fit) << "Estimates: will it fit";
    QTest::newRow("train") << int(Step::train) << "Training and predictions";
    QTest::newRow("export") << int(Step::export_) << "Export";
  }

  void opensTheTopicOfTheStep() {
    QFETCH(int, step);
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.goTo(static_cast<Step>(step));
    QTEST(helpIn(window), "title");
  }

  void opensTheTopicOfWhatIsImported() {
    const SampleProject project;
    Session session;
    JobRunner runner;
    MainWindow window(session, runner);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.goTo(Step::import);
    auto& page = static_cast<ImportPage&>(*window.page(Step::import));

    MASU_TAKE(const QString dataset, project.recordings(20));
    inspect(page, project.path(QStringLiteral("digits")));
    QCOMPARE(helpIn(window), QStringLiteral("Import recordings"));

    MASU_TAKE(const QString table, project.table(200));
    inspect(page, project.path(QStringLiteral("census")));
    QCOMPARE(helpIn(window), QStringLiteral("Import a table"));

    const QString made = project.path(QStringLiteral("made.h5"));
    QVERIFY(test::makeHdf5(made, {QStringLiteral("f['x'] = numpy.zeros((6, 2, 50), 'f4')")}));
    inspect(page, made);
    QCOMPARE(helpIn(window), QStringLiteral("Import recordings"));

    tasks::ExportRequest request{pathFrom(table), {}, {}};
    request.options.out = pathFrom(project.path(QStringLiteral("shards")));
    request.options.format = shards::Format::npy;
    Progress progress;
    MASU_TAKE(const auto exported, tasks::runExport(request, {{}, progress}));
    inspect(page, project.path(QStringLiteral("shards")));
    QCOMPARE(helpIn(window), QStringLiteral("Export"));
  }

  void opensTheOverviewWhereThereIsNoSuchPage() {
    const HelpDialog help(QStringLiteral("nowhere"), nullptr);
    QVERIFY(help.findChild<QTextBrowser*>()->toPlainText().startsWith(QStringLiteral("Overview")));
  }

  void searchListsTopicsThatHoldTheText() {
    const HelpDialog help(QStringLiteral("splits"), nullptr);
    auto* topics = help.findChild<QListWidget*>();
    auto* browser = help.findChild<QTextBrowser*>();
    QTest::keyClicks(help.findChild<QLineEdit*>(), "MosaicML");
    QStringList shown;
    for (int at = 0; at < topics->count(); ++at)
      if (!topics->item(at)->isHidden()) shown << topics->item(at)->text();
    QCOMPARE(shown, QStringList{"Export"});
    QCOMPARE(topics->currentItem()->text(), "Export");
    QCOMPARE(browser->textCursor().selectedText(), "MosaicML");
    help.findChild<QLineEdit*>()->clear();
    for (int at = 0; at < topics->count(); ++at) QVERIFY(!topics->item(at)->isHidden());
  }

  void listsEveryPageByItsHeading() {
    for (const bool japanese : {false, true}) {
      if (japanese) QLocale::setDefault(QLocale(QLocale::Japanese));
      const HelpDialog help({}, nullptr);
      const auto* topics = help.findChild<QListWidget*>();
      QStringList names;
      for (int at = 0; at < topics->count(); ++at) {
        const QString name = topics->item(at)->data(Qt::UserRole).toString() + QStringLiteral(".md");
        const QString page = textOf((japanese ? QStringLiteral(":/help/ja/") : QStringLiteral(":/help/")) + name);
        QVERIFY2(page.startsWith(QStringLiteral("# %1\n").arg(topics->item(at)->text())), qPrintable(name));
        names << name;
      }
      QCOMPARE(names.first(), QStringLiteral("overview.md"));
      names.sort();
      QCOMPARE(names, pages());
    }
  }

  /// In the order in which they are read, and so that no page is missed by who begins there.
  void overviewLinksToEveryPage() {
    for (const QString& name : pages()) {
      if (name == QLatin1String("overview.md")) continue;
      const QString link = QStringLiteral("](%1)").arg(name);
      QVERIFY2(textOf(QStringLiteral(":/help/overview.md")).contains(link), qPrintable(name));
      QVERIFY2(textOf(QStringLiteral(":/help/ja/overview.md")).contains(link), qPrintable(name));
    }
  }

  void everyPageIsTranslatedWhole() {
    QVERIFY(pages().size() > 10);
    for (const QString& name : pages()) {
      const QString japanese = textOf(QStringLiteral(":/help/ja/") + name);
      QVERIFY2(!japanese.isEmpty(), qPrintable(name));
      QCOMPARE(qMakePair(name, partsOf(japanese)), qMakePair(name, partsOf(textOf(QStringLiteral(":/help/") + name))));
    }
  }

 private:
  QTemporaryDir m_folder;
};

MASU_TEST(HelpDialogTest)
#include "help_dialog_test.moc"
